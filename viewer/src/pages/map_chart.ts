// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A measure over two axes: colours, contour lines, curves of zero, critical points, and a cursor
// that the pointer or the arrow keys move. The picture is drawn once; only the cursor is drawn when
// it moves.
import { colour } from "../colours";
import { figure } from "../panels/words";
import { contour } from "./map_contour";
import { type Box, drawAxes, drawMark, fitted, nameOf, Sheet, type Tick } from "./map_frame";
import type { Axis, Critical, Writing } from "./map_grid";
import { css, niceTicks, type Scale } from "./map_scale";
import { drawValues } from "./map_raster";

export interface Surface {
  x: Axis;
  y: Axis;
  writing: Writing;
  label: string; // of the measure
  values: Float64Array; // y runs fastest
  barred: Float64Array | null; // as values; above 0: cannot be
  scale: Scale;
  whole: boolean; // whole numbers are not blended
  marks: { point: Critical; index: number; count: number; x: number; y: number }[];
  zeros: { points: number[][]; closed: boolean }[];
  words: string; // what the picture shows
}

/** Places of an axis: of an index, with parts, and of a value. */
export class Ruler {
  constructor(
    readonly values: Float64Array,
    readonly from: number,
    readonly to: number,
  ) {}
  private get low(): number {
    return this.values[0] ?? 0;
  }
  private get high(): number {
    return this.values[this.values.length - 1] ?? 1;
  }
  ofValue(value: number): number {
    const width = this.high - this.low;
    const share = width === 0 ? 0.5 : (value - this.low) / width;
    return this.from + share * (this.to - this.from);
  }
  ofIndex(index: number): number {
    const k = Math.min(Math.floor(index), Math.max(this.values.length - 2, 0));
    const a = this.values[k] ?? 0;
    const b = this.values[k + 1] ?? a;
    return this.ofValue(a + (index - k) * (b - a));
  }
  /** Index, with parts, of a place. */
  index(place: number): number {
    const share = (place - this.from) / (this.to - this.from);
    const value = this.low + share * (this.high - this.low);
    const rising = this.high >= this.low;
    let [a, b] = [0, this.values.length - 1];
    while (b - a > 1) {
      const middle = (a + b) >> 1;
      if (this.values[middle]! <= value === rising) a = middle;
      else b = middle;
    }
    const width = (this.values[b] ?? 0) - (this.values[a] ?? 0);
    const part = width === 0 ? 0 : (value - this.values[a]!) / width;
    return a + Math.min(Math.max(part, 0), 1) * (b - a);
  }
  /** Round values, as text at their places. */
  ticks(axis: Axis, writing: Writing, about: number): Tick[] {
    const factor = writing.factor(axis);
    const ends = [this.low * factor, this.high * factor].sort((a, b) => a - b);
    const turned = writing.unit(axis) === "°";
    return niceTicks(ends[0]!, ends[1]!, about, turned).map((tick) => ({
      at: this.ofValue(tick / factor),
      text: figure(tick, 4),
    }));
  }
}

const barWidth = 14;

/** Of the numbers beside the bar. */
function widest(context: CanvasRenderingContext2D, { levels, low, high }: Scale): number {
  const widths = [...levels, low, high].map((value) => context.measureText(figure(value, 3)).width);
  return Math.max(...widths);
}

export class MapChart {
  readonly sheet: Sheet;
  private surface: Surface | null = null;
  private box: Box = { left: 0, top: 0, width: 0, height: 0 };
  private x = new Ruler(new Float64Array(), 0, 1);
  private y = new Ruler(new Float64Array(), 1, 0);
  private cursor: [number, number] | null = null;
  private chosen: [number, number] | null = null;

  constructor() {
    this.sheet = new Sheet(
      (width) => Math.min(Math.max(width * 0.62, 280), 640),
      () => this.draw(),
    );
  }

  show(surface: Surface): void {
    this.surface = surface;
    this.sheet.image.setAttribute("aria-label", surface.words);
    this.draw();
  }
  /** The grid point looked at, and the axis values of what is chosen. */
  point(cursor: [number, number] | null, chosen: [number, number] | null): void {
    this.cursor = cursor;
    this.chosen = chosen;
    this.drawCursor();
  }
  /** Grid point under a pointer; null: beside the picture. */
  under(event: MouseEvent): [number, number] | null {
    const surface = this.surface;
    if (!surface) return null;
    const { left, top, width, height } = this.box;
    const [px, py] = this.place(event);
    if (px < left || px > left + width || py < top || py > top + height) return null;
    return [Math.round(this.x.index(px)), Math.round(this.y.index(py))];
  }
  /** Critical point under a pointer: its index among all of the measure. */
  markUnder(event: MouseEvent): number | null {
    const [px, py] = this.place(event);
    let best: number | null = null;
    let least = 11;
    for (const mark of this.surface?.marks ?? []) {
      const distance = Math.hypot(this.x.ofValue(mark.x) - px, this.y.ofValue(mark.y) - py);
      if (distance < least) [least, best] = [distance, mark.index];
    }
    return best;
  }
  private place(event: MouseEvent): [number, number] {
    const rectangle = this.sheet.element.getBoundingClientRect();
    return [event.clientX - rectangle.left, event.clientY - rectangle.top];
  }

  private draw(): void {
    const { surface, sheet } = this;
    if (!surface || sheet.width === 0) return;
    const context = sheet.picture;
    sheet.clear(context);
    context.fillStyle = colour("--bg");
    context.fillRect(0, 0, sheet.width, sheet.height);
    const bar = Math.max(88, 39 + widest(context, surface.scale));
    const box = { left: 62, top: 18, width: sheet.width - 62 - bar, height: sheet.height - 62 };
    const across = fitted(context, surface.writing.label(surface.x), 0.6 * box.width);
    this.box = box;
    this.x = new Ruler(surface.x.values, box.left, box.left + box.width);
    this.y = new Ruler(surface.y.values, box.top + box.height, box.top);
    drawValues(context, box, sheet.ratio, surface, this.x, this.y);
    this.drawLines(context, surface, box);
    drawAxes(
      context,
      box,
      {
        ticks: this.x.ticks(surface.x, surface.writing, box.width / 80),
        label: across,
      },
      {
        ticks: this.y.ticks(surface.y, surface.writing, box.height / 50),
        label: surface.writing.label(surface.y),
      },
      false,
    );
    this.drawBar(context, surface, box);
    this.drawName(context, surface.label, across);
    for (const mark of surface.marks) {
      const name = nameOf(mark.index, mark.count);
      const [x, y] = [this.x.ofValue(mark.x), this.y.ofValue(mark.y)];
      drawMark(context, x, y, mark.point.kind, name, box.left + box.width);
    }
    this.drawCursor();
  }

  private drawLines(context: CanvasRenderingContext2D, surface: Surface, box: Box): void {
    context.save();
    context.beginPath();
    context.rect(box.left, box.top, box.width, box.height);
    context.clip();
    if (!surface.whole) {
      const path = new Path2D();
      const [nx, ny] = [surface.x.values.length, surface.y.values.length];
      const [x, y] = [(i: number) => this.x.ofIndex(i), (j: number) => this.y.ofIndex(j)];
      for (const level of surface.scale.levels) {
        contour(surface.values, nx, ny, level, x, y, path);
      }
      context.strokeStyle = colour("--fg");
      context.globalAlpha = 0.35;
      context.lineWidth = 0.8;
      context.stroke(path);
      context.globalAlpha = 1;
    }
    const zero = new Path2D();
    for (const curve of surface.zeros) {
      curve.points.forEach((point, k) => {
        const [px, py] = [this.x.ofValue(point[0] ?? NaN), this.y.ofValue(point[1] ?? NaN)];
        if (k === 0) zero.moveTo(px, py);
        else zero.lineTo(px, py);
      });
      if (curve.closed) zero.closePath();
    }
    for (const [name, width] of [["--bg", 5] as const, ["--fg", 2.2] as const]) {
      context.strokeStyle = colour(name);
      context.lineWidth = width;
      context.stroke(zero);
    }
    context.restore();
  }

  private drawBar(context: CanvasRenderingContext2D, surface: Surface, box: Box): void {
    const { scale } = surface;
    const left = box.left + box.width + 14;
    for (let row = 0; row < box.height; row++) {
      context.fillStyle = css(scale.ramp.at(1 - row / box.height));
      context.fillRect(left, box.top + row, barWidth, 1.5);
    }
    context.strokeStyle = context.fillStyle = colour("--soft");
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, box.top + 0.5, barWidth, box.height);
    context.textAlign = "left";
    context.textBaseline = "middle";
    const place = (value: number): number => box.top + (1 - scale.share(value)) * box.height;
    const ends = [scale.low, scale.high].filter((end) =>
      scale.levels.every((level) => Math.abs(place(level) - place(end)) > 13),
    );
    for (const level of [...scale.levels, ...ends]) {
      const y = Math.round(place(level)) + 0.5;
      context.beginPath();
      context.moveTo(left, y);
      context.lineTo(left + barWidth + 4, y);
      context.stroke();
      context.fillText(figure(level, 3), left + barWidth + 7, y);
    }
  }

  /** The measure, right of the name of the axis. */
  private drawName(context: CanvasRenderingContext2D, name: string, across: string): void {
    const { left, top, width, height } = this.box;
    const right = this.sheet.width - 4;
    const taken = left + (width + context.measureText(across).width) / 2 + 12;
    context.fillStyle = colour("--fg");
    context.textAlign = "right";
    context.textBaseline = "alphabetic";
    context.fillText(fitted(context, name, right - taken), right, top + height + 36);
  }

  private drawCursor(): void {
    const { surface, sheet, box } = this;
    const context = sheet.above;
    sheet.clear(context);
    if (!surface) return;
    if (this.chosen) {
      const [x, y] = [this.x.ofValue(this.chosen[0]), this.y.ofValue(this.chosen[1])];
      for (const [name, width] of [["--bg", 6] as const, ["--fg", 2] as const]) {
        context.strokeStyle = colour(name);
        context.lineWidth = width;
        context.beginPath();
        context.arc(x, y, 10, 0, 2 * Math.PI);
        context.stroke();
      }
    }
    if (!this.cursor) return;
    const x = Math.round(this.x.ofIndex(this.cursor[0])) + 0.5;
    const y = Math.round(this.y.ofIndex(this.cursor[1])) + 0.5;
    for (const [name, width] of [["--bg", 3] as const, ["--fg", 1] as const]) {
      context.strokeStyle = colour(name);
      context.lineWidth = width;
      context.beginPath();
      context.moveTo(x, box.top);
      context.lineTo(x, box.top + box.height);
      context.moveTo(box.left, y);
      context.lineTo(box.left + box.width, y);
      context.stroke();
    }
  }
}
