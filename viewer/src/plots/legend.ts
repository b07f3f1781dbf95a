// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Curves of a chart by name, with their values at the time of the player. Pressing a name makes its
// curve thick.
import { series } from "../colours";
import { h } from "../dom";
import type { Player } from "../player";
import type { Shown } from "./chart";
import { sizeOf, valueText } from "./curves";

export class Legend {
  readonly element = h("ul", { class: "chart-legend", "data-part": "curves" });
  private outputs: HTMLElement[] = [];
  private sizes: number[] = [];

  show(curves: Shown[], unit: string, strong: string | null, press: (name: string) => void): void {
    this.outputs = curves.map(() => h("span", { class: "value" }));
    this.sizes = curves.map(({ values }) => sizeOf(values));
    this.element.replaceChildren(
      ...curves.map((curve, k) => {
        const chip = curve.same ? "curve-chip above" : "curve-chip";
        const line = h("span", { class: chip, "aria-hidden": "true" });
        line.style.setProperty("--part", `var(${series(curve.slot)})`);
        const button = h(
          "button",
          {
            type: "button",
            "aria-pressed": String(curve.name === strong),
            title: curve.same
              ? `${curve.name}: the same as ${curve.same.name}; make this curve thick`
              : `${curve.name}: make this curve thick`,
            onclick: () => press(curve.name),
          },
          curves.length > 1 && h("span", { class: "curve-number" }, String(k + 1)),
          line,
          h("span", { class: "curve-name" }, curve.name),
          curve.same && h("span", { class: "soft curve-same" }, `= ${curve.same.name}`),
        );
        return h(
          "li",
          {},
          button,
          this.outputs[k]!,
          unit !== "" && h("span", { class: "soft" }, unit),
        );
      }),
    );
  }

  /** Values of the solid track, blended as the picture is. */
  update(curves: Shown[], player: Player): void {
    const { start, end } = player.motion;
    const there = player.time >= start && player.time <= end;
    const { a, b, share } = player.motion.locate(player.time, player.side);
    curves.forEach((curve, k) => {
      const from = (there ? curve.values[a] : NaN) ?? NaN;
      const value = share === 0 ? from : from + share * ((curve.values[b] ?? NaN) - from);
      const text = valueText(value, this.sizes[k]!);
      const output = this.outputs[k]!;
      if (output.textContent !== text) output.textContent = text;
    });
  }
}
