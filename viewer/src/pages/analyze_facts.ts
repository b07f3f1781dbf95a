// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The numbers of an analysis, each with a sentence that says what it means. What is missing is left
// out.
import { h } from "../dom";
import type { AnalysisDocument, Page } from "../format";
import { figure, finite, list, percent, plain, sentence, unitsOf } from "../panels/words";
import { practicalLabel, shareText } from "./analyze_answer";

type Fact = [name: string, value: string | HTMLElement, meaning: string];

function part(document: AnalysisDocument, name: string): Record<string, unknown> {
  const value = document[name];
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
function numberOf(value: unknown): number | null {
  return finite(value as number) ? (value as number) : null;
}

function reflections(shortest: number | null, longest: number | null): string {
  if (shortest === longest) return `in ${figure(longest)} reflections`;
  return `in ${figure(shortest)} to ${figure(longest)} reflections`;
}

function facts(document: AnalysisDocument, page: Page): (Fact | null)[] {
  const spread = part(document, "spread");
  const split = part(document, "energy_split");
  const outcomes = part(document, "outcomes");
  const energy = unitsOf(page).energy;
  const value = (name: string): number | null => numberOf(document[name]);
  const fact = (known: unknown, ...rest: Fact): Fact | null =>
    finite(known as number) ? rest : null;
  return [
    document.practical
      ? [
          "Practically",
          practicalLabel(document.practical),
          `at restitution ${figure(document.restitution)}`,
        ]
      : null,
    ["Certificate", plain(document.verdict) || "–", document.reason ?? ""],
    fact(
      spread.value,
      "Spread",
      shareText(numberOf(spread.value)),
      "of the incoming momentum: the farthest that outcomes differ" +
        ` (orders ${shareText(numberOf(spread.orders))}, ` +
        `stiffness ratios ${shareText(numberOf(spread.stiffness_ratios))})`,
    ),
    fact(
      spread.locked,
      "Joints locked",
      shareText(numberOf(spread.locked)),
      "the spread if no joint gives",
    ),
    fact(
      value("indeterminacy"),
      "Indeterminacy ξ",
      figure(value("indeterminacy")),
      "largest distance of two elastic outcomes of this velocity, over the momentum",
    ),
    fact(
      value("indeterminacy_worst"),
      "Worst case ξ",
      figure(value("indeterminacy_worst")),
      "the same over all velocities that approach every contact",
    ),
    fact(
      outcomes.count,
      "Elastic outcomes",
      `${figure(numberOf(outcomes.count), 8)}${outcomes.complete === false ? " or more" : ""}`,
      reflections(numberOf(outcomes.shortest), numberOf(outcomes.longest)),
    ),
    fact(
      value("feasibility_margin"),
      "Feasibility margin",
      figure(value("feasibility_margin")),
      "0: no velocity separates every contact",
    ),
    fact(
      value("constrained_energy_ratio"),
      "Energy at the contacts",
      percent(value("constrained_energy_ratio")),
      "of the kinetic energy is in the normal directions",
    ),
    fact(
      split.constrained,
      "Energy split",
      `${figure(numberOf(split.constrained))} + ${figure(numberOf(split.admissible))} ${energy}`,
      "lost if every row comes to rest, and what remains then",
    ),
    document.impulses_unique === undefined
      ? null
      : ["Impulses", document.impulses_unique ? "unique" : "not unique", "for the velocity after"],
  ];
}

export function factsPart(document: AnalysisDocument, page: Page): HTMLElement {
  const rows = facts(document, page).flatMap((fact) =>
    fact
      ? [
          h(
            "tr",
            {},
            h("th", { scope: "row" }, fact[0]),
            h(
              "td",
              {},
              fact[1],
              " ",
              h("span", { class: "soft" }, fact[2] ? sentence(fact[2]) : ""),
            ),
          ),
        ]
      : [],
  );
  const groups = list(document.blocks as string[][] | undefined);
  if (groups.length > 1) {
    const words = groups.map((group) => list(group).join(", ")).join("; ");
    rows.push(
      h(
        "tr",
        {},
        h("th", { scope: "row" }, "Blocks"),
        h(
          "td",
          {},
          `${groups.length} `,
          h("span", { class: "soft" }, `Coupled among themselves only: ${words}.`),
        ),
      ),
    );
  }
  return h(
    "section",
    { "data-part": "facts-of-analysis" },
    h("h2", {}, "In numbers"),
    h(
      "table",
      { class: "data facts", "aria-label": "Numbers of the analysis" },
      h("tbody", {}, ...rows),
    ),
  );
}
