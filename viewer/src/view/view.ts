// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT

import { h } from "../dom";
import type { Drawing, Vector } from "../format";
import type { Frame } from "../motion";

/** One drawn state of the model. */
export interface Figure {
  frame: Frame;
  /** A ghost, in the colour of this variable ("--c1"); none: solid. */
  ghost?: string;
  /** Impulses: at a point, along a vector; lengths are scaled together so that the largest shows. */
  arrows?: { point: Vector; vector: Vector }[];
  /** Lines between two contacts, for their coupling: -1 to 1. */
  links?: { a: number; b: number; value: number; label: string }[];
}

/** A picture of a drawing that the reader can turn, move and enlarge. */
export class View {
  readonly element: HTMLElement;
  constructor(drawing: Drawing, options: { label?: string } = {}) {
    this.element = h("div", { class: "view" }, options.label ?? drawing.name);
  }
  /** Draws these and nothing else. */
  show(_figures: Figure[]): void {}
  /** Back to where everything is seen. */
  fit(): void {}
  follow(_on: boolean): void {}
}
