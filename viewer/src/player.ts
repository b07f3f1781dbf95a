// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What is looked at: the time, the side of an impact, the track, the impact. One Player per page; the
// view, the timeline, the panels and the plots listen to it and never to each other.
import { Motion } from "./motion";

const shownAtFirst = 4; // outcomes
/** To choose from, ascending. */
export const speeds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4];

export type Listener = () => void;

export class Player {
  time: number;
  /** At the very time of an impact: the frame before it, or the one after. */
  side: "before" | "after" = "after";
  track = 0;
  /** Impact (index of its mark) that panels show; null: none yet. */
  impact: number | null = null;
  playing = false;
  speed = 1;
  follow = false;
  /** Outcomes of the impact shown that are hidden, by index in Impact.branches. */
  readonly hidden = new Set<number>();
  /** Other tracks drawn as ghosts are hidden, by id. */
  readonly hiddenTracks = new Set<number>();
  readonly start: number;
  readonly end: number;
  private readonly listeners = new Set<Listener>();

  constructor(readonly motions: Motion[]) {
    const ends = motions.filter((motion) => motion.count > 0);
    this.start = ends.length ? Math.min(...ends.map((motion) => motion.start)) : 0;
    this.end = ends.length ? Math.max(...ends.map((motion) => motion.end)) : 0;
    this.time = this.start;
    // A run of a blink is shown slowly.
    const duration = this.end - this.start;
    this.speed = speeds.filter((speed) => speed <= 1 && duration / speed >= 4).at(-1) ?? speeds[0]!;
  }

  get motion(): Motion {
    return this.motions[this.track]!;
  }

  /** Index of the track that is seen at this time: before a track begins, the one it branched from. */
  get seen(): number {
    let index = this.track;
    for (let left = this.motions.length; left > 0; left--) {
      const { track, start } = this.motions[index]!;
      const parent = this.motions.findIndex((motion) => motion.track.id === track.parent);
      if (track.parent === null || parent < 0 || this.time >= start) break;
      index = parent;
    }
    return index;
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  tell(): void {
    for (const listener of this.listeners) listener();
  }

  /** Anywhere in time; the impact shown is the last one not after it. */
  setTime(time: number, side: "before" | "after" = "after"): void {
    this.time = Math.min(Math.max(time, this.start), this.end);
    this.side = side;
    const last = this.motion.lastMark(this.time);
    this.choose(last);
    this.tell();
  }
  /** To the instant of an impact. */
  goToImpact(index: number, side: "before" | "after" = "after"): void {
    const count = this.motion.marks.count;
    if (count === 0) return;
    const to = Math.min(Math.max(index, 0), count - 1);
    this.choose(to);
    this.time = this.motion.marks.time[to]!;
    this.side = side;
    this.tell();
  }
  /** The law's own outcome and the ones farthest from it are shown first; the others on request. */
  private choose(impact: number | null): void {
    if (impact === this.impact) return;
    this.impact = impact;
    this.hidden.clear();
    const outcomes = this.motion.impact(impact)?.branches.length ?? 0;
    for (let k = shownAtFirst; k < outcomes; k++) this.hidden.add(k);
  }
  nextImpact(): void {
    this.goToImpact(this.impact === null ? 0 : this.impact + 1);
  }
  /** Back to the impact shown if time went on since, else to the one before it. */
  previousImpact(): void {
    if (this.impact === null) return;
    const here = this.motion.marks.time[this.impact]!;
    this.goToImpact(this.time > here ? this.impact : this.impact - 1);
  }
  setTrack(track: number): void {
    this.track = Math.min(Math.max(track, 0), this.motions.length - 1);
    this.setTime(this.time, this.side);
  }
  play(playing: boolean): void {
    if (playing && this.time >= this.end) this.time = this.start;
    this.playing = playing;
    this.tell();
  }
  toggle(set: Set<number>, key: number): void {
    if (!set.delete(key)) set.add(key);
    this.tell();
  }
  change(what: Partial<Pick<Player, "speed" | "follow">>): void {
    Object.assign(this, what);
    this.tell();
  }
}
