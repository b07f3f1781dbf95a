// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the table of published numbers says of one of them: its values as text, its order, what a
// search finds.
import type { Faults } from "../faults";
import type { ReproducePart } from "../format";
import { figure, finite, list } from "../panels/words";

export type Item = ReproducePart["items"][number];

/** Every item with all its words; what is none is left out and said. */
export function readItems(items: Item[] | undefined, faults: Faults): Item[] {
  const usable = list(items).filter((item) => typeof item === "object" && item !== null);
  const lost = list(items).length - usable.length;
  if (lost === 1) faults.add("1 entry is not usable and is left out.");
  else if (lost > 1) faults.add(`${lost} entries are not usable and are left out.`);
  return usable.map((item) => ({
    ...item,
    id: words(item.id),
    source: words(item.source),
    quantity: words(item.quantity),
    digits: finite(item.digits) ? item.digits : 0,
    status: (words(item.status) || "not_said") as Item["status"],
    note: words(item.note),
    law: words(item.law),
  }));
}
function words(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export const columns: { key: string; title: string; numeric?: boolean }[] = [
  { key: "id", title: "Id" },
  { key: "source", title: "Source" },
  { key: "quantity", title: "Quantity" },
  { key: "published", title: "Published", numeric: true },
  { key: "computed", title: "Computed", numeric: true },
  { key: "digits", title: "Digits", numeric: true },
  { key: "status", title: "Status" },
  { key: "law", title: "Law" },
  { key: "note", title: "Note" },
];

export function statusWords(status: string): string {
  return status.replaceAll("_", " ");
}

/** Numbers with as many digits as were compared; lists in brackets, one line per list of a list. */
export function valueText(value: unknown, digits = 6): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return figure(value, precision(value, digits));
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value))
    return isMatrix(value) ? matrix(value, digits) : listText(value, digits);
  return JSON.stringify(value);
}
const most = 24; // entries of a list

function listText(values: unknown[], digits: number): string {
  const shown = values.slice(0, most).map((entry) => valueText(entry, digits));
  if (values.length > most) shown.push(`… ${values.length} in all`);
  return shown.join(values.some(Array.isArray) ? "\n" : "  ");
}

/** Rows of numbers, to be written in columns. */
export function isMatrix(value: unknown): value is number[][] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= most &&
    value.every((row) => Array.isArray(row) && row.length <= most && !row.some(Array.isArray))
  );
}
function matrix(rows: unknown[][], digits: number): string {
  const numbers = rows.flat().filter((entry) => typeof entry === "number");
  const largest = Math.max(0, ...numbers.map(Math.abs));
  const nothing = (entry: unknown): boolean =>
    typeof entry === "number" && Math.abs(entry) < 1e-14 * largest; // rounding of the others
  const cells = rows.map((row) =>
    row.map((entry) => (nothing(entry) ? "0" : valueText(entry, digits))),
  );
  const width = Math.max(...cells.flat().map((cell) => cell.length));
  return cells.map((row) => row.map((cell) => cell.padStart(width)).join(" ")).join("\n");
}
function precision(value: number, digits: number): number {
  if (value !== 0 && Math.abs(value) < 1e-12) return 1; // rounding, not a result
  return Math.min(Math.max(digits + 1, 4), 7);
}

export function matches(item: Item, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/);
  const all = [item.id, item.source, item.quantity, item.note, item.law].join(" ").toLowerCase();
  return words.every((word) => all.includes(word));
}

/** Order of two items by a column: numbers by size, all else as text with numbers in it. */
export function byColumn(key: string): (a: Item, b: Item) => number {
  const of = (item: Item): unknown => (item as unknown as Record<string, unknown>)[key];
  return (a, b) => {
    const left = of(a);
    const right = of(b);
    if (typeof left === "number" && typeof right === "number") return left - right;
    if (typeof left === "number") return -1;
    if (typeof right === "number") return 1;
    return valueText(left).localeCompare(valueText(right), "en", { numeric: true });
  };
}
