// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Kinetic energy before and after an impact as two bars, with what each contact and its friction took.
import "./panels.css";
import { series } from "../colours";
import { h } from "../dom";
import type { Impact } from "../format";
import { ledgerOf, partName, type Ledger, type Part } from "./energy_parts";
import { figure, percent, type Units } from "./words";

function look(part: Part): string {
  return `segment-${part.kind}${part.gained ? " segment-gained" : ""}`;
}
function paint(element: HTMLElement, part: Part, ledger: Ledger): void {
  const own = part.kind === "before" || part.kind === "after" ? "--body" : "--soft";
  const name = part.contact < 0 ? own : series(ledger.contacts.indexOf(part.contact));
  element.style.setProperty("--part", `var(${name})`);
}

/** Shares are of the energy before; without any, of all. */
function shareOf(part: Part, ledger: Ledger): number {
  return part.energy / (ledger.before > 0 ? ledger.before : ledger.total);
}

function segment(part: Part, ledger: Ledger): HTMLElement {
  const width = part.energy / ledger.total;
  const share = percent(shareOf(part, ledger));
  const element = h(
    "span",
    { class: `segment ${look(part)}`, title: `${part.name}: ${share}` },
    width >= 0.12 && h("span", { class: "share" }, share),
  );
  element.style.width = `${Math.max(0, 100 * width)}%`;
  paint(element, part, ledger);
  return element;
}

function bar(name: string, parts: Part[], ledger: Ledger): HTMLElement {
  return h(
    "div",
    { class: "energy-row" },
    h("span", { class: "energy-name" }, name),
    h("div", { class: "energy-track" }, ...parts.map((part) => segment(part, ledger))),
  );
}

function legendItem(part: Part, word: string, ledger: Ledger, units: Units): HTMLElement {
  const chip = h("span", { class: `chip ${look(part)}`, "aria-hidden": "true" });
  paint(chip, part, ledger);
  return h(
    "li",
    {},
    chip,
    h("span", { class: "grow", title: part.name }, `${word}${partName(part)}`),
    h("span", { class: "value" }, `${figure(part.energy)} ${units.energy}`),
    h("span", { class: "value" }, percent(shareOf(part, ledger))),
  );
}

function headline(ledger: Ledger, units: Units): string {
  const { before, after } = ledger;
  const change = `Kinetic energy ${figure(before)} → ${figure(after)} ${units.energy}`;
  if (before <= 0) return `${change}; there was none before.`;
  const share = (before - after) / before;
  if (Math.abs(share) < 1e-9) return `${change}; nothing is lost.`;
  return share > 0 ? `${change}; ${percent(share)} lost.` : `${change}; ${percent(-share)} gained.`;
}

function inWords(ledger: Ledger, units: Units): string {
  const say = (part: Part, word: string): string =>
    `${word} ${part.name} ${figure(part.energy)} ${units.energy}`;
  return [
    headline(ledger, units),
    ...ledger.lost.map((part) => say(part, "Lost:")),
    ...ledger.gained.map((part) => say(part, "Gained:")),
  ].join(" ");
}

/** Two bars and their legend. */
export function energyBar(impact: Impact, units: Units): HTMLElement {
  const box = h("div", { class: "energy", "data-part": "energy" });
  const ledger = ledgerOf(impact);
  if (!ledger) {
    box.append(h("p", { class: "soft" }, "The energies of this impact are not known."));
    return box;
  }
  box.append(h("p", { class: "energy-words" }, headline(ledger, units)));
  if (ledger.total <= 0) return box;
  const before: Part = { name: "before", kind: "before", energy: ledger.before, contact: -1 };
  const after: Part = {
    name: ledger.before > 0 ? "kept" : "after",
    kind: "after",
    energy: ledger.after,
    contact: -1,
  };
  box.append(
    h(
      "div",
      { class: "energy-bars", role: "img", "aria-label": inWords(ledger, units) },
      bar("before", [before, ...ledger.gained], ledger),
      bar("after", [after, ...ledger.lost], ledger),
    ),
    h(
      "ul",
      { class: "energy-legend" },
      legendItem(after, "", ledger, units),
      ...ledger.lost.map((part) => legendItem(part, "lost: ", ledger, units)),
      ...ledger.gained.map((part) => legendItem(part, "gained: ", ledger, units)),
    ),
  );
  return box;
}
