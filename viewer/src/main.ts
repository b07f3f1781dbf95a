import "./player";
