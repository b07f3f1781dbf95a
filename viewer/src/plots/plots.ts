// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Curves over time: of a walk its balance and torques, then energy, gaps, velocities, forces,
// coordinates as chosen. All charts show the same span of time and the same impacts.
import "../panels/panels.css";
import "./plots.css";
import { onColours } from "../colours";
import { h } from "../dom";
import type { Page } from "../format";
import type { Player } from "../player";
import { Chart } from "./chart";
import { GROUPS, cardsOf, type Group } from "./groups";
import { MOST_MARKS } from "./overlay";
import { Window } from "./window";

const PRINTED = 660; // px of a chart on paper

function groupButtons(charts: Chart[]): HTMLElement {
  const has = (group: Group): boolean => charts.some(({ card }) => card.group === group);
  const show = (group: Group, on: boolean): void => {
    for (const { card, element } of charts) if (card.group === group) element.hidden = !on;
  };
  const buttons = GROUPS.filter(({ group }) => has(group)).map(({ group, title }) => {
    const on = group !== "coordinate" || charts.every(({ card }) => card.group === "coordinate");
    const button = h("button", { type: "button", "data-show": group }, title);
    const set = (pressed: boolean): void => {
      button.setAttribute("aria-pressed", String(pressed));
      show(group, pressed);
    };
    button.addEventListener("click", () => set(button.getAttribute("aria-pressed") !== "true"));
    set(on);
    return button;
  });
  return h("div", { class: "toggles", role: "group", "aria-label": "Charts shown" }, ...buttons);
}

function zoomButtons(window: Window, changed: () => void): HTMLElement {
  const button = (text: string, label: string, act: () => void): HTMLElement =>
    h(
      "button",
      {
        type: "button",
        "aria-label": label,
        "data-zoom": label,
        onclick: () => {
          act();
          changed();
        },
      },
      text,
    );
  return h(
    "div",
    { class: "toggles", role: "group", "aria-label": "Span of time" },
    button("−", "Longer span of time", () => window.zoom(4)),
    button("+", "Shorter span around the time now", () => window.zoom(1 / 4)),
    button("Whole run", "Whole run", () => window.reset()),
  );
}

function marksNote(player: Player): string {
  const count = player.motion.marks.count;
  if (count === 0) return "";
  if (count > MOST_MARKS) return `${count} impacts: too many to draw a line at each.`;
  return (
    "Thin lines, short where crowded: impacts " +
    "(solid: several outcomes; dashed: unique; dotted: not checked)."
  );
}

function listen(charts: Chart[], player: Player, window: Window, note: HTMLElement): void {
  const update = (): void => {
    window.follow();
    const text = `${marksNote(player)} Click a chart to set the time.`.trim();
    if (note.textContent !== text) note.textContent = text;
    for (const chart of charts) chart.update();
  };
  player.listen(update);
  update();
  onColours(() => charts.forEach((chart) => chart.repaint()));
  addEventListener("beforeprint", () => charts.forEach((chart) => chart.fixWidth(PRINTED)));
  addEventListener("afterprint", () => charts.forEach((chart) => chart.fixWidth(null)));
}

export function plots(page: Page, player: Player): HTMLElement {
  const box = h("section", { class: "plots", "data-part": "plots", "aria-label": "Plots" });
  if (player.motions.length === 0) {
    box.hidden = true;
    return box;
  }
  const cards = cardsOf(player.motions);
  if (cards.length === 0) {
    box.hidden = page.kind !== "run"; // one impact has none
    box.append(h("p", { class: "soft" }, "No curves are in this page."));
    return box;
  }
  const window = new Window(player);
  const charts = cards.map((card) => new Chart(card, player, window));
  const note = h("p", { class: "soft plots-note" });
  box.append(
    h(
      "div",
      { class: "plots-head" },
      h("h2", {}, "Plots"),
      groupButtons(charts),
      zoomButtons(window, () => charts.forEach((chart) => chart.update())),
    ),
    note,
    h("div", { class: "charts" }, ...charts.map(({ element }) => element)),
  );
  listen(charts, player, window, note);
  return box;
}
