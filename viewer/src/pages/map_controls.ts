// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What of a map is shown: the measure, the axes, the values of the axes that are held, degrees, a
// logarithm.
import { h } from "../dom";
import type { Measure } from "../format";
import { type Cut, type Grid, nearest, Writing } from "./map_grid";
import { rangeOf, spansDecades } from "./map_scale";

export class MapControls {
  readonly element: HTMLElement;
  readonly writing = new Writing();
  measure: Measure;
  /** Shown below it, of a map over one axis. */
  readonly more = new Set<Measure>();
  log: boolean;
  readonly cut: Cut;
  private readonly logBox = h("input", { type: "checkbox" });
  private readonly logLabel = h("label", {}, this.logBox, " Logarithmic");
  private readonly held = h("span", { class: "controls" });
  private readonly others = h("fieldset", { class: "inline" });

  constructor(
    private readonly grid: Grid,
    private readonly changed: () => void,
  ) {
    this.measure = grid.part.measures[0]!;
    this.log = spansDecades(rangeOf(grid.values(this.measure)));
    this.cut = {
      x: 0,
      y: grid.axes.length > 1 ? 1 : null,
      held: grid.axes.map((axis) => Math.max(axis.values.length - 1, 0) >> 1),
    };
    this.element = h("div", { class: "controls", "data-part": "controls" });
    this.element.append(h("label", {}, "Measure ", this.measures()));
    if (grid.axes.length > 2) this.element.append(this.axisChoice("Across", "x"));
    if (grid.axes.length > 2) this.element.append(this.axisChoice("Up", "y"));
    this.element.append(this.held, this.logLabel);
    this.logBox.addEventListener("change", () => {
      this.log = this.logBox.checked;
      this.changed();
    });
    if (grid.axes.some((axis) => axis.unit === "rad")) this.element.append(this.degrees());
    if (grid.axes.length === 1 && grid.part.measures.length > 1) this.element.append(this.others);
    this.fillHeld();
    this.fillOthers();
    this.sayLog();
  }

  /** Moves the cut to where a point is; true: it was elsewhere. */
  hold(at: number[]): boolean {
    if (this.grid.onCut(this.cut, at)) return false;
    this.grid.axes.forEach((axis, k) => {
      if (Number.isFinite(at[k])) this.cut.held[k] = nearest(axis.values, at[k]!);
    });
    this.fillHeld();
    return true;
  }

  private measures(): HTMLSelectElement {
    const select = h("select", { "data-part": "measure" });
    this.grid.part.measures.forEach((measure, k) => {
      const unit = measure.unit ? ` [${measure.unit}]` : "";
      select.append(h("option", { value: k }, `${measure.name}${unit}`));
    });
    select.addEventListener("change", () => {
      this.measure = this.grid.part.measures[Number(select.value)] ?? this.measure;
      this.more.delete(this.measure);
      this.log = spansDecades(rangeOf(this.grid.values(this.measure)));
      this.fillOthers();
      this.sayLog();
      this.changed();
    });
    return select;
  }

  private sayLog(): void {
    this.logLabel.hidden = !(rangeOf(this.grid.values(this.measure)).low > 0);
    this.logBox.checked = this.log;
  }

  private degrees(): HTMLElement {
    const box = h("input", { type: "checkbox", "data-part": "degrees" });
    box.addEventListener("change", () => {
      this.writing.degrees = box.checked;
      this.fillHeld();
      this.changed();
    });
    return h("label", {}, box, " Angles in degrees");
  }

  private axisChoice(title: string, which: "x" | "y"): HTMLElement {
    const select = h("select", { "data-part": `axis-${which}` });
    this.grid.axes.forEach((axis, k) => select.append(h("option", { value: k }, axis.name)));
    select.value = String(this.cut[which]);
    select.addEventListener("change", () => {
      const [to, from] = [Number(select.value), this.cut[which]!];
      if (which === "x" && this.cut.y === to) this.cut.y = from; // they change places
      if (which === "y" && this.cut.x === to) this.cut.x = from;
      this.cut[which] = to;
      for (const other of ["x", "y"] as const) {
        const found = this.element.querySelector(`[data-part="axis-${other}"]`);
        (found as HTMLSelectElement).value = String(this.cut[other]);
      }
      this.fillHeld();
      this.changed();
    });
    return h("label", {}, `${title} `, select);
  }

  private fillHeld(): void {
    const selects = this.grid.axes.map((axis, k) => {
      if (k === this.cut.x || k === this.cut.y) return "";
      const select = h("select", { "data-part": "slice" });
      axis.values.forEach((value, index) =>
        select.append(h("option", { value: index }, this.writing.value(axis, value))),
      );
      select.value = String(this.cut.held[k]);
      select.addEventListener("change", () => {
        this.cut.held[k] = Number(select.value);
        this.changed();
      });
      return h("label", {}, `${axis.name} = `, select);
    });
    this.held.replaceChildren(...selects);
    this.held.hidden = this.grid.axes.length < 3;
  }

  private fillOthers(): void {
    const boxes = this.grid.part.measures
      .filter((measure) => measure !== this.measure)
      .map((measure) => {
        const box = h("input", { type: "checkbox" });
        box.checked = this.more.has(measure);
        box.addEventListener("change", () => {
          if (box.checked) this.more.add(measure);
          else this.more.delete(measure);
          this.changed();
        });
        return h("label", {}, box, ` ${measure.name}`);
      });
    this.others.replaceChildren(h("legend", {}, "Also below"), ...boxes);
  }
}
