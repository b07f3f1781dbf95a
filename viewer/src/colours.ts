// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Colours by meaning. Each is a variable of style.css, so that light, dark and print differ there only.
// What is drawn on a canvas asks colour() and listens with onColours() to draw again.

export type Theme = "auto" | "light" | "dark";

const listeners = new Set<() => void>();
const known = new Map<string, string>();
const system = window.matchMedia("(prefers-color-scheme: dark)");
let choice: Theme = "auto";

function apply(printing = false): void {
  const dark = !printing && (choice === "auto" ? system.matches : choice === "dark");
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  known.clear();
  for (const listener of listeners) listener();
}
system.addEventListener("change", () => apply());
window.addEventListener("beforeprint", () => apply(true));
window.addEventListener("afterprint", () => apply());
apply();

export function theme(): Theme {
  return choice;
}
export function setTheme(to: Theme): void {
  choice = to;
  apply();
}
/** Whether the page is dark now. */
export function onDark(): boolean {
  return document.documentElement.dataset.theme === "dark";
}
/** Tells when colours changed: light, dark, print. The listener draws at once, not later. */
export function onColours(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The value now of a variable: "--several", "--c3". */
export function colour(name: string): string {
  let value = known.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#888888";
    known.set(name, value);
  }
  return value;
}
/** Variable of the k-th of several equals. */
export function series(k: number): string {
  return `--c${((k % 8) + 8) % 8}`;
}

/** Between two colours written #rrggbb; share 0 is the first. */
export function mix(from: string, to: string, share: number): string {
  const part = Math.min(Math.max(share, 0), 1);
  const channel = (text: string, k: number) => parseInt(text.slice(1 + 2 * k, 3 + 2 * k), 16) || 0;
  const blend = (k: number) => channel(from, k) + part * (channel(to, k) - channel(from, k));
  return `rgb(${[0, 1, 2].map((k) => Math.round(blend(k))).join(", ")})`;
}
/** -1 blue, 0 grey, 1 red. */
export function diverging(value: number): string {
  if (!Number.isFinite(value)) return colour("--soft");
  return mix(colour("--middle"), colour(value < 0 ? "--low" : "--high"), Math.abs(value));
}
