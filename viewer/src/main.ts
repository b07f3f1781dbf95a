// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Reads the JSON in the page and shows it as its kind wants.
import "./style.css";
import { readPage } from "./check";
import { h } from "./dom";
import { Faults } from "./faults";
import type { Page } from "./format";
import { pageFrame } from "./frame";
import { analyzePage } from "./pages/analyze";
import { comparePage } from "./pages/compare";
import { mapPage } from "./pages/map";
import { motionPage } from "./pages/motion";
import { reproducePage } from "./pages/reproduce";

type Maker = (page: Page, faults: Faults, below: HTMLElement) => HTMLElement;
const makers: Record<string, Maker> = {
  run: motionPage,
  resolve: motionPage,
  compare: comparePage,
  design: comparePage,
  analyze: analyzePage,
  map: mapPage,
  reproduce: reproducePage,
};

function start(): void {
  const app = document.getElementById("app");
  if (!app) return;
  const faults = new Faults();
  faults.watch();
  const text = document.getElementById("carom-page")?.textContent ?? "";
  const page = readPage(text, faults);
  if (!page) {
    app.append(h("div", { class: "page" }, faults.element));
    return;
  }
  document.title = `${page.title} – carom`;
  const { element, main, below } = pageFrame(page, faults);
  app.append(element);
  const make = makers[page.kind];
  if (make) main.append(faults.guard("page", () => make(page, faults, below)));
  if (!below.isConnected) main.before(below);
}

start();
