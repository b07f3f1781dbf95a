// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contacts of an impact as a table: speeds, impulses, works.
import "./panels.css";
import { h } from "../dom";
import type { Impact, ImpactContact } from "../format";
import { wholeName } from "../names";
import { figure, finite, impulseUnit, list, velocityUnit, type Units } from "./words";

interface Column {
  title: string;
  unit: string;
  text: (contact: ImpactContact) => string;
  hint?: (contact: ImpactContact) => string | undefined;
}

const MOST = 400; // rows
const MANY = 24; // rows: more scroll in a box of their own
const LONG = 11; // letters of a name: it stands above its numbers where there is little room

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
  const works = contacts.map(workOf);
  const largest = (values: number[]): number => Math.max(0, ...values.map(Math.abs).filter(finite));
  const most = {
    impulse: largest(contacts.map(({ impulse }) => impulse)),
    work: largest(works),
  };
  const all: (Column | false)[] = [
    { title: "Approach", unit: velocity, text: ({ approach }) => short(approach, fastest) },
    { title: "Separation", unit: velocity, text: ({ separation }) => short(separation, fastest) },
    {
      title: "Normal impulse",
      unit: impulse,
      text: (contact) => short(contact.impulse, most.impulse),
    },
    rubs && {
      title: "Tangential",
      unit: impulse,
      text: (contact) =>
        list(contact.tangential).length > 0 ? short(tangentialSize(contact), most.impulse) : "–",
      hint: (contact) => componentsText(contact, impulse),
    },
    {
      title: "Work",
      unit: units.energy,
      text: (contact) => short(workOf(contact), most.work),
      hint: (contact) =>
        rubs
          ? `normal ${figure(contact.normal_work)}, friction ${figure(contact.friction_work)}`
          : undefined,
    },
  ];
  return all.filter((column): column is Column => column !== false);
}

/** Of the impulse, along the normal and along the ground; the energy bar tells them apart. */
function workOf(contact: ImpactContact): number {
  return contact.normal_work + (finite(contact.friction_work) ? contact.friction_work : 0);
}
/** Beside a value a million times as large it is nothing. */
function short(value: number, beside: number): string {
  const shown = Math.abs(value) <= 1e-6 * beside ? 0 : value;
  return figure(shown, Math.abs(shown) < 1e-4 ? 3 : 4); // a power of ten takes the room of a digit
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
    h("th", { scope: "row", title: wholeName(String(contact.name)) }, named(String(contact.name))),
    ...shown.map((column) => h("td", { title: column.hint?.(contact) }, column.text(contact))),
  );
}

/** A point of a link may stand on a line of its own. */
function named(name: string): HTMLElement {
  const at = name.indexOf("[");
  if (at <= 0) return h("span", {}, name);
  return h("span", {}, name.slice(0, at), h("wbr"), h("span", { class: "at" }, name.slice(at)));
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
  const kinds = ["figures", "contacts"];
  if (contacts.some(({ name }) => String(name).length > LONG)) kinds.push("long");
  if (shown.length > 4) kinds.push("wide");
  if (contacts.length > MANY) box.classList.add("many");
  box.style.setProperty("--columns", String(shown.length));
  box.append(
    h(
      "table",
      { class: kinds.join(" ") },
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
