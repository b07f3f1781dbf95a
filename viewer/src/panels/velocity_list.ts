// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The velocity before and after an impact, a row per coordinate with its name and unit, the base
// first.
import "./panels.css";
import { h } from "../dom";
import type { VelocityTable } from "../format";
import { figure, finite } from "./words";

const nothing = 1e-6; // of the largest velocity

export function velocityList(table: VelocityTable): HTMLElement {
  const { names, units, before, after } = table;
  const size = Math.max(
    0,
    ...[...before, ...(after ?? [])].filter(finite).map((value) => Math.abs(value)),
  );
  const clean = (value: number): number => (Math.abs(value) <= nothing * size ? 0 : value);
  const text = (value: number | null | undefined): string =>
    figure(finite(value) ? clean(value) : value);
  const united = units.some((unit) => unit !== "");
  const rows = names.map((name, k) => {
    const from = before[k];
    const to = after?.[k];
    const change = finite(from) && finite(to) ? to - from : null;
    const quiet = change !== null && clean(change) === 0;
    return h(
      "tr",
      { class: quiet ? "quiet" : undefined },
      h("th", { scope: "row", title: name }, h("span", {}, name)),
      h("td", {}, text(from)),
      h("td", {}, text(to)),
      h("td", {}, text(change)),
      united && h("td", { class: "word soft" }, units[k] ?? ""),
    );
  });
  const heads = ["Velocity", "Before", "After", "Change", ...(united ? ["Unit"] : [])];
  return h(
    "section",
    { class: "panel velocity-list", "data-part": "velocity-list" },
    h("h2", {}, "Velocity before and after"),
    h(
      "div",
      {
        class: names.length > 60 ? "contacts-box many" : "contacts-box",
        role: "region",
        tabindex: 0,
        "aria-label": "Velocities, scrolls",
      },
      h(
        "table",
        { class: "figures" },
        h("caption", {}, `${names.length} coordinates${after ? "" : "; there is no answer"}`),
        h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, ...rows),
      ),
    ),
  );
}
