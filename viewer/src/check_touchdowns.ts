// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Touch-downs made safe to show: those without a time are left out.
import { finite, isObject, list, text, texts } from "./check_values";
import type { Faults } from "./faults";
import type { Touchdown, Touchdowns } from "./format";

/** undefined: not a walk. */
export function checkTouchdowns(
  value: unknown,
  label: string,
  faults: Faults,
): Touchdowns | undefined {
  if (!isObject(value)) return undefined;
  const known = list(value.list);
  const usable = known.filter(isObject).filter(({ time }) => finite(time));
  const dropped = known.length - usable.length;
  if (dropped > 0)
    faults.add(`${dropped} touch-downs of “${label}” have no time and are left out.`);
  const real = (number: unknown): number => (finite(number) ? number : NaN);
  return {
    count: finite(value.count) ? Math.max(value.count, known.length) : known.length,
    list: usable.map((one): Touchdown => ({
      step: real(one.step),
      foot: text(one.foot),
      time: real(one.time),
      duration: finite(one.duration) ? one.duration : 0,
      impacts: finite(one.impacts) ? one.impacts : list(one.points).length,
      points: list(one.points).map(texts),
      energy_lost: real(one.energy_lost),
      largest_jump: real(one.largest_jump),
      jump_joint: text(one.jump_joint),
      several: finite(one.several) ? one.several : 0,
      spread: finite(one.spread) ? one.spread : null,
      indeterminacy: finite(one.indeterminacy) ? one.indeterminacy : null,
    })),
  };
}
