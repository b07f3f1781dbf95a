// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of `carom analyze`: the practical verdict first, then the posture with the coupling of
// its contacts, answers for other coefficients, and everything else that is known.
import { h } from "../dom";
import { Faults } from "../faults";
import type { AnalysisPart, Page } from "../format";
import { Motion } from "../motion";
import { impactPanel } from "../panels/impact_panel";
import { velocityList } from "../panels/velocity_list";
import { list, sentence } from "../panels/words";
import { Player } from "../player";
import { AnswerPart } from "./analyze_answer";
import { Couplings } from "./analyze_couplings";
import { factsPart } from "./analyze_facts";
import { pairsTable } from "./analyze_pairs";
import { PosturePicture } from "./analyze_posture";
import { asked, variantSliders } from "./analyze_variants";
import "./pages.css";
import "./analyze.css";

/** `below`: what stands under the verdict on other pages; here beside the picture. */
export function analyzePage(
  page: Page,
  faults = new Faults(),
  below: HTMLElement | null = null,
): HTMLElement {
  const section = h("section", { "data-part": "analyze", class: "analyze" });
  const analysis = page.analysis;
  if (!analysis?.document) {
    section.append(h("p", {}, "There is no analysis in this page."));
    return section;
  }
  const document = analysis.document;
  const player = playerOf(page);
  const picture = player ? new PosturePicture(page, player, document) : null;
  const answer = new AnswerPart(page, document);
  const couplings = new Couplings(document, (pair) => picture?.highlight(pair));
  const show = (choice: [number, number] | null): void => {
    const variants = analysis.variants;
    const found = variants && choice ? (variants.answers?.[choice[0]]?.[choice[1]] ?? null) : null;
    const own = !variants || !choice || isAsked(variants, choice);
    const gram = own ? document.gram : (found?.gram ?? null);
    answer.show(found, own);
    couplings.show(list(gram), own);
    picture?.links(list(gram));
    section.classList.toggle("elsewhere", !own);
    note.hidden = own;
  };
  const note = h(
    "p",
    { class: "asked-note", role: "status", hidden: true },
    "The sliders are not where it was asked. They change their box, the couplings and the lines " +
      "in the picture; what is pale is as asked.",
  );
  const first = h(
    "div",
    { class: "stack analyze-side" },
    below,
    ...otherWords(page, analysis),
    asAsked(advice(list(document.advice))),
    analysis.variants && variantSliders(analysis.variants, show, answer.element),
    note,
  );
  section.append(
    h("div", { class: player ? "analyze-top" : "stack" }, picture?.element ?? "", first),
    h(
      "div",
      { class: "analyze-columns" },
      couplings.element,
      asAsked(faults.guard("numbers", () => factsPart(document, page))),
      player && asAsked(faults.guard("impact", () => impactPanel(page, player))),
      page.velocities && asAsked(faults.guard("velocities", () => velocityList(page.velocities!))),
    ),
    asAsked(faults.guard("pairs", () => pairsTable(document))),
    asAsked(report(analysis.report)),
  );
  show(analysis.variants ? asked(analysis.variants) : null);
  return section;
}

/** A part that the sliders do not change. */
function asAsked(part: HTMLElement): HTMLElement {
  part.classList.add("as-asked");
  return part;
}

function isAsked(
  variants: NonNullable<AnalysisPart["variants"]>,
  choice: [number, number],
): boolean {
  const [rotor, restitution] = asked(variants);
  return rotor === choice[0] && restitution === choice[1];
}

/** Of the first track, at its impact; null: there is none. */
function playerOf(page: Page): Player | null {
  const track = list(page.tracks)[0];
  if (!track) return null;
  const [bodies, contacts] = [
    page.drawing?.bodies?.length ?? 0,
    page.drawing?.contacts?.length ?? 0,
  ];
  const player = new Player([new Motion(track, bodies, contacts)]);
  player.goToImpact(0);
  return player;
}

/** What the summary has not said. */
function otherWords(page: Page, analysis: AnalysisPart): HTMLElement[] {
  const said = new Set(page.summary.map(sentence));
  return list(analysis.words)
    .filter((words) => !said.has(sentence(words)))
    .map((words) => h("p", { class: "as-asked" }, sentence(words)));
}

function advice(entries: string[]): HTMLElement {
  const items = entries.map((entry) => h("li", {}, sentence(entry)));
  return h(
    "section",
    { "data-part": "advice" },
    h("h2", {}, "Advice"),
    items.length > 0
      ? h("ul", { class: "plain-list" }, ...items)
      : h("p", { class: "soft" }, "There is none."),
  );
}

function report(text: string | undefined): HTMLElement {
  if (!text) return h("div");
  return h(
    "details",
    { class: "report", "data-part": "report" },
    h("summary", {}, "All of it as text"),
    h("pre", { tabindex: 0, "aria-label": "Text of carom analyze" }, text),
  );
}
