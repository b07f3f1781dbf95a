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
};

/** A thin line at each impact; more than MOST_MARKS would be a wall. */
export function drawMarks(plot: uPlot, marks: Marks): void {
  if (marks.count > MOST_MARKS) return;
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
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
      const x = Math.round(plot.valToPos(marks.time[k]!, "x", true)) + 0.5;
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
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
