// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The picture of a map as the reader uses it: pointer, arrow keys and Enter, and the line that says
// what is there.
import { series } from "../colours";
import { h } from "../dom";
import type { Measure } from "../format";
import { figure } from "../panels/words";
import { MapChart } from "./map_chart";
import type { MapControls } from "./map_controls";
import { CurveChart } from "./map_curve";
import { type Grid, nearest } from "./map_grid";
import { rangeOf, scaleOf, spansDecades } from "./map_scale";

export class Picture {
  readonly element: HTMLElement;
  /** Axis values of the posture shown. */
  chosen: number[] | null = null;
  private cursor: [number, number] | null = null;
  private readonly words = h("p", {
    class: "readout",
    "aria-live": "polite",
    "data-part": "readout",
  });
  private readonly area = h("div", { class: "map-area", tabindex: 0, role: "application" });
  private readonly help: string;
  private readonly map = new MapChart();
  private readonly curves: CurveChart[] = [];
  private values: Float64Array = new Float64Array();

  constructor(
    private readonly grid: Grid,
    private readonly controls: MapControls,
    private readonly postures: boolean, // are there any to show?
    private readonly choose: (at: number[], critical: number | null) => void,
  ) {
    const more = postures ? "; Enter shows the posture" : "";
    this.help = `Arrow keys move the cursor, with Shift by ten${more}.`;
    this.area.setAttribute("aria-label", `Map. ${this.help}`);
    this.element = h("div", { "data-part": "chart" }, this.area, this.words);
    this.area.addEventListener("pointermove", (event) => this.moveTo(this.under(event)));
    this.area.addEventListener("pointerleave", () => this.moveTo(null));
    this.area.addEventListener("click", (event) => this.click(event));
    this.area.addEventListener("keydown", (event) => this.key(event));
    this.moveTo(null);
  }

  draw(): void {
    const { grid, controls } = this;
    const { cut, measure } = controls;
    this.values = grid.cut(measure, cut);
    if (cut.y === null) this.drawCurves();
    else this.drawMap(cut.y);
    this.moveTo(this.cursor);
    this.mark();
  }
  /** The cursor and the posture shown. */
  mark(): void {
    const { x, y } = this.controls.cut;
    const on = this.chosen && this.grid.onCut(this.controls.cut, this.chosen) ? this.chosen : null;
    if (y !== null) this.map.point(this.cursor, on ? [on[x]!, on[y]!] : null);
    else for (const curve of this.curves) curve.point(this.cursor?.[0] ?? null, on?.[x] ?? null);
  }

  /** Axis values in the middle of what is shown. */
  middle(): number[] {
    const { cut } = this.controls;
    const of = (axis: number | null): number =>
      axis === null ? 0 : Math.max(this.grid.axes[axis]!.values.length - 1, 0) >> 1;
    return this.grid.at(cut, of(cut.x), of(cut.y));
  }

  private marks(measure: Measure): { point: Critical; index: number; count: number }[] {
    const points = measure.features?.points ?? [];
    return points
      .map((point, index) => ({ point, index, count: points.length }))
      .filter(({ point }) => this.grid.onCut(this.controls.cut, point.at));
  }
  private drawMap(up: number): void {
    const { grid, controls } = this;
    const { cut, measure, writing } = controls;
    const range = rangeOf(this.values);
    const plain = grid.axes.length === 2 && cut.x === 0;
    if (!this.map.sheet.element.isConnected) this.area.replaceChildren(this.map.sheet.element);
    this.map.show({
      x: grid.axes[cut.x]!,
      y: grid.axes[up]!,
      writing,
      label: labelOf(measure),
      values: this.values,
      barred: grid.barred(cut),
      scale: scaleOf(range, controls.log),
      whole: range.whole,
      marks: this.marks(measure).map((mark) => ({
        ...mark,
        x: mark.point.at[cut.x] ?? NaN,
        y: mark.point.at[up] ?? NaN,
      })),
      zeros: plain ? (measure.features?.zeros ?? []) : [],
      words:
        `${measure.name} over ${grid.axes[cut.x]!.name} and ${grid.axes[up]!.name}, ` +
        `from ${figure(range.low)} to ${figure(range.high)}; ` +
        `${this.marks(measure).length} critical points, listed below.`,
    });
  }
  private drawCurves(): void {
    const { grid, controls } = this;
    const measures = [controls.measure, ...controls.more];
    while (this.curves.length < measures.length) this.curves.push(new CurveChart());
    const charts = this.curves.slice(0, measures.length);
    this.area.replaceChildren(...charts.map((chart) => chart.sheet.element));
    charts.forEach((chart, k) => {
      const measure = measures[k]!;
      const values = grid.cut(measure, controls.cut);
      const range = rangeOf(values);
      chart.show({
        x: grid.axes[controls.cut.x]!,
        writing: controls.writing,
        label: labelOf(measure),
        colour: series(grid.part.measures.indexOf(measure)),
        values,
        barred: grid.barred(controls.cut),
        log: k === 0 ? controls.log : spansDecades(range),
        marks: this.marks(measure),
        zeros: (measure.features?.zeros ?? []).flatMap((zero) =>
          zero.points.map((point) => point[0] ?? NaN),
        ),
        words:
          `${measure.name} over ${grid.axes[controls.cut.x]!.name}, ` +
          `from ${figure(range.low)} to ${figure(range.high)}.`,
      });
    });
  }

  private under(event: MouseEvent): [number, number] | null {
    if (this.controls.cut.y !== null) return this.map.under(event);
    const index = this.curves[0]?.under(event) ?? null;
    return index === null ? null : [index, 0];
  }
  private click(event: MouseEvent): void {
    const mark =
      this.controls.cut.y !== null
        ? this.map.markUnder(event)
        : (this.curves[0]?.markUnder(event) ?? null);
    const point = mark === null ? undefined : this.controls.measure.features?.points[mark];
    if (point) return this.choose(point.at, mark);
    const found = this.under(event);
    if (found) this.choose(this.grid.at(this.controls.cut, ...found), null);
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const step = steps[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (step) {
      const size = event.shiftKey ? 10 : 1;
      const [i, j] = this.cursor ?? this.start();
      if (this.cursor) this.moveTo([i + size * step[0], j + size * step[1]]);
      else this.moveTo([i, j]);
    } else if (event.key === "Enter" || event.key === " ") {
      const [i, j] = this.cursor ?? this.start();
      this.moveTo([i, j]);
      this.choose(this.grid.at(this.controls.cut, i, j), null);
    } else if (event.key === "Escape") this.moveTo(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** Where the cursor appears: at what is chosen, else in the middle. */
  private start(): [number, number] {
    const { x, y } = this.controls.cut;
    const of = (axis: number | null): number => {
      if (axis === null) return 0;
      const values = this.grid.axes[axis]!.values;
      const at = this.chosen?.[axis];
      return at === undefined ? values.length >> 1 : nearest(values, at);
    };
    return [of(x), of(y)];
  }

  private moveTo(cursor: [number, number] | null): void {
    const { cut, measure, writing } = this.controls;
    const count = (axis: number | null): number =>
      axis === null ? 1 : this.grid.axes[axis]!.values.length;
    const within = (k: number, size: number): number => Math.min(Math.max(k, 0), size - 1);
    const [nx, ny] = [count(cut.x), count(cut.y)];
    this.cursor = cursor && [within(cursor[0], nx), within(cursor[1], ny)];
    if (!this.cursor) this.words.textContent = `Point at the picture, or focus it. ${this.help}`;
    else {
      const [i, j] = this.cursor;
      const value = this.values[i * ny + j] ?? NaN;
      const unit = measure.unit ? ` ${measure.unit}` : "";
      const what = Number.isFinite(value)
        ? `${measure.name} = ${figure(value)}${unit}`
        : `no ${this.postures ? "posture" : "value"} here`;
      const more = [...this.controls.more].map((other) => {
        const found = this.grid.cut(other, cut)[i * ny + j] ?? NaN;
        return `, ${other.name} = ${figure(found)}${other.unit ? ` ${other.unit}` : ""}`;
      });
      const depth = this.grid.barred(cut)?.[i * ny + j] ?? 0;
      const barred = depth > 0 ? `; impossible: ${depthWords(this.grid, depth)} inside` : "";
      const where = writing.point(this.grid.axes, this.grid.at(cut, i, j));
      this.words.textContent = `${where}: ${what}${more.join("")}${barred}`;
    }
    this.mark();
  }
}

type Critical = NonNullable<Measure["features"]>["points"][number];

/** Depths are in the unit of the map; metres are shown as millimetres. */
function depthWords(grid: Grid, depth: number): string {
  const unit = grid.part.penetration?.unit ?? "m";
  return unit === "m" ? `${figure(1000 * depth, 3)} mm` : `${figure(depth, 3)} ${unit}`;
}

function labelOf(measure: Measure): string {
  return measure.unit ? `${measure.name} [${measure.unit}]` : measure.name;
}
