// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a chart shows besides its curves: lines at impacts, a number on each curve.
import type uPlot from "uplot";
import { colour } from "../colours";
import { Verdict } from "../format";
import type { Marks } from "../motion";

export const MOST_MARKS = 400;

const LOOK: Record<number, { colour: string; dash: number[] }> = {
  [Verdict.not_checked]: { colour: "--unchecked", dash: [1, 3] },
  [Verdict.unique]: { colour: "--unique", dash: [3, 3] },
  [Verdict.several]: { colour: "--several", dash: [] },
  [Verdict.slight]: { colour: "--slight", dash: [6, 2] },
};

const NEAR = 3; // px between lines: nearer ones would be a wall
const TICK = 9; // px

/** Those of the places, in pixels, that have another one near. */
function crowded(places: number[], near: number): Set<number> {
  const apart = [...new Set(places.filter(Number.isFinite))].sort((a, b) => a - b);
  const close = (k: number): boolean => apart[k]! - (apart[k - 1] ?? -Infinity) < near;
  return new Set(apart.filter((_place, k) => close(k) || (k + 1 < apart.length && close(k + 1))));
}

/** A thin line at each impact, a tick at the bottom where they are crowded. */
export function drawMarks(plot: uPlot, marks: Marks): void {
  if (marks.count > MOST_MARKS) return;
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const places = Array.from(marks.time, (time) => Math.round(plot.valToPos(time, "x", true)));
  const ticks = crowded(places, NEAR * ratio);
  const bottom = bbox.top + bbox.height;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.lineWidth = ratio;
  ctx.globalAlpha = 0.55;
  for (const [verdict, look] of Object.entries(LOOK)) {
    ctx.beginPath();
    ctx.strokeStyle = colour(look.colour);
    ctx.setLineDash(look.dash.map((length) => length * ratio));
    for (let k = 0; k < marks.count; k++) {
      if ((marks.verdict[k] ?? 0) !== Number(verdict)) continue;
      const place = places[k]!;
      ctx.moveTo(place + 0.5, bottom);
      ctx.lineTo(place + 0.5, ticks.has(place) ? bottom - TICK * ratio : bbox.top);
    }
    ctx.stroke();
  }
  ctx.restore();
}

/** Index near `index` with a value within reach; -1: none. */
function solidNear(values: ArrayLike<number | null | undefined>, index: number): number {
  for (let step = 0; step < 200; step++) {
    if (typeof values[index + step] === "number") return index + step;
    if (typeof values[index - step] === "number") return index - step;
  }
  return -1;
}

/** Numbers 1, 2 … on the first `count` curves, each at its own place along time: colour alone does
 * not say which curve is which. */
export function drawNumbers(plot: uPlot, labels: string[]): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = `600 ${10 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineWidth = 3.5 * ratio;
  ctx.lineJoin = "round";
  labels.forEach((label, k) => {
    const share = (k + 0.5) / labels.length;
    const values = plot.data[k + 1];
    const at = values ? solidNear(values, plot.posToIdx(bbox.left + share * bbox.width, true)) : -1;
    if (at < 0) return;
    const x = plot.valToPos(plot.data[0][at]!, "x", true);
    const y = plot.valToPos(values![at]!, "y", true);
    if (x < bbox.left || x > bbox.left + bbox.width) return;
    ctx.strokeStyle = colour("--panel");
    ctx.fillStyle = colour("--fg");
    ctx.strokeText(label, x, y);
    ctx.fillText(label, x, y);
  });
  ctx.restore();
}
