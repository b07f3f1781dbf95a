// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the signs of a picture mean, in words. Ghosts, impulses and couplings join when first shown.
import { h, s } from "../dom";
import type { Drawing } from "../format";
import { signs } from "./signs";

export type Extra = "impulse" | "ghost" | "link";

export class Legend {
  readonly element: HTMLElement;
  private readonly extras: Record<Extra, HTMLElement>;

  constructor(drawing: Drawing, impulse = "") {
    const contacts = drawing.contacts.length > 0 ? signs : [];
    this.extras = {
      impulse: entry(
        impulse ? `impulse [${impulse}]` : "impulse",
        "M-8,0H4M4,0L0,-3.5M4,0L0,3.5",
        "--impulse",
      ),
      ghost: entry(
        "another outcome or trajectory",
        "M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0Z",
        "--c1",
      ),
      link: h(
        "li",
        {},
        mark("M-8,0H8", "--low", false, "4 2"),
        "coupling below 0, ",
        mark("M-8,0H8", "--high", false),
        "above",
      ),
    };
    for (const extra of Object.values(this.extras)) extra.hidden = true;
    this.element = h(
      "ul",
      { class: "view-legend", "data-part": "legend", "aria-label": "Signs in the picture" },
      ...contacts.map((sign) => entry(sign.word, sign.path, sign.colour, sign.filled)),
      ...Object.values(this.extras),
    );
  }
  reveal(extra: Extra): void {
    this.extras[extra].hidden = false;
  }
}

function entry(word: string, path: string, colour: string, filled = false): HTMLElement {
  return h("li", {}, mark(path, colour, filled), word);
}
function mark(path: string, colour: string, filled: boolean, dashes?: string): SVGElement {
  const sign = s("path", { d: path, "stroke-dasharray": dashes, "stroke-width": 1.6 });
  sign.style.stroke = `var(${colour})`;
  sign.style.fill = filled ? `var(${colour})` : "none";
  return s("svg", { viewBox: "-9 -9 18 18", width: 16, height: 16, "aria-hidden": "true" }, sign);
}
