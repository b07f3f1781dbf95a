// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The JSON of the page made safe to show: what is missing gets an empty value, what does not fit is
// dropped, and every such thing is said.
import { parse } from "./check_parse";
import { checkTracks } from "./check_tracks";
import { finite, isObject, list, text, texts, vector, type Loose } from "./check_values";
import type { Faults } from "./faults";
import type { Drawing, Page, Shape, VelocityTable } from "./format";
import { shortenNames } from "./names";

const format = "carom-page/1";
const kinds = ["run", "resolve", "compare", "design", "analyze", "map", "reproduce"];

/** The page in this text; null: there is none. */
export function readPage(text: string, faults: Faults): Page | null {
  const { value, fault } = parse(text);
  if (fault) faults.add(fault);
  if (!isObject(value)) {
    if (!fault) faults.add("The data of this page are not a result of carom.");
    return null;
  }
  if (value.format !== format) {
    const found = typeof value.format === "string" ? `format ${value.format}` : "no known format";
    faults.add(
      `This page was written in ${found}; this viewer reads ${format}. ` +
        "What it understands is shown; write the page again with one version of carom.",
    );
  }
  if (!kinds.includes(String(value.kind))) {
    faults.add(`This viewer does not know pages of the kind “${String(value.kind)}”.`);
  }
  shortenNames(value);
  return checked(value, faults);
}

function checked(value: Loose, faults: Faults): Page {
  const missing = ["title", "summary", "units"].filter((name) => value[name] == null);
  if (missing.length > 0) faults.add(`The data of this page lack: ${missing.join(", ")}.`);
  const units = isObject(value.units) ? value.units : {};
  const page = {
    ...value,
    kind: String(value.kind),
    title: text(value.title) || "A result of carom",
    carom: text(value.carom),
    summary: texts(value.summary),
    notes: texts(value.notes),
    details: texts(value.details),
    facts: list(value.facts)
      .filter(Array.isArray)
      .map((pair) => [String(pair[0] ?? ""), String(pair[1] ?? "–")]),
    units: {
      length: text(units.length) || "m",
      mass: text(units.mass) || "kg",
      energy: text(units.energy) || "J",
    },
    drawing: checkDrawing(value.drawing, faults),
  } as Page;
  const others = list(value.drawings).map((drawing) => checkDrawing(drawing, faults));
  page.drawings = others as Drawing[]; // by number: one that is damaged leaves its place empty
  page.tracks = checkTracks(value.tracks, [page.drawing, ...others], page.kind, faults);
  page.velocities = checkVelocities(value.velocities);
  checkPart(page, faults);
  return page;
}

/** The part that this kind is about. */
function checkPart(page: Page, faults: Faults): void {
  const parts = {
    compare: "comparison",
    design: "comparison",
    analyze: "analysis",
    map: "map",
    reproduce: "reproduce",
  };
  const name = parts[page.kind as keyof typeof parts] as keyof Page | undefined;
  if (name && !isObject(page[name])) {
    faults.add(`The data of this page lack the part “${name}”, which it is about.`);
  }
}

function checkDrawing(value: unknown, faults: Faults): Drawing | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value) || !Array.isArray(value.bodies) || !vector(value.center)) {
    faults.add("The drawing of the model is not complete: nothing is drawn.");
    return undefined;
  }
  const planar = isObject(value.planar) ? value.planar : null;
  let dropped = 0;
  const bodies = value.bodies.map((body, k) => {
    const known = isObject(body) ? body : {};
    const good = (value: unknown): Shape[] => {
      const shapes = list(value).filter(goodShape).map(withGoodColour);
      dropped += list(value).length - shapes.length;
      return shapes;
    };
    return {
      name: text(known.name) || `body ${k + 1}`,
      limb: finite(known.limb) ? known.limb : 0,
      shapes: good(known.shapes),
      collision: known.collision === undefined ? undefined : good(known.collision),
    };
  });
  if (dropped > 0) faults.add(`${dropped} shapes of the drawing are not usable and are left out.`);
  const radius = Number(value.radius);
  return {
    name: text(value.name),
    planar: planar && vector(planar.normal) && vector(planar.up) ? planar : null,
    up: vector(value.up) ? value.up : [0, 0, 1],
    bodies,
    contacts: list(value.contacts).map((contact, k) => {
      const known = isObject(contact) ? contact : {};
      return {
        name: text(known.name) || `contact ${k + 1}`,
        tangents: Number(known.tangents) || 0,
      };
    }),
    grounds: list(value.grounds).filter(
      (ground) => isObject(ground) && vector(ground.point) && vector(ground.normal),
    ),
    center: value.center,
    radius: Number.isFinite(radius) && radius > 0 ? radius : 1,
  } as Drawing;
}

function withGoodColour(shape: Shape): Shape {
  return /^#[0-9a-f]{6}$/.test(text(shape.colour)) ? shape : { ...shape, colour: undefined };
}

function checkVelocities(value: unknown): VelocityTable | undefined {
  if (!isObject(value)) return undefined;
  return {
    names: texts(value.names),
    units: texts(value.units),
    before: list(value.before) as number[],
    after: Array.isArray(value.after) ? (value.after as number[]) : null,
  };
}

function goodShape(shape: unknown): shape is Shape {
  if (!isObject(shape) || !vector(shape.position) || !list(shape.quaternion).every(finite)) {
    return false;
  }
  const size = (value: unknown) => finite(value) && value >= 0;
  switch (shape.kind) {
    case "box":
    case "ellipsoid":
      return vector(shape.size);
    case "sphere":
      return size(shape.radius);
    case "cylinder":
    case "capsule":
      return size(shape.radius) && size(shape.length);
    case "mesh":
      return isObject(shape.vertices) && isObject(shape.triangles);
    default:
      return false;
  }
}
