// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The answer that the sliders choose: verdict, spread, how the base differs, impulses and
// separations.
import { h } from "../dom";
import type { AnalysisDocument, AnalysisVariant, Page, Vector } from "../format";
import {
  figure,
  finite,
  impulseUnit,
  list,
  sentence,
  unitsOf,
  velocityUnit,
} from "../panels/words";

const verdicts: Record<string, [string, string]> = {
  one: ["practically one outcome", "state state-met"],
  slight: ["slightly different outcomes", "state"],
  several: ["several outcomes", "state state-refuted"],
};

/** "practically one outcome" as a small label. */
export function practicalLabel(practical: string | null | undefined): HTMLElement {
  const [words, style] = verdicts[practical ?? ""] ?? ["not judged", "state"];
  return h("span", { class: style }, words);
}

/** A share with three digits: "0.127 %". */
export function shareText(share: number | null | undefined): string {
  return finite(share) ? `${figure(100 * share, 3)} %` : "–";
}

export class AnswerPart {
  readonly element = h("div", { class: "answer", "data-part": "answer", "aria-live": "polite" });

  constructor(
    private readonly page: Page,
    private readonly document: AnalysisDocument,
  ) {}

  show(answer: AnalysisVariant | null, own: boolean): void {
    if (!answer) {
      this.element.replaceChildren(h("p", {}, "No answer here."));
      return;
    }
    const units = unitsOf(this.page);
    this.element.replaceChildren(
      h(
        "div",
        { class: "stack" },
        h("p", { class: "verdict" }, practicalLabel(answer.practical), own ? "as asked" : ""),
        h("p", { class: "answer-words" }, sentence(answer.words)),
        h(
          "dl",
          { class: "pairs" },
          h("dt", {}, "Spread"),
          h("dd", {}, `${shareText(answer.spread)} of the incoming momentum`),
          h("dt", {}, "Base differs by"),
          h("dd", {}, vectorText(answer.base_linear, velocityUnit(units))),
          h("dt", {}, "and turns by"),
          h("dd", {}, vectorText(answer.base_angular, "rad/s")),
        ),
      ),
      this.table(answer),
    );
  }

  private table(answer: AnalysisVariant): HTMLElement {
    const units = unitsOf(this.page);
    const rows = list(this.document.contacts).map((name, k) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, name),
        h("td", { class: "num" }, figure(list(answer.impulses)[k])),
        h("td", { class: "num" }, clean(list(answer.separations)[k])),
      ),
    );
    const table = h(
      "table",
      { class: "data", "aria-label": "Impulses and separations of this answer" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Contact"),
          h("th", { scope: "col", class: "num" }, `Impulse [${impulseUnit(units)}]`),
          h("th", { scope: "col", class: "num" }, `Separation [${velocityUnit(units)}]`),
        ),
      ),
      h("tbody", {}, ...rows),
    );
    const box = { class: "scroll-box", role: "region", tabindex: 0 };
    return h("div", { ...box, "aria-label": "Impulses and separations, scrolls" }, table);
  }
}

/** Rounding shows as 0. */
function clean(value: number | null | undefined): string {
  return figure(finite(value) && Math.abs(value) < 1e-12 ? 0 : value);
}

/** "0.17 m/s (−0.01, 0, 0.17)"; none: there is no base. */
function vectorText(vector: Vector | null | undefined, unit: string): string {
  if (!vector) return "–";
  const size = Math.hypot(...vector);
  if (size < 1e-9) return `0 ${unit}`; // rounding of speeds of about 1
  const parts = vector.map((part) => figure(Math.abs(part) < 1e-6 * size ? 0 : part, 2));
  return `${figure(size, 3)} ${unit} (${parts.join(", ")})`;
}
