// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The critical points of a measure as a table; one chosen shows its posture.
import { h } from "../dom";
import { figure, finite } from "../panels/words";
import type { MapControls } from "./map_controls";
import { nameOf, symbolOf } from "./map_frame";
import type { Critical, Grid } from "./map_grid";
import { rangeOf } from "./map_scale";

const most = 200;

export function criticalTable(
  grid: Grid,
  controls: MapControls,
  choose: (at: number[], index: number) => void,
): HTMLElement {
  const { measure, writing } = controls;
  const part = h("div", { "data-part": "critical", class: "critical" });
  const features = measure.features;
  if (!features) {
    part.append(
      h("p", { class: "soft" }, "Critical points were not searched for; --critical does."),
    );
    return part;
  }
  const points = features.points ?? [];
  const zeros = features.zeros?.length ?? 0;
  const curves = zeros === 1 ? "1 curve" : `${zeros} curves`;
  const barred = features.zeros?.filter((zero) => zero.impossible).length ?? 0;
  const barredWords = barred > 0 ? ` (${barred} with impossible postures)` : "";
  const zeroWords =
    grid.axes.length === 2 && zeros > 0 ? ` Zero along ${curves}${barredWords}, drawn bold.` : "";
  if (points.length === 0) {
    part.append(h("p", { class: "soft" }, `No critical points were found.${zeroWords}`));
    return part;
  }
  const cut = points.length > most ? ` The first ${most} are listed.` : "";
  const range = rangeOf(grid.values(measure));
  const tiny = 1e-14 * Math.max(Math.abs(range.low), Math.abs(range.high));
  const valueText = (value: number | null): string => {
    if (range.finite === 0 || !finite(value)) return "–";
    return figure(Math.abs(value) < tiny ? 0 : value, 6);
  };
  const row = (point: Critical, index: number): HTMLElement =>
    h(
      "tr",
      { "data-point": index },
      h(
        "th",
        { scope: "row" },
        h(
          "button",
          {
            type: "button",
            class: "text-button",
            "aria-pressed": "false",
            onclick: () => choose(point.at, index),
          },
          `${nameOf(index, points.length)} ${symbolOf(point.kind)} ${point.kind}`,
        ),
        point.smooth === false ? h("span", { class: "soft" }, " at a kink or rim") : null,
        point.impossible && h("span", { class: "impossible" }, `impossible: ${point.impossible}`),
      ),
      ...grid.axes.map((axis, k) => h("td", { class: "num" }, writing.bare(axis, point.at[k]))),
      h("td", { class: "num" }, valueText(point.value)),
      h("td", { class: "num soft" }, `± ${figure(point.uncertainty, 2)}`),
    );
  const unit = measure.unit ? ` [${measure.unit}]` : "";
  const table = h(
    "table",
    { class: "data" },
    h("caption", {}, `Critical points of ${measure.name}: ${points.length}.${cut}${zeroWords}`),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, "Kind"),
        ...grid.axes.map((axis) => h("th", { scope: "col", class: "num" }, writing.label(axis))),
        h("th", { scope: "col", class: "num" }, `Value${unit}`),
        h("th", { scope: "col", class: "num" }, "Uncertainty"),
      ),
    ),
    h("tbody", {}, ...points.slice(0, most).map(row)),
  );
  const box = { class: "scroll-box tall", tabindex: 0, role: "region" };
  const scrolled = h("div", { ...box, "aria-label": "Critical points, scrolls" }, table);
  part.append(scrolled, moreBelow(scrolled));
  return part;
}

/** The lower edge of a box that shows a part of what is in it. */
function moreBelow(box: HTMLElement): HTMLElement {
  const words = h("p", { class: "scroll-more", hidden: true }, "Scroll the table for more.");
  const say = (): boolean => (words.hidden = box.scrollHeight - box.clientHeight < 4);
  new ResizeObserver(say).observe(box);
  return words;
}
