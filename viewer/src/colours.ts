// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT

// Colours by meaning. Each is a variable of style.css, so that light, dark and print differ there only.

/** The value now of a variable: "--several", "--c3". */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#888";
}
/** Variable of the k-th of several equals. */
export function series(k: number): string {
  return `--c${k % 8}`;
}
