// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Units, shares, times and verdicts as a reader wants them.
import { h, number } from "../dom";
import { type Impact, type Page, Verdict } from "../format";

export type Units = Page["units"];

export function velocityUnit(units: Units): string {
  return `${units.length}/s`;
}
export function impulseUnit(units: Units): string {
  if (units.mass === "kg" && units.length === "m") return "N·s";
  return `${units.mass}·${units.length}/s`;
}

/** What a page that left its units out is taken to mean. */
export function unitsOf(page: Page): Units {
  return page.units ?? { length: "m", mass: "kg", energy: "J" };
}

export function finite(value: number | null | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** "12 %"; of a share. */
export function percent(share: number | null | undefined): string {
  if (!finite(share)) return "–";
  const value = 100 * share;
  const size = Math.abs(value);
  if (size !== 0 && size < 0.1) return value < 0 ? "> −0.1 %" : "< 0.1 %";
  return `${String(Number(value.toFixed(size < 10 ? 1 : 0))).replace("-", "−")} %`;
}

/** Numbers of a table: a proper minus. */
export function figure(value: number | null | undefined, digits = 4): string {
  return number(value, digits).replace(/-/g, "−");
}

/** Times with as many decimals as the span needs. */
export function timeText(time: number | null | undefined, span = 1): string {
  if (!finite(time)) return "–";
  const decimals = span > 0 ? Math.min(Math.max(4, 3 - Math.floor(Math.log10(span))), 12) : 4;
  return `${time.toFixed(decimals)} s`.replace("-", "−");
}

/** "no_feasible_velocity" as words. */
export function plain(text: string | null | undefined): string {
  return String(text ?? "").replace(/_/g, " ");
}

/** A text cut to a length, with a mark. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

const BADGES = {
  unique: "one outcome",
  slight: "slightly different",
  several: "several outcomes",
  not_checked: "not checked",
} as const;
export type Badge = keyof typeof BADGES;

export function verdictOf(byte: number | undefined): Badge {
  if (byte === Verdict.unique) return "unique";
  if (byte === Verdict.slight) return "slight";
  return byte === Verdict.several ? "several" : "not_checked";
}

/** Of the impact, whatever the law; where nobody asked, of the law's own outcome. */
export function badgeOf(impact: Impact): Badge {
  const practical = impact.practical?.verdict;
  return practical ? (practical === "one" ? "unique" : practical) : impact.verdict;
}

/** The verdict as a small coloured label. */
export function badge(verdict: Badge): HTMLElement {
  const known = verdict in BADGES ? verdict : "not_checked";
  return h("span", { class: `badge badge-${known}`, "data-verdict": known }, BADGES[known]);
}

/** A list that may be missing. */
export function list<T>(values: T[] | null | undefined): T[] {
  return Array.isArray(values) ? values : [];
}

/** A text as a sentence: a capital first unless it is a name with signs in it, a full stop last. */
export function sentence(text: string | null | undefined): string {
  const words = String(text ?? "").trim();
  if (words === "") return "";
  const first = /^[a-z]+[ ,;:]/.test(words) ? words[0]!.toUpperCase() + words.slice(1) : words;
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}

/** Zero where a value is rounding beside others of this size. */
export function clean(value: number, size: number): number {
  return Math.abs(value) <= 1e-12 * Math.abs(size) ? 0 : value;
}
