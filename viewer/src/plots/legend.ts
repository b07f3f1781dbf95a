// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Curves of a chart by name, with their values at the time of the player. Pressing a name makes its
// curve thick.
import { series } from "../colours";
import { h } from "../dom";
import { wholeName } from "../names";
import type { Player } from "../player";
import type { Shown } from "./chart";
import { sizeOf, valueText } from "./curves";
import type { Group } from "./groups";

/** What the names of a group begin with, in files; its title says as much. */
const PREFIX: Partial<Record<Group, string>> = {
  gap: "gap_",
  velocity: "v_",
  force: "force_",
  torque: "torque_",
};

const LONG = 16; // letters

/** A name may break before the point that it ends with. */
function broken(name: string): (string | Node)[] {
  const at = name.indexOf("[");
  return at > 0 ? [name.slice(0, at), h("wbr"), name.slice(at)] : [name];
}
/** "= 1": the number of the curve that this one lies on. */
function same(curves: Shown[], curve: Shown): HTMLElement | null {
  const first = curves.findIndex(({ name }) => name === curve.same?.name);
  return first < 0 ? null : h("span", { class: "soft" }, ` = ${first + 1}`);
}

export class Legend {
  readonly element = h("ul", { class: "chart-legend", "data-part": "curves" });
  private outputs: HTMLElement[] = [];
  private sizes: number[] = [];

  constructor(private readonly group: Group) {}

  private called(name: string): string {
    const prefix = PREFIX[this.group] ?? "";
    return name.startsWith(prefix) ? name.slice(prefix.length) : name;
  }
  show(curves: Shown[], unit: string, strong: string | null, press: (name: string) => void): void {
    this.outputs = curves.map(() => h("span", { class: "value" }));
    this.sizes = curves.map(({ values }) => sizeOf(values));
    const long = curves.some(({ name }) => this.called(name).length > LONG);
    this.element.classList.toggle("long", long); // one below the other
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
              ? `${wholeName(curve.name)}: the same as ${curve.same.name}; make this curve thick`
              : `${wholeName(curve.name)}: make this curve thick`,
            onclick: () => press(curve.name),
          },
          curves.length > 1 && h("span", { class: "curve-number" }, String(k + 1)),
          line,
          h(
            "span",
            { class: "curve-name" },
            ...broken(this.called(curve.name)),
            same(curves, curve),
          ),
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
