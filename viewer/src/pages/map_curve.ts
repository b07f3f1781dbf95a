// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A measure over one axis: a curve with gaps where there is no value, its critical points and
// zeros, a cursor.
import { colour } from "../colours";
import { figure } from "../panels/words";
import { Ruler } from "./map_chart";
import { type Box, drawAxes, drawMark, nameOf, Sheet } from "./map_frame";
import type { Axis, Critical, Writing } from "./map_grid";
import { niceTicks, rangeOf } from "./map_scale";

export interface Curve {
  x: Axis;
  writing: Writing;
  label: string;
  colour: string; // variable
  values: Float64Array;
  barred: Float64Array | null; // as values; above 0: cannot be
  log: boolean;
  marks: { point: Critical; index: number; count: number }[];
  zeros: number[];
  words: string;
}

export class CurveChart {
  readonly sheet: Sheet;
  private curve: Curve | null = null;
  private box: Box = { left: 0, top: 0, width: 0, height: 0 };
  private x = new Ruler(new Float64Array(), 0, 1);
  private y: (value: number) => number = () => 0;
  private cursor: number | null = null;
  private chosen: number | null = null;

  constructor() {
    this.sheet = new Sheet(
      (width) => Math.min(Math.max(width * 0.4, 220), 380),
      () => this.draw(),
    );
  }
  show(curve: Curve): void {
    this.curve = curve;
    this.sheet.image.setAttribute("aria-label", curve.words);
    this.draw();
  }
  point(cursor: number | null, chosen: number | null): void {
    this.cursor = cursor;
    this.chosen = chosen;
    this.drawCursor();
  }
  under(event: MouseEvent): number | null {
    const px = event.clientX - this.sheet.element.getBoundingClientRect().left;
    const inside = px >= this.box.left - 5 && px <= this.box.left + this.box.width + 5;
    return inside && this.curve ? Math.round(this.x.index(px)) : null;
  }
  markUnder(event: MouseEvent): number | null {
    const rectangle = this.sheet.element.getBoundingClientRect();
    const [px, py] = [event.clientX - rectangle.left, event.clientY - rectangle.top];
    const found = this.curve?.marks.find(
      ({ point }) =>
        Math.hypot(this.x.ofValue(point.at[0] ?? NaN) - px, this.y(point.value) - py) < 11,
    );
    return found ? found.index : null;
  }

  private draw(): void {
    const { curve, sheet } = this;
    if (!curve || sheet.width === 0) return;
    const context = sheet.picture;
    sheet.clear(context);
    context.fillStyle = colour("--bg");
    context.fillRect(0, 0, sheet.width, sheet.height);
    const box = { left: 76, top: 18, width: sheet.width - 76 - 16, height: sheet.height - 62 };
    this.box = box;
    this.x = new Ruler(curve.x.values, box.left, box.left + box.width);
    const ticks = this.scaleUp(curve, box);
    drawAxes(
      context,
      box,
      {
        ticks: this.x.ticks(curve.x, curve.writing, box.width / 90),
        label: curve.writing.label(curve.x),
      },
      { ticks, label: curve.label },
      true,
    );
    this.drawBarred(context, curve, box);
    this.drawCurve(context, curve);
    curve.zeros.forEach((zero) => {
      drawMark(context, this.x.ofValue(zero), this.y(0), "degenerate", "0");
    });
    for (const { point, index, count } of curve.marks) {
      const x = this.x.ofValue(point.at[0] ?? NaN);
      const name = nameOf(index, count);
      drawMark(context, x, this.y(point.value), point.kind, name, box.left + box.width);
    }
    this.drawCursor();
  }

  /** Sets y; ticks of the upward axis. */
  private scaleUp(curve: Curve, box: Box): { at: number; text: string }[] {
    const range = rangeOf(curve.values);
    let [low, high] = range.finite > 0 ? [range.low, range.high] : [0, 1];
    const log = curve.log && low > 0;
    const put = (value: number): number => (log ? Math.log10(value) : value);
    [low, high] = [put(low), put(high)];
    const rim = (high - low) * 0.06 || Math.abs(high) * 0.1 || 1;
    [low, high] = [low - rim, high + rim];
    this.y = (value) => box.top + box.height * (1 - (put(value) - low) / (high - low));
    const ticks = niceTicks(low, high, box.height / 45).filter((tick) => !log || tick % 1 === 0);
    return ticks.map((tick) => {
      const value = log ? 10 ** tick : tick;
      return { at: this.y(value), text: figure(value, 4) };
    });
  }

  /** Lines across what cannot be, half way to the points beside it. */
  private drawBarred(context: CanvasRenderingContext2D, curve: Curve, box: Box): void {
    const last = curve.values.length - 1;
    context.save();
    context.beginPath();
    curve.barred?.forEach((depth, k) => {
      if (!(depth > 0)) return;
      const [from, to] = [
        this.x.ofIndex(Math.max(k - 0.5, 0)),
        this.x.ofIndex(Math.min(k + 0.5, last)),
      ];
      context.rect(from, box.top, to - from, box.height);
    });
    context.clip();
    context.strokeStyle = colour("--soft");
    context.lineWidth = 1;
    context.beginPath();
    for (let x = box.left - box.height; x < box.left + box.width; x += 7) {
      context.moveTo(x, box.top);
      context.lineTo(x + box.height, box.top + box.height);
    }
    if (curve.barred) context.stroke();
    context.restore();
  }

  private drawCurve(context: CanvasRenderingContext2D, curve: Curve): void {
    context.strokeStyle = context.fillStyle = colour(curve.colour);
    context.lineWidth = 1.8;
    context.beginPath();
    let pen = false;
    curve.values.forEach((value, k) => {
      const [x, y] = [this.x.ofIndex(k), this.y(value)];
      if (!Number.isFinite(y)) pen = false;
      else if (pen) context.lineTo(x, y);
      else {
        context.moveTo(x, y);
        const alone = !Number.isFinite(curve.values[k + 1] ?? NaN);
        if (alone) context.fillRect(x - 1.5, y - 1.5, 3, 3);
        pen = true;
      }
    });
    context.stroke();
  }

  private drawCursor(): void {
    const { curve, sheet, box } = this;
    const context = sheet.above;
    sheet.clear(context);
    if (!curve) return;
    const upright = (x: number, name: string, width: number): void => {
      context.strokeStyle = colour(name);
      context.lineWidth = width;
      context.beginPath();
      context.moveTo(x, box.top);
      context.lineTo(x, box.top + box.height);
      context.stroke();
    };
    if (this.chosen !== null) upright(this.x.ofValue(this.chosen), "--accent", 2);
    if (this.cursor === null) return;
    const x = Math.round(this.x.ofIndex(this.cursor)) + 0.5;
    upright(x, "--soft", 1);
    const y = this.y(curve.values[this.cursor] ?? NaN);
    if (!Number.isFinite(y)) return;
    context.fillStyle = colour(curve.colour);
    context.beginPath();
    context.arc(x, y, 4, 0, 2 * Math.PI);
    context.fill();
  }
}
