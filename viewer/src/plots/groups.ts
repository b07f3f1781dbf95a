// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Which charts there can be: one for each group of channels and unit, or for each card they name.
import type { Channel } from "../format";
import type { Motion } from "../motion";

export type Group = Channel["group"];

export interface Card {
  group: Group;
  title: string;
  unit: string;
  /** Names of the channels, each once. */
  names: string[];
}

export const GROUPS: { group: Group; title: string }[] = [
  { group: "walk", title: "Walk" },
  { group: "torque", title: "Torques" },
  { group: "energy", title: "Energy" },
  { group: "gap", title: "Gaps" },
  { group: "velocity", title: "Velocities" },
  { group: "force", title: "Contact forces" },
  { group: "coordinate", title: "Coordinates" },
];

/** Of all tracks together, in the order of GROUPS. */
export function cardsOf(motions: Motion[]): Card[] {
  const cards = new Map<string, Card>();
  const seen = new Set<string>();
  for (const { group, title } of GROUPS) {
    for (const motion of motions) {
      for (const channel of motion.track.channels ?? []) {
        if (channel.group !== group) continue;
        const unit = String(channel.unit ?? "");
        const key = JSON.stringify([group, unit, channel.card]);
        const named = String(channel.card ?? title);
        const card = cards.get(key) ?? { group, title: named, unit, names: [] };
        cards.set(key, card);
        const name = JSON.stringify([group, unit, channel.name]);
        if (!seen.has(name)) card.names.push(String(channel.name));
        seen.add(name);
      }
    }
  }
  return [...cards.values()];
}

/** The channel of a card in a track; undefined: this track has none of that name. */
export function channelOf(motion: Motion, card: Card, name: string): Channel | undefined {
  return (motion.track.channels ?? []).find(
    (channel) =>
      channel.group === card.group &&
      String(channel.name) === name &&
      String(channel.unit ?? "") === card.unit,
  );
}
