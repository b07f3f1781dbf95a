// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What is around every page: title, answer in sentences, notes, faults, facts, and the switch between
// light and dark.
import { setTheme, theme, type Theme } from "./colours";
import { h } from "./dom";
import type { Faults } from "./faults";
import type { Page } from "./format";

const kinds: Record<string, string> = {
  run: "simulation",
  resolve: "one impact",
  design: "design",
  compare: "laws compared",
  analyze: "analysis",
  map: "map",
  reproduce: "published numbers",
};

/** Put `element` on the page; the content of the kind goes into `main`. The answer is the first
 * sentence, at the top; `below`, with the other sentences, notes and facts, stands under it, or where
 * the kind puts it: a picture comes first. */
export function pageFrame(
  page: Page,
  faults: Faults,
): { element: HTMLElement; main: HTMLElement; below: HTMLElement } {
  const main = h("div", { class: "page-main" });
  const [answer, ...others] = page.summary;
  const first = answer && untitled(answer, page.title);
  const head = h(
    "header",
    { class: "page-head" },
    h(
      "div",
      { class: "page-top" },
      h("h1", {}, page.title),
      h("span", { class: "page-kind" }, kinds[page.kind] ?? page.kind),
      themeSwitch(),
    ),
    faults.element,
    faults.remarks,
    h("div", { class: "page-summary", "data-part": "summary" }, first ? h("p", {}, first) : ""),
  );
  const below = h(
    "div",
    { class: "page-below" },
    others.length > 0 &&
      h(
        "div",
        { class: "page-more", "data-part": "more" },
        ...others.map((sentence) => h("p", {}, sentence)),
      ),
    notes(page.notes),
    facts(page.facts, page.details ?? []),
  );
  const foot = h("footer", { class: "page-foot" }, `carom ${page.carom}`);
  return { element: h("div", { class: "page" }, head, main, foot), main, below };
}

/** The answer without the title that it stands under: "TITLE, 4 contacts: …". */
function untitled(answer: string, title: string): string {
  const rest = answer.startsWith(`${title}, `) ? answer.slice(title.length + 2) : "";
  return rest === "" ? answer : rest[0]!.toUpperCase() + rest.slice(1);
}

function notes(list: string[]): HTMLElement | null {
  if (list.length === 0) return null;
  const items = list.map((note) => h("li", {}, note));
  return h("div", { class: "page-notes", "data-part": "notes" }, h("ul", {}, ...items));
}

function facts(list: [string, string][], details: string[]): HTMLElement | null {
  if (list.length + details.length === 0) return null;
  const rows = list.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]);
  const element = h(
    "details",
    { class: "page-facts", "data-part": "facts" },
    h("summary", {}, "Details: what was asked, and with what"),
    h("dl", {}, ...rows),
    details.length > 0 &&
      h(
        "ul",
        { class: "page-details", "data-part": "details" },
        ...details.map((detail) => h("li", {}, detail)),
      ),
  );
  let open = false; // on paper always
  window.addEventListener("beforeprint", () => ([open, element.open] = [element.open, true]));
  window.addEventListener("afterprint", () => (element.open = open));
  return element;
}

function themeSwitch(): HTMLElement {
  const order: Theme[] = ["auto", "light", "dark"];
  const button = h("button", { type: "button", "data-part": "theme" });
  const say = () => {
    button.textContent = `Colours: ${theme()}`;
    button.title = "Light, dark, or as the system says";
  };
  button.addEventListener("click", () => {
    setTheme(order[(order.indexOf(theme()) + 1) % order.length]!);
    say();
  });
  say();
  return button;
}
