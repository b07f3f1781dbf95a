// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contacts of an impact as a table: speeds, impulses, works.
import "./panels.css";
import { h } from "../dom";
import type { Impact, ImpactContact } from "../format";
import { clean, figure, finite, impulseUnit, list, velocityUnit, type Units } from "./words";

interface Column {
  title: string;
  unit: string;
  text: (contact: ImpactContact) => string;
  hint?: (contact: ImpactContact) => string | undefined;
}

const MOST = 400; // rows

function tangentialSize(contact: ImpactContact): number {
  return Math.hypot(...list(contact.tangential));
}

function columns(contacts: ImpactContact[], units: Units): Column[] {
  const velocity = velocityUnit(units);
  const impulse = impulseUnit(units);
  const fastest = contacts.reduce(
    (most, { approach }) => Math.max(most, Math.abs(approach) || 0),
    0,
  );
  const rubs = contacts.some(
    (contact) => list(contact.tangential).length > 0 || Math.abs(contact.friction_work) > 0,
  );
  const all: (Column | false)[] = [
    { title: "Approach", unit: velocity, text: (contact) => figure(contact.approach) },
    {
      title: "Separation",
      unit: velocity,
      text: (contact) => figure(clean(contact.separation, fastest)),
    },
    { title: "Normal impulse", unit: impulse, text: (contact) => figure(contact.impulse) },
    rubs && {
      title: "Tangential",
      unit: impulse,
      text: (contact) =>
        list(contact.tangential).length > 0 ? figure(tangentialSize(contact)) : "–",
      hint: (contact) => componentsText(contact, impulse),
    },
    {
      title: rubs ? "Normal work" : "Work",
      unit: units.energy,
      text: (contact) => figure(contact.normal_work),
    },
    rubs && {
      title: "Friction work",
      unit: units.energy,
      text: (contact) => figure(contact.friction_work),
    },
  ];
  return all.filter((column): column is Column => column !== false);
}

function componentsText(contact: ImpactContact, unit: string): string | undefined {
  const parts = list(contact.tangential);
  if (parts.length === 0) return undefined;
  return `components ${parts.map((part) => figure(part)).join(", ")} ${unit}`;
}

function row(contact: ImpactContact, shown: Column[], quiet: boolean): HTMLElement {
  return h(
    "tr",
    { class: quiet ? "quiet" : undefined },
    h("th", { scope: "row", title: String(contact.name) }, h("span", {}, String(contact.name))),
    ...shown.map((column) => h("td", { title: column.hint?.(contact) }, column.text(contact))),
  );
}

/** Rows as given; a contact that got no impulse is grey. */
export function contactTable(impact: Impact, units: Units): HTMLElement {
  const contacts = list(impact.contacts);
  const box = h("div", {
    class: "contacts-box",
    "data-part": "contacts",
    role: "region",
    tabindex: 0,
    "aria-label": `Contacts of impact ${impact.index + 1}`,
  });
  if (contacts.length === 0) {
    box.append(h("p", { class: "soft" }, "No contacts are listed."));
    return box;
  }
  const largest = contacts.reduce((most, { impulse }) => Math.max(most, Math.abs(impulse) || 0), 0);
  const none = (contact: ImpactContact): boolean =>
    finite(contact.impulse) && Math.abs(contact.impulse) <= 1e-12 * largest;
  const shown = columns(contacts, units);
  const head = shown.map((column) =>
    h("th", { scope: "col" }, column.title, h("span", { class: "unit" }, column.unit)),
  );
  const silent = contacts.filter(none).length;
  box.append(
    h(
      "table",
      { class: "figures contacts" },
      h(
        "caption",
        {},
        contacts.length === 1 ? "1 contact" : `${contacts.length} contacts`,
        silent > 0 && `, ${silent} without impulse (grey)`,
        contacts.length > MOST && `; the first ${MOST} are shown`,
      ),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Contact"), ...head)),
      h(
        "tbody",
        {},
        ...contacts.slice(0, MOST).map((contact) => row(contact, shown, none(contact))),
      ),
    ),
  );
  return box;
}
