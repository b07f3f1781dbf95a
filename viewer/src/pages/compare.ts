// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of `carom compare`: one column per law, all at the same time; then the velocities after,
// side by side.
import { h, number } from "../dom";
import { Faults } from "../faults";
import { Verdict, type ComparisonPart, type Page, type Track, type Vector } from "../format";
import { fragment } from "../fragment";
import { keyboard } from "../keyboard";
import { Motion } from "../motion";
import { list, plain } from "../panels/words";
import { Player } from "../player";
import { timeline } from "../timeline";
import { Legend } from "../view/legend";
import type { View } from "../view/view";
import { lawColumn } from "./compare_column";
import { velocityTable } from "./compare_velocities";
import "./pages.css";
import "./compare.css";

/** `below`: what stands under the verdict on other pages; here under the pictures. */
export function comparePage(
  page: Page,
  faults = new Faults(),
  below: HTMLElement | null = null,
): HTMLElement {
  const section = h("section", { "data-part": "compare", class: "compare" });
  const tracks = list(page.tracks);
  const part = page.comparison;
  if (tracks.length === 0) section.append(h("p", {}, "No law gave an answer."));
  const table = part ? velocityTable(part, tracks, page.units) : null;
  if (tracks.length > 0) {
    const columns = lawColumns(page, tracks, faults);
    const hide = (k: number, hidden: boolean): void => {
      columns.items[k]!.hidden = hidden;
      table?.hide(k, hidden);
    };
    section.append(columns.element);
    if (tracks.length > 1)
      section.append(chooser(page.kind === "design" ? "Places" : "Laws", tracks, hide));
  }
  if (below) section.append(below);
  if (part?.parameters) section.append(parameterTable(part.parameters, tracks));
  if (table) section.append(table.element);
  if (part?.difference && !page.summary.includes(part.difference)) {
    section.append(h("p", { class: "lead", "data-part": "difference" }, part.difference));
  }
  const out = leftOut(list(part?.left_out));
  if (out) section.append(out);
  return section;
}

function lawColumns(
  page: Page,
  tracks: Track[],
  faults: Faults,
): { element: HTMLElement; items: HTMLElement[] } {
  const drawing = page.drawing;
  const [bodies, contacts] = [drawing?.bodies?.length ?? 0, drawing?.contacts?.length ?? 0];
  const player = new Player(tracks.map((track) => new Motion(track, bodies, contacts)));
  const first = player.motions.findIndex((motion) => motion.marks.count > 0);
  if (first >= 0) player.track = first; // its impact is the one of all
  for (const motion of player.motions) motion.marks.verdict.fill(Verdict.not_checked); // not its own
  const columns = player.motions.map((motion) => lawColumn(page, player, motion));
  const items = columns.map((column) => column.element);
  const views = columns.flatMap((column) => column.view ?? []);
  const element = h("div", { class: "law-block" });
  sameHome(player, views);
  if (first >= 0) player.goToImpact(0);
  else player.setTime(player.start);
  player.listen(() => views.forEach((view) => view.follow(player.follow)));
  if (views.length > 0 && player.end > player.start) {
    const fit = (): void => views.forEach((view) => view.fit());
    const link = fragment(player, faults);
    const help = keyboard(player, { fit }, element);
    element.append(
      faults.guard("timeline", () => timeline(player, { fit, link, help, verdicts: false })),
    );
  }
  element.append(h("div", { class: "law-columns" }, ...items));
  if (drawing && views.length > 0) {
    const legend = new Legend(drawing);
    legend.reveal("impulse");
    element.append(legend.element);
  }
  if (tracks.some((track) => track.straight)) {
    const words = "Bodies move straight before and after the impact; gravity is not computed.";
    element.append(h("p", { class: "soft" }, words));
  }
  return { element, items };
}

/** All pictures show the same place: what is filled from the start to the end by any law. */
function sameHome(player: Player, views: View[]): void {
  const low: Vector = [Infinity, Infinity, Infinity];
  const high: Vector = [-Infinity, -Infinity, -Infinity];
  for (const time of [player.start, player.end]) {
    player.setTime(time);
    for (const extent of views.map((view) => view.extent())) {
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k]!, extent?.low[k] ?? Infinity);
        high[k] = Math.max(high[k]!, extent?.high[k] ?? -Infinity);
      }
    }
  }
  if (low.every(Number.isFinite)) for (const view of views) view.setHome(low, high);
}

function chooser(
  what: string,
  tracks: Track[],
  hide: (k: number, hidden: boolean) => void,
): HTMLElement {
  const boxes = tracks.map((track, k) => {
    const box = h("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () => hide(k, !box.checked));
    return h("label", {}, box, ` ${track.label}`);
  });
  return h(
    "div",
    { class: "controls", "data-part": "laws" },
    h("fieldset", { class: "inline" }, h("legend", {}, `${what} shown`), ...boxes),
  );
}

/** What a design changes, and by how much. */
function parameterTable(
  parameters: NonNullable<ComparisonPart["parameters"]>,
  tracks: Track[],
): HTMLElement {
  const head = ["Parameter", ...tracks.map((track) => track.label), "Change"];
  const rows = list(parameters).map(({ name, unit, values }) => {
    const change = (values[1] ?? NaN) - (values[0] ?? NaN);
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, unit ? `${name} [${unit}]` : name),
      ...tracks.map((_, k) => h("td", { class: "num" }, number(values[k]))),
      h("td", { class: "num" }, change === 0 ? "0" : number(change, 4)),
    );
  });
  return h(
    "section",
    { "data-part": "parameters" },
    h("h2", {}, "What changes"),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Parameters" },
      h(
        "table",
        { class: "data", "aria-label": "Parameters at the start and at the solutions" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ...head.map((text, k) => h("th", { scope: "col", class: k > 0 && "num" }, text)),
          ),
        ),
        h("tbody", {}, ...rows),
      ),
    ),
  );
}

/** Laws that do not apply, those of the same reason together. */
function leftOut(entries: { law: string; reason: string }[]): HTMLElement | null {
  if (entries.length === 0) return null;
  const reasons = new Map<string, string[]>();
  for (const entry of entries) {
    const [law, reason] = [String(entry?.law ?? "–"), String(entry?.reason ?? "no reason is said")];
    reasons.set(reason, [...(reasons.get(reason) ?? []), law]);
  }
  const items = [...reasons].map(([reason, laws]) =>
    h("li", {}, h("strong", {}, laws.map(plain).join(", ")), `: ${reason}`),
  );
  return h(
    "section",
    { "data-part": "left-out" },
    h("h2", {}, "Laws that do not apply here"),
    h("ul", { class: "plain-list" }, ...items),
  );
}
