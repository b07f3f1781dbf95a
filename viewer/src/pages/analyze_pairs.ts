// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every pair of contacts in a row, the most coupled first, with how much the posture can change it.
import { h } from "../dom";
import type { AnalysisDocument } from "../format";
import { figure, list } from "../panels/words";

const most = 300;

type Pair = AnalysisDocument["pairs"][number] & Record<string, unknown>;

interface Column {
  title: string;
  of: (pair: Pair) => number | null | undefined;
  hint: string;
}

const columns: Column[] = [
  {
    title: "Inner product w",
    of: (pair) => pair.inner_product,
    hint: "cosine between the normals",
  },
  { title: "Not scaled", of: (pair) => pair.inner_product_raw, hint: "of the normals as they are" },
  { title: "Coxeter order", of: (pair) => pair.coxeter_order, hint: "m of an angle π/m" },
  { title: "Most steps", of: (pair) => pair.worst_case_steps, hint: "reflections of these two" },
  {
    title: "Worst ξ",
    of: (pair) => pair.indeterminacy_worst as number | null,
    hint: "distance of outcomes by these two alone",
  },
  {
    title: "Collapse below",
    of: (pair) => pair.collapse_restitution as number | null,
    hint: "restitution at which the sequence becomes infinite",
  },
];

function keyOf(contacts: unknown): string {
  return JSON.stringify(list(contacts as string[]));
}

export function pairsTable(document: AnalysisDocument): HTMLElement {
  const pairs = list(document.pairs as (Pair | null)[])
    .filter((pair) => pair !== null)
    .sort((a, b) => Math.abs(b.inner_product) - Math.abs(a.inner_product));
  const sensitivity = list(document.sensitivity as (Sensitivity | null)[]);
  const shown = sensitivity.length > 0 ? [...columns, ...boundColumns(sensitivity)] : columns;
  const part = h(
    "section",
    { "data-part": "pairs", class: "stack" },
    h("h2", {}, "Pairs of contacts"),
  );
  if (pairs.length === 0) {
    part.append(h("p", { class: "soft" }, "There is no pair."));
    return part;
  }
  const rows = pairs
    .slice(0, most)
    .map((pair) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, list(pair.contacts as string[]).join(", ")),
        ...shown.map((column) => h("td", { class: "num" }, figure(column.of(pair)))),
      ),
    );
  const cut = pairs.length > most ? ` The first ${most} of ${pairs.length}.` : "";
  const table = h(
    "table",
    { class: "data" },
    h("caption", {}, `The most coupled first.${cut}`),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, "Contacts"),
        ...shown.map((column) =>
          h(
            "th",
            { scope: "col", class: "num" },
            column.title,
            h("small", { class: "hint" }, column.hint),
          ),
        ),
      ),
    ),
    h("tbody", {}, ...rows),
  );
  const box = { class: "scroll-box tall", role: "region", tabindex: 0 };
  part.append(h("div", { ...box, "aria-label": "Pairs of contacts, scrolls" }, table));
  return part;
}

interface Sensitivity {
  contacts: unknown;
  bound: number;
  bound_any?: number;
}

function boundColumns(sensitivity: (Sensitivity | null)[]): Column[] {
  const column = (title: string, hint: string, name: "bound" | "bound_any"): Column => {
    const bounds = new Map(sensitivity.map((entry) => [keyOf(entry?.contacts), entry?.[name]]));
    return { title, of: (pair) => bounds.get(keyOf(pair.contacts)), hint };
  };
  return [
    column("Sensitivity", "of the outcome, per rad between the two normals", "bound"),
    column("Any turn", "the same, a normal turns in any direction", "bound_any"),
  ];
}
