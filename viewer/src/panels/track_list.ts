// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The trajectories of a run: which one is solid, which others are ghosts, where each came from.
import "./panels.css";
import { series } from "../colours";
import { h } from "../dom";
import type { Page } from "../format";
import type { Motion } from "../motion";
import type { Player } from "../player";
import { plain, sentence, timeText } from "./words";

interface Row {
  id: number;
  solid: HTMLInputElement;
  ghost: HTMLInputElement;
}

/** "From trajectory 0, impact 2 at 0.8000 s; finished." */
function origin(motion: Motion, motions: Motion[]): string {
  const { parent, impact, status } = motion.track;
  const words: string[] = [];
  if (parent !== null && parent !== undefined) {
    const from = motions.find((other) => other.track.id === parent);
    const span = from ? from.end - from.start : 1;
    const time = impact === null ? undefined : from?.marks.time[impact];
    const where = impact === null ? "" : `, impact ${impact + 1}`;
    const when = time === undefined ? "" : ` at ${timeText(time, span)}`;
    words.push(`from ${from?.track.label ?? `trajectory ${parent}`}${where}${when}`);
  }
  if (status) words.push(plain(status));
  const text = words.join("; ");
  return text === "" ? "" : sentence(text[0]!.toUpperCase() + text.slice(1));
}

function rowOf(player: Player, motion: Motion, index: number, group: string): [Row, HTMLElement] {
  const { id, label, message } = motion.track;
  const name = label || `trajectory ${id}`;
  const solid = h("input", {
    type: "radio",
    name: group,
    "data-track": id,
    onchange: () => player.setTrack(index),
  });
  const ghost = h("input", {
    type: "checkbox",
    "data-ghost": id,
    "aria-label": `${name} as a ghost`,
    onchange: () => player.toggle(player.hiddenTracks, id),
  });
  const chip = h("span", { class: "chip", "aria-hidden": "true" });
  chip.style.setProperty("--part", `var(${series(index)})`);
  const from = origin(motion, player.motions);
  const element = h(
    "li",
    {},
    h("label", { class: "choice grow" }, solid, chip, h("span", {}, name)),
    h("label", { class: "choice soft" }, ghost, "ghost"),
    h("p", { class: "soft" }, from, message ? ` ${sentence(message)}` : ""),
  );
  return [{ id, solid, ghost }, element];
}

/** Those of other runs are counted as runs. */
function titleOf(player: Player): string {
  const others = player.motions.filter((motion) => motion.track.beside).length;
  const own = player.motions.length - others;
  if (others === 0) return `${own} trajectories`;
  return own > 1 ? `${own} trajectories and ${others} other runs` : `${others + 1} runs`;
}

let lists = 0;

/** Hidden and empty where there is one trajectory only. */
export function trackList(_page: Page, player: Player): HTMLElement {
  const box = h("section", { class: "panel tracks", "data-part": "tracks" });
  if (player.motions.length < 2) {
    box.hidden = true;
    return box;
  }
  const group = `carom-track-${lists++}`;
  const made = player.motions.map((motion, index) => rowOf(player, motion, index, group));
  const rows = made.map(([row]) => row);
  box.append(
    h(
      "fieldset",
      {},
      h("legend", {}, titleOf(player)),
      h("p", { class: "soft" }, "The one chosen is solid; the others can be shown as ghosts."),
      h("ul", { class: "track-rows" }, ...made.map(([, element]) => element)),
    ),
  );
  let shown = "";
  const update = (): void => {
    const key = `${player.track}:${[...player.hiddenTracks].join()}`;
    if (key === shown) return;
    shown = key;
    rows.forEach((row, index) => {
      row.solid.checked = index === player.track;
      row.ghost.checked = !player.hiddenTracks.has(row.id);
      row.ghost.disabled = index === player.track;
    });
  };
  player.listen(update);
  update();
  return box;
}
