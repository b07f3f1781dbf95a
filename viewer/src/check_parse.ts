// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// JSON that may be cut off or damaged: what comes before the damage is kept.

export interface Parsed {
  value: unknown; // undefined: nothing of it can be read
  fault: string | null;
}

export function parse(text: string): Parsed {
  const trimmed = text.trim();
  try {
    return { value: JSON.parse(trimmed), fault: null };
  } catch (error) {
    const at = positionOf(error, trimmed);
    const value = repaired(trimmed.slice(0, at));
    const rest = value === undefined ? "Nothing of it can be read" : "What comes before is shown";
    return {
      value,
      fault:
        `The data of this page are cut off or damaged at character ${at} of ${trimmed.length}. ` +
        `${rest}; write the page again with carom.`,
    };
  }
}

/** Where it stopped: engines say it in different words, or not at all if the text just ends. */
function positionOf(error: unknown, text: string): number {
  const message = error instanceof Error ? error.message : "";
  const position = /position (\d+)/.exec(message);
  if (position) return Math.min(Number(position[1]), text.length);
  const place = /line (\d+) column (\d+)/.exec(message);
  if (!place) return text.length;
  let start = 0;
  for (let line = 1; line < Number(place[1]); line++) start = text.indexOf("\n", start) + 1;
  return Math.min(start + Number(place[2]) - 1, text.length);
}

/** Cut at the last comma outside of words, where all before is whole, and closed there. */
function repaired(text: string): unknown {
  let open = "";
  let cut = -1;
  let closers = "";
  for (let k = 0; k < text.length; k++) {
    const letter = text[k]!;
    if (letter === '"') k = endOfWord(text, k);
    else if (letter === "{") open = "}" + open;
    else if (letter === "[") open = "]" + open;
    else if (letter === "}" || letter === "]") open = open.slice(1);
    else if (letter === ",") [cut, closers] = [k, open];
  }
  if (cut < 0) return undefined;
  try {
    return JSON.parse(text.slice(0, cut) + closers);
  } catch {
    return undefined;
  }
}

function endOfWord(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0) {
    let slashes = 0;
    while (text[end - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}
