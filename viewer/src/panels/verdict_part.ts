// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What is known of the answer itself: verdict, reason, how far outcomes differ, what went wrong.
import { h } from "../dom";
import type { Impact } from "../format";
import { badge, badgeOf, figure, finite, list, percent, plain, sentence } from "./words";

/** "Two outcomes differ by 12 % of the incoming momentum (ξ = 0.12)." */
export function differenceWords(impact: Impact): string {
  const xi = impact.indeterminacy;
  if (impact.verdict !== "several" || !finite(xi)) return "";
  const share = percent(xi);
  const least = share.startsWith("<");
  const two = impact.outcomes > 2 ? "Two of the outcomes differ by" : "Two outcomes differ by";
  const most = least ? "less than" : impact.outcomes > 2 ? "up to" : "";
  const size = [most, share.replace(/^< /, "")].filter((word) => word !== "").join(" ");
  return `${two} ${size} of the incoming momentum (ξ = ${figure(xi, 3)}).`;
}

function problem(impact: Impact): HTMLElement | null {
  if (!impact.status || impact.status === "resolved") {
    return impact.message ? h("p", {}, sentence(impact.message)) : null;
  }
  return h(
    "p",
    { class: "warning", "data-part": "status" },
    h("strong", {}, `Not resolved: ${plain(impact.status)}.`),
    impact.message ? ` ${sentence(impact.message)}` : "",
  );
}

/** The badge with the first sentence; then, where that is of the impact, what its number is of. */
export function first(impact: Impact): (HTMLElement | false)[] {
  const { practical } = impact;
  const own = impact.words && impact.words !== "Not checked" ? impact.words : "";
  const words = practical ? practical.words : own;
  return [
    h(
      "p",
      { class: "verdict" },
      badge(badgeOf(impact)),
      words !== "" && h("strong", {}, sentence(words)),
    ),
    practical !== null &&
      practical.distances !== "" &&
      h("p", { "data-part": "distances" }, sentence(practical.distances)),
    practical !== null &&
      h(
        "p",
        { "data-part": "own" },
        `Under the law: ${plain(own || "not checked").toLowerCase()}.`,
      ),
  ];
}

export function verdictPart(impact: Impact): HTMLElement {
  const difference = differenceWords(impact);
  const notes = list(impact.notes);
  return h(
    "div",
    { class: "verdict-part", "data-part": "verdict" },
    ...first(impact),
    problem(impact),
    difference !== "" && h("p", { "data-part": "difference" }, difference),
    impact.verdict === "several" &&
      impact.complete === false &&
      h("p", {}, "There may be more outcomes: the search was not complete."),
    impact.impulses_unique === false &&
      h("p", {}, "The impulses are not unique: others give the same velocities."),
    h(
      "dl",
      { class: "pairs" },
      h("dt", {}, "Law"),
      h("dd", {}, impact.law || "–"),
      ...(impact.reason ? [h("dt", {}, "Reason"), h("dd", {}, sentence(impact.reason))] : []),
    ),
    notes.length > 0 &&
      h("ul", { class: "notes" }, ...notes.map((note) => h("li", {}, sentence(note)))),
  );
}
