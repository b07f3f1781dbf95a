// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The posture that lands, its contacts, and a line per pair of contacts that says how coupled they
// are.
import { series } from "../colours";
import { decodeFloats } from "../decode";
import { h } from "../dom";
import type { AnalysisDocument, ImpactBranch, Page } from "../format";
import { figure, finite, list } from "../panels/words";
import type { Player } from "../player";
import { type Figure, View } from "../view/view";

const fewest = 1e-9; // |w| from which a pair has a line
const mostLines = 400;
const mostLabels = 10;
const mostGhosts = 40;

type Link = NonNullable<Figure["links"]>[number];

export class PosturePicture {
  readonly element: HTMLElement;
  private readonly view: View | null = null;
  private readonly figure: Figure;
  private readonly places: number[]; // index in drawing.contacts per contact of the document; -1: none
  private gram: number[][] = [];
  private pair: [number, number] | null = null;
  private readonly ghosts = h("input", { type: "checkbox", "data-part": "ghosts" });

  constructor(
    page: Page,
    private readonly player: Player,
    document: AnalysisDocument,
  ) {
    const { motion } = player;
    const names = list(page.drawing?.contacts).map((contact) => contact.name);
    this.places = list(document.contacts).map((name) => names.indexOf(name));
    this.figure = { frame: motion.frameBuffer() };
    this.element = h("section", { "data-part": "posture", class: "stack" });
    if (!page.drawing || !motion.drawn) {
      this.element.append(h("p", { class: "soft" }, "There is no drawing in this page."));
      return;
    }
    motion.frameAt(0, "before", this.figure.frame);
    this.view = new View(page.drawing, { label: "Posture with its contacts" });
    this.element.append(h("div", { class: "view-box tall" }, this.view.element));
    const impact = motion.impact(0);
    if (list(impact?.branches).length < 2) return;
    if (list(impact!.branches[0]!.ghost_times).length === 0) {
      this.element.append(h("p", { class: "soft", "data-part": "caption" }, impact!.ghosts ?? ""));
      return;
    }
    this.ghosts.addEventListener("change", () => this.draw());
    const label = h("label", {}, this.ghosts, ` ${impact!.ghosts || "Outcomes as ghosts"}`);
    this.element.append(h("div", { class: "controls" }, label));
    player.listen(() => {
      this.ghosts.checked = true; // the list of outcomes was used
      this.draw();
    });
  }

  /** Lines of a matrix of couplings. */
  links(gram: number[][]): void {
    this.gram = gram;
    this.draw();
  }
  /** One pair stands out; null: none does. */
  highlight(pair: [number, number] | null): void {
    this.pair = pair;
    this.draw();
  }

  private draw(): void {
    if (!this.view) return;
    this.figure.links = this.makeLinks();
    this.view.show([this.figure, ...(this.ghosts.checked ? this.makeGhosts() : [])]);
  }
  private makeLinks(): Link[] {
    const links: (Link & { size: number })[] = [];
    const count = Math.min(this.gram.length, this.places.length);
    for (let j = 0; j < count; j++) {
      for (let k = j + 1; k < count; k++) {
        const value = this.gram[j]?.[k];
        const [a, b] = [this.places[j]!, this.places[k]!];
        if (!finite(value) || Math.abs(value) <= fewest || a < 0 || b < 0) continue;
        const strong = this.pair?.[0] === j && this.pair[1] === k;
        const size = Math.abs(value) + (strong ? 2 : 0);
        links.push({ a, b, value, label: `w = ${figure(value, 2)}`, strong, size });
      }
    }
    links.sort((left, right) => left.size - right.size); // the largest is drawn last, above
    const kept = links.slice(-mostLines);
    return kept.map(({ size: _size, ...link }, k) => {
      const named = link.strong || (this.pair === null && kept.length - k <= mostLabels);
      return { ...link, label: named ? link.label : "" };
    });
  }
  private makeGhosts(): Figure[] {
    const { motion, hidden } = this.player;
    const bodies = motion.bodies;
    return list(motion.impact(0)?.branches)
      .slice(0, mostGhosts)
      .flatMap((branch: ImpactBranch, k) => {
        const steps = list(branch.ghost_times).length;
        if (hidden.has(k) || steps === 0) return [];
        const poses = Float32Array.from(decodeFloats(branch.poses));
        const last = poses.slice((steps - 1) * bodies * 7, steps * bodies * 7);
        if (last.length < bodies * 7) return [];
        const frame = motion.frameBuffer();
        frame.points.fill(NaN);
        frame.poses = last;
        return [{ frame, ghost: series(k) }];
      });
  }
}
