// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT

import "./style.css";
import { h } from "./dom";
import type { Page } from "./format";
import { analyzePage } from "./pages/analyze";
import { comparePage } from "./pages/compare";
import { mapPage } from "./pages/map";
import { reproducePage } from "./pages/reproduce";

const page = JSON.parse(document.getElementById("carom-page")!.textContent!) as Page;
const pages = {
  analyze: analyzePage,
  compare: comparePage,
  map: mapPage,
  reproduce: reproducePage,
};
const make = pages[page.kind as keyof typeof pages];
document.getElementById("app")!.append(make ? make(page) : h("p", {}, page.kind));
