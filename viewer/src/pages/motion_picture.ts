// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the picture of a motion shows at the player's time: the trajectory solid, other outcomes of the
// impact and other trajectories as ghosts, the impulses at the impact itself.
import { series } from "../colours";
import { decodeFloats } from "../decode";
import { h } from "../dom";
import {
  ContactState,
  type Drawing,
  type Impact,
  type ImpactBranch,
  type Page,
  type Vector,
} from "../format";
import { blendPoses, upperBound, type Frame, type Motion } from "../motion";
import type { Player } from "../player";
import { atImpact, timeText } from "../timeline_play";
import { View, type Figure } from "../view/view";

const most = 40; // ghosts of outcomes drawn

export interface Picture {
  element: HTMLElement;
  fit: () => void;
  ghosts: { toggle(): void; on(): boolean };
}

export function picture(drawing: Drawing, player: Player, units: Page["units"]): Picture {
  const { mass, length } = units;
  const impulse = mass === "kg" && length === "m" ? "N·s" : `${mass}·${length}/s`;
  const view = new View(drawing, { impulse });
  const caption = h("p", { class: "motion-caption soft", "data-part": "caption" });
  const buffers = player.motions.map((motion) => motion.frameBuffer());
  const ghosts = new Ghosts();
  let withGhosts = true;
  let apart = false; // other runs stand beside this one, not within it
  const show = () => {
    const outcomes = withGhosts ? ghosts.outcomes(player) : [];
    const others = otherTracks(player, buffers).filter(
      ({ index }) => withGhosts || (apart && player.motions[index]!.track.beside),
    );
    const all = [...solid(player, buffers), ...outcomes].map((figure) => ({
      figure,
      index: player.seen,
    }));
    const figures = [...all, ...others].map(({ figure, index }) =>
      apart ? standing(player, figure, index) : figure,
    );
    view.show(figures);
    view.follow(player.follow);
    const text = [beyond(player), withGhosts ? ghosts.words(player) : ""].join(" ").trim();
    if (caption.textContent !== text) caption.textContent = text;
  };
  const fitAll = () => home(view, drawing, player, apart);
  const besides = runsButton(player, (on) => {
    apart = on;
    fitAll();
    view.fit();
    show();
  });
  fitAll();
  player.listen(show);
  show();
  return {
    element: h("div", { class: "motion-picture" }, view.element, besides, caption),
    fit: () => view.fit(),
    ghosts: {
      toggle: () => {
        withGhosts = !withGhosts;
        player.tell();
      },
      on: () => withGhosts,
    },
  };
}

/** What is seen where the track itself is not: it begins later, or has ended. */
function beyond(player: Player): string {
  const { track, start, end } = player.motion;
  if (player.time < start) {
    const seen = player.motions[player.seen]!.track.label;
    return `${track.label} begins at ${timeText(player, start)}; ${seen} is shown until then.`;
  }
  return player.time > end ? `${track.label} ended at ${timeText(player, end)}.` : "";
}

function solid(player: Player, buffers: Frame[]): Figure[] {
  const index = player.seen;
  const motion = player.motions[index]!;
  if (!motion.drawn) return [];
  const frame = motion.frameAt(player.time, player.side, buffers[index]!);
  const at = index === player.track && atImpact(player);
  if (!at && frame.states.includes(ContactState.hit)) settle(motion, player, frame);
  const impact = at ? motion.impact(player.impact) : undefined;
  return [{ frame, arrows: impact && arrowsOf(impact), drawing: motion.drawing }];
}
/** Between the impact and the next frame nothing is hit any more: contacts are as they are there. */
function settle(motion: Motion, player: Player, frame: Frame): void {
  const { b } = motion.locate(player.time, player.side);
  const next = motion.frameAt(motion.time[b] ?? player.time, "before", motion.frameBuffer()).states;
  frame.states.forEach((state, k) => {
    if (state !== ContactState.hit) return;
    frame.states[k] = next[k] === ContactState.hit ? ContactState.open : next[k]!;
  });
}
function arrowsOf(impact: Impact): { point: Vector; vector: Vector }[] {
  return impact.contacts.flatMap(({ point, vector }) =>
    point && vector ? [{ point, vector }] : [],
  );
}

/** Where the figure of a track stands when runs are side by side: the run itself first. What stands
 * alone in its place is solid. */
function standing(player: Player, figure: Figure, index: number): Figure {
  const placeOf = (k: number): number => (player.motions[k]!.track.beside ? k : 0);
  const place = placeOf(index);
  const alone = place !== placeOf(player.seen) && place === index;
  const named = place === 0 ? 0 : index;
  const { label } = player.motions[named]!.track;
  return {
    ...figure,
    ghost: alone ? undefined : figure.ghost,
    beside: { place, label, colour: series(named) },
  };
}

/** Hidden where no other run is on the page. */
function runsButton(player: Player, changed: (apart: boolean) => void): HTMLElement {
  const button = h(
    "button",
    { type: "button", class: "motion-apart", "aria-pressed": "false", "data-part": "apart" },
    "Side by side",
  );
  button.hidden = !player.motions.some((motion) => motion.track.beside);
  button.addEventListener("click", () => {
    const apart = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(apart));
    changed(apart);
  });
  return button;
}

/** Tracks beside the solid one, from where they branched on. */
function otherTracks(player: Player, buffers: Frame[]): { figure: Figure; index: number }[] {
  return player.motions.flatMap((motion, k) => {
    const { id, parent, impact } = motion.track;
    if (k === player.seen || !motion.drawn || player.hiddenTracks.has(id)) return [];
    if (motion.track.beside && player.time > motion.end) return []; // where it stopped says nothing now
    const from = player.motions.find((other) => other.track.id === parent);
    const since = from && impact !== null ? from.marks.time[impact] : motion.start;
    if (since !== undefined && since > player.time) return [];
    const frame = motion.frameAt(player.time, player.side, buffers[k]!);
    return [{ figure: { frame, ghost: series(k), drawing: motion.drawing }, index: k }];
  });
}

/** Outcomes of the impact shown. They coincide at its very time; there they are shown where each leads,
 * at the last of their times, and afterwards as time goes on. */
class Ghosts {
  private readonly decoded = new WeakMap<ImpactBranch, Float32Array>();
  private left = 0; // outcomes that are not drawn: too many

  outcomes(player: Player): Figure[] {
    const impact = player.motion.impact(player.impact);
    if (!impact || impact.branches.length < 2) return [];
    const figures: Figure[] = [];
    this.left = 0;
    impact.branches.forEach((branch, k) => {
      const since = this.since(player, branch.ghost_times);
      if (since === null || player.hidden.has(k)) return;
      if (figures.length >= most) this.left++;
      else {
        const { bodies, drawing } = player.motion;
        figures.push({ frame: this.frame(branch, since, bodies), ghost: series(k), drawing });
      }
    });
    return figures;
  }
  /** When ghosts are shown, or why none are. */
  words(player: Player): string {
    const impact = player.motion.impact(player.impact);
    const times = impact?.branches[0]?.ghost_times ?? [];
    const since = this.since(player, times);
    if (times.length === 0 && atImpact(player)) return impact?.ghosts ?? "";
    if (since === null) return "";
    if (since === times.at(-1) && this.left === 0 && impact?.ghosts) return impact.ghosts;
    const which =
      this.left > 0 ? `the first ${most} of ${most + this.left} outcomes` : "each outcome";
    return `Ghosts: ${which} ${timeText(player, since)} after the impact, if nothing else acted.`;
  }
  /** Time after the impact at which ghosts are shown; null: they are over. */
  private since(player: Player, times: number[]): number | null {
    const last = times[times.length - 1];
    const mark = player.motion.marks.time[player.impact ?? -1];
    if (last === undefined || mark === undefined || player.time - mark > last) return null;
    return atImpact(player) && !player.playing ? last : player.time - mark;
  }
  private frame(branch: ImpactBranch, since: number, bodies: number): Frame {
    let poses = this.decoded.get(branch);
    if (!poses) {
      poses = Float32Array.from(decodeFloats(branch.poses));
      this.decoded.set(branch, poses);
    }
    const times = Float64Array.from(branch.ghost_times);
    const last = times.length - 1;
    const a = Math.min(Math.max(upperBound(times, since) - 1, 0), last);
    const b = Math.min(a + 1, last);
    const step = times[b]! - times[a]!;
    const share = step > 0 ? Math.min(Math.max((since - times[a]!) / step, 0), 1) : 0;
    const out = new Float32Array(bodies * 7);
    blendPoses(poses, a, b, share, bodies, out);
    return { poses: out, points: new Float32Array(0), states: new Uint8Array(0) };
  }
}

/** Everywhere the motions go, if that is not much farther than the model is wide; else the picture
 * follows the model. */
function home(view: View, drawing: Drawing, player: Player, apart: boolean): void {
  const low: Vector = [Infinity, Infinity, Infinity];
  const high: Vector = [-Infinity, -Infinity, -Infinity];
  for (const [index, motion] of player.motions.entries()) {
    if (!motion.drawn) continue;
    const frame = motion.frameBuffer();
    for (const time of sampled(motion)) {
      const figure = { frame: motion.frameAt(time, "after", frame), drawing: motion.drawing };
      view.show([apart ? standing(player, figure, index) : figure]);
      const extent = view.extent();
      if (!extent) continue;
      for (let axis = 0; axis < 3; axis++) {
        low[axis] = Math.min(low[axis]!, extent.low[axis]!);
        high[axis] = Math.max(high[axis]!, extent.high[axis]!);
      }
    }
  }
  if (!low.every(Number.isFinite)) return;
  const edges = high.map((value, k) => value - low[k]!);
  // Far up and down is how things fall: the picture shows where from and where to, small as they are.
  const up = Math.max(...drawing.up.map((part, k) => Math.abs(part) * edges[k]!));
  const most = apart ? 20 : up > 0.8 * Math.hypot(...edges) ? 16 : 6;
  if (Math.hypot(...edges) < most * drawing.radius) view.setHome(low, high);
  else player.follow = true;
}
function sampled(motion: Motion): number[] {
  const count = motion.bodies > 200 ? 6 : 24;
  const step = (motion.end - motion.start) / count;
  return Array.from({ length: count + 1 }, (_, k) => motion.start + k * step);
}
