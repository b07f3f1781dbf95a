// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A map decoded: its axes, what is cut out of it for the picture, and the posture nearest to a
// point.
import { decodeFloats } from "../decode";
import type { MapPart, Measure } from "../format";
import { figure } from "../panels/words";

export interface Axis {
  name: string;
  unit: string;
  values: Float64Array;
}

/** Critical points as they come. */
export type Critical = NonNullable<Measure["features"]>["points"][number];

/** What is shown of the grid: one or two axes, the others held at one of their values. */
export interface Cut {
  x: number; // axis
  y: number | null;
  held: number[]; // index per axis; of x and y of no meaning
}

export class Grid {
  readonly axes: Axis[];
  readonly strides: number[];
  readonly size: number;
  private readonly decoded = new Map<Measure, Float64Array>();
  private depths: Float64Array | null = null;

  constructor(readonly part: MapPart) {
    this.axes = part.axes.map((axis) => ({
      name: axis.name,
      unit: axis.unit,
      values: decodeFloats(axis.values),
    }));
    this.strides = this.axes.map(() => 1);
    for (let k = this.axes.length - 2; k >= 0; k--) {
      this.strides[k] = this.strides[k + 1]! * this.axes[k + 1]!.values.length;
    }
    this.size = this.axes.reduce((size, axis) => size * axis.values.length, 1);
  }

  values(measure: Measure): Float64Array {
    let values = this.decoded.get(measure);
    if (!values) this.decoded.set(measure, (values = decodeFloats(measure.values)));
    return values;
  }

  /** The values on a cut, y runs fastest; NaN where there is none. */
  cut(measure: Measure, cut: Cut): Float64Array {
    return this.cutOf(this.values(measure), cut);
  }
  /** Depths of what cannot be on a cut; null: nothing is known, or everything can be. */
  barred(cut: Cut): Float64Array | null {
    const part = this.part.penetration;
    if (!part) return null;
    this.depths ??= decodeFloats(part.values);
    return this.depths.some((depth) => depth > 0) ? this.cutOf(this.depths, cut) : null;
  }

  private cutOf(all: Float64Array, cut: Cut): Float64Array {
    const nx = this.axes[cut.x]?.values.length ?? 0;
    const ny = cut.y === null ? 1 : (this.axes[cut.y]?.values.length ?? 0);
    const step = cut.y === null ? 0 : this.strides[cut.y]!;
    const out = new Float64Array(nx * ny);
    let base = 0;
    cut.held.forEach((index, k) => {
      if (k !== cut.x && k !== cut.y) base += index * this.strides[k]!;
    });
    for (let i = 0; i < nx; i++) {
      for (let j = 0; j < ny; j++) {
        out[i * ny + j] = all[base + i * this.strides[cut.x]! + j * step] ?? NaN;
      }
    }
    return out;
  }

  /** Axis values of a point of the cut. */
  at(cut: Cut, i: number, j: number): number[] {
    return this.axes.map((axis, k) => {
      const index = k === cut.x ? i : k === cut.y ? j : (cut.held[k] ?? 0);
      return axis.values[index] ?? NaN;
    });
  }

  /** Is a point on the cut, as exactly as the grid can tell? */
  onCut(cut: Cut, at: number[]): boolean {
    return this.axes.every((axis, k) => {
      if (k === cut.x || k === cut.y || axis.values.length < 2) return true;
      return nearest(axis.values, at[k] ?? NaN) === cut.held[k];
    });
  }

  /** Index of the kept posture nearest to these axis values; each axis counts by its own width. */
  nearestPosture(at: number[]): number | null {
    const kept = this.part.postures?.at ?? [];
    let best: number | null = null;
    let least = Infinity;
    kept.forEach((posture, index) => {
      let distance = 0;
      this.axes.forEach((axis, k) => {
        const width = Math.abs(axis.values[axis.values.length - 1]! - axis.values[0]!) || 1;
        distance += (((posture[k] ?? NaN) - (at[k] ?? NaN)) / width) ** 2;
      });
      if (distance < least) [least, best] = [distance, index];
    });
    return best;
  }
}

/** Index of the value nearest to one. */
export function nearest(values: Float64Array, value: number): number {
  let best = 0;
  for (let k = 1; k < values.length; k++) {
    if (Math.abs(values[k]! - value) < Math.abs(values[best]! - value)) best = k;
  }
  return best;
}

/** How axis values are written: as they are, or angles in degrees. */
export class Writing {
  degrees = false;
  factor(axis: Axis): number {
    return this.degrees && axis.unit === "rad" ? 180 / Math.PI : 1;
  }
  unit(axis: Axis): string {
    return this.degrees && axis.unit === "rad" ? "°" : axis.unit;
  }
  label(axis: Axis): string {
    const unit = this.unit(axis);
    return unit === "" ? axis.name : `${axis.name} [${unit}]`;
  }
  /** Without the unit. */
  bare(axis: Axis, value: number | undefined, digits = 4): string {
    const tiny = 1e-10 * Math.abs(axis.values[axis.values.length - 1]! - axis.values[0]!);
    const clean = value !== undefined && Math.abs(value) < tiny ? 0 : value; // rounding of a sweep
    return figure(clean === undefined ? NaN : clean * this.factor(axis), digits);
  }
  value(axis: Axis, value: number | undefined, digits = 4): string {
    const text = this.bare(axis, value, digits);
    const unit = this.unit(axis);
    return unit === "" || text === "–" ? text : unit === "°" ? `${text}°` : `${text} ${unit}`;
  }
  /** "phi_r = 0.31, gamma = -0.5". */
  point(axes: Axis[], at: number[]): string {
    return axes.map((axis, k) => `${axis.name} = ${this.value(axis, at[k])}`).join(", ");
  }
}
