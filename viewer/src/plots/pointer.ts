// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Click and drag on a chart set the time; a click close to an impact goes to that impact.
import type uPlot from "uplot";
import { lowerBound } from "../motion";
import type { Player } from "../player";

const NEAR = 3; // px

function impactNear(plot: uPlot, player: Player, left: number): number | null {
  const marks = player.motion.marks;
  const after = lowerBound(marks.time, plot.posToVal(left, "x"));
  let best: number | null = null;
  let least = NEAR + 0.5;
  for (const index of [after - 1, after]) {
    const time = marks.time[index];
    if (time === undefined) continue;
    const distance = Math.abs(plot.valToPos(time, "x") - left);
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

export function setsTime(plot: uPlot, player: Player): void {
  const over = plot.over;
  const at = (event: PointerEvent): number => event.clientX - over.getBoundingClientRect().left;
  over.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    over.setPointerCapture(event.pointerId);
    const left = at(event);
    const impact = impactNear(plot, player, left);
    player.play(false);
    if (impact !== null) player.goToImpact(impact, player.side);
    else player.setTime(plot.posToVal(left, "x"));
  });
  over.addEventListener("pointermove", (event) => {
    if (!over.hasPointerCapture(event.pointerId)) return;
    if (Math.abs(event.movementX) > 0) player.setTime(plot.posToVal(at(event), "x"));
  });
}
