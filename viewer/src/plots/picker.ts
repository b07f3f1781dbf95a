// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Which channels of a chart are drawn: a search box and a list to tick.
import { h } from "../dom";
import type { Card } from "./groups";

export const FIRST = 8; // curves at the start
export const MOST = 16; // curves at once
const ROWS = 200;

export class Picker {
  readonly element: HTMLDetailsElement;
  /** Names drawn, with the colour each has. */
  readonly chosen = new Map<string, number>();
  private readonly summary = h("summary", {});
  private readonly rows = h("ul", { class: "picker-rows" });
  private readonly rest = h("p", { class: "soft", "aria-live": "polite" });
  private readonly search: HTMLInputElement;

  constructor(
    private readonly card: Card,
    private readonly changed: () => void,
  ) {
    this.search = h("input", {
      type: "search",
      placeholder: "Search curves",
      "aria-label": `Search curves of ${card.title}`,
      oninput: () => this.fill(),
    });
    const button = (text: string, act: () => void): HTMLElement =>
      h("button", { type: "button", class: "small", onclick: act }, text);
    const head = h(
      "div",
      { class: "picker-head" },
      this.search,
      button(`First ${FIRST}`, () => this.first()),
      button("None", () => this.none()),
    );
    this.element = h(
      "details",
      { class: "picker", "data-part": "picker" },
      this.summary,
      h("div", { class: "picker-body" }, head, this.rows, this.rest),
    );
    this.element.addEventListener("toggle", () => this.fill());
    for (const name of card.names.slice(0, FIRST)) this.add(name);
    this.say();
  }

  private add(name: string): void {
    const used = new Set(this.chosen.values());
    let slot = 0;
    while (used.has(slot)) slot++;
    this.chosen.set(name, slot);
  }
  private first(): void {
    this.chosen.clear();
    for (const name of this.card.names.slice(0, FIRST)) this.add(name);
    this.after();
  }
  private none(): void {
    this.chosen.clear();
    this.after();
  }
  private after(): void {
    this.say();
    this.fill();
    this.changed();
  }
  private say(): void {
    const all = this.card.names.length;
    this.summary.textContent = `Curves: ${this.chosen.size} of ${all}`;
    this.element.hidden = all < 2;
  }

  private row(name: string): HTMLElement {
    const box = h("input", {
      type: "checkbox",
      onchange: () => {
        if (box.checked) this.add(name);
        else this.chosen.delete(name);
        this.say();
        this.limit();
        this.changed();
      },
    });
    box.checked = this.chosen.has(name);
    return h("li", {}, h("label", { class: "choice" }, box, h("span", {}, name)));
  }
  /** The list, made only while it is open. */
  private fill(): void {
    if (!this.element.open) return;
    const words = this.search.value.toLowerCase().split(/\s+/);
    const found = this.card.names.filter((name) =>
      words.every((word) => name.toLowerCase().includes(word)),
    );
    this.rows.replaceChildren(...found.slice(0, ROWS).map((name) => this.row(name)));
    const more = found.length - ROWS;
    this.rest.textContent =
      found.length === 0
        ? "No curve has that name."
        : more > 0
          ? `${more} more; search for them.`
          : "";
    this.limit();
  }
  private limit(): void {
    const full = this.chosen.size >= MOST;
    for (const box of this.rows.querySelectorAll("input")) box.disabled = full && !box.checked;
  }
}
