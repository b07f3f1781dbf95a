// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Shapes of bodies as triangles, made once per drawing. Round ones carry two tones, so that turning
// shows; boxes and cylinders have thin edges.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  EdgesGeometry,
  SphereGeometry,
} from "three";
import { toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { decodeFloats, decodeIndices } from "../decode";
import type { Drawing, Shape } from "../format";

export interface Form {
  shape: Shape;
  surface: BufferGeometry;
  edges: BufferGeometry | null;
}

/** Of one body. */
export interface Forms {
  seen: Form[];
  collision: Form[] | null; // where it is not what is seen
}

// Edges between triangles that meet at less than this are rounded off [rad]: meshes are thinned, and
// their round parts have corners of up to this. Larger: boxes look like cushions.
const crease = 0.7;

const made = new WeakMap<Drawing, Forms[]>();

/** Per body its forms; those that cannot be made are left out. */
export function formsOf(drawing: Drawing): Forms[] {
  let forms = made.get(drawing);
  if (!forms) {
    const formed = (shapes: Shape[]): Form[] => shapes.flatMap((shape) => formOf(shape) ?? []);
    forms = drawing.bodies.map((body) => ({
      seen: formed(body.shapes),
      collision: body.collision ? formed(body.collision) : null,
    }));
    made.set(drawing, forms);
  }
  return forms;
}

function formOf(shape: Shape): Form | null {
  switch (shape.kind) {
    case "box": {
      const box = new BoxGeometry(...shape.size);
      return { shape, surface: toned(box), edges: new EdgesGeometry(box) };
    }
    case "sphere":
      return { shape, surface: ball(shape.radius), edges: null };
    case "ellipsoid":
      return { shape, surface: ball(1).scale(...shape.size), edges: null };
    case "cylinder": {
      const round = new CylinderGeometry(shape.radius, shape.radius, shape.length, 32);
      round.rotateX(Math.PI / 2);
      const wheel = shape.length < 3 * shape.radius;
      return {
        shape,
        surface: toned(round, wheel ? (x, y) => x * y > 0 : undefined),
        edges: new EdgesGeometry(round, 40),
      };
    }
    case "capsule": {
      const pill = new CapsuleGeometry(shape.radius, shape.length, 8, 24).rotateX(Math.PI / 2);
      return { shape, surface: toned(pill), edges: null };
    }
    case "mesh":
      return mesh(shape);
  }
}

function ball(radius: number): BufferGeometry {
  return toned(new SphereGeometry(radius, 48, 24), (x, y, z) => x * y * z > 0);
}

function mesh(shape: Shape & { kind: "mesh" }): Form | null {
  const vertices = decodeFloats(shape.vertices);
  const triangles = decodeIndices(shape.triangles);
  const count = vertices.length / 3;
  const whole = Number.isInteger(count) && triangles.length % 3 === 0;
  if (!whole || triangles.some((index) => index >= count)) return null;
  if (!vertices.every(Number.isFinite)) return null;
  const indexed = new BufferGeometry();
  indexed.setAttribute("position", new BufferAttribute(Float32Array.from(vertices), 3));
  indexed.setIndex(new BufferAttribute(triangles, 1));
  const surface = toned(indexed);
  surface.computeVertexNormals(); // of single triangles: flat
  return { shape, surface: toCreasedNormals(surface, crease), edges: null };
}

type Dark = (x: number, y: number, z: number) => boolean;

/** With a tone per triangle, darker where `dark` says so of its middle. */
function toned(from: BufferGeometry, dark?: Dark): BufferGeometry {
  const geometry = from.index ? from.toNonIndexed() : from;
  const at = geometry.getAttribute("position");
  const tones = new Float32Array(at.count * 3).fill(1);
  geometry.setAttribute("color", new BufferAttribute(tones, 3));
  for (let k = 0; dark && k + 2 < at.count; k += 3) {
    const x = at.getX(k) + at.getX(k + 1) + at.getX(k + 2);
    const y = at.getY(k) + at.getY(k + 1) + at.getY(k + 2);
    const z = at.getZ(k) + at.getZ(k + 1) + at.getZ(k + 2);
    if (dark(x, y, z)) tones.fill(0.76, 3 * k, 3 * k + 9);
  }
  return geometry;
}
