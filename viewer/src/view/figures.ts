// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The bodies of a drawing in the scene, once per figure: solid, or as a ghost one can look through;
// as they are seen, or as they collide. Colours: of the file; else one per limb.
import {
  Box3,
  Color,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  type Material,
  type Object3D,
  SRGBColorSpace,
  Vector3,
  type Scene,
} from "three";
import { colour, onDark } from "../colours";
import type { Body, Drawing, Shape } from "../format";
import type { Frame } from "../motion";
import { formsOf, type Form } from "./geometry";

/** Materials by use; their colours are set anew when light and dark change. */
const surfaces = new Map<string, MeshStandardMaterial>();
const lines = new Map<string, LineBasicMaterial>();
const hidden = new MeshLambertMaterial({
  colorWrite: false,
  transparent: true, // sorted among the ghosts
  polygonOffset: true,
  polygonOffsetFactor: 1,
  polygonOffsetUnits: 1,
});

export function recolour(): void {
  for (const [key, material] of surfaces) material.color.copy(tint(key));
  for (const [key, material] of lines) material.color.set(colour(key));
}
const limbs = 6; // colours of limbs in style.css
/** Lightness of a file's colour: what is black or white has no shape left, on its ground least. */
const darkest = { light: 0.2, dark: 0.34 };
const lightest = 0.84;

/** "--body 1 stand_in": variable or "#rrggbb", shade by body, stand-ins are lighter. */
function tint(key: string): Color {
  const [name, shade, standIn] = key.split(" ");
  if (name!.startsWith("#")) {
    const base = new Color(name);
    const hsl = { h: 0, s: 0, l: 0 };
    base.getHSL(hsl, SRGBColorSpace);
    const lightness = Math.min(Math.max(hsl.l, darkest[onDark() ? "dark" : "light"]), lightest);
    return base.setHSL(hsl.h, hsl.s, lightness, SRGBColorSpace);
  }
  const base = new Color(colour(name!));
  if (shade === "1") base.offsetHSL(0, 0, -0.035);
  if (standIn) base.lerp(new Color(colour("--scene")), 0.22);
  return base;
}
/** What a shape is coloured by, as tint() reads it. */
function keyOf(drawing: Drawing, number: number, shape: Shape, collision: boolean): string {
  if (shape.sole) return "--sole";
  if (collision) return "--collision";
  if (shape.colour) return shape.colour;
  const body: Body = drawing.bodies[number]!;
  const shade = `${number % 2}${shape.stand_in ? " stand_in" : ""}`;
  if (body.limb) return `--limb${(body.limb - 1) % limbs} ${shade}`;
  return `${drawing.bodies.some((other) => other.limb) ? "--trunk" : "--body"} ${shade}`;
}
function surface(key: string, ghost: boolean): MeshStandardMaterial {
  let material = surfaces.get(key);
  if (!material) {
    material = new MeshStandardMaterial({
      vertexColors: !ghost,
      color: tint(key),
      roughness: 0.65,
      metalness: 0.05,
      side: DoubleSide, // files turn triangles either way
    });
    if (ghost) {
      material.transparent = true;
      material.opacity = 0.34;
      material.polygonOffset = true;
      material.polygonOffsetFactor = 1;
      material.polygonOffsetUnits = 1;
    }
    surfaces.set(key, material);
  }
  return material;
}
function line(name: string): LineBasicMaterial {
  let material = lines.get(name);
  if (!material) {
    material = new LineBasicMaterial({ color: colour(name), transparent: true, opacity: 0.7 });
    lines.set(name, material);
  }
  return material;
}

interface Part {
  object: Mesh | LineSegments;
  key: string;
  role: "surface" | "edges" | "depth";
  /** Shown as what is seen, as what collides, or as both. */
  seen: boolean;
  collides: boolean;
}

/** One figure; used again for the next one shown. */
export class FigureNode {
  readonly root = new Group();
  private readonly bodies: { group: Group; parts: Part[]; fixed: boolean }[];
  private look = "";
  private solid = true;
  private readonly near: number; // bodies this near are in one place
  /** Seen from the front, ghosts are behind what is solid. */
  private readonly behind = new Vector3();

  constructor(drawing: Drawing, place: number) {
    this.near = 0.01 * drawing.radius; // half a hundredth of what is seen
    if (drawing.planar) {
      this.behind.set(...drawing.planar.normal).setLength(-2.2 * drawing.radius);
    }
    this.bodies = formsOf(drawing).map(({ seen, collision }, number) => {
      const group = new Group();
      const parts: Part[] = [];
      const fixed = drawing.bodies[number]!.name === "world";
      const add = (
        object: Mesh | LineSegments,
        role: Part["role"],
        form: Form,
        collides: boolean,
      ) => {
        object.position.set(...form.shape.position);
        object.quaternion.set(...form.shape.quaternion).normalize();
        object.renderOrder = 4 * place + (role === "depth" ? 0 : role === "surface" ? 1 : 2);
        object.receiveShadow = fixed && role === "surface";
        group.add(object);
        parts.push({
          object,
          key: keyOf(drawing, number, form.shape, collides),
          role,
          seen: !collides,
          collides: collides || collision === null || form.shape.sole === true,
        });
      };
      const addAll = (form: Form, collides: boolean): void => {
        add(new Mesh(form.surface, hidden), "depth", form, collides);
        add(new Mesh(form.surface), "surface", form, collides);
        if (form.edges) add(new LineSegments(form.edges), "edges", form, collides);
      };
      for (const form of seen) addAll(form, false);
      for (const form of collision ?? []) addAll(form, true);
      this.root.add(group);
      return { group, parts, fixed };
    });
  }

  /** `solid`: what a ghost stands beside; its bodies that are there too are left out, since two
   * surfaces in one place are no picture. */
  show(
    frame: Frame,
    ghost: string | undefined,
    collision: boolean,
    shift: Vector3,
    solid?: Frame,
  ): void {
    const look = `${ghost ?? "solid"} ${collision}`;
    if (this.look !== look) this.dress(ghost, collision);
    this.look = look;
    this.root.visible = true;
    this.root.position.copy(shift);
    if (ghost) this.root.position.add(this.behind);
    this.bodies.forEach(({ group }, body) => {
      const pose = frame.poses.subarray(7 * body, 7 * body + 7);
      const other = ghost ? solid?.poses.subarray(7 * body, 7 * body + 7) : undefined;
      group.visible =
        pose.length === 7 &&
        pose.every(Number.isFinite) &&
        !(other && samePlace(pose, other, this.near));
      if (!group.visible) return;
      group.position.set(pose[0]!, pose[1]!, pose[2]!);
      group.quaternion.set(pose[3]!, pose[4]!, pose[5]!, pose[6]!);
    });
  }

  private dress(ghost: string | undefined, collision: boolean): void {
    this.solid = ghost === undefined;
    for (const { parts } of this.bodies) {
      for (const { object, key, role, seen, collides } of parts) {
        object.visible = (collision ? collides : seen) && (role !== "depth" || !this.solid);
        object.castShadow = this.solid && role === "surface" && !object.receiveShadow;
        if (role === "edges") object.material = line(ghost ?? "--body-edge") as Material;
        else if (role === "surface")
          object.material = surface(ghost ? `${ghost} g` : key, !this.solid);
      }
    }
  }

  /** Adds what is seen of it to a box. What stands may be of any size, as stairs are: of that only
   * what is near the bodies that move. */
  bounds(box: Box3): Box3 {
    this.root.updateMatrixWorld(true);
    const [moving, standing] = [new Box3(), new Box3()];
    for (const { group, fixed } of this.bodies) {
      if (!group.visible) continue;
      group.traverseVisible((object: Object3D) => {
        if (object instanceof Mesh) (fixed ? standing : moving).expandByObject(object);
      });
    }
    if (!moving.isEmpty()) {
      const near = moving.clone().expandByScalar(0.25 * moving.getSize(new Vector3()).length());
      standing.intersect(near);
    }
    if (!standing.isEmpty()) box.union(standing);
    return box.union(moving);
  }
}

/** Two placements of a body that no eye tells apart: shifted by less than `near`, turned by less
 * than 0.02 rad. */
function samePlace(a: Float32Array, b: Float32Array, near: number): boolean {
  if (!(Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!) < near)) return false;
  const dot = a[3]! * b[3]! + a[4]! * b[4]! + a[5]! * b[5]! + a[6]! * b[6]!;
  return 2 * Math.acos(Math.min(Math.abs(dot), 1)) < 0.02;
}

/** As many figures as are shown, of each drawing; the others stay, unseen. */
export class FigureNodes {
  private readonly nodes = new Map<Drawing, FigureNode[]>();
  constructor(
    private readonly scene: Scene,
    private readonly drawing: Drawing,
  ) {}
  show<F extends { frame: Frame; ghost?: string; drawing?: Drawing }>(
    figures: F[],
    collision: boolean,
    shiftOf: (figure: F) => Vector3,
  ): void {
    const used = new Map<Drawing, number>();
    const solid = figures.find((figure) => !figure.ghost);
    let place = 0;
    for (const figure of figures) {
      const drawing = figure.drawing ?? this.drawing;
      const nodes = this.nodes.get(drawing) ?? [];
      this.nodes.set(drawing, nodes);
      const k = used.get(drawing) ?? 0;
      used.set(drawing, k + 1);
      if (!nodes[k]) {
        nodes[k] = new FigureNode(drawing, place);
        this.scene.add(nodes[k].root);
      }
      const same = solid && (solid.drawing ?? this.drawing) === drawing;
      const stands = same ? solid.frame : undefined;
      nodes[k].show(figure.frame, figure.ghost, collision, shiftOf(figure), stands);
      place++;
    }
    for (const [drawing, nodes] of this.nodes) {
      const shown = used.get(drawing) ?? 0;
      for (let k = shown; k < nodes.length; k++) nodes[k]!.root.visible = false;
    }
  }
  bounds(): Box3 {
    const box = new Box3();
    for (const nodes of this.nodes.values()) {
      for (const node of nodes) if (node.root.visible) node.bounds(box);
    }
    return box;
  }
}
