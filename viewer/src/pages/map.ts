// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of `carom map`: a measure over one axis or two, its critical points, and the posture
// behind a point.
import { onColours } from "../colours";
import { h } from "../dom";
import { Faults } from "../faults";
import type { Measure, Page } from "../format";
import { figure } from "../panels/words";
import { criticalTable } from "./map_critical";
import { MapControls } from "./map_controls";
import { Grid } from "./map_grid";
import { Picture } from "./map_picture";
import { PosturePart } from "./map_posture";
import { readMap } from "./map_read";
import { rangeOf } from "./map_scale";
import "./pages.css";
import "./map.css";

export function mapPage(page: Page, faults = new Faults()): HTMLElement {
  const section = h("section", { "data-part": "map", class: "map-page" });
  const part = readMap(page.map, faults);
  if (!part) {
    section.append(h("p", {}, "There is no map in this page that can be shown."));
    return section;
  }
  const grid = new Grid(part);
  const controls = new MapControls(grid, update);
  const posture = new PosturePart(page, grid, controls);
  const picture = new Picture(grid, controls, posture.usable, choose);
  const words = h("p", { class: "soft", "data-part": "range" });
  const barred = h("p", { class: "soft", "data-part": "barred", hidden: true });
  barred.append(
    h("span", { class: "barred-swatch", "aria-hidden": "true" }),
    "Impossible: a body is below the ground or inside another.",
  );
  const critical = h("div");

  /** What the reader chose: axis values, or a critical point. */
  function choose(at: number[], index: number | null): void {
    const moved = index !== null && controls.hold(at);
    posture.show(at, index === null ? null : (controls.measure.features?.points[index] ?? null));
    picture.chosen = posture.at ?? at;
    if (moved) picture.draw();
    else picture.mark();
    for (const row of critical.querySelectorAll("tr[data-point]")) {
      const chosen = row.getAttribute("data-point") === String(index);
      row.classList.toggle("chosen", chosen);
      row.querySelector("button")?.setAttribute("aria-pressed", String(chosen));
    }
  }
  let shown = controls.measure;
  function update(): void {
    if (shown !== controls.measure) posture.forget();
    shown = controls.measure;
    words.textContent = rangeWords(grid, controls.measure);
    barred.hidden = !grid.barred(controls.cut)?.some((depth) => depth > 0);
    picture.draw();
    critical.replaceChildren(criticalTable(grid, controls, choose));
    posture.write();
  }
  section.append(
    controls.element,
    rowsWords(grid) ?? "",
    h(
      "div",
      { class: posture.usable ? "map-columns" : "map-columns alone" },
      h("div", { class: "map-left" }, words, picture.element, barred, critical),
      posture.usable && posture.element,
    ),
  );
  update();
  const points = part.measures[0]!.features?.points ?? [];
  const possible = points.findIndex((point) => !point.impossible);
  const first = points[Math.max(possible, 0)];
  if (first) choose(first.at, Math.max(possible, 0));
  else if (posture.usable) choose(picture.middle(), null);
  onColours(() => picture.draw()); // the scale is made of colours
  return section;
}

function rowsWords(grid: Grid): HTMLElement | null {
  const done = grid.part.rows;
  if (!(done < grid.size)) return null;
  return h(
    "p",
    { class: "page-notes", "data-part": "unfinished" },
    `Only ${done} of ${grid.size} points are done: the run was interrupted. ` +
      "The others are empty; carom map --resume goes on.",
  );
}

/** "From -1 to 1. 12 of 2501 points have no value." */
function rangeWords(grid: Grid, measure: Measure): string {
  const range = rangeOf(grid.values(measure));
  const unit = measure.unit ? ` ${measure.unit}` : "";
  const meaning = measure.meaning ? `${measure.name}: ${measure.meaning}. ` : "";
  if (range.finite === 0) return `${meaning}No point has a value.`;
  const missing = grid.size - range.finite;
  const holes = missing > 0 ? ` ${missing} of ${grid.size} points have no value.` : "";
  return `${meaning}From ${figure(range.low)} to ${figure(range.high)}${unit}.${holes}`;
}
