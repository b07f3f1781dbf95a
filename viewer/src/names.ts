// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Names for people. Where a link touches at a point of it, carom names the contact by the link and the
// point with all digits, "l_sole[-0.0115806, -0.0325881, 3.2095e-08]": here three decimals say which
// one it is. Files keep the whole name; the pointer shows it.

const part = "(-?\\d[\\d.]*(?:e[+-]?\\d+)?)";
const point = new RegExp(`\\[${part}, ${part}, ${part}\\]`, "g");
const whole = new Map<string, string>();

function rounded(text: string): string {
  return text.replace(point, (_all, ...parts: string[]) => {
    // Minus zero is written as zero.
    const numbers = parts.slice(0, 3).map((value) => String(Number(Number(value).toFixed(3)) + 0));
    return `[${numbers.join(", ")}]`;
  });
}

/** Every text in the data of a page with its names made short, in place; unless two of the names
 * would then be one. */
export function shortenNames(page: Record<string, unknown>): void {
  const names = new Set<string>();
  visit(page, (text) => {
    for (const match of text.matchAll(point)) names.add(match[0]);
    return text;
  });
  const short = new Set([...names].map(rounded));
  if (names.size === 0 || short.size < names.size) return;
  visit(page, (text) => {
    const result = rounded(text);
    if (result !== text) whole.set(result, text);
    return result;
  });
}
/** As files have it. */
export function wholeName(name: string): string {
  return whole.get(name) ?? name;
}

/** Replaces texts at any depth. Long ones are data, and so is a list that begins with a number. */
function visit(value: unknown, change: (text: string) => string): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value) && typeof value[0] === "number") return;
  for (const [key, each] of Object.entries(value)) {
    if (typeof each !== "string") visit(each, change);
    else if (each.length < 4000 && each.includes("["))
      (value as Record<string, unknown>)[key] = change(each);
  }
}
