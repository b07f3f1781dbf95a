// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What happened during an impact, of laws that follow it: marks along the accumulated normal impulse,
// numbered, and the same in words.
import { h, number, s } from "../dom";
import type { Impact } from "../format";
import { laneNames, lanes, type Lanes } from "./lanes";
import { figure, finite, impulseUnit, list, plain, type Units } from "./words";

type Event = Impact["events"][number];

const MOST = 24;
const SPAN = 230; // px of the impulse axis

const WORDS: Record<string, string> = {
  begins_slipping: "begins to slip",
  begins_sticking: "begins to stick",
  reverses: "reverses its slip",
  joins: "begins to carry",
  opens: "opens",
  compression_ends: "ends its compression",
  compression_returns: "is compressed again",
  sub_impact: "begins another impact of the contacts that still approach",
  ends: "ends",
};

function laneOf(event: Event): number {
  return typeof event.contact === "number" ? event.contact : -1;
}
function wordsOf(event: Event, grid: Lanes): string {
  return `${grid.name(laneOf(event))} ${WORDS[event.kind] ?? plain(event.kind)}`;
}

/** Marks that would cover each other step aside. */
function places(events: Event[], grid: Lanes, largest: number): number[] {
  const last = new Map<number, number>();
  return events.map((event) => {
    const impulse = finite(event.impulse) && largest > 0 ? event.impulse / largest : 0;
    const lane = laneOf(event);
    const x = Math.max(grid.left + 8 + impulse * (SPAN - 16), (last.get(lane) ?? -Infinity) + 15);
    last.set(lane, x);
    return x;
  });
}

function marks(events: Event[], grid: Lanes, xs: number[]): SVGElement[] {
  return events.map((event, k) =>
    s(
      "g",
      {},
      s("circle", { class: "event-mark", cx: xs[k]!, cy: grid.y(laneOf(event)), r: 7.5 }),
      s(
        "text",
        { class: "event-number", x: xs[k]!, y: grid.y(laneOf(event)) + 3.5 },
        String(k + 1),
      ),
      s("title", {}, wordsOf(event, grid)),
    ),
  );
}

export function eventDiagram(impact: Impact, units?: Units): HTMLElement {
  const all = list(impact.events);
  const events = all.slice(0, MOST);
  const unit = units ? ` ${impulseUnit(units)}` : "";
  const largest = Math.max(...events.map((event) => event.impulse || 0), 0);
  const grid = lanes(impact, events.map(laneOf), SPAN);
  const xs = places(events, grid, largest);
  const width = Math.max(grid.width, ...xs.map((x) => x + 12));
  const count = all.length === 1 ? "1 event" : `${all.length} events`;
  const caption = `${count} along the impulse, 0 to ${number(largest, 4)}${unit}`;
  return h(
    "figure",
    { class: "lanes" },
    h("figcaption", {}, all.length > MOST ? `${caption}; the first ${MOST}` : caption),
    h(
      "div",
      { class: "lanes-box", tabindex: 0, role: "group", "aria-label": "Diagram of events" },
      s(
        "svg",
        {
          role: "img",
          "aria-label": events.map((event) => wordsOf(event, grid)).join("; "),
          width,
          height: grid.height,
          viewBox: `0 0 ${width} ${grid.height}`,
        },
        ...laneNames(grid),
        ...marks(events, grid, xs),
      ),
    ),
    h(
      "ol",
      { class: "event-list" },
      ...events.map((event) =>
        h(
          "li",
          {},
          `${wordsOf(event, grid)} `,
          h("span", { class: "soft" }, `at ${figure(event.impulse)}${unit}`),
        ),
      ),
    ),
  );
}
