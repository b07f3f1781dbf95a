// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Channels of tracks as what uPlot draws: one list of times for all, and values with null for a hole
// and undefined where a track has no frame.
import type uPlot from "uplot";
import { decodeFloats } from "../decode";
import type { Channel } from "../format";
import { upperBound } from "../motion";
import { clean, figure } from "../panels/words";

/** Curves of one track. */
export interface Source {
  time: Float64Array;
  values: Float64Array[];
}
type Values = (number | null | undefined)[] | Float64Array;

const decoded = new WeakMap<Channel, Float64Array>();

/** Decoded once; empty if it cannot be. */
export function valuesOf(channel: Channel): Float64Array {
  let values = decoded.get(channel);
  if (!values) {
    try {
      values = decodeFloats(channel.values);
    } catch {
      values = new Float64Array();
    }
    decoded.set(channel, values);
  }
  return values;
}

function withHoles(values: Float64Array, count: number): Values {
  if (values.length === count && values.every(Number.isFinite)) return values;
  const result: (number | null)[] = new Array(count);
  for (let k = 0; k < count; k++) {
    const value = values[k];
    result[k] = value !== undefined && Number.isFinite(value) ? value : null;
  }
  return result;
}

/** How often the time at `from` stands there in a row: twice at an impact. */
function repeats(time: Float64Array, from: number, value: number): number {
  let count = 0;
  while (time[from + count] === value) count++;
  return count;
}

/** All sources over the times of all; a time stands as often as in the source that has it most. */
export function merge(sources: Source[]): uPlot.AlignedData {
  const only = sources.length === 1 ? sources[0] : undefined;
  if (only) {
    const rows = only.values.map((values) => withHoles(values, only.time.length));
    return [only.time, ...rows] as uPlot.AlignedData;
  }
  const times: number[] = [];
  const rows: (number | null | undefined)[][] = sources.flatMap(({ values }) =>
    values.map(() => []),
  );
  const next = sources.map(() => 0);
  for (;;) {
    let time = Infinity;
    sources.forEach((source, k) => {
      while (Number.isNaN(source.time[next[k]!])) next[k]!++;
      time = Math.min(time, source.time[next[k]!] ?? Infinity);
    });
    if (time === Infinity) break;
    const counts = sources.map((source, k) => repeats(source.time, next[k]!, time));
    const most = Math.max(...counts);
    for (let j = 0; j < most; j++) times.push(time);
    let row = 0;
    sources.forEach((source, k) => {
      for (const values of source.values) {
        const target = rows[row++]!;
        for (let j = 0; j < most; j++) {
          const value = j < counts[k]! ? (values[next[k]! + j] ?? NaN) : undefined;
          target.push(value === undefined || Number.isFinite(value) ? value : null);
        }
      }
      next[k]! += counts[k]!;
    });
  }
  return [times, ...rows] as uPlot.AlignedData;
}

/** Largest finite size; 0: none. */
export function sizeOf(values: Float64Array): number {
  const range = rangeOf(values);
  return range ? Math.max(Math.abs(range[0]), Math.abs(range[1])) : 0;
}

/** A value of a curve as text; rounding errors are 0. */
export function valueText(value: number, size: number): string {
  return figure(clean(value, Math.max(size, 0.01))); // 0 below 1e-14 in any case
}

/** Smallest and largest finite value; null: none. */
export function rangeOf(values: Float64Array): [number, number] | null {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : null;
}

// Of the height of a chart: less is within the width of a line.
const lineWidth = 0.006;

/** One curve hides the other, in a chart that shows values over this span. */
export function coincide(a: Float64Array, b: Float64Array, span: number): boolean {
  if (a.length !== b.length || a.length === 0) return false;
  return a.every((value, k) => near(value, b[k]!, span));
}
/** The same of curves over times of their own, at as many instants as a chart can show apart. */
export function coincideInTime(a: Timed, b: Timed, span: number): boolean {
  const count = 200;
  const from = Math.max(a.time[0] ?? NaN, b.time[0] ?? NaN);
  const to = Math.min(a.time.at(-1) ?? NaN, b.time.at(-1) ?? NaN);
  if (!(from < to) || a.values.length === 0 || b.values.length === 0) return false;
  for (let k = 0; k <= count; k++) {
    const time = from + (k * (to - from)) / count;
    if (!near(valueAt(a, time), valueAt(b, time), span)) return false;
  }
  return true;
}
interface Timed {
  time: Float64Array;
  values: Float64Array;
}
function near(a: number, b: number, span: number): boolean {
  const [known, other] = [Number.isFinite(a), Number.isFinite(b)];
  return known && other ? Math.abs(a - b) <= lineWidth * span : known === other;
}
function valueAt({ time, values }: Timed, at: number): number {
  const b = Math.min(upperBound(time, at), time.length - 1);
  const a = Math.max(b - 1, 0);
  const step = time[b]! - time[a]!;
  const share = step > 0 ? Math.min(Math.max((at - time[a]!) / step, 0), 1) : 0;
  return share === 0 ? values[a]! : values[a]! + share * (values[b]! - values[a]!);
}
