// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A map made safe to show: what cannot be read is left out and said.
import { decodeFloats } from "../decode";
import { type Faults, reasonOf } from "../faults";
import type { MapPart, Measure, Postures } from "../format";
import { list } from "../panels/words";

type Features = NonNullable<Measure["features"]>;

function objects<T extends object>(values: T[] | null | undefined): T[] {
  return list(values).filter((value) => typeof value === "object" && value !== null);
}

/** null: no axis or no measure is left. */
export function readMap(part: MapPart | undefined, faults: Faults): MapPart | null {
  if (!part) return null;
  const readable = (name: string, values: Measure["values"]): boolean => {
    try {
      decodeFloats(values);
      return true;
    } catch (error) {
      faults.add(`The values of “${name}” cannot be read: ${reasonOf(error)}.`);
      return false;
    }
  };
  const axes = objects(part.axes).map((axis, k) => ({
    ...axis,
    name: String(axis.name ?? `axis ${k + 1}`),
    unit: String(axis.unit ?? ""),
  }));
  if (axes.length !== list(part.axes).length) {
    faults.add("An axis of the map is missing.");
    return null;
  }
  if (axes.length === 0 || !axes.every((axis) => readable(axis.name, axis.values))) return null;
  const measures = objects(part.measures)
    .map((measure, k) => ({
      ...measure,
      name: String(measure.name ?? `measure ${k + 1}`),
      unit: String(measure.unit ?? ""),
      meaning: String(measure.meaning ?? ""),
      features: readFeatures(measure.features),
    }))
    .filter((measure) => readable(measure.name, measure.values));
  if (measures.length === 0) return null;
  const penetration = part.penetration;
  const barred = penetration && readable("penetration", penetration.values) ? penetration : null;
  const postures = readPostures(part.postures, readable);
  return { ...part, axes, measures, penetration: barred, postures };
}

function readFeatures(features: Features | null | undefined): Features | null {
  if (!features) return null;
  return {
    points: objects(features.points)
      .filter((point) => Array.isArray(point.at))
      .map((point) => ({
        ...point,
        impossible: typeof point.impossible === "string" ? point.impossible : null,
      })),
    zeros: objects(features.zeros).map((zero) => ({
      closed: zero.closed === true,
      impossible: typeof zero.impossible === "string" ? zero.impossible : null,
      points: list(zero.points).filter(Array.isArray),
    })),
  };
}

function readPostures(
  postures: Postures | null | undefined,
  readable: (name: string, values: Postures["poses"]) => boolean,
): Postures | null {
  if (!postures) return null;
  const good = readable("postures", postures.poses) && readable("their contacts", postures.points);
  return good ? { ...postures, at: list(postures.at).map(list) } : null;
}
