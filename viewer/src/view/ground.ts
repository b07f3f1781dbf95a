// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Planes fixed to the world. Seen from the front: a hatched line. In space: a sheet with a grid that
// goes along with the camera.
import {
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  ShadowMaterial,
  Vector3,
} from "three";
import { colour } from "../colours";
import type { Drawing } from "../format";
import type { Project } from "./camera";

const half = 12; // steps of the grid each way

/** 1, 2 or 5 times a power of ten, not above `value`. */
export function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * (value / power >= 5 ? 5 : value / power >= 2 ? 2 : 1);
}

export class Sheets {
  readonly root = new Group();
  private readonly step: number;
  private readonly sheet = new MeshBasicMaterial({
    transparent: true,
    opacity: 0.45,
    side: DoubleSide,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: 2,
    polygonOffsetUnits: 2,
  });
  private readonly lines = new LineBasicMaterial({
    transparent: true,
    opacity: 0.45,
    depthWrite: false, // the shadow lies in the same plane
  });
  private readonly shade = new ShadowMaterial({ transparent: true, depthWrite: false });

  constructor(private readonly drawing: Drawing) {
    this.step = niceStep(drawing.radius / 2);
    for (const ground of drawing.grounds) {
      const group = new Group();
      const normal = new Vector3(...ground.normal).normalize();
      group.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), normal);
      const side = 2 * half * this.step;
      const mesh = new Mesh(new PlaneGeometry(side, side), this.sheet);
      mesh.renderOrder = -2;
      const grid = new LineSegments(this.grid(), this.lines);
      grid.renderOrder = -1;
      const shadow = new Mesh(mesh.geometry, this.shade);
      shadow.receiveShadow = true;
      shadow.renderOrder = -1;
      group.add(mesh, grid, shadow);
      this.root.add(group);
    }
    this.recolour();
  }
  recolour(): void {
    this.sheet.color.set(colour("--ground"));
    this.lines.color.set(colour("--ground-line"));
    this.shade.color.set(0x000000);
    this.shade.opacity = Number(colour("--shadow")) || 0.2;
  }
  private grid(): BufferGeometry {
    const corners: number[] = [];
    const end = half * this.step;
    for (let k = -half; k <= half; k++) {
      const at = k * this.step;
      corners.push(at, -end, 0, at, end, 0, -end, at, 0, end, at, 0);
    }
    const geometry = new BufferGeometry();
    return geometry.setAttribute("position", new Float32BufferAttribute(corners, 3));
  }
  /** Under what is looked at, in whole steps. */
  center(target: Vector3): void {
    this.root.children.forEach((group, k) => {
      const origin = new Vector3(...this.drawing.grounds[k]!.point);
      const local = target.clone().sub(origin);
      local.applyQuaternion(group.quaternion.clone().invert());
      local.set(this.snap(local.x), this.snap(local.y), 0);
      group.position.copy(local.applyQuaternion(group.quaternion).add(origin));
    });
  }
  private snap(value: number): number {
    return Math.round(value / this.step) * this.step;
  }
}

/** Hatched lines where the planes cut the plane of the drawing. */
export function hatch(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
  project: Project,
  width: number,
  height: number,
): void {
  const front = new Vector3(...drawing.planar!.normal).normalize();
  for (const ground of drawing.grounds) {
    const point = new Vector3(...ground.point);
    const into = new Vector3(...ground.normal).negate();
    into.addScaledVector(front, -into.dot(front));
    if (into.length() < 1e-6) continue; // the plane of the drawing itself
    const from = project(point);
    const to = project(point.clone().addScaledVector(into.normalize(), drawing.radius));
    if (!from || !to) continue;
    const middle = along(from, to, width / 2, height / 2);
    context.save();
    context.translate(from[0], from[1]);
    context.rotate(Math.atan2(to[1] - from[1], to[0] - from[0]) - Math.PI / 2); // y goes into it
    strokes(context, middle, Math.hypot(width, height) / 2);
    context.restore();
  }
}
/** How far along the line from `from` the middle of the canvas is. */
function along(from: number[], to: number[], x: number, y: number): number {
  const angle = Math.atan2(to[1]! - from[1]!, to[0]! - from[0]!) - Math.PI / 2;
  return (x - from[0]!) * Math.cos(angle) + (y - from[1]!) * Math.sin(angle);
}
function strokes(context: CanvasRenderingContext2D, middle: number, reach: number): void {
  const gap = 9;
  const start = Math.floor((middle - reach) / gap) * gap;
  context.beginPath();
  for (let x = start; x < middle + reach; x += gap) {
    context.moveTo(x, 1);
    context.lineTo(x - 8, 9);
  }
  context.strokeStyle = colour("--ground-line");
  context.lineWidth = 1;
  context.stroke();
  context.beginPath();
  context.moveTo(start, 0);
  context.lineTo(middle + reach, 0);
  context.lineWidth = 1.5;
  context.stroke();
}
