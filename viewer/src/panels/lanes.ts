// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One lane for each contact that takes part, with its name at the left.
import { s } from "../dom";
import type { Impact } from "../format";
import { cut, list } from "./words";

export interface Lanes {
  contacts: number[];
  left: number;
  width: number;
  height: number;
  y: (contact: number) => number;
  name: (contact: number) => string;
}

const LANE = 20;
const RIGHT = 18;
const NAME = 26; // letters

/** Lanes of the contacts in `used`, in the order of the impact; -1 is the impact as a whole. */
export function lanes(impact: Impact, used: number[], span: number): Lanes {
  const contacts = [...new Set(used)].sort((a, b) => a - b);
  const name = (contact: number): string =>
    contact < 0
      ? "the impact"
      : String(list(impact.contacts)[contact]?.name ?? `contact ${contact + 1}`);
  const longest = Math.max(...contacts.map((contact) => cut(name(contact), 20).length), 3);
  const left = 10 + 6.6 * longest;
  return {
    contacts,
    left,
    width: Math.ceil(left + span + RIGHT),
    height: LANE * contacts.length + 4,
    y: (contact) => 2 + LANE * (Math.max(contacts.indexOf(contact), 0) + 0.5),
    name,
  };
}

export function laneNames(grid: Lanes): SVGElement[] {
  return grid.contacts.flatMap((contact) => [
    s("line", {
      class: "lane",
      x1: grid.left,
      x2: grid.width - RIGHT,
      y1: grid.y(contact),
      y2: grid.y(contact),
    }),
    s(
      "text",
      { class: "lane-name", x: 0, y: grid.y(contact) + 4 },
      cut(grid.name(contact), NAME),
      s("title", {}, grid.name(contact)),
    ),
  ]);
}
