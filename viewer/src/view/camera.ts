// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// How a drawing is looked at: planar ones from the front without perspective, moved and enlarged;
// spatial ones also turned. By mouse, touch and keys.
import {
  Box3,
  MOUSE,
  OrthographicCamera,
  PerspectiveCamera,
  Quaternion,
  Spherical,
  TOUCH,
  Vector3,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Drawing } from "../format";

/** Place on the canvas [CSS pixels]; null: behind the camera. */
export type Project = (point: Vector3) => [number, number] | null;

const turn = Math.PI / 24;

export class Eye {
  readonly camera: OrthographicCamera | PerspectiveCamera;
  readonly controls: OrbitControls;
  private width = 1;
  private height = 1;
  private halfHeight: number; // of an orthographic picture, in the drawing's length
  private direction: Vector3;
  private reach: number;

  constructor(
    private readonly drawing: Drawing,
    canvas: HTMLCanvasElement,
    changed: () => void,
  ) {
    const planar = drawing.planar;
    this.halfHeight = this.reach = drawing.radius;
    this.camera = planar ? new OrthographicCamera() : new PerspectiveCamera(32);
    this.camera.up.set(...(planar ? planar.up : drawing.up)).normalize();
    this.direction = planar ? new Vector3(...planar.normal) : aside(this.camera.up);
    this.direction.normalize();
    this.camera.position.copy(this.direction).multiplyScalar(10 * this.reach);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = planar !== null;
    this.controls.enableRotate = planar === null;
    this.controls.zoomSpeed = 1.4;
    if (planar) {
      this.controls.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
      this.controls.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
    }
    this.controls.addEventListener("change", changed);
  }

  /** To the right of the first direction. */
  right(): Vector3 {
    return new Vector3().crossVectors(this.camera.up, this.direction).normalize();
  }
  get target(): Vector3 {
    return this.controls.target;
  }

  resize(width: number, height: number): void {
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
    this.frame();
  }

  /** Frustum of the size of the canvas; planes from the size of what is drawn. */
  private frame(): void {
    const camera = this.camera;
    const away = camera.position.distanceTo(this.target);
    if (camera instanceof OrthographicCamera) {
      const wide = (this.halfHeight * this.width) / this.height;
      camera.left = -wide;
      camera.right = wide;
      camera.top = this.halfHeight;
      camera.bottom = -this.halfHeight;
      camera.near = 0;
      camera.far = 2 * away;
    } else {
      camera.aspect = this.width / this.height;
      camera.near = Math.max(away * 0.02, this.reach * 1e-3);
      camera.far = away + 40 * this.reach;
    }
    camera.updateProjectionMatrix();
  }
  /** Call before drawing: distances may have changed. */
  ready(): void {
    this.frame();
    this.camera.updateMatrixWorld();
  }

  /** All of the box in the picture, from the first direction. */
  fit(box: Box3): void {
    const center = box.getCenter(new Vector3());
    const size = box.getSize(new Vector3()).multiplyScalar(0.5);
    this.reach = Math.max(size.length(), 1e-9 * this.drawing.radius);
    const camera = this.camera;
    if (camera instanceof OrthographicCamera) {
      const up = camera.up;
      const right = new Vector3().crossVectors(up, this.direction).normalize();
      const wide = halfExtent(size, right);
      const high = halfExtent(size, up);
      this.halfHeight = 1.2 * Math.max(high, (wide * this.height) / this.width, this.reach / 3);
      camera.zoom = 1;
      camera.position.copy(center).addScaledVector(this.direction, 10 * this.reach);
    } else {
      const away = 1.08 * this.distance(camera, size);
      camera.position.copy(center).addScaledVector(this.direction, away);
    }
    this.target.copy(center);
    this.controls.update();
    this.frame();
  }

  /** How far from its middle a box of these half sizes is all in the picture. */
  private distance(camera: PerspectiveCamera, half: Vector3): number {
    const slope = Math.tan((camera.fov * Math.PI) / 360);
    const right = new Vector3().crossVectors(camera.up, this.direction).normalize();
    const up = new Vector3().crossVectors(this.direction, right);
    let away = 0;
    for (let k = 0; k < 8; k++) {
      const corner = new Vector3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1).multiply(half);
      const near = corner.dot(this.direction);
      const high = Math.abs(corner.dot(up)) / slope;
      const wide = (Math.abs(corner.dot(right)) * this.height) / (slope * this.width);
      away = Math.max(away, near + high, near + wide);
    }
    return Math.max(away, 1e-6 * this.drawing.radius);
  }

  /** Camera and target moved together. */
  shift(by: Vector3): void {
    this.camera.position.add(by);
    this.target.add(by);
    this.controls.update();
  }
  zoom(factor: number): void {
    if (this.camera instanceof OrthographicCamera) this.camera.zoom *= factor;
    else {
      const offset = this.camera.position.clone().sub(this.target);
      this.camera.position.copy(this.target).addScaledVector(offset, 1 / factor);
    }
    this.frame();
    this.controls.update();
  }
  /** A share of the picture to the right and up. */
  pan(right: number, up: number): void {
    const camera = this.camera;
    const away = camera.position.distanceTo(this.target);
    const high =
      camera instanceof OrthographicCamera
        ? (2 * this.halfHeight) / camera.zoom
        : 2 * away * Math.tan((camera.fov * Math.PI) / 360);
    const by = new Vector3(right * high, up * high, 0).applyQuaternion(camera.quaternion);
    this.shift(by);
  }
  orbit(around: number, over: number): void {
    const toY = new Quaternion().setFromUnitVectors(this.camera.up, new Vector3(0, 1, 0));
    const offset = this.camera.position.clone().sub(this.target).applyQuaternion(toY);
    const place = new Spherical().setFromVector3(offset);
    place.theta += around * turn;
    place.phi += over * turn;
    offset.setFromSpherical(place.makeSafe()).applyQuaternion(toY.invert());
    this.camera.position.copy(this.target).add(offset);
    this.controls.update();
  }

  readonly project: Project = (point) => {
    const at = point.clone().project(this.camera);
    if (!Number.isFinite(at.x + at.y) || at.z > 1) return null;
    return [((at.x + 1) / 2) * this.width, ((1 - at.y) / 2) * this.height];
  };

  /** True: this key was for the picture. */
  key(event: KeyboardEvent, fit: () => void): boolean {
    const arrows: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const arrow = arrows[event.key];
    if (arrow && (this.drawing.planar || event.shiftKey))
      this.pan(0.08 * arrow[0], 0.08 * arrow[1]);
    else if (arrow) this.orbit(arrow[0], -arrow[1]);
    else if (event.key === "+" || event.key === "=") this.zoom(1.2);
    else if (event.key === "-") this.zoom(1 / 1.2);
    else if (event.key === "0" || event.key === "Home") fit();
    else return false;
    return true;
  }
}

function halfExtent(half: Vector3, axis: Vector3): number {
  return Math.abs(axis.x) * half.x + Math.abs(axis.y) * half.y + Math.abs(axis.z) * half.z;
}
/** From the right, in front and above, for robots that face x. */
function aside(up: Vector3): Vector3 {
  const forward = Math.abs(up.x) > 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
  const left = new Vector3().crossVectors(up, forward).normalize();
  forward.crossVectors(left, up);
  return forward.multiplyScalar(0.75).addScaledVector(left, -1).addScaledVector(up, 0.38);
}
