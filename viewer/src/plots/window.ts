// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The span of time that all charts show. It moves on when the time leaves it.
import type { Player } from "../player";

export class Window {
  from: number;
  to: number;

  constructor(private readonly player: Player) {
    this.from = player.start;
    this.to = player.end > player.start ? player.end : player.start + 1;
  }
  get whole(): boolean {
    return this.from <= this.player.start && this.to >= this.player.end;
  }
  reset(): void {
    const { start, end } = this.player;
    this.from = start;
    this.to = end > start ? end : start + 1;
  }
  /** Around the time of the player; below 1: closer. */
  zoom(factor: number): void {
    const { start, end, time } = this.player;
    const span = Math.max((this.to - this.from) * factor, 1e-9 * Math.max(end - start, 1e-3));
    if (!(span < end - start)) return this.reset();
    this.put(time - span / 2, span);
  }
  /** Keeps the time in it. */
  follow(): void {
    const { time } = this.player;
    const span = this.to - this.from;
    if (time < this.from || time > this.to) this.put(time - 0.1 * span, span);
  }
  private put(from: number, span: number): void {
    const { start, end } = this.player;
    this.from = Math.max(Math.min(from, end - span), start);
    this.to = this.from + span;
  }
}
