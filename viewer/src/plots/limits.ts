// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Limits of curves, as of a motor's torque: thin lines at both signs, each value once.
import type uPlot from "uplot";
import { colour } from "../colours";
import type { Channel } from "../format";
import { figure } from "../panels/words";
import { rangeOf, valuesOf } from "./curves";

/** A curve that comes this near to its limit makes room for it in the chart; else the limit would
 * squeeze the curve into a line. */
const NEAR = 0.3;

/** The limits of these channels, each once. */
export function limitsOf(channels: (Channel | undefined)[]): number[] {
  const limits = channels.flatMap((channel) => channel?.limit ?? []);
  return [...new Set(limits)].sort((a, b) => a - b);
}

/** The largest limit that a chart of these channels has room for; 0: none. */
export function limitInSight(channels: (Channel | undefined)[]): number {
  const range = channels.flatMap((channel) => (channel && rangeOf(valuesOf(channel))) ?? []);
  const size = Math.max(0, ...range.map(Math.abs));
  return Math.max(0, ...limitsOf(channels).filter((limit) => size >= NEAR * limit));
}

export function drawLimits(plot: uPlot, limits: number[]): void {
  const { ctx, bbox } = plot;
  const { min, max } = plot.scales.y!;
  ctx.save();
  ctx.strokeStyle = colour("--soft");
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([6 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.beginPath();
  for (const value of limits.flatMap((limit) => [limit, -limit])) {
    if (!(value >= (min ?? NaN) && value <= (max ?? NaN))) continue;
    const y = Math.round(plot.valToPos(value, "y", true)) + 0.5;
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
  }
  ctx.stroke();
  ctx.restore();
}

/** "Limit: ±30 N m (dashed lines)."; empty: there are none. */
export function limitWords(limits: number[], inSight: number, unit: string): string {
  if (limits.length === 0) return "";
  const values = limits.map((limit) => `±${figure(limit, 3)}`).join(", ");
  const drawn = limits.filter((limit) => limit <= inSight).length;
  const where =
    drawn === limits.length
      ? "dashed lines across"
      : drawn === 0
        ? "outside this chart"
        : "dashed lines across, where near";
  return `${limits.length === 1 ? "Limit" : "Limits"} ${values} ${unit} (${where}).`;
}
