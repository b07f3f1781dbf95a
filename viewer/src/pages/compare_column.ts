// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One law of a comparison: its verdict, what it does with the bodies, where the energy went.
import { h } from "../dom";
import type { Impact, Page } from "../format";
import { lawLink } from "../laws";
import type { Motion } from "../motion";
import { contactTable } from "../panels/contact_table";
import { energyBar } from "../panels/energy_bar";
import { differenceWords, first } from "../panels/verdict_part";
import { badge, figure, finite, list, percent, plain, sentence, unitsOf } from "../panels/words";
import type { Player } from "../player";
import { View } from "../view/view";

/** Rows of every column are the same ones, so that they line up: see .law-column. */
export function lawColumn(
  page: Page,
  player: Player,
  motion: Motion,
): { element: HTMLElement; view: View | null } {
  const { track } = motion;
  const impact = list(track.impacts)[0];
  const title = h("h2", {}, lawLink(track.label || "a law without a name"));
  const column = h("article", { class: "law-column", "data-part": "law-column" }, title);
  column.dataset.law = track.label;
  const answered = impact !== undefined && (track.status === "resolved" || !track.status);
  const view = picture(page, player, motion, impact);
  column.append(
    view
      ? h("div", { class: "view-box" }, view.element)
      : h("p", { class: "soft" }, page.drawing ? "There is no motion to draw." : ""),
    verdict(impact, track.status, track.message, answered, page.kind === "design"),
    impact ? energy(impact, page) : h("p", { class: "soft" }, "No energy to show."),
    impact
      ? contactTable(impact, unitsOf(page))
      : h("p", { class: "soft" }, "No contacts to show."),
  );
  return { element: column, view };
}

function verdict(
  impact: Impact | undefined,
  status: string,
  message: string,
  answered: boolean,
  own: boolean, // each column is another impact: its practical verdict comes first
): HTMLElement {
  const part = h("div", { class: "law-verdict" });
  if (!answered) {
    const words = h("strong", {}, `No answer: ${plain(status) || "not said why"}.`);
    part.append(
      h("p", { class: "warning", "data-part": "status" }, words, ` ${sentence(message)}`),
    );
    return part;
  }
  if (own) part.append(...first(impact!).filter((line) => line !== false));
  else {
    // The page says first how well defined the impact is; this is what the law alone knows of it.
    const words = h("strong", {}, sentence(impact!.words));
    part.append(h("p", { class: "soft" }, "Under this law:"));
    part.append(h("p", { class: "verdict" }, badge(impact!.verdict), words));
  }
  const difference = differenceWords(impact!);
  if (difference) part.append(h("p", { class: "soft" }, difference));
  if (message) part.append(h("p", { class: "soft" }, sentence(message)));
  for (const note of list(impact!.notes)) part.append(h("p", { class: "soft" }, sentence(note)));
  return part;
}

function energy(impact: Impact, page: Page): HTMLElement {
  const { before, lost } = impact.energy ?? {};
  const share = finite(lost) && before > 0 ? ` (${percent(lost / before)})` : "";
  const unit = unitsOf(page).energy;
  return h(
    "div",
    { class: "law-energy" },
    h("p", {}, "Energy lost: ", h("strong", {}, `${figure(lost)} ${unit}`), share),
    energyBar(impact, unitsOf(page)),
  );
}

/** Of all columns, so that their arrows compare. */
function largestImpulse(player: Player): number {
  const sizes = player.motions.flatMap((motion) =>
    list(motion.impact(0)?.contacts).map(({ vector }) => (vector ? Math.hypot(...vector) : 0)),
  );
  return Math.max(0, ...sizes.filter(Number.isFinite));
}

/** The bodies at the player's time, with the impulses while the impact is near. */
function picture(
  page: Page,
  player: Player,
  motion: Motion,
  impact: Impact | undefined,
): View | null {
  if (!page.drawing || !motion.drawn) return null;
  const view = new View(page.drawing, {
    label: `Motion by the law ${motion.track.label}`,
    legend: false,
    largest: largestImpulse(player),
  });
  const frame = motion.frameBuffer();
  const arrows = list(impact?.contacts).flatMap(({ point, vector }) =>
    point && vector && vector.some((part) => part !== 0) ? [{ point, vector }] : [],
  );
  const near = 0.02 * (player.end - player.start);
  const update = (): void => {
    motion.frameAt(player.time, player.side, frame);
    const since = impact ? Math.abs(player.time - impact.time) : Infinity;
    view.show([{ frame, arrows: since <= near ? arrows : undefined }]);
  };
  player.listen(update);
  return view;
}
