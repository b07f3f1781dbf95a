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
import { coincide, coincideInTime, merge, rangeOf, sizeOf, valuesOf, valueText } from "./curves";
import { channelOf, type Card } from "./groups";
import { Legend } from "./legend";
import { drawLimits, limitInSight, limitsOf, limitWords } from "./limits";
import { drawMarks, drawNumbers } from "./overlay";
import { Picker } from "./picker";
import { setsTime } from "./pointer";
import type { Window } from "./window";

const HEIGHT = 190;
const MOST_OTHERS = 7; // tracks besides the solid one
/** Dashes of the other tracks, and what they are called. */
const TRACKS: [number[], string][] = [
  [[7, 4], "dashed"],
  [[2, 3], "dotted"],
  [[9, 3, 2, 3], "dash-dotted"],
  [[14, 4], "long dashes"],
  [[2, 8], "wide dots"],
  [[4, 2], "short dashes"],
  [[9, 3, 2, 3, 2, 3], "dash and two dots"],
];
/** Dashes of curves that lie on an earlier one: it shows between them. */
const ABOVE = [
  [9, 9],
  [5, 13],
  [2, 16],
];

/** A curve of the solid track. */
export interface Shown {
  name: string;
  slot: number;
  values: Float64Array;
  /** It lies on this earlier one, as so many others before it. */
  same?: { name: string; rank: number };
}

/** Says of each curve which earlier one it hides; the span is that of all. */
function markSame(curves: Shown[]): number {
  const ranges = curves.flatMap(({ values }) => rangeOf(values) ?? []);
  const span = ranges.length > 0 ? Math.max(...ranges) - Math.min(...ranges) : 0;
  curves.forEach((curve, k) => {
    const first = curves.slice(0, k).find(({ values }) => coincide(values, curve.values, span));
    if (!first) return;
    const name = first.same?.name ?? first.name;
    const before = curves.slice(0, k).filter(({ same }) => same?.name === name).length;
    curve.same = { name, rank: before };
  });
  return span;
}

export class Chart {
  readonly element: HTMLElement;
  private readonly picker: Picker;
  private readonly legend: Legend;
  private readonly place = h("div", { class: "chart-place", "data-part": "chart", role: "img" });
  private readonly note = h("p", { class: "soft chart-note" });
  private readonly line = h("div", { class: "time-line" });
  private plot: uPlot | null = null;
  private curves: Shown[] = [];
  private limits: { all: number[]; inSight: number } = { all: [], inSight: 0 };
  private strong: string | null = null;
  private drawn = "";
  private inView = false;

  constructor(
    readonly card: Card,
    private readonly player: Player,
    private readonly window: Window,
  ) {
    this.legend = new Legend(card.group);
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
    const span = markSame(this.curves);
    const channels = names.map(([name]) => channelOf(motion, this.card, name));
    this.limits = { all: limitsOf(channels), inSight: limitInSight(channels) };
    const others = this.others();
    const sources = [motion, ...others.slice(0, MOST_OTHERS)].map((of) => ({
      of,
      curves: curvesOf(of),
    }));
    this.place.setAttribute("aria-label", this.inWords());
    this.legend.show(this.curves, this.card.unit, this.strong, (name) => this.press(name));
    this.say(
      sources.slice(1).map(({ of, curves }) => ({
        label: of.track.label,
        same: curves.every(({ values }, k) =>
          coincideInTime(
            { time: of.time, values },
            { time: motion.time, values: this.curves[k]!.values },
            span,
          ),
        ),
      })),
      others.length,
    );
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
      this.curves.map(({ slot, name, same }): uPlot.Series => ({
        stroke: () => colour(series(slot)),
        width: name === this.strong ? 3.5 : track === 0 ? 1.5 : 1.2,
        dash: track > 0 ? TRACKS[track - 1]![0] : dashOf(slot, same?.rank),
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
        y: { range: (plot, low, high) => this.valueRange(plot, low, high) },
      },
      axes: [timeAxis(), valueAxis(this.card.unit)],
      series: [{}, ...drawn.flat()],
      hooks: {
        drawAxes: [
          (plot) => drawMarks(plot, this.player.motion.marks),
          (plot) => drawLimits(plot, this.limits.all),
        ],
        draw: [(plot) => drawNumbers(plot, labels)],
      },
    };
  }

  /** With room for the limits that the curves come near to. */
  private valueRange(plot: uPlot, low: number | null, high: number | null): [number, number] {
    const { inSight } = this.limits;
    if (inSight === 0 || low === null || high === null) return valueRange(plot, low, high);
    return valueRange(plot, Math.min(low, -inSight), Math.max(high, inSight));
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

  /** `drawn`: the tracks besides the solid one, and whether this chart shows no difference. */
  private say(drawn: { label: string; same: boolean }[], others: number): void {
    const words: string[] = [];
    if (this.curves.length === 0) words.push("No curve is chosen.");
    const empty = this.curves.filter(({ values }) => rangeOf(values) === null);
    if (empty.length > 0) {
      words.push(`Without a number to draw: ${empty.map(({ name }) => name).join(", ")}.`);
    }
    const limits = limitWords(this.limits.all, this.limits.inSight, this.card.unit);
    if (limits !== "") words.push(limits);
    if (drawn.length > 0) {
      const solid = this.player.motion.track.label;
      const each = drawn.map(({ label, same }, k) => {
        const name = `${TRACKS[k]![1]}: ${label}`;
        return same && this.curves.length > 0 ? `${name} (as the solid one)` : name;
      });
      words.push(`Solid: ${solid}; ${each.join("; ")}.`);
    }
    if (others > drawn.length) words.push(`${others - drawn.length} more are not drawn.`);
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

function dashOf(slot: number, above: number | undefined): number[] | undefined {
  if (above !== undefined) return ABOVE[Math.min(above, ABOVE.length - 1)];
  return slot < 8 ? undefined : [8, 2];
}
