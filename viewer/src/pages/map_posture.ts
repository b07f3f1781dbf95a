// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The posture beside a map: the one kept nearest to the point that was chosen.
import { decodeFloats } from "../decode";
import { h } from "../dom";
import type { Page } from "../format";
import type { Frame } from "../motion";
import { figure, finite } from "../panels/words";
import { View } from "../view/view";
import type { MapControls } from "./map_controls";
import type { Critical, Grid } from "./map_grid";

const unsaid = 255; // state of a contact: the data of a map have none

export class PosturePart {
  readonly element: HTMLElement;
  /** Axis values of the posture shown. */
  at: number[] | null = null;
  private readonly words = h("p", { "aria-live": "polite" });
  private readonly view: View | null = null;
  private readonly bodies: number;
  private readonly contacts: number;
  private readonly poses: Float32Array = new Float32Array();
  private readonly points: Float32Array = new Float32Array();
  private asked: { at: number[]; critical: Critical | null } | null = null;

  constructor(
    page: Page,
    private readonly grid: Grid,
    private readonly controls: MapControls,
  ) {
    const kept = grid.part.postures;
    const drawing = page.drawing;
    this.bodies = drawing?.bodies?.length ?? 0;
    this.contacts = drawing?.contacts?.length ?? 0;
    this.element = h(
      "section",
      { "data-part": "posture", class: "map-posture", "aria-label": "Posture" },
      h("h2", {}, "Posture"),
    );
    if (kept && drawing) {
      this.poses = Float32Array.from(decodeFloats(kept.poses));
      this.points = Float32Array.from(decodeFloats(kept.points));
    }
    if (!kept?.at?.length || !drawing || this.poses.length < this.bodies * 7) return;
    this.view = new View(drawing, { label: "Posture at the point chosen", legend: false });
    this.element.append(this.words, h("div", { class: "view-box" }, this.view.element));
    this.words.textContent = "Choose a point of the map to see its posture.";
  }

  /** False: nothing is kept to be shown. */
  get usable(): boolean {
    return this.view !== null;
  }
  /** The kept posture nearest to axis values, or the one of a critical point. */
  show(at: number[], critical: Critical | null): void {
    if (!this.view) return;
    this.asked = { at, critical };
    const own = critical?.posture;
    const index = typeof own === "number" ? own : this.grid.nearestPosture(at);
    const frame = index === null ? null : this.frame(index);
    if (index === null || !frame) {
      this.words.textContent = "The posture of this point is not kept.";
      return;
    }
    this.at = this.grid.part.postures?.at[index] ?? at;
    this.view.show([{ frame }]);
    this.write();
  }
  /** The point is no longer one of the measure shown. */
  forget(): void {
    if (this.asked) this.asked.critical = null;
  }
  /** The words again, as angles are written and the map is cut now. */
  write(): void {
    if (!this.asked || !this.at) return;
    const { critical } = this.asked;
    const value = critical?.value;
    const shown = finite(value) && Math.abs(value) < 1e-15 ? 0 : value;
    const lead = critical ? `${critical.kind}, ${figure(shown)}. ` : "";
    const where = this.controls.writing.point(this.grid.axes, this.at);
    const off = this.grid.onCut(this.controls.cut, this.at) ? "" : " It is not on the slice shown.";
    const barred = critical?.impossible ? ` Impossible: ${critical.impossible}.` : "";
    this.words.textContent = `${lead}Nearest posture kept: ${where}.${off}${barred}`;
  }

  private frame(index: number): Frame | null {
    const [size, spots] = [this.bodies * 7, this.contacts * 3];
    const poses = this.poses.slice(index * size, (index + 1) * size);
    if (poses.length < size) return null;
    const points = new Float32Array(spots).fill(NaN);
    points.set(this.points.subarray(index * spots, (index + 1) * spots));
    const states = Uint8Array.from({ length: this.contacts }, (_, k) =>
      Number.isFinite(points[3 * k]) ? unsaid : 0,
    );
    return { poses, points, states };
  }
}
