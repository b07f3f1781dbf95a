// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The reflections of an impact as dots on lanes, one lane a contact, in their order; and what laws
// that follow an impact say happened on the way.
import "./panels.css";
import { h, s } from "../dom";
import type { Impact } from "../format";
import { eventDiagram } from "./event_diagram";
import { lanes, laneNames, type Lanes } from "./lanes";
import { list, type Units } from "./words";

const MOST = 24; // dots

function dots(sequence: number[], grid: Lanes, step: number): SVGElement[] {
  const at = sequence.map((contact, k) => ({
    x: grid.left + step * (k + 0.5),
    y: grid.y(contact),
    contact,
  }));
  const line = s("polyline", {
    class: "sequence-line",
    points: at.map(({ x, y }) => `${x},${y}`).join(" "),
  });
  return [
    line,
    ...at.map(({ x, y, contact }, k) =>
      s(
        "circle",
        { class: "sequence-dot", cx: x, cy: y, r: 4 },
        s("title", {}, `reflection ${k + 1}: ${grid.name(contact)}`),
      ),
    ),
  ];
}

function countWords(shown: number, known: number, all: number): string {
  const total = all === 1 ? "1 reflection" : `${all} reflections`;
  if (all > shown) return `${total}; the first ${shown}`;
  return known <= 1 ? total : `${total}, left to right`;
}

function reflectionDiagram(impact: Impact): HTMLElement {
  const known = list(impact.sequence);
  const sequence = known.slice(0, MOST);
  const all = Math.max(impact.reflections || 0, known.length);
  const words = countWords(sequence.length, known.length, all);
  if (sequence.length === 0) return h("p", { class: "soft" }, `${words}; their order is not kept.`);
  const step = sequence.length <= 12 ? 22 : 15;
  const grid = lanes(impact, sequence, step * sequence.length);
  const order = sequence.map((contact) => grid.name(contact)).join(", ");
  return h(
    "figure",
    { class: "lanes" },
    h("figcaption", {}, words),
    h(
      "div",
      { class: "lanes-box", tabindex: 0, role: "group", "aria-label": "Diagram of reflections" },
      s(
        "svg",
        {
          role: "img",
          "aria-label": `${words}: ${order}`,
          width: grid.width,
          height: grid.height,
          viewBox: `0 0 ${grid.width} ${grid.height}`,
        },
        ...laneNames(grid),
        ...dots(sequence, grid, step),
        all > sequence.length &&
          s(
            "text",
            { class: "lane-more", x: grid.width - 14, y: grid.y(sequence.at(-1)!) + 4 },
            "…",
          ),
      ),
    ),
  );
}

/** Nothing in it where the law knows neither reflections nor events. */
export function sequenceDiagram(impact: Impact, units?: Units): HTMLElement {
  const box = h("div", { class: "sequence", "data-part": "sequence" });
  if (list(impact.sequence).length > 0 || impact.reflections > 0) {
    box.append(reflectionDiagram(impact));
  }
  if (list(impact.events).length > 0) box.append(eventDiagram(impact, units));
  box.hidden = box.childElementCount === 0;
  return box;
}
