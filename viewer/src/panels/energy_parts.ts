// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where the kinetic energy of an impact went, as parts of two bars of the same length:
// before + gained = after + lost.
import type { Impact } from "../format";
import { clean, cut, finite, list } from "./words";

export interface Part {
  name: string;
  /** What it is: energy there before or after, or a work of a contact. */
  kind: "before" | "after" | "normal" | "friction" | "elsewhere";
  energy: number;
  /** It was given, not taken. */
  gained?: boolean;
  /** Of the contact; -1: of none or several. */
  contact: number;
}
export interface Ledger {
  before: number;
  after: number;
  gained: Part[];
  lost: Part[];
  /** Contacts with a part, for their colours. */
  contacts: number[];
  /** Length of both bars; 0: there is nothing to draw. */
  total: number;
}

const MOST = 8; // parts with a name

function works(impact: Impact): Part[] {
  return list(impact.contacts).flatMap((contact, k) => [
    {
      name: `${contact.name}, normal`,
      kind: "normal" as const,
      energy: contact.normal_work,
      contact: k,
    },
    {
      name: `${contact.name}, friction`,
      kind: "friction" as const,
      energy: contact.friction_work,
      contact: k,
    },
  ]);
}

/** The largest by name, the rest together; energies positive. */
function gather(parts: Part[]): Part[] {
  const sorted = parts
    .map((part) => ({ ...part, energy: Math.abs(part.energy) }))
    .sort((a, b) => b.energy - a.energy);
  if (sorted.length <= MOST) return sorted;
  const rest = sorted.slice(MOST - 2);
  const together = (friction: boolean): Part[] => {
    const these = rest.filter((part) => (part.kind === "friction") === friction);
    const name = `${these.length} others, ${friction ? "friction" : "normal"}`;
    const kind = friction ? "friction" : "normal";
    return these.length === 0 ? [] : [{ name, kind, energy: sum(these), contact: -1 }];
  };
  return [...sorted.slice(0, MOST - 2), ...together(false), ...together(true)];
}

function sum(parts: Part[]): number {
  return parts.reduce((total, part) => total + part.energy, 0);
}

/** null: the energies are not known. */
export function ledgerOf(impact: Impact): Ledger | null {
  const { before, after: left } = impact.energy ?? {};
  if (!finite(before) || !finite(left)) return null;
  const after = clean(left, before);
  const scale = Math.max(Math.abs(before), Math.abs(after));
  const parts = works(impact).filter(
    (part) => finite(part.energy) && Math.abs(part.energy) > 1e-9 * scale,
  );
  const rest = after - before - sum(parts);
  if (Math.abs(rest) > 1e-5 * scale) {
    parts.push({ name: "not by contacts", kind: "elsewhere", energy: rest, contact: -1 });
  }
  const gained = gather(parts.filter((part) => part.energy > 0)).map((part) => ({
    ...part,
    gained: true,
  }));
  const lost = gather(parts.filter((part) => part.energy < 0));
  const total = Math.max(before + sum(gained), after + sum(lost), 0);
  const contacts = [...new Set([...lost, ...gained].map((part) => part.contact))];
  return {
    before,
    after,
    gained,
    lost,
    total,
    contacts: contacts.filter((k) => k >= 0).sort((a, b) => a - b),
  };
}

/** "front foot, friction", cut. */
export function partName(part: Part): string {
  return cut(part.name, 48);
}
