// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The position in the address: #t=0.4&impact=3&side=after&track=0&speed=0.1. Impacts are counted from
// 1 there, as on the page; a track is named by its id.
import type { Faults } from "./faults";
import type { Player } from "./player";
import { atImpact } from "./timeline_play";

const pause = 400; // [ms] between two writings: browsers refuse many

/** Goes where the address says, now and when it changes, and writes it as the reader moves on.
 * Returns what makes the address of the present position. */
export function fragment(player: Player, faults: Faults): () => string {
  read(player, faults);
  let written = textOf(player);
  let waiting = 0;
  const write = () => {
    waiting = 0;
    const text = textOf(player);
    if (text === written || player.playing) return;
    written = text;
    try {
      history.replaceState(history.state, "", text);
    } catch {
      // an address that cannot be changed; "copy link" still has it
    }
  };
  player.listen(() => {
    if (!player.playing) waiting ||= window.setTimeout(write, pause);
  });
  window.addEventListener("hashchange", () => read(player, faults));
  return () => location.href.replace(/#.*$/, "") + textOf(player);
}

function textOf(player: Player): string {
  const parts = [`t=${player.time}`];
  if (player.impact !== null) parts.push(`impact=${player.impact + 1}`);
  if (atImpact(player)) parts.push(`side=${player.side}`);
  if (player.motions.length > 1) parts.push(`track=${player.motion.track.id}`);
  if (player.speed !== 1) parts.push(`speed=${player.speed}`);
  return `#${parts.join("&")}`;
}

function read(player: Player, faults: Faults): void {
  const text = location.hash.slice(1);
  if (text === "") return;
  const bad: string[] = [];
  const found = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (["t", "impact", "side", "track", "speed"].includes(name)) found.set(name, value);
    else bad.push(name);
  }
  const take = (name: string, good: (value: number) => boolean): number | null => {
    const value = found.get(name);
    if (value === undefined) return null;
    const parsed = value.trim() === "" ? NaN : Number(value);
    if (Number.isFinite(parsed) && good(parsed)) return parsed;
    bad.push(`${name}=${value}`);
    return null;
  };
  const speed = take("speed", (value) => value > 0 && value <= 100);
  const id = take("track", (value) => player.motions.some((motion) => motion.track.id === value));
  if (speed !== null) player.speed = speed;
  if (id !== null) player.track = player.motions.findIndex((motion) => motion.track.id === id);
  const count = player.motion.marks.count;
  const impact = take("impact", (value) => Number.isInteger(value) && value >= 1 && value <= count);
  const time = take("t", (value) => value >= player.start && value <= player.end);
  const side = found.get("side") ?? "after";
  if (side !== "before" && side !== "after") bad.push(`side=${side}`);
  go(player, time, impact, side === "before" ? "before" : "after");
  const what = bad.join(", ").slice(0, 80);
  faults.remark(what && `The address asks for “${what}”, which this page does not have.`);
}

function go(
  player: Player,
  time: number | null,
  impact: number | null,
  side: "before" | "after",
): void {
  const mark = impact === null ? undefined : player.motion.marks.time[impact - 1];
  const near = 1e-9 * Math.max(player.end - player.start, 1e-12);
  if (mark !== undefined && (time === null || Math.abs(time - mark) <= near)) {
    player.goToImpact(impact! - 1, side);
  } else player.setTime(time ?? player.time, side);
}
