// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The bodies of a drawing in the scene, once per figure: solid, or as a ghost one can look through.
import {
  Box3,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  type Material,
  type Object3D,
  Vector3,
  type Scene,
} from "three";
import { colour } from "../colours";
import type { Drawing } from "../format";
import type { Frame } from "../motion";
import { formsOf } from "./geometry";

/** Materials by use; their colours are set anew when light and dark change. */
const surfaces = new Map<string, MeshLambertMaterial>();
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
/** "--body 1 stand_in": variable, shade by body, stand-ins are lighter. */
function tint(key: string): Color {
  const [name, shade, standIn] = key.split(" ");
  const base = new Color(colour(name!));
  if (shade === "1") base.offsetHSL(0, 0, -0.035);
  if (standIn) base.lerp(new Color(colour("--scene")), 0.22);
  return base;
}
function surface(key: string, ghost: boolean): MeshLambertMaterial {
  let material = surfaces.get(key);
  if (!material) {
    material = new MeshLambertMaterial({ vertexColors: !ghost, color: tint(key) });
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
  standIn: boolean;
  role: "surface" | "edges" | "depth";
}

/** One figure; used again for the next one shown. */
export class FigureNode {
  readonly root = new Group();
  private readonly bodies: { group: Group; parts: Part[] }[];
  private look = "";
  /** Seen from the front, ghosts are behind what is solid. */
  private readonly behind = new Vector3();

  constructor(drawing: Drawing, place: number) {
    if (drawing.planar) {
      this.behind.set(...drawing.planar.normal).setLength(-2.2 * drawing.radius);
    }
    this.bodies = formsOf(drawing).map((forms) => {
      const group = new Group();
      const parts: Part[] = [];
      const add = (object: Mesh | LineSegments, role: Part["role"], form: (typeof forms)[0]) => {
        object.position.set(...form.shape.position);
        object.quaternion.set(...form.shape.quaternion).normalize();
        object.renderOrder = 4 * place + (role === "depth" ? 0 : role === "surface" ? 1 : 2);
        group.add(object);
        parts.push({ object, standIn: form.shape.stand_in === true, role });
      };
      for (const form of forms) {
        add(new Mesh(form.surface, hidden), "depth", form);
        add(new Mesh(form.surface), "surface", form);
        if (form.edges) add(new LineSegments(form.edges), "edges", form);
      }
      this.root.add(group);
      return { group, parts };
    });
  }

  show(frame: Frame, ghost: string | undefined): void {
    if (this.look !== (ghost ?? "solid")) this.dress(ghost);
    this.root.visible = true;
    this.bodies.forEach(({ group }, body) => {
      const pose = frame.poses.subarray(7 * body, 7 * body + 7);
      group.visible = pose.length === 7 && pose.every(Number.isFinite);
      if (!group.visible) return;
      group.position.set(pose[0]!, pose[1]!, pose[2]!);
      group.quaternion.set(pose[3]!, pose[4]!, pose[5]!, pose[6]!);
    });
  }

  private dress(ghost: string | undefined): void {
    this.look = ghost ?? "solid";
    if (ghost) this.root.position.copy(this.behind);
    else this.root.position.set(0, 0, 0);
    this.bodies.forEach(({ parts }, body) => {
      for (const { object, standIn, role } of parts) {
        if (role === "depth") object.visible = ghost !== undefined;
        else if (role === "edges") object.material = line(ghost ?? "--body-edge") as Material;
        else if (ghost) object.material = surface(`${ghost} g`, true);
        else object.material = surface(`--body ${body % 2}${standIn ? " stand_in" : ""}`, false);
      }
    });
  }

  /** Adds what is seen of it to a box. */
  bounds(box: Box3): Box3 {
    this.root.updateMatrixWorld(true);
    this.root.traverseVisible((object: Object3D) => {
      if (object instanceof Mesh) box.expandByObject(object);
    });
    return box;
  }
}

/** As many figures as are shown; the others stay, unseen. */
export class FigureNodes {
  private readonly nodes: FigureNode[] = [];
  constructor(
    private readonly scene: Scene,
    private readonly drawing: Drawing,
  ) {}
  show(figures: { frame: Frame; ghost?: string }[]): void {
    figures.forEach((figure, k) => {
      if (!this.nodes[k]) {
        this.nodes[k] = new FigureNode(this.drawing, k);
        this.scene.add(this.nodes[k].root);
      }
      this.nodes[k].show(figure.frame, figure.ghost);
    });
    for (let k = figures.length; k < this.nodes.length; k++) this.nodes[k]!.root.visible = false;
  }
  bounds(): Box3 {
    const box = new Box3();
    for (const node of this.nodes) if (node.root.visible) node.bounds(box);
    return box;
  }
}
