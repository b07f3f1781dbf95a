// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One chart: curves of one group and unit, the time as a line over them. The canvas is drawn when the
// curves, the window or the colours change; the line of the time moves by itself.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import "./plots.css";
import { colour, series } from "../colours";
import { h } from "../dom";
import type { Motion } from "../motion";
import { timeText } from "../panels/words";
import type { Player } from "../player";
import { timeAxis, valueAxis, valueRange } from "./axes";
import { merge, rangeOf, sizeOf, valuesOf, valueText } from "./curves";
import { channelOf, type Card } from "./groups";
import { Legend } from "./legend";
import { drawMarks, drawNumbers } from "./overlay";
import { Picker } from "./picker";
import { setsTime } from "./pointer";
import type { Window } from "./window";

const HEIGHT = 190;
const MOST_OTHERS = 5; // tracks besides the solid one

/** A curve of the solid track. */
export interface Shown {
  name: string;
  slot: number;
  values: Float64Array;
}

export class Chart {
  readonly element: HTMLElement;
  private readonly picker: Picker;
  private readonly legend = new Legend();
  private readonly place = h("div", { class: "chart-place", "data-part": "chart", role: "img" });
  private readonly note = h("p", { class: "soft chart-note" });
  private readonly line = h("div", { class: "time-line" });
  private plot: uPlot | null = null;
  private curves: Shown[] = [];
  private strong: string | null = null;
  private drawn = "";
  private inView = false;

  constructor(
    readonly card: Card,
    private readonly player: Player,
    private readonly window: Window,
  ) {
    this.picker = new Picker(card, () => this.update(true));
    const title = card.unit === "" ? card.title : `${card.title} [${card.unit}]`;
    this.place.setAttribute("aria-label", title); // until it is drawn
    this.element = h(
      "section",
      { class: "panel chart", "data-group": card.group, "aria-label": title },
      h("div", { class: "part-head" }, h("h3", {}, title), this.picker.element),
      this.place,
      this.legend.element,
      this.note,
    );
    new ResizeObserver(() => this.resize()).observe(this.place);
    new IntersectionObserver(
      (entries) => {
        this.inView = entries.at(-1)!.isIntersecting;
        this.update();
      },
      { rootMargin: "100px" },
    ).observe(this.element);
  }

  /** After any change of the player; `always`: also out of view. */
  update(always = false): void {
    if (!this.inView && !always) return;
    const { track, hiddenTracks } = this.player;
    const key = JSON.stringify([track, ...hiddenTracks, "of", ...this.picker.chosen.keys()]);
    if (key !== this.drawn) {
      this.drawn = key;
      this.build();
    }
    this.move();
  }
  /** Other colours, the same curves. */
  repaint(): void {
    const plot = this.plot;
    plot?.batch(() => plot.redraw(false, true)); // at once: the page may be about to print
  }
  /** The width of a printed page, or null: that of the screen again. */
  fixWidth(width: number | null): void {
    this.update(true);
    const plot = this.plot;
    plot?.batch(() => plot.setSize({ width: width ?? this.place.clientWidth, height: HEIGHT }));
  }

  /** Tracks besides the solid one that are not hidden. */
  private others(): Motion[] {
    const { motions, motion, hiddenTracks } = this.player;
    return motions.filter(
      (other) => other !== motion && !hiddenTracks.has(other.track.id) && other.count > 0,
    );
  }

  private build(): void {
    this.plot?.destroy();
    this.plot = null;
    const motion = this.player.motion;
    const names = [...this.picker.chosen];
    const curvesOf = (of: Motion): Shown[] =>
      names.map(([name, slot]) => {
        const channel = channelOf(of, this.card, name);
        return { name, slot, values: channel ? valuesOf(channel) : new Float64Array() };
      });
    this.curves = curvesOf(motion);
    const others = this.others();
    const sources = [motion, ...others.slice(0, MOST_OTHERS)].map((of) => ({
      of,
      curves: curvesOf(of),
    }));
    this.place.setAttribute("aria-label", this.inWords());
    this.legend.show(this.curves, this.card.unit, this.strong, (name) => this.press(name));
    this.say(others.length);
    const width = this.place.clientWidth;
    if (names.length === 0 || motion.count === 0 || width === 0) {
      if (width === 0) this.drawn = ""; // not laid out yet
      return;
    }
    const data = merge(
      sources.map(({ of, curves }) => ({
        time: of.time,
        values: curves.map(({ values }) => values),
      })),
    );
    this.plot = new uPlot(this.options(sources.length, width), data, this.place);
    this.plot.over.append(this.line);
    setsTime(this.plot, this.player);
  }

  private options(tracks: number, width: number): uPlot.Options {
    const drawn = Array.from({ length: tracks }, (_, track) =>
      this.curves.map(({ slot, name }): uPlot.Series => ({
        stroke: () => colour(series(slot)),
        width: name === this.strong ? 3.5 : track === 0 ? 1.5 : 1,
        dash: track === 0 ? (slot < 8 ? undefined : [8, 2]) : [4, 4],
        points: { show: false },
      })),
    );
    const labels = this.curves.length > 1 ? this.curves.map((_curve, k) => String(k + 1)) : [];
    return {
      width,
      height: HEIGHT,
      padding: [6, 10, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: () => [this.window.from, this.window.to] },
        y: { range: valueRange },
      },
      axes: [timeAxis(), valueAxis(this.card.unit)],
      series: [{}, ...drawn.flat()],
      hooks: {
        drawAxes: [(plot) => drawMarks(plot, this.player.motion.marks)],
        draw: [(plot) => drawNumbers(plot, labels)],
      },
    };
  }

  /** Cheap: called 60 times a second. */
  private move(): void {
    this.legend.update(this.curves, this.player);
    if (!this.plot) return;
    const { min, max } = this.plot.scales.x!;
    const { from, to } = this.window;
    if (min !== from || max !== to) this.plot.setScale("x", { min: from, max: to });
    const share = (this.player.time - from) / (to - from);
    this.line.hidden = !(share >= 0 && share <= 1);
    this.line.style.transform = `translateX(${100 * share}%)`; // as wide as the plot: no layout
  }

  private resize(): void {
    const width = this.place.clientWidth;
    if (width === 0) return;
    if (!this.plot) return this.update();
    if (width !== this.plot.width) this.plot.setSize({ width, height: HEIGHT });
    this.move();
  }

  private press(name: string): void {
    this.strong = this.strong === name ? null : name;
    this.drawn = "";
    const focused = document.activeElement?.closest("li");
    const at = focused ? [...this.legend.element.children].indexOf(focused) : -1;
    this.update(true);
    this.legend.element.children[at]?.querySelector("button")?.focus();
  }

  private say(others: number): void {
    const words: string[] = [];
    if (this.curves.length === 0) words.push("No curve is chosen.");
    const empty = this.curves.filter(({ values }) => rangeOf(values) === null);
    if (empty.length > 0) {
      words.push(`Without a number to draw: ${empty.map(({ name }) => name).join(", ")}.`);
    }
    const drawn = Math.min(others, MOST_OTHERS);
    const more = others > drawn ? ` of ${others}` : "";
    if (others === 1) words.push("Dashed: the other trajectory.");
    else if (others > 1) words.push(`Dashed: ${drawn}${more} other trajectories.`);
    this.note.textContent = words.join(" ");
    this.note.hidden = words.length === 0;
  }

  private inWords(): string {
    const { start, end } = this.player;
    const span = end - start;
    const curves = this.curves.map(({ name, values }) => {
      const range = rangeOf(values);
      if (!range) return `${name} without a number`;
      const [low, high] = range.map((end) => valueText(end, sizeOf(values)));
      return `${name} from ${low} to ${high} ${this.card.unit}`;
    });
    const when = `${timeText(start, span)} to ${timeText(end, span)}`;
    return `${this.card.title} against time, ${when}. Curves: ${curves.join("; ") || "none"}.`;
  }
}
