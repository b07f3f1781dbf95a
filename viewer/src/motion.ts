// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A track decoded, and the frame at any time: placements are blended between two frames (linear; orientations
// normalised), never across an impact.
import { decodeBytes, decodeFloats } from "./decode";
import type { Drawing, Impact, Track } from "./format";

export interface Marks {
  count: number;
  time: Float64Array;
  verdict: Uint8Array;
  lost: Float64Array;
}

/** Where everything is at one time. */
export interface Frame {
  poses: Float32Array; // bodies × 7
  points: Float32Array; // contacts × 3
  states: Uint8Array; // contacts
}

export class Motion {
  readonly time: Float64Array;
  readonly count: number;
  readonly marks: Marks;
  private readonly poses: Float32Array;
  private readonly points: Float32Array;
  private readonly states: Uint8Array;
  private readonly details = new Map<number, Impact>();

  constructor(
    readonly track: Track,
    readonly bodies: number,
    readonly contacts: number,
    /** Of another model than the page's. */
    readonly drawing?: Drawing,
  ) {
    this.time = decodeFloats(track.time);
    this.count = this.time.length;
    this.poses = Float32Array.from(decodeFloats(track.poses));
    this.points = Float32Array.from(decodeFloats(track.points));
    this.states = decodeBytes(track.states);
    const time = decodeFloats(track.marks.time);
    this.marks = {
      count: time.length,
      time,
      verdict: decodeBytes(track.marks.verdict),
      lost: decodeFloats(track.marks.lost),
    };
    for (const impact of track.impacts) this.details.set(impact.index, impact);
  }

  get start(): number {
    return this.time[0] ?? 0;
  }
  get end(): number {
    return this.time[this.count - 1] ?? 0;
  }
  get drawn(): boolean {
    return this.bodies > 0 && this.poses.length >= this.count * this.bodies * 7;
  }
  /** The details of an impact; undefined: they are in the files of the run only. */
  impact(index: number | null): Impact | undefined {
    return index === null ? undefined : this.details.get(index);
  }
  /** Index of the last mark at or before a time; null: none. */
  lastMark(time: number): number | null {
    const after = upperBound(this.marks.time, time);
    return after === 0 ? null : after - 1;
  }

  /** Frames a ≤ time ≤ b and the share of b. At an impact the side decides. */
  locate(time: number, side: "before" | "after"): { a: number; b: number; share: number } {
    const last = Math.max(this.count - 1, 0);
    if (side === "before") {
      const b = Math.min(lowerBound(this.time, time), last);
      if (this.time[b] === time || b === 0) return { a: b, b, share: 0 };
      return { a: b - 1, b, share: shareOf(this.time[b - 1]!, this.time[b]!, time) };
    }
    const a = Math.max(upperBound(this.time, time) - 1, 0);
    if (a === last || time <= this.start) return { a, b: a, share: 0 };
    return { a, b: a + 1, share: shareOf(this.time[a]!, this.time[a + 1]!, time) };
  }

  /** The frame at a time, into `frame`, which frameBuffer() made. */
  frameAt(time: number, side: "before" | "after", frame: Frame): Frame {
    const { a, b, share } = this.locate(time, side);
    blendPoses(this.poses, a, b, share, this.bodies, frame.poses);
    const size = this.contacts * 3;
    for (let k = 0; k < size; k++) {
      const from = this.points[a * size + k] ?? NaN;
      const to = this.points[b * size + k] ?? NaN;
      frame.points[k] = share === 0 ? from : from + share * (to - from);
    }
    frame.states.set(this.states.subarray(a * this.contacts, (a + 1) * this.contacts));
    return frame;
  }
  frameBuffer(): Frame {
    return {
      poses: new Float32Array(this.bodies * 7),
      points: new Float32Array(this.contacts * 3),
      states: new Uint8Array(this.contacts),
    };
  }
}

function shareOf(from: number, to: number, time: number): number {
  return to > from ? (time - from) / (to - from) : 0;
}

/** Set number a and b of `poses` blended into `out`; one set is bodies × 7 numbers. */
export function blendPoses(
  poses: Float32Array,
  a: number,
  b: number,
  share: number,
  bodies: number,
  out: Float32Array,
): void {
  for (let body = 0; body < bodies; body++) {
    const from = (a * bodies + body) * 7;
    const to = (b * bodies + body) * 7;
    const at = body * 7;
    let dot = 0;
    for (let k = 3; k < 7; k++) dot += poses[from + k]! * poses[to + k]!;
    const sign = dot < 0 ? -1 : 1; // the shorter way round
    let length = 0;
    for (let k = 0; k < 7; k++) {
      const end = k < 3 ? poses[to + k]! : sign * poses[to + k]!;
      const value = poses[from + k]! + share * (end - poses[from + k]!);
      out[at + k] = value;
      if (k >= 3) length += value * value;
    }
    const scale = length > 0 ? 1 / Math.sqrt(length) : 1;
    for (let k = 3; k < 7; k++) out[at + k]! *= scale;
  }
}

/** First index whose value is not below `value`; ascending values. */
export function lowerBound(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
/** First index whose value is above `value`. */
export function upperBound(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
