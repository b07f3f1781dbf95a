// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Values to colours. The anchors are variables of pages.css; between them colours go straight
// through OKLab, so that equal steps of the value look equally large.
import { colour } from "../colours";

export type Rgb = [number, number, number];

const sequential = ["--seq0", "--seq1", "--seq2", "--seq3", "--seq4"];
const diverging = ["--div0", "--div1", "--div2", "--div3", "--div4"];
const steps = 256;

/** Colours from 0 to 1 of the anchors as they are now: light, dark or print. */
export class Ramp {
  readonly table: Rgb[] = [];
  constructor(readonly kind: "sequential" | "diverging") {
    const anchors = (kind === "diverging" ? diverging : sequential).map((name) =>
      labOf(rgbOf(colour(name))),
    );
    for (let k = 0; k < steps; k++) {
      const at = (k / (steps - 1)) * (anchors.length - 1);
      const from = Math.min(Math.floor(at), anchors.length - 2);
      const share = at - from;
      const a = anchors[from]!;
      const b = anchors[from + 1]!;
      this.table.push(
        rgbFrom([0, 1, 2].map((i) => a[i]! + share * (b[i]! - a[i]!)) as [number, number, number]),
      );
    }
  }
  at(share: number): Rgb {
    const k = Math.round(Math.min(Math.max(share, 0), 1) * (steps - 1));
    return this.table[k] ?? [128, 128, 128];
  }
}

export function css(rgb: Rgb): string {
  return `rgb(${rgb[0]} ${rgb[1]} ${rgb[2]})`;
}
/** Text on a colour: is the light or the dark one readable? */
export function isDark(rgb: Rgb): boolean {
  return 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2] < 140;
}

/** Where a value is between the ends of a colour bar. */
export interface Scale {
  low: number;
  high: number;
  log: boolean;
  ramp: Ramp;
  /** Nice values within, of the contour lines and the bar. */
  levels: number[];
  share(value: number): number;
}

export interface Range {
  low: number;
  high: number;
  finite: number;
  whole: boolean; // only whole numbers: counts, codes
  /** Smallest above 0. */
  least: number;
}

export function rangeOf(values: ArrayLike<number>): Range {
  const range = { low: Infinity, high: -Infinity, finite: 0, whole: true, least: Infinity };
  for (let k = 0; k < values.length; k++) {
    const value = values[k]!;
    if (!Number.isFinite(value)) continue;
    range.finite++;
    if (value < range.low) range.low = value;
    if (value > range.high) range.high = value;
    if (value > 0 && value < range.least) range.least = value;
    if (range.whole && !Number.isInteger(value)) range.whole = false;
  }
  return range;
}

/** A logarithmic bar shows it better: one sign, many decades. */
export function spansDecades(range: Range): boolean {
  return range.finite > 0 && range.low > 0 && range.high / range.low > 300;
}

export function scaleOf(range: Range, log: boolean): Scale {
  const { finite } = range;
  let { low, high } = finite > 0 ? range : { low: 0, high: 1 };
  const both = low < 0 && high > 0;
  if (both) {
    high = Math.max(high, -low);
    low = -high;
  }
  if (low === high) {
    low -= Math.abs(low) * 0.5 || 0.5;
    high += Math.abs(high) * 0.5 || 0.5;
  }
  const ramp = new Ramp(both ? "diverging" : "sequential");
  if (log && low > 0) {
    const [from, width] = [Math.log(low), Math.log(high) - Math.log(low)];
    const share = (value: number): number => (Math.log(value) - from) / width;
    return { low, high, log: true, ramp, levels: decades(low, high), share };
  }
  const share = (value: number): number => (value - low) / (high - low);
  const levels = niceTicks(low, high, 12).filter((level) => level > low && level < high);
  return { low, high, log: false, ramp, levels, share };
}

/** Round values from low to high, about so many; of degrees, parts of a turn. */
export function niceTicks(low: number, high: number, about: number, degrees = false): number[] {
  if (!(high > low) || !Number.isFinite(high - low)) return Number.isFinite(low) ? [low] : [];
  const rough = (high - low) / Math.max(about, 1);
  const size = 10 ** Math.floor(Math.log10(rough));
  const turns = [1, 2, 5, 10, 15, 30, 45, 90, 180, 360];
  const step =
    (degrees && rough > 0.5 && turns.find((turn) => turn >= rough * 0.8)) ||
    size * ([1, 2, 5].find((factor) => factor * size >= rough * 0.8) ?? 10);
  const ticks: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) {
    ticks.push(Number((k * step).toPrecision(12)));
  }
  return ticks;
}

function decades(low: number, high: number): number[] {
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const skip = Math.max(1, Math.ceil((last - first) / 10));
  const factors = last - first <= 3 ? [1, 2, 5] : last - first <= 6 ? [1, 3] : [1];
  const ticks: number[] = [];
  for (let k = first; k <= last; k += skip)
    ticks.push(...factors.map((factor) => factor * 10 ** k));
  return ticks.filter((tick) => tick > low && tick < high);
}

// ---- colours --------------------------------------------------------------------------------------

function rgbOf(text: string): Rgb {
  const hex = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(text);
  if (hex) return [1, 2, 3].map((k) => parseInt(hex[k]!, 16)) as Rgb;
  const parts = text.match(/[\d.]+/g)?.map(Number) ?? [];
  return [parts[0] ?? 128, parts[1] ?? 128, parts[2] ?? 128];
}
function labOf(rgb: Rgb): [number, number, number] {
  const [r, g, b] = rgb.map((c) => {
    const u = c / 255;
    return u <= 0.04045 ? u / 12.92 : ((u + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
function rgbFrom([light, a, b]: [number, number, number]): Rgb {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((u) => {
    const v = u <= 0.0031308 ? 12.92 * u : 1.055 * u ** (1 / 2.4) - 0.055;
    return Math.round(255 * Math.min(Math.max(v, 0), 1));
  }) as Rgb;
}
