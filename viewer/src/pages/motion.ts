// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Pages of runs and of single impacts: picture and timeline, the impact, the trajectories, the curves.
import "./motion.css";
import { h } from "../dom";
import { reasonOf, type Faults } from "../faults";
import type { Page } from "../format";
import { fragment } from "../fragment";
import { keyboard } from "../keyboard";
import { Motion } from "../motion";
import { impactPanel } from "../panels/impact_panel";
import { touchdownTable } from "../panels/touchdown_table";
import { trackList } from "../panels/track_list";
import { velocityList } from "../panels/velocity_list";
import { Player } from "../player";
import { plots } from "../plots/plots";
import { timeline } from "../timeline";
import { picture, type Picture } from "./motion_picture";

/** `below`: what stands under the verdict on other pages; here beside the picture. */
export function motionPage(page: Page, faults: Faults, below: HTMLElement): HTMLElement {
  const player = playerOf(page, faults);
  if (!player) return h("p", { class: "failed" }, "Nothing to show: there is no motion.");
  const element = h("div", { class: "motion" });
  if (page.kind === "resolve") player.goToImpact(0); // what it is about
  const link = fragment(player, faults);
  const drawn = drawingOf(page, player, faults);
  const shown = "element" in drawn ? drawn : undefined;
  const help = keyboard(
    player,
    { fit: shown?.fit, ghosts: shown && (() => shown.ghosts.toggle()) },
    element,
  );
  const stage = h("div", { class: "motion-stage" }, shown ? shown.element : (drawn as HTMLElement));
  // An impact given by its matrices has no bodies that a time could move.
  const still = page.kind === "resolve" && !page.drawing;
  if (player.motion.track.straight && !still) stage.append(straight());
  if (!still && player.motions.some((motion) => motion.count > 1)) {
    const options = { fit: shown?.fit, ghosts: shown?.ghosts, link, help };
    stage.append(faults.guard("timeline", () => timeline(player, options)));
  }
  const side = h(
    "div",
    { class: "motion-side" },
    below,
    faults.guard("touch-downs", () => touchdownTable(page, player)),
    faults.guard("impact", () => impactPanel(page, player)),
    faults.guard("list of trajectories", () => trackList(page, player)),
    !still && velocities(page, faults),
  );
  if (still) stage.prepend(velocities(page, faults) || "");
  const curves = h(
    "div",
    { class: "motion-curves" },
    faults.guard("curves", () => plots(page, player)),
  );
  element.append(h("div", { class: "motion-top" }, stage, side), curves);
  return element;
}

function velocities(page: Page, faults: Faults): HTMLElement | undefined {
  const table = page.velocities;
  return table && faults.guard("velocities", () => velocityList(table));
}

function playerOf(page: Page, faults: Faults): Player | null {
  const motions = (page.tracks ?? []).flatMap((track) => {
    const other = typeof track.drawing === "number" ? page.drawings?.[track.drawing] : undefined;
    const drawing = typeof track.drawing === "number" ? other : page.drawing;
    try {
      const bodies = drawing?.bodies.length ?? 0;
      return [new Motion(track, bodies, drawing?.contacts.length ?? 0, other)];
    } catch (error) {
      faults.add(`“${track.label}” cannot be read: ${reasonOf(error)}.`);
      return [];
    }
  });
  return motions.length > 0 ? guarded(new Player(motions)) : null;
}

/** A listener that fails does not keep the others from hearing. */
function guarded(player: Player): Player {
  const listen = player.listen.bind(player);
  player.listen = (listener) =>
    listen(() => {
      try {
        listener();
      } catch (error) {
        reportError(error); // said among the faults
      }
    });
  return player;
}

function drawingOf(page: Page, player: Player, faults: Faults): Picture | HTMLElement {
  const { drawing } = page;
  if (!drawing || !player.motions.some((motion) => motion.drawn)) {
    const why = drawing ? "its placements are missing" : "the problem has no model";
    return h("p", { class: "soft", "data-part": "nothing" }, `Nothing to draw: ${why}.`);
  }
  let made: Picture | null = null;
  const element = faults.guard("picture", () => {
    made = picture(drawing, player, page.units);
    return made.element;
  });
  return made ?? element;
}

function straight(): HTMLElement {
  return h(
    "p",
    { class: "soft", "data-part": "straight" },
    "Bodies move straight before and after the impact; gravity and what follows are not computed.",
  );
}
