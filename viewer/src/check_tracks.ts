// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Tracks made safe to show: arrays whose lengths do not fit are dropped, curves with holes are named,
// impacts get empty values for what they lack.
import { checkTouchdowns } from "./check_touchdowns";
import { finite, isObject, list, text, texts, vector, type Loose } from "./check_values";
import { decodeBytes, decodeFloats } from "./decode";
import type { Faults } from "./faults";
import type { Bytes, Channel, Drawing, Floats, Impact, ImpactBranch, Track } from "./format";

const nothing = { f64: "" };
const moving = ["run", "resolve", "compare"];
const holed = ["walk", "torque"]; // groups where NaN is no fault

export function checkTracks(
  value: unknown,
  drawings: (Drawing | undefined)[], // the page's, then those of other runs
  kind: string,
  faults: Faults,
): Track[] | undefined {
  if (!Array.isArray(value)) {
    if (moving.includes(kind)) faults.add("The data of this page have no motion (tracks).");
    return undefined;
  }
  const tracks: Track[] = [];
  value.forEach((track, k) => {
    const drawing =
      isObject(track) && finite(track.drawing) ? drawings[track.drawing + 1] : drawings[0];
    const good = isObject(track) ? checkTrack(track, k, drawing, faults) : null;
    if (good) tracks.push(good);
  });
  return tracks;
}

function checkTrack(
  track: Loose,
  place: number,
  drawing: Drawing | undefined,
  faults: Faults,
): Track | null {
  const label = text(track.label) || `trajectory ${place}`;
  const time = numbers(track.time);
  if (!time || !ascending(time)) {
    faults.add(`“${label}” is left out: its times are missing, damaged or not ascending.`);
    return null;
  }
  const bodies = drawing?.bodies.length ?? 0;
  const contacts = drawing?.contacts.length ?? 0;
  const fits = (name: string, wanted: number, found: number, empty: unknown): unknown => {
    if (found === wanted) return track[name];
    if (wanted > 0) {
      const what = found < 0 ? "missing or damaged" : `${found} numbers where ${wanted} belong`;
      faults.add(`The ${name} of “${label}” are left out: ${what}.`);
    }
    return empty;
  };
  const frames = time.length;
  const impacts = list(track.impacts)
    .filter(isObject)
    .map((impact, k) => checkImpact(impact, k, bodies, faults));
  return {
    id: finite(track.id) ? track.id : place,
    label,
    parent: finite(track.parent) ? track.parent : null,
    impact: finite(track.impact) ? track.impact : null,
    beside: track.beside === true,
    drawing: finite(track.drawing) ? track.drawing : null,
    status: text(track.status),
    message: text(track.message),
    time: track.time,
    poses: fits("poses", frames * bodies * 7, sizeOf(track.poses), nothing),
    points: fits("points", frames * contacts * 3, sizeOf(track.points), nothing),
    states: fits("states", frames * contacts, sizeOf(track.states), { u8: "" }),
    straight: track.straight === true,
    channels: checkChannels(track.channels, frames, faults),
    marks: checkMarks(track.marks, impacts, label, faults),
    impacts,
    elsewhere: text(track.elsewhere),
    touchdowns: checkTouchdowns(track.touchdowns, label, faults),
  } as Track;
}

/** Numbers in bulk: how many; -1: cannot be read. */
function sizeOf(value: unknown): number {
  if (!isObject(value)) return -1;
  for (const [name, bytes] of [
    ["f32", 4],
    ["f64", 8],
    ["u8", 1],
    ["u32", 4],
  ] as const) {
    const code = value[name];
    if (typeof code !== "string") continue;
    if (code.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(code)) return -1;
    const padding = code.endsWith("==") ? 2 : code.endsWith("=") ? 1 : 0;
    const count = ((code.length / 4) * 3 - padding) / bytes;
    return Number.isInteger(count) ? count : -1;
  }
  return -1;
}
function numbers(value: unknown): Float64Array | null {
  return sizeOf(value) < 0 ? null : decodeFloats(value as Floats);
}
function ascending(values: Float64Array): boolean {
  return values.every((value, k) => Number.isFinite(value) && (k === 0 || value >= values[k - 1]!));
}

function checkChannels(value: unknown, frames: number, faults: Faults): Channel[] {
  return list(value)
    .filter(isObject)
    .filter((channel) => {
      const name = text(channel.name);
      const found = numbers(channel.values);
      if (!found || found.length !== frames) {
        const what = found
          ? `${found.length} values for ${frames} times`
          : "its values are damaged";
        faults.add(`Channel '${name}' is left out: ${what}.`);
        return false;
      }
      const bad = found.reduce((count, v) => count + (Number.isFinite(v) ? 0 : 1), 0);
      if (bad > 0 && !holed.includes(text(channel.group))) {
        const values =
          bad === 1 ? "1 value that is not a number" : `${bad} values that are not numbers`;
        faults.add(`Channel '${name}' has ${values}; the curve has holes there.`);
      }
      return true;
    })
    .map((channel) => ({
      unit: "",
      group: "coordinate",
      ...channel,
      limit: finite(channel.limit) && channel.limit > 0 ? channel.limit : undefined,
    })) as unknown as Channel[];
}

function checkMarks(
  value: unknown,
  impacts: Impact[],
  label: string,
  faults: Faults,
): { time: Floats; verdict: Bytes; lost: Floats } {
  const marks = isObject(value) ? value : {};
  const time = numbers(marks.time);
  if (time && ascending(time)) {
    const count = time.length;
    const verdict = sizeOf(marks.verdict) === count && decodeBytes(marks.verdict as Bytes);
    const lost = sizeOf(marks.lost) === count;
    if (!verdict || !lost) faults.add(`Some marks of the impacts of “${label}” are damaged.`);
    return {
      time: marks.time as Floats,
      verdict: verdict ? (marks.verdict as Bytes) : { u8: encode(new Uint8Array(count)) },
      lost: lost ? (marks.lost as Floats) : floats(new Array<number>(count).fill(NaN)),
    };
  }
  faults.add(`The marks of the impacts of “${label}” are missing or damaged.`);
  const codes = { not_checked: 0, unique: 1, several: 2 };
  const usable = impacts.filter((impact, k) => finite(impact.time) && impact.index === k);
  return {
    time: floats(usable.map((impact) => impact.time)),
    verdict: { u8: encode(Uint8Array.from(usable, (impact) => codes[impact.verdict] ?? 0)) },
    lost: floats(usable.map((impact) => impact.energy.lost)),
  };
}
function floats(values: number[]): Floats {
  return { f64: encode(new Uint8Array(Float64Array.from(values).buffer)) };
}
function encode(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function checkImpact(impact: Loose, place: number, bodies: number, faults: Faults): Impact {
  const index = finite(impact.index) ? impact.index : place;
  const missing = ["contacts", "energy", "verdict"].filter((name) => impact[name] == null);
  if (missing.length > 0) faults.add(`Impact ${index + 1} lacks: ${missing.join(", ")}.`);
  const energy = isObject(impact.energy) ? impact.energy : {};
  const words = ["law", "status", "message", "words", "reason"] as const;
  return {
    ...impact,
    ...Object.fromEntries(words.map((name) => [name, text(impact[name])])),
    index,
    practical: checkPractical(impact.practical),
    verdict: text(impact.verdict) || "not_checked",
    notes: texts(impact.notes),
    energy: { before: real(energy.before), after: real(energy.after), lost: real(energy.lost) },
    contacts: list(impact.contacts).filter(isObject).map(checkContact),
    sequence: list(impact.sequence),
    events: list(impact.events).filter(isObject),
    ghosts: text(impact.ghosts),
    branches: list(impact.branches)
      .filter(isObject)
      .map((branch) => checkBranch(branch, index, bodies, faults)),
    followed_by: list(impact.followed_by),
  } as unknown as Impact;
}

function checkPractical(practical: unknown): Impact["practical"] {
  if (!isObject(practical)) return null;
  const verdict = text(practical.verdict);
  if (verdict !== "one" && verdict !== "slight" && verdict !== "several") return null;
  return { verdict, words: text(practical.words), distances: text(practical.distances) };
}

function checkContact(contact: Loose): Loose {
  return {
    ...contact,
    name: text(contact.name),
    tangential: list(contact.tangential),
    point: vector(contact.point) ? contact.point : null,
    vector: vector(contact.vector) ? contact.vector : null,
  };
}

function checkBranch(branch: Loose, index: number, bodies: number, faults: Faults): ImpactBranch {
  const times = list(branch.ghost_times).filter(finite);
  const found = sizeOf(branch.poses);
  const fits = found === times.length * bodies * 7;
  if (!fits && found !== 0 && bodies > 0) {
    faults.add(`An outcome of impact ${index + 1} has ghosts that do not fit; they are left out.`);
  }
  return {
    ...branch,
    label: text(branch.label),
    velocity: list(branch.velocity),
    sequence: list(branch.sequence),
    ghost_times: fits ? times : [],
    poses: fits ? branch.poses : nothing,
  } as ImpactBranch;
}

function real(value: unknown): number {
  return finite(value) ? value : NaN;
}
