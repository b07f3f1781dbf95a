// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The coloured area of a map, pixel by pixel: blended between grid points, hatched where there is
// no value, crossed the other way where the posture cannot be.
import { colour } from "../colours";
import type { Ruler, Surface } from "./map_chart";
import type { Box } from "./map_frame";
import type { Rgb } from "./map_scale";

/** A colour as the four bytes of a pixel in one number. */
function packed([red, green, blue]: Rgb): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0; // little-endian, as in the page
}
function opaque(name: string): number {
  const context = document.createElement("canvas").getContext("2d")!;
  context.fillStyle = colour(name);
  context.fillRect(0, 0, 1, 1);
  const data = context.getImageData(0, 0, 1, 1).data;
  return packed([data[0]!, data[1]!, data[2]!]);
}

/** Value at (i, j) with parts: blended where all four corners are there, else that of the nearest. */
function valueAt(values: Float64Array, ny: number, i: number, j: number, whole: boolean): number {
  if (!whole) {
    const a = Math.floor(i);
    const b = Math.floor(j);
    const s = i - a;
    const t = j - b;
    const at = a * ny + b;
    const next = at + (s > 0 ? ny : 0);
    const up = t > 0 ? 1 : 0;
    const low = values[at]! * (1 - t) + values[at + up]! * t;
    const high = values[next]! * (1 - t) + values[next + up]! * t;
    const value = low * (1 - s) + high * s;
    if (value - value === 0) return value; // finite
  }
  return values[Math.round(i) * ny + Math.round(j)]!;
}

export function drawValues(
  context: CanvasRenderingContext2D,
  box: Box,
  ratio: number,
  surface: Surface,
  x: Ruler,
  y: Ruler,
): void {
  const width = Math.round(box.width * ratio);
  const height = Math.round(box.height * ratio);
  if (width <= 0 || height <= 0 || surface.values.length === 0) return;
  const columns = new Float64Array(width);
  for (let k = 0; k < width; k++) columns[k] = x.index(box.left + (k + 0.5) / ratio);
  const { scale, values, whole, barred } = surface;
  const ny = surface.y.values.length;
  const colours = Uint32Array.from(scale.ramp.table, packed);
  const last = colours.length - 1;
  const panel = opaque("--panel");
  const line = opaque("--line");
  const [dark, light] = [opaque("--fg"), opaque("--bg")];
  const period = Math.round(7 * ratio);
  /** Of a line across what cannot be: dark on light, seen on every colour; 0: between lines. */
  const crossed = (row: number, column: number): number => {
    const along = (row - column + period * width) % period;
    return along < ratio ? dark : along < 2 * ratio ? light : 0;
  };
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let row = 0; row < height; row++) {
    const j = y.index(box.top + (row + 0.5) / ratio);
    for (let column = 0; column < width; column++) {
      const value = valueAt(values, ny, columns[column]!, j, whole);
      const share = scale.share(value);
      let pixel = (row + column) % period < ratio ? line : panel; // hatched: no value
      if (share - share === 0) pixel = colours[Math.round(Math.min(Math.max(share, 0), 1) * last)]!;
      if (barred && (barred[Math.round(columns[column]!) * ny + Math.round(j)] ?? 0) > 0) {
        pixel = crossed(row, column) || pixel;
      }
      pixels[row * width + column] = pixel;
    }
  }
  context.putImageData(image, Math.round(box.left * ratio), Math.round(box.top * ratio));
}
