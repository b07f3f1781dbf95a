// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The coupling of every pair of contacts as a coloured table. A cell under the pointer or with the
// focus tells about its pair, and the picture marks it. Arrow keys go from cell to cell.
import { colour, onColours } from "../colours";
import { h } from "../dom";
import type { AnalysisDocument } from "../format";
import { figure, finite, list } from "../panels/words";
import { css, isDark, Ramp, type Rgb } from "./map_scale";

const mostNumbers = 16; // contacts up to which numbers fit into cells
const most = 120;

export class Couplings {
  readonly element: HTMLElement;
  private readonly cells: HTMLTableCellElement[][] = [];
  private readonly details = h("p", {
    class: "readout",
    "aria-live": "polite",
    "data-part": "pair",
  });
  private readonly fit = h("input", { type: "checkbox" });
  private readonly fitWords = h("span");
  private readonly swatches = h("span", { class: "swatches", "aria-hidden": "true" });
  private gram: number[][] = [];
  private own = true; // the matrix of the document, to which its pairs belong
  private readonly names: string[];

  constructor(
    private readonly document: AnalysisDocument,
    private readonly highlight: (pair: [number, number] | null) => void,
  ) {
    this.names = list(document.contacts);
    this.element = h("section", { "data-part": "couplings", class: "stack" });
    this.element.append(h("h2", {}, "Coupling of the contacts"));
    if (this.names.length < 2) {
      this.element.append(h("p", { class: "soft" }, "One contact alone is coupled with none."));
      return;
    }
    const cut = this.names.length > most ? ` The first ${most} contacts are shown.` : "";
    this.fit.addEventListener("change", () => this.paint());
    const box = { class: "scroll-box", role: "region", tabindex: 0 };
    this.element.append(
      h("p", { class: "soft" }, `${legend}${cut}`),
      h("div", { ...box, "aria-label": "Couplings, scrolls" }, this.table()),
      h("div", { class: "controls" }, this.swatches, h("label", {}, this.fit, this.fitWords)),
      this.details,
    );
    this.tell(null);
    onColours(() => this.paint());
  }

  show(gram: number[][], own: boolean): void {
    this.gram = gram;
    this.own = own;
    this.paint();
    this.tell(null);
  }

  private table(): HTMLElement {
    const names = this.names.slice(0, most);
    const small = names.length > mostNumbers;
    const head = names.map((name) => h("th", { scope: "col", title: name }, h("span", {}, name)));
    const body = h("tbody");
    names.forEach((name, j) => {
      this.cells[j] = names.map((_other, k) => this.cell(j, k));
      body.append(h("tr", {}, h("th", { scope: "row" }, name), ...this.cells[j]!));
    });
    body.addEventListener("pointerleave", () => this.tell(null));
    const table = h(
      "table",
      { class: small ? "gram small" : "gram", "aria-label": "Coupling w of each pair of contacts" },
      h("thead", {}, h("tr", {}, h("td"), ...head)),
      body,
    );
    return table;
  }
  private cell(j: number, k: number): HTMLTableCellElement {
    const cell = h("td", {
      tabindex: j === 0 && k === Math.min(1, this.names.length - 1) ? 0 : -1,
    });
    cell.addEventListener("pointerenter", () => this.tell([j, k]));
    cell.addEventListener("focus", () => this.tell([j, k]));
    cell.addEventListener("blur", () => this.tell(null));
    cell.addEventListener("keydown", (event) => this.key(event, j, k));
    return cell;
  }
  private key(event: KeyboardEvent, j: number, k: number): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
    };
    const step = steps[event.key];
    const next = step && this.cells[j + step[0]]?.[k + step[1]];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    if (!next) return;
    this.cells[j]![k]!.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  /** Numbers and colours of all cells. */
  private paint(): void {
    const ramp = new Ramp("diverging");
    let largest = 0;
    this.gram.forEach((row, j) =>
      list(row).forEach((value, k) => {
        if (j !== k && finite(value)) largest = Math.max(largest, Math.abs(value));
      }),
    );
    this.fitWords.textContent = ` Colours up to the largest, ${figure(largest, 3)}`;
    const end = this.fit.checked && largest > 0 ? largest : 1;
    this.paintSwatches(ramp, end);
    const numbers = this.cells.length <= mostNumbers;
    this.cells.forEach((row, j) =>
      row.forEach((cell, k) => {
        const value = this.gram[j]?.[k];
        cell.textContent = numbers ? figure(value, 3) : "";
        cell.classList.toggle("self", j === k);
        const rgb = j === k || !finite(value) ? null : ramp.at(0.5 + (0.5 * value) / end);
        fill(cell, rgb);
        cell.setAttribute("aria-label", `${this.names[j]}, ${this.names[k]}: ${figure(value, 3)}`);
      }),
    );
  }

  private paintSwatches(ramp: Ramp, end: number): void {
    const swatches = [-1, -0.5, 0, 0.5, 1].map((share) => {
      const swatch = h("span", {}, figure(share * end, 2));
      fill(swatch, ramp.at(0.5 + 0.5 * share));
      return swatch;
    });
    this.swatches.replaceChildren("w ", ...swatches);
  }

  private tell(pair: [number, number] | null): void {
    if (!pair) {
      this.details.textContent = "Point at a cell, or go there with the arrow keys, for its pair.";
      this.highlight(null);
      return;
    }
    const [j, k] = pair[0] < pair[1] ? pair : [pair[1], pair[0]];
    this.details.textContent = this.words(j, k);
    this.highlight(j === k ? null : [j, k]);
  }
  private words(j: number, k: number): string {
    const [first, second] = [this.names[j]!, this.names[k]!];
    if (j === k) return `${first} with itself: 1 by definition.`;
    const value = this.gram[j]?.[k];
    const text = `${first} and ${second}: w = ${figure(value)}`;
    if (!this.own) return `${text}. Angle and steps are known for the answer asked for only.`;
    const pair = list(this.document.pairs).find(
      (entry) => entry?.contacts?.includes(first) && entry.contacts.includes(second),
    );
    if (!pair) return `${text}.`;
    const order =
      pair.coxeter_order === null || pair.coxeter_order === undefined
        ? "no Coxeter angle"
        : `Coxeter angle π/${pair.coxeter_order}`;
    const steps = finite(pair.worst_case_steps)
      ? `at most ${pair.worst_case_steps} reflections`
      : "no bound of reflections";
    return `${text} (inner product ${figure(pair.inner_product)}); ${order}; ${steps}.`;
  }
}

const legend =
  "0: no coupling. Above 0: a hit at one opens the other. Below 0: a hit at one presses the other. " +
  "−1 and 1: both are the same direction.";

/** A background, and text that can be read on it. */
function fill(element: HTMLElement, rgb: Rgb | null): void {
  element.style.backgroundColor = rgb ? css(rgb) : "";
  element.style.color = rgb ? colour(isDark(rgb) === darkPage() ? "--fg" : "--bg") : "";
}
function darkPage(): boolean {
  return document.documentElement.dataset.theme === "dark";
}
