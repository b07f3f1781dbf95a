// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The velocities before and after, a row each, a column per law; what differs from the first law is
// marked.
import { h } from "../dom";
import type { ComparisonPart, Page, Track } from "../format";
import { figure, finite, list, plain } from "../panels/words";

const many = 12; // rows from which a filter helps
const relative = 1e-6; // of the largest velocity: less is rounding

interface Row {
  name: string;
  before: number | null | undefined;
  after: (number | null | undefined)[];
  differs: boolean[];
  element: HTMLElement;
}

export function velocityTable(
  part: ComparisonPart,
  tracks: Track[],
  units: Page["units"],
): { element: HTMLElement; hide: (k: number, hidden: boolean) => void } {
  const after = tracks.map((_track, k) => list(part.after)[k] ?? null);
  const names = list(part.velocities);
  const first = after.findIndex((velocity) => velocity !== null);
  const size = largest([list(part.before), ...after.map(list)]);
  const rows = names.map((name, k) => makeRow(name, k, part, after, first, size));
  const element = h("section", { "data-part": "velocities", class: "velocities" });
  element.append(h("h2", {}, "Velocity after"));
  if (names.length === 0) {
    element.append(h("p", { class: "soft" }, "The velocities are not in this page."));
    return { element, hide: () => {} };
  }
  const table = h(
    "table",
    { class: "data" },
    h("caption", {}, captionOf(tracks[first]?.label, units)),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, "Velocity"),
        h("th", { scope: "col", class: "num" }, "Before"),
        ...tracks.map((track) => h("th", { scope: "col", class: "num" }, plain(track.label))),
      ),
    ),
    h("tbody", {}, ...rows.map((row) => row.element)),
  );
  if (rows.length > many) element.append(filter(rows));
  const box = { class: "scroll-box tall", tabindex: 0, role: "region" };
  element.append(h("div", { ...box, "aria-label": "Velocities, scrolls" }, table));
  const hide = (k: number, hidden: boolean): void => {
    for (const row of table.rows) {
      const cell = row.cells[k + 2];
      if (cell) cell.hidden = hidden;
    }
  };
  return { element, hide };
}

function largest(lists: (number | null)[][]): number {
  let size = 0;
  for (const values of lists) {
    for (const value of values) if (finite(value)) size = Math.max(size, Math.abs(value));
  }
  return size;
}

function captionOf(first: string | undefined, units: Page["units"]): string {
  const unit = `In ${units?.length ?? "m"}/s or rad/s.`;
  return first === undefined ? unit : `${unit} ≠ and bold: differs from ${plain(first)}.`;
}

function makeRow(
  name: string,
  k: number,
  part: ComparisonPart,
  after: (number[] | null)[],
  first: number,
  size: number,
): Row {
  const values = after.map((velocity) => velocity?.[k]);
  const base = first >= 0 ? values[first] : undefined;
  const differs = values.map(
    (value) => finite(value) && finite(base) && Math.abs(value - base) > relative * size,
  );
  const clean = (value: number | null | undefined): string =>
    figure(finite(value) && Math.abs(value) < 1e-12 * size ? 0 : value);
  const before = list(part.before)[k];
  const cells = values.map((value, law) =>
    h(
      "td",
      { class: differs[law] ? "num differs" : "num" },
      differs[law] ? `≠ ${clean(value)}` : clean(value),
    ),
  );
  const element = h(
    "tr",
    {},
    h("th", { scope: "row" }, name),
    h("td", { class: "num" }, clean(before)),
    ...cells,
  );
  return { name, before, after: values, differs, element };
}

function filter(rows: Row[]): HTMLElement {
  const search = h("input", { type: "search", placeholder: "part of a name" });
  const only = h("input", { type: "checkbox" });
  const count = h("span", { class: "soft", role: "status" });
  const update = (): void => {
    const text = search.value.trim().toLowerCase();
    let shown = 0;
    for (const row of rows) {
      const fits = row.name.toLowerCase().includes(text);
      row.element.hidden = !fits || (only.checked && !row.differs.includes(true));
      if (!row.element.hidden) shown++;
    }
    count.textContent = `${shown} of ${rows.length} shown`;
  };
  search.addEventListener("input", update);
  only.addEventListener("change", update);
  update();
  return h(
    "div",
    { class: "controls", "data-part": "velocity-filter" },
    h("label", {}, "Find ", search),
    h("label", {}, only, " Only those that differ"),
    count,
  );
}
