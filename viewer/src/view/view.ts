// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The picture of a model: bodies by WebGL, contacts and impulses on top of them, a legend below.
import "./view.css";
import { Box3, DirectionalLight, HemisphereLight, Scene, Vector3 } from "three";
import { colour, onColours } from "../colours";
import { h } from "../dom";
import type { Drawing, Vector } from "../format";
import type { Frame } from "../motion";
import { Eye, type Project } from "./camera";
import { FigureNodes, recolour } from "./figures";
import { hatch, Sheets } from "./ground";
import { Legend } from "./legend";
import * as overlay from "./overlay";
import { ask, enlist, render } from "./renderer";

/** One drawn state of the model. */
export interface Figure {
  frame: Frame;
  /** A ghost, in the colour of this variable ("--c1"); none: solid. */
  ghost?: string;
  /** Impulses: at a point, along a vector; lengths are scaled together so that the largest shows. */
  arrows?: { point: Vector; vector: Vector }[];
  /** Lines between two contacts, for their coupling: -1 to 1. */
  links?: { a: number; b: number; value: number; label: string; strong?: boolean }[];
  /** Of another model than the view's. */
  drawing?: Drawing;
  /** Beside others: so many places to the right, under this name. */
  beside?: { place: number; label: string; colour: string };
}

const apart = 1.7; // of the drawing's radius, between figures beside each other

/** A picture of a drawing that the reader can turn, move and enlarge. */
export class View {
  readonly element: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly context: CanvasRenderingContext2D | null;
  private readonly note = h("p", { class: "view-note", hidden: true });
  private readonly legend: Legend;
  private readonly scene = new Scene();
  private readonly light = new DirectionalLight(0xffffff, 1.5);
  private readonly sun = new DirectionalLight(0xffffff, 0.5); // from above: its shadow
  private collision = false; // bodies as they collide
  private readonly nodes: FigureNodes;
  private readonly sheets: Sheets | null;
  private readonly eye: Eye;
  private figures: Figure[] = [];
  private home: Box3 | null = null;
  private following = false;
  private mean: Vector3 | null = null;
  private fitted = false; // to be fitted once the size is known and something is shown
  private places: ([number, number] | null)[] = []; // of contacts, as drawn last
  private hovered: number | null = null; // a contact
  private sized = false;
  private moved = false; // by the reader: another size of the page leaves it so
  private seen = true;
  private ratio = 1;
  private saying = 0;

  constructor(
    private readonly drawing: Drawing,
    private readonly options: {
      label?: string;
      legend?: boolean;
      impulse?: string;
      largest?: number;
    } = {},
  ) {
    this.canvas = h("canvas", { class: "view-canvas", tabindex: 0, role: "img" });
    this.context = this.canvas.getContext("2d");
    this.legend = new Legend(drawing, options.impulse);
    this.legend.element.hidden = options.legend === false;
    const stage = h("div", { class: "view-stage" }, this.canvas, this.note, this.shapeSwitch());
    this.element = h("div", { class: "view", "data-part": "view" }, stage, this.legend.element);
    this.scene.add(new HemisphereLight(0xffffff, 0xd0d4da, 2), this.light, this.light.target);
    this.scene.add(this.sun, this.sun.target);
    this.nodes = new FigureNodes(this.scene, drawing);
    this.sheets = drawing.planar ? null : new Sheets(drawing);
    if (this.sheets) {
      this.scene.add(this.sheets.root);
      this.makeShadow();
    }
    this.eye = new Eye(drawing, this.canvas, () => this.invalidate());
    this.listen(stage);
    this.say();
    enlist(this);
  }

  /** Draws these and nothing else. */
  show(figures: Figure[]): void {
    this.figures = figures;
    this.nodes.show(figures, this.collision, (figure) => this.shiftOf(figure));
    this.element.dataset.ghosts = String(figures.filter((figure) => figure.ghost).length);
    if (figures.some((figure) => figure.arrows?.length)) this.legend.reveal("impulse");
    if (figures.some((figure) => figure.links?.length)) this.legend.reveal("link");
    if (figures.some((figure) => figure.ghost)) this.legend.reveal("ghost");
    const solid = figures.find((figure) => !figure.ghost) ?? figures[0];
    const mean = meanOf(solid)?.add(solid ? this.shiftOf(solid) : new Vector3()) ?? null;
    if (this.following && mean && this.mean) this.eye.shift(mean.clone().sub(this.mean));
    if (mean) this.mean = mean;
    this.saying ||= window.setTimeout(() => this.say(), 300);
    this.invalidate();
  }
  /** Back to where everything is seen. */
  fit(): void {
    const box = (!this.following && this.home) || this.nodes.bounds();
    if (box.isEmpty()) {
      const center = new Vector3(...this.drawing.center);
      const side = (2 * this.drawing.radius) / Math.sqrt(3);
      box.setFromCenterAndSize(center, new Vector3(side, side, side));
    }
    this.eye.fit(box);
    this.moved = false;
    this.invalidate();
  }
  follow(on: boolean): void {
    if (on === this.following) return;
    this.following = on;
    if (on && this.mean) this.eye.shift(this.mean.clone().sub(this.eye.target));
    this.invalidate();
  }
  /** What fit() shows, if not the figures shown: all places where a motion goes. */
  setHome(low: Vector, high: Vector): void {
    this.home = new Box3(new Vector3(...low), new Vector3(...high));
  }
  /** What the figures shown fill, as low and high corner; null: nothing. */
  extent(): { low: Vector; high: Vector } | null {
    const box = this.nodes.bounds();
    return box.isEmpty() ? null : { low: box.min.toArray(), high: box.max.toArray() };
  }

  /** Where a file shows one thing and touches with another. */
  private shapeSwitch(): HTMLElement | null {
    if (!this.drawing.bodies.some((body) => body.collision)) return null;
    const button = h(
      "button",
      { type: "button", class: "view-switch", "aria-pressed": "false", "data-part": "collision" },
      "Collision shapes",
    );
    button.addEventListener("click", () => {
      this.collision = !this.collision;
      button.setAttribute("aria-pressed", String(this.collision));
      this.nodes.show(this.figures, this.collision, (figure) => this.shiftOf(figure));
      this.invalidate();
    });
    return button;
  }

  /** Soft, and wide as lightFromAbove says. */
  private makeShadow(): void {
    const { sun } = this;
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024);
    sun.shadow.radius = 6;
    sun.shadow.blurSamples = 16;
    sun.shadow.bias = -0.0002;
  }
  private lightFromAbove(): void {
    const { sun, drawing } = this;
    const at = this.mean?.clone() ?? new Vector3(...drawing.center);
    const up = new Vector3(...drawing.up).normalize();
    const aside = Math.abs(up.x) > 0.9 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
    // Figures beside each other have one light: in their middle, reaching to the outer ones.
    const places = this.figures.map((figure) => figure.beside?.place ?? 0);
    const half = (Math.max(0, ...places) - Math.min(...places, Infinity)) / 2 || 0;
    const middle = Math.max(0, ...places) - half - (places[0] ?? 0);
    at.addScaledVector(this.eye.right(), apart * drawing.radius * middle);
    const reach = (1.5 + apart * half) * drawing.radius;
    sun.target.position.copy(at);
    sun.position.copy(at).addScaledVector(up, 3 * reach);
    sun.position.addScaledVector(aside, 0.5 * reach);
    sun.position.addScaledVector(new Vector3().crossVectors(up, aside), 0.7 * reach);
    const { camera } = sun.shadow;
    if (camera.right === reach) return;
    [camera.left, camera.right, camera.bottom, camera.top] = [-reach, reach, -reach, reach];
    [camera.near, camera.far] = [0.1 * reach, 6 * reach];
    camera.updateProjectionMatrix();
  }

  private invalidate(): void {
    if (this.seen) ask(this);
  }

  private listen(stage: HTMLElement): void {
    const canvas = this.canvas;
    canvas.style.touchAction = "pan-y"; // one finger scrolls the page until the picture is chosen
    canvas.addEventListener("focus", () => (canvas.style.touchAction = "none"));
    canvas.addEventListener("blur", () => (canvas.style.touchAction = "pan-y"));
    stage.addEventListener(
      "wheel",
      (event) => {
        if (document.activeElement !== canvas && !event.ctrlKey) event.stopPropagation();
      },
      { capture: true, passive: true },
    );
    canvas.addEventListener("click", () => canvas.focus({ preventScroll: true }));
    canvas.addEventListener("keydown", (event) => {
      this.moved = true;
      if (!this.eye.key(event, () => this.fit())) return;
      event.preventDefault();
      event.stopPropagation();
    });
    canvas.addEventListener("pointermove", (event) => {
      this.hover(event.buttons === 0 ? [event.offsetX, event.offsetY] : null);
    });
    canvas.addEventListener("pointerleave", () => this.hover(null));
    this.eye.controls.addEventListener("start", () => (this.moved = true));
    new ResizeObserver(() => this.resize(stage)).observe(stage);
    new IntersectionObserver((entries) => {
      this.seen = entries.some((entry) => entry.isIntersecting);
      this.invalidate();
    }).observe(stage);
    onColours(() => {
      recolour();
      this.sheets?.recolour();
      this.paint();
    });
  }

  private resize(stage: HTMLElement): void {
    const { clientWidth: width, clientHeight: height } = stage;
    if (width === 0 || height === 0) return;
    this.ratio = Math.min(Math.max(window.devicePixelRatio, 1), 2);
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
    this.sized = true;
    this.eye.resize(width, height);
    if (!this.moved) this.fit();
    this.paint();
  }

  /** For the shared renderer. */
  paint(): void {
    const context = this.context;
    const width = this.canvas.width / this.ratio;
    const height = this.canvas.height / this.ratio;
    if (!context || !this.sized || !this.canvas.isConnected) return;
    if (!this.fitted && this.figures.length > 0) {
      this.fitted = true;
      this.fit();
    }
    this.eye.ready();
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.fillStyle = colour("--scene");
    context.fillRect(0, 0, width, height);
    if (this.drawing.planar) hatch(context, this.drawing, this.eye.project, width, height);
    this.sheets?.center(this.eye.target);
    this.lightFromEye();
    this.lightFromAbove();
    const { width: pixels, height: lines } = this.canvas;
    const drawn = render(this.scene, this.eye.camera, pixels, lines, context);
    this.note.hidden = drawn;
    if (!drawn) {
      this.note.textContent =
        "Bodies are not drawn: this browser has no WebGL. Contacts and impulses are.";
    }
    this.top(context);
  }
  private lightFromEye(): void {
    const { camera, target } = this.eye;
    const right = new Vector3(1, 0, 0).applyQuaternion(camera.quaternion);
    const away = camera.position.distanceTo(target);
    this.light.position.copy(camera.position).addScaledVector(right, -0.5 * away);
    this.light.position.addScaledVector(camera.up, 0.7 * away);
    this.light.target.position.copy(target);
  }
  /** Where a figure beside others stands: to the right, as seen at first. */
  private shiftOf(figure: Figure): Vector3 {
    const away = apart * this.drawing.radius * (figure.beside?.place ?? 0);
    return this.eye.right().multiplyScalar(away);
  }
  /** Its name, above it. */
  private nameFigure(context: CanvasRenderingContext2D, figure: Figure): void {
    const mean = meanOf(figure);
    if (!figure.beside || figure.ghost || !mean) return;
    const up = new Vector3(...this.drawing.up).normalize();
    mean.add(this.shiftOf(figure)).addScaledVector(up, 0.75 * this.drawing.radius);
    const at = this.eye.project(mean);
    const { label, colour } = figure.beside;
    if (at) overlay.drawLabel(context, label, at[0], at[1], colour, "center", true);
  }
  private top(context: CanvasRenderingContext2D): void {
    for (const figure of this.figures) {
      this.nameFigure(context, figure);
      if (figure.ghost || (figure.beside && figure !== this.figures[0])) continue;
      const shift = this.shiftOf(figure);
      const project: Project = (point) => this.eye.project(point.clone().add(shift));
      const places = (this.places = overlay.contactPlaces(figure, project));
      overlay.drawLinks(context, figure, places);
      overlay.drawContacts(context, figure, places);
      overlay.labelLinks(context, figure, places);
    }
    const { radius } = this.drawing;
    const shift = this.figures[0] ? this.shiftOf(this.figures[0]) : new Vector3();
    const project: Project = (point) => this.eye.project(point.clone().add(shift));
    overlay.drawArrows(context, this.figures, radius, project, this.options.largest);
    const at = this.hovered === null ? null : this.places[this.hovered];
    const solid = this.figures.find((figure) => !figure.ghost)?.drawing ?? this.drawing;
    const name = solid.contacts[this.hovered ?? -1]?.name;
    if (at && name) overlay.drawLabel(context, name, at[0] + 12, at[1] + 14);
  }
  /** Names the contact near the pointer. */
  private hover(at: [number, number] | null): void {
    let near = 12;
    let found: number | null = null;
    this.places.forEach((place, k) => {
      const away = place && at ? Math.hypot(place[0] - at[0], place[1] - at[1]) : Infinity;
      if (away < near) [near, found] = [away, k];
    });
    if (found === this.hovered) return;
    this.hovered = found;
    this.invalidate();
  }

  private say(): void {
    this.saying = 0;
    const { name, planar, bodies, contacts } = this.drawing;
    const words = overlay.inWords(
      this.options.label ?? name,
      planar !== null,
      bodies.length,
      contacts,
      this.figures,
    );
    const keys = planar ? "Arrows move it" : "Arrows turn it, with Shift move it";
    this.canvas.setAttribute("aria-label", `${words}. ${keys}, plus and minus zoom, 0 shows all.`);
  }
}

function meanOf(figure: Figure | undefined): Vector3 | null {
  if (!figure) return null;
  const sum = new Vector3();
  let count = 0;
  for (let k = 0; k + 6 < figure.frame.poses.length; k += 7) {
    const [x, y, z] = figure.frame.poses.subarray(k, k + 3);
    if (!Number.isFinite(x! + y! + z!)) continue;
    sum.add(new Vector3(x, y, z));
    count++;
  }
  return count > 0 ? sum.divideScalar(count) : null;
}
