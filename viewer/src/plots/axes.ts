// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Scales and axes of a chart: readable numbers, units, room around flat curves.
import type uPlot from "uplot";
import { colour } from "../colours";
import { number } from "../dom";

const FONT = '11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

const NOISE = 1e-12; // a chart with nothing above this shows zero

/** Room around the values; rounding errors are not blown up, of a flat curve or around zero. */
export function valueRange(
  _plot: uPlot,
  low: number | null,
  high: number | null,
): [number, number] {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) {
    return [0, 1];
  }
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size < NOISE) return [-1, 1];
  const span = high - low;
  if (span > 1e-6 * size) return [low - 0.06 * span, high + 0.06 * span];
  return [low - 0.1 * size, high + 0.1 * size];
}

/** As many digits as neighbours need to differ. */
function tickTexts(splits: number[]): string[] {
  const step = Math.abs((splits[1] ?? 1) - (splits[0] ?? 0)) || 1;
  const size = Math.max(...splits.map(Math.abs), step);
  const digits = Math.min(Math.max(Math.ceil(Math.log10(size / step)) + 2, 3), 12);
  return splits.map((value) =>
    number(Math.abs(value) < 1e-9 * step ? 0 : value, digits).replace(/-/g, "−"),
  );
}

function axis(label: string): uPlot.Axis {
  return {
    label,
    labelFont: FONT,
    labelGap: 0,
    labelSize: 16,
    font: FONT,
    gap: 4,
    stroke: () => colour("--soft"),
    grid: { stroke: () => colour("--line"), width: 1 },
    ticks: { stroke: () => colour("--line"), width: 1, size: 4 },
    values: (_plot, splits) => tickTexts(splits),
  };
}

export function timeAxis(): uPlot.Axis {
  return { ...axis("time [s]"), size: 26 };
}
export function valueAxis(unit: string): uPlot.Axis {
  const longest = (texts: string[] | null): number =>
    Math.max(...(texts ?? [""]).map((text) => text.length));
  return {
    ...axis(unit === "" ? "–" : `[${unit}]`),
    space: 28,
    size: (_plot, texts) => Math.max(40, 14 + 6.2 * longest(texts)),
  };
}
