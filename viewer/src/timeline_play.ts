// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Time that goes on by itself while the player plays, and time in words.
import { lowerBound, upperBound } from "./motion";
import { speeds, type Player } from "./player";

const longest = 0.1; // [s] between two pictures; a page that slept does not jump

export function playback(player: Player): void {
  let last: number | null = null;
  const step = (now: number): void => {
    if (!player.playing) {
      last = null;
      return;
    }
    const passed = last === null ? 0 : Math.min((now - last) / 1000, longest);
    last = now;
    const to = player.time + passed * player.speed;
    if (to >= player.end) {
      last = null;
      player.setTime(player.end);
      player.play(false);
      return;
    }
    if (passed > 0) player.setTime(to);
    requestAnimationFrame(step);
  };
  let running = false;
  player.listen(() => {
    if (player.playing && !running) requestAnimationFrame(step);
    running = player.playing;
  });
}

/** The next speed of the list, up or down. */
export function faster(player: Player, by: 1 | -1): void {
  const at = speeds.findIndex((speed) => speed >= player.speed);
  const to = Math.min(Math.max((at < 0 ? speeds.length - 1 : at) + by, 0), speeds.length - 1);
  player.change({ speed: speeds[to]! });
}

/** To the next or previous frame of the motion; an impact has two, before and after. */
export function stepFrame(player: Player, by: 1 | -1): void {
  const { time, count } = player.motion;
  const low = lowerBound(time, player.time);
  const high = upperBound(time, player.time);
  const from = by > 0 ? "before" : "after";
  if (high - low > 1 && player.side === from) {
    player.setTime(player.time, by > 0 ? "after" : "before");
    return;
  }
  const to = by > 0 ? high : low - 1;
  if (to < 0 || to >= count) return;
  const twice = by > 0 && time[to + 1] === time[to];
  player.setTime(time[to]!, twice ? "before" : "after");
}

/** True: the player stands at the very time of the impact it shows. */
export function atImpact(player: Player): boolean {
  return player.impact !== null && player.motion.marks.time[player.impact] === player.time;
}

export function toggleSide(player: Player): void {
  if (player.impact === null) return;
  const before = !atImpact(player) || player.side === "after";
  player.goToImpact(player.impact, before ? "before" : "after");
}

export function timeText(player: Player, time = player.time): string {
  const range = Math.max(player.end - player.start, 1e-12);
  const crowd = Math.max(player.motion.marks.count / 100, 1); // times of impacts must differ
  const digits = Math.min(Math.max(Math.ceil(3 - Math.log10(range / crowd)), 3), 9);
  return `${time.toFixed(digits)} s`;
}
/** "0.400 s, impact 3 of 8". */
export function placeText(player: Player): string {
  const count = player.motion.marks.count;
  const here = timeText(player);
  if (player.impact === null) return count > 0 ? `${here}, before the first impact` : here;
  const side = atImpact(player) && player.side === "before" ? ", just before" : "";
  return `${here}, impact ${player.impact + 1} of ${count}${side}`;
}
