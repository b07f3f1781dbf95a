// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What lies on top of the bodies, in pixels and not in metres, so that it shows at any scale: contacts,
// impulses, couplings and their labels.
import { Vector3 } from "three";
import { colour, diverging } from "../colours";
import { number } from "../dom";
import type { Vector } from "../format";
import type { Project } from "./camera";
import { signs } from "./signs";
import type { Figure } from "./view";

type Context = CanvasRenderingContext2D;
type Place = [number, number];
const paths = signs.map((sign) => new Path2D(sign.path));
const labelled = 8; // more arrows than this: no numbers

export function contactPlaces(figure: Figure, project: Project): (Place | null)[] {
  const points = figure.frame.points;
  return Array.from({ length: Math.floor(points.length / 3) }, (_, k) => {
    const point = new Vector3(points[3 * k], points[3 * k + 1], points[3 * k + 2]);
    return Number.isFinite(point.x + point.y + point.z) ? project(point) : null;
  });
}

export function drawContacts(context: Context, figure: Figure, places: (Place | null)[]): void {
  const order = places.map((_, k) => k); // open ones below
  order.sort((a, b) => (figure.frame.states[a] ? 1 : 0) - (figure.frame.states[b] ? 1 : 0));
  for (const k of order) {
    const place = places[k];
    const state = figure.frame.states[k] ?? 0;
    const sign = signs[state] ?? signs[0]!;
    if (!place) continue;
    context.save();
    context.translate(place[0], place[1]);
    const path = paths[state] ?? paths[0]!;
    context.globalAlpha = sign.filled ? 1 : 0.7;
    context.lineWidth = 3;
    context.strokeStyle = colour("--scene");
    context.stroke(path);
    context.fillStyle = colour(sign.filled ? sign.colour : "--scene");
    context.fill(path);
    context.lineWidth = 1.2;
    context.strokeStyle = colour(sign.colour);
    context.stroke(path);
    context.restore();
  }
}

export function drawLinks(context: Context, figure: Figure, places: (Place | null)[]): void {
  for (const link of figure.links ?? []) {
    const from = places[link.a];
    const to = places[link.b];
    if (!from || !to) continue;
    context.save();
    context.lineWidth = (link.strong ? 4 : 1.5) + 2 * Math.min(Math.abs(link.value), 1);
    const wide = context.lineWidth;
    const path = new Path2D();
    path.moveTo(...from);
    path.lineTo(...to);
    context.lineWidth = wide + 3;
    context.strokeStyle = colour("--scene");
    context.stroke(path);
    context.lineWidth = wide;
    context.strokeStyle = diverging(link.value);
    if (link.value < 0) context.setLineDash([7, 4]);
    context.stroke(path);
    context.restore();
  }
}
export function labelLinks(context: Context, figure: Figure, places: (Place | null)[]): void {
  // The largest first: one that would lie on another is left to the table.
  const links = [...(figure.links ?? [])].sort(
    (a, b) =>
      Number(b.strong ?? 0) - Number(a.strong ?? 0) || Math.abs(b.value) - Math.abs(a.value),
  );
  const labels: Label[] = [];
  for (const link of links) {
    const from = places[link.a];
    const to = places[link.b];
    if (!from || !to || (links.length > labelled && !link.strong)) continue;
    const share = 0.4; // off the middle, where diagonals cross
    const x = from[0] + share * (to[0] - from[0]);
    const y = from[1] + share * (to[1] - from[1]);
    if (!takePlace(labels, { x, y, half: halfWidth(link.label) })) continue;
    drawLabel(context, link.label, x, y, "--fg", "center", link.strong);
  }
}

/** All arrows to one scale: the largest, or one of size `atLeast`, is 35 % of the radius of the
 * drawing. */
export function drawArrows(
  context: Context,
  figures: Figure[],
  radius: number,
  project: Project,
  atLeast = 0,
): void {
  const arrows = figures.flatMap((figure) => figure.arrows ?? []);
  const sizes = arrows.map((arrow) => size(arrow.vector)).filter(Number.isFinite);
  const largest = Math.max(0, ...sizes) && Math.max(atLeast, ...sizes);
  if (largest === 0) return;
  const seen = arrows.filter((arrow) => size(arrow.vector) > 1e-6 * largest);
  const labels: Label[] = [];
  for (const arrow of seen) {
    const point = new Vector3(...arrow.point);
    const vector = new Vector3(...arrow.vector);
    const from = project(point);
    const to = project(point.addScaledVector(vector, (0.35 * radius) / largest));
    if (!from || !to) continue;
    drawArrow(context, from, to);
    if (seen.length > labelled) continue;
    const text = number(size(arrow.vector), 3);
    const level = Math.abs(to[0] - from[0]) > Math.abs(to[1] - from[1]);
    const half = halfWidth(text);
    const x = to[0] + (level ? 0 : 7 + half);
    const y = to[1] + (level ? -16 : to[1] < from[1] ? -2 : 2);
    if (takePlace(labels, { x, y, half })) drawLabel(context, text, x, y, "--impulse", "center");
  }
}
interface Label {
  x: number;
  y: number;
  half: number;
}
function halfWidth(text: string): number {
  return 3.5 * text.length + 1;
}
/** False: another label is there. */
function takePlace(labels: Label[], { x, y, half }: Label): boolean {
  const taken = labels.some((l) => Math.abs(l.x - x) < l.half + half && Math.abs(l.y - y) < 13);
  if (!taken) labels.push({ x, y, half });
  return !taken;
}
function size(vector: Vector): number {
  return Math.hypot(...vector);
}
function drawArrow(context: Context, from: Place, to: Place): void {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const head = Math.min(9, 0.6 * length);
  context.save();
  context.translate(to[0], to[1]);
  context.rotate(Math.atan2(to[1] - from[1], to[0] - from[0]));
  const path = new Path2D();
  path.moveTo(-length, 0);
  path.lineTo(-head, 0);
  const tip = new Path2D(`M0,0L${-head},${-0.45 * head}V${0.45 * head}Z`);
  context.lineJoin = "round";
  context.strokeStyle = colour("--scene");
  context.lineWidth = 5;
  context.stroke(path);
  context.lineWidth = 3;
  context.stroke(tip);
  context.strokeStyle = context.fillStyle = colour("--impulse");
  context.lineWidth = 2.2;
  context.stroke(path);
  context.fill(tip);
  if (length < 4) {
    context.beginPath(); // towards the reader
    context.arc(0, 0, 5, 0, 2 * Math.PI);
    context.stroke();
  }
  context.restore();
}

export function drawLabel(
  context: Context,
  text: string,
  x: number,
  y: number,
  variable = "--fg",
  align: CanvasTextAlign = "left",
  strong = false,
): void {
  context.font = `${strong ? "600 " : ""}12px system-ui, sans-serif`;
  context.textAlign = align;
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 4;
  context.strokeStyle = colour("--scene");
  context.strokeText(text, x, y);
  context.fillStyle = colour(variable);
  context.fillText(text, x, y);
}

/** The picture in words. */
export function inWords(
  name: string,
  planar: boolean,
  bodies: number,
  contacts: { name: string }[],
  figures: Figure[],
): string {
  const solid = figures.find((figure) => !figure.ghost);
  const touching = contacts.flatMap((contact, k) => {
    const state = solid?.frame.states[k] ?? 0;
    return state > 0 ? [`${contact.name} ${signs[state]?.word ?? ""}`.trim()] : [];
  });
  const count = (n: number, word: string) => (n === 0 ? "" : `, ${n} ${word}${n === 1 ? "" : "s"}`);
  const listed = touching.length > 6 ? [...touching.slice(0, 6), "and more"] : touching;
  const arrows = figures.reduce((sum, figure) => sum + (figure.arrows?.length ?? 0), 0);
  const ghosts = figures.filter((figure) => figure.ghost).length;
  return (
    `Picture of ${name || "the model"}${planar ? " from the front" : ""}: ` +
    `${bodies} ${bodies === 1 ? "body" : "bodies"}; ` +
    (touching.length > 0 ? `contacts: ${listed.join(", ")}` : "no contact is closed") +
    count(arrows, "impulse") +
    count(ghosts, "ghost")
  );
}
