// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The impact that the player is at, or last passed: verdict in words, contacts, energy, reflections,
// outcomes.
import "./panels.css";
import { h, number } from "../dom";
import type { Impact, Page } from "../format";
import type { Motion } from "../motion";
import type { Player } from "../player";
import { contactTable } from "./contact_table";
import { energyBar } from "./energy_bar";
import { outcomeList } from "./outcome_list";
import { sequenceDiagram } from "./sequence_diagram";
import { verdictPart } from "./verdict_part";
import { badge, figure, finite, timeText, unitsOf, verdictOf, type Units } from "./words";

function heading(motion: Motion, index: number): HTMLElement {
  const { count, time } = motion.marks;
  const when = timeText(time[index], motion.end - motion.start);
  return h("h2", {}, `Impact ${index + 1} of ${count} at ${when}`);
}

/** Of an impact without details. */
function brief(motion: Motion, index: number, units: Units): HTMLElement[] {
  const lost = motion.marks.lost[index];
  const where = motion.track.elsewhere;
  return [
    h("p", { class: "verdict" }, badge(verdictOf(motion.marks.verdict[index]))),
    h(
      "p",
      {},
      finite(lost) ? `Energy lost: ${figure(lost)} ${units.energy}. ` : "",
      where ? `The rest is in ${where}.` : "Nothing more is known of this impact.",
    ),
  ];
}

function detailed(impact: Impact, units: Units, player: Player): HTMLElement[] {
  return [
    verdictPart(impact),
    outcomeList(impact, player),
    contactTable(impact, units),
    energyBar(impact, units),
    sequenceDiagram(impact, units),
  ];
}

function noneYet(motion: Motion): string {
  const { parent, impact } = motion.track;
  const first = `The first is at ${number(motion.marks.time[0])} s (press n).`;
  if (parent === null || impact === null) return `No impact until now. ${first}`;
  return `It begins with impact ${impact + 1} of trajectory ${parent}; none since. ${first}`;
}

function content(page: Page, player: Player): HTMLElement[] {
  const motion = player.motions[player.track];
  const index = player.impact;
  if (!motion || motion.marks.count === 0) {
    return [h("h2", {}, "Impact"), h("p", {}, "No impact happened.")];
  }
  if (index === null) return [h("h2", {}, "Impact"), h("p", {}, noneYet(motion))];
  const units = unitsOf(page);
  const impact = motion.impact(index);
  return [
    heading(motion, index),
    ...(impact ? detailed(impact, units, player) : brief(motion, index, units)),
  ];
}

/** Rebuilt only when another impact is to be shown: playing tells 60 times a second. */
export function impactPanel(page: Page, player: Player): HTMLElement {
  const inside = h("div", { class: "impact-inside" });
  const panel = h(
    "section",
    { class: "panel impact-panel", "data-part": "impact", "aria-label": "Impact" },
    inside,
  );
  let shown = "";
  const update = (): void => {
    const key = `${player.track}:${player.impact}`;
    if (key === shown) return;
    shown = key;
    panel.dataset.impact = player.impact === null ? "" : String(player.impact);
    inside.replaceChildren(...content(page, player));
  };
  player.listen(update);
  update();
  return panel;
}
