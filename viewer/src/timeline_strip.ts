// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The strip of time: a mark per impact (a circle: the only outcome, a diamond: several, a square: not
// checked), ticks, and the slider over it. Marks are drawn once; only the needle moves with time.
import { colour, onColours } from "./colours";
import { h, number } from "./dom";
import { Verdict } from "./format";
import type { Player } from "./player";
import { atImpact, placeText } from "./timeline_play";
import { niceStep } from "./view/ground";

const pad = 8; // [px] left and right of the times
const height = 46;
const row = 13; // where marks are
const axis = 27;
const snap = 4; // [px] a drag this near to an impact goes to it

const shapes: Record<number, string> = {
  [Verdict.not_checked]: "M-3.5,-3.5H3.5V3.5H-3.5Z",
  [Verdict.unique]: "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z",
  [Verdict.several]: "M0,-6.5L6.5,0L0,6.5L-6.5,0Z",
  [Verdict.slight]: "M0,-5L5,4H-5Z",
};
const colours: Record<number, string> = {
  [Verdict.not_checked]: "--unchecked",
  [Verdict.unique]: "--unique",
  [Verdict.several]: "--several",
  [Verdict.slight]: "--slight",
};
/** Who is seen where several share a pixel. */
const order: number[] = [Verdict.unique, Verdict.not_checked, Verdict.slight, Verdict.several];
const weight = (verdict: number) => order.indexOf(verdict);

export function strip(player: Player): HTMLElement {
  const canvas = h("canvas", { class: "strip-marks", "aria-hidden": "true" });
  const needle = h("div", { class: "strip-needle", "aria-hidden": "true" });
  const ring = h("div", { class: "strip-ring", "aria-hidden": "true" });
  const range = h("input", {
    type: "range",
    class: "strip-range",
    min: player.start,
    max: player.end,
    step: "any",
    "aria-label": "Time",
    "data-part": "time",
  });
  const element = h("div", { class: "strip" }, canvas, ring, needle, range);
  let width = 0;
  let track = -1;
  const length = () => Math.max(player.end - player.start, 1e-12);
  const place = (time: number) => pad + ((time - player.start) / length()) * (width - 2 * pad);

  const move = () => {
    if (track !== player.track) draw();
    needle.style.transform = `translateX(${place(player.time)}px)`;
    const mark = player.impact === null ? undefined : player.motion.marks.time[player.impact];
    ring.hidden = mark === undefined;
    if (mark !== undefined) ring.style.transform = `translateX(${place(mark)}px)`;
    ring.classList.toggle("at", atImpact(player));
    range.value = String(player.time);
    range.setAttribute("aria-valuetext", placeText(player));
  };
  const draw = () => {
    track = player.track;
    if (width > 2 * pad) drawMarks(canvas, player, width, place);
  };

  let dragging = false;
  range.addEventListener("pointerdown", () => (dragging = true));
  window.addEventListener("pointerup", () => (dragging = false));
  range.addEventListener("input", () => {
    const time = Number(range.value);
    const near = dragging ? nearMark(player, time, (snap / (width - 2 * pad)) * length()) : null;
    if (near === null) player.setTime(time);
    else player.goToImpact(near);
  });
  new ResizeObserver(() => {
    width = element.clientWidth;
    draw();
    move();
  }).observe(element);
  onColours(draw);
  player.listen(move);
  move();
  return element;
}

function nearMark(player: Player, time: number, within: number): number | null {
  const { marks } = player.motion;
  const before = player.motion.lastMark(time);
  const candidates = before === null ? [0] : [before, before + 1];
  let best: number | null = null;
  let distance = within;
  for (const k of candidates) {
    const away = Math.abs((marks.time[k] ?? Infinity) - time);
    if (away <= distance) [best, distance] = [k, away];
  }
  return best;
}

function drawMarks(
  canvas: HTMLCanvasElement,
  player: Player,
  width: number,
  place: (time: number) => number,
): void {
  const ratio = Math.min(Math.max(window.devicePixelRatio, 1), 2);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  if (!context) return;
  context.scale(ratio, ratio);
  drawAxis(context, player, width, place);
  const { marks } = player.motion;
  const columns = new Map<number, number>(); // pixel: verdict that is seen
  for (let k = 0; k < marks.count; k++) {
    const x = Math.round(place(marks.time[k]!));
    const found = columns.get(x);
    const verdict = marks.verdict[k] ?? Verdict.not_checked;
    if (found === undefined || weight(verdict) > weight(found)) columns.set(x, verdict);
  }
  const dense = columns.size > width / 5;
  const order = [...columns].sort((a, b) => weight(a[1]) - weight(b[1])); // several on top
  for (const [x, verdict] of order) {
    context.fillStyle = colour(colours[verdict] ?? "--unchecked");
    if (dense) {
      const tall = verdict === Verdict.several ? 24 : 12;
      context.fillRect(x, axis - tall, 1, tall);
      continue;
    }
    context.save();
    context.translate(x, row);
    const shape = new Path2D(shapes[verdict] ?? shapes[0]!);
    if (verdict === Verdict.not_checked) {
      context.lineWidth = 1.5;
      context.strokeStyle = context.fillStyle;
      context.stroke(shape);
    } else context.fill(shape);
    context.restore();
  }
}

function drawAxis(
  context: CanvasRenderingContext2D,
  player: Player,
  width: number,
  place: (time: number) => number,
): void {
  context.strokeStyle = colour("--ground-line");
  context.fillStyle = colour("--soft");
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "top";
  context.beginPath();
  context.moveTo(pad, axis + 0.5);
  context.lineTo(width - pad, axis + 0.5);
  const length = player.end - player.start;
  const step = length > 0 ? niceStep((length * 140) / width) : 0;
  const first = step > 0 ? Math.ceil(player.start / step - 1e-9) : 0;
  for (let k = first; step > 0 && k * step <= player.end + 1e-9 * length; k++) {
    const x = Math.round(place(k * step)) + 0.5;
    context.moveTo(x, axis);
    context.lineTo(x, axis + 5);
    const text = number(Number((k * step).toPrecision(8)), 8);
    context.textAlign = x < 16 ? "left" : x > width - 16 ? "right" : "center";
    context.fillText(text, x < 16 ? 2 : x > width - 16 ? width - 2 : x, axis + 7);
  }
  context.stroke();
}

/** The marks in words, for below the strip. */
export function marksInWords(player: Player): string {
  const { marks } = player.motion;
  if (marks.count === 0) return "No impact happened.";
  const count = (verdict: number): number =>
    marks.verdict.reduce((sum, one) => sum + (one === verdict ? 1 : 0), 0);
  const [only, slight, several] = [Verdict.unique, Verdict.slight, Verdict.several].map(count) as [
    number,
    number,
    number,
  ];
  const unchecked = marks.count - several - slight - only;
  const parts = [
    only > 0 && `${only} with one outcome`,
    slight > 0 && `${slight} with slightly different ones`,
    several > 0 && `${several} with several`,
    unchecked > 0 && `${unchecked} not checked`,
  ].filter(Boolean);
  return `${marks.count} ${marks.count === 1 ? "impact" : "impacts"}: ${parts.join(", ")}.`;
}
/** Path and variable of each verdict's sign, for a legend. */
export function verdictSigns(): { word: string; path: string; colour: string; filled: boolean }[] {
  const of = (word: string, verdict: Verdict) => ({
    word,
    path: shapes[verdict]!,
    colour: colours[verdict]!,
    filled: verdict !== Verdict.not_checked,
  });
  return [
    of("one outcome", Verdict.unique),
    of("slightly different", Verdict.slight),
    of("several", Verdict.several),
    of("not checked", Verdict.not_checked),
  ];
}
