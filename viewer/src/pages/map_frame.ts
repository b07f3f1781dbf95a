// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the curve and the contour picture share: a canvas of the right size with a second one above
// it for the cursor, axes with ticks, marks of critical points.
import { colour, onColours } from "../colours";
import { h } from "../dom";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
export interface Tick {
  at: number; // pixel
  text: string;
}

/** Two canvases of the same size: the picture, drawn rarely, and the cursor above it. */
export class Sheet {
  readonly element: HTMLElement;
  readonly picture: CanvasRenderingContext2D;
  readonly above: CanvasRenderingContext2D;
  readonly image: HTMLCanvasElement;
  width = 0;
  height = 0;
  ratio = 1;

  constructor(
    private readonly heightFor: (width: number) => number,
    private readonly draw: () => void,
  ) {
    this.image = h("canvas", { role: "img" });
    const cursor = h("canvas", { "aria-hidden": "true", class: "above" });
    this.picture = this.image.getContext("2d")!;
    this.above = cursor.getContext("2d")!;
    this.element = h("div", { class: "sheet" }, this.image, cursor);
    new ResizeObserver(() => this.resize()).observe(this.element);
    onColours(() => this.draw());
  }

  private resize(): void {
    const width = Math.floor(this.element.clientWidth);
    const ratio = Math.min(window.devicePixelRatio || 1, 3);
    if (width === 0 || (width === this.width && ratio === this.ratio)) return;
    [this.width, this.ratio, this.height] = [width, ratio, Math.round(this.heightFor(width))];
    for (const context of [this.picture, this.above]) {
      context.canvas.width = Math.round(width * ratio);
      context.canvas.height = Math.round(this.height * ratio);
      context.canvas.style.height = `${this.height}px`;
    }
    this.draw();
  }

  /** Empties a canvas, and lets one unit be one CSS pixel. */
  clear(context: CanvasRenderingContext2D): void {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.font = font;
    context.lineJoin = "round";
  }
}

export const font = "12px system-ui, sans-serif";

/** A text cut to a width. */
export function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  let shown = text;
  for (let length = Math.min(text.length - 1, 200); length > 0; length--) {
    if (context.measureText(shown).width <= width) break;
    shown = `${text.slice(0, length)}…`;
  }
  return shown;
}

/** Lines, ticks and names of both axes around a box. */
export function drawAxes(
  context: CanvasRenderingContext2D,
  box: Box,
  x: { ticks: Tick[]; label: string },
  y: { ticks: Tick[]; label: string },
  grid: boolean,
): void {
  const [line, soft] = [colour("--line"), colour("--soft")];
  const bottom = box.top + box.height;
  context.lineWidth = 1;
  context.strokeStyle = grid ? line : soft;
  context.fillStyle = soft;
  context.beginPath();
  for (const tick of x.ticks) {
    context.moveTo(Math.round(tick.at) + 0.5, grid ? box.top : bottom);
    context.lineTo(Math.round(tick.at) + 0.5, bottom + 4);
  }
  for (const tick of y.ticks) {
    context.moveTo(grid ? box.left + box.width : box.left, Math.round(tick.at) + 0.5);
    context.lineTo(box.left - 4, Math.round(tick.at) + 0.5);
  }
  context.stroke();
  context.strokeStyle = soft;
  context.strokeRect(box.left + 0.5, box.top + 0.5, box.width, box.height);
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const tick of x.ticks) context.fillText(tick.text, tick.at, bottom + 6);
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const tick of y.ticks) context.fillText(tick.text, box.left - 7, tick.at);
  context.fillStyle = colour("--fg");
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillText(fitted(context, x.label, box.width), box.left + box.width / 2, bottom + 36);
  context.save();
  context.translate(12, box.top + box.height / 2);
  context.rotate(-Math.PI / 2);
  context.fillText(fitted(context, y.label, box.height + 2 * box.top), 0, 0);
  context.restore();
}

const symbols: Record<string, string> = {
  minimum: "▾",
  maximum: "▴",
  saddle: "✕",
  degenerate: "◇",
};
export function symbolOf(kind: string): string {
  return symbols[kind] ?? "•";
}
/** A, B, … where they are few. */
export function nameOf(index: number, count: number): string {
  return count <= 26 ? String.fromCharCode(65 + index) : String(index + 1);
}

/** A critical point: its symbol and name with a rim that shows on every colour. */
export function drawMark(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  kind: string,
  name: string,
  rim = Infinity,
): void {
  context.lineWidth = 3;
  context.strokeStyle = colour("--bg");
  context.fillStyle = colour("--fg");
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = `bold 15px system-ui, sans-serif`;
  context.strokeText(symbolOf(kind), x, y);
  context.fillText(symbolOf(kind), x, y);
  context.font = font;
  const inward = x + 20 > rim; // the name stays within the picture
  context.textAlign = inward ? "right" : "left";
  context.strokeText(name, x + (inward ? -7 : 7), y - 7);
  context.fillText(name, x + (inward ? -7 : 7), y - 7);
}
