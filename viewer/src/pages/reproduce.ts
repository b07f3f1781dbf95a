// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of `carom reproduce`: every published number beside the computed one, to be filtered and
// sorted.
import { h } from "../dom";
import { Faults } from "../faults";
import type { Page } from "../format";
import { lawLink } from "../laws";
import {
  byColumn,
  columns,
  isMatrix,
  type Item,
  matches,
  readItems,
  statusWords,
  valueText,
} from "./reproduce_items";
import "./pages.css";
import "./reproduce.css";

const statuses = ["met", "refuted", "not_recoverable"];
const shownAtFirst = 1000; // rows; a button shows the rest

interface State {
  statuses: Set<string>;
  source: string;
  text: string;
  column: string;
  descending: boolean;
  limit: number;
}

export function reproducePage(page: Page, faults = new Faults()): HTMLElement {
  const items = readItems(page.reproduce?.items, faults);
  const known = [...new Set([...statuses, ...items.map((item) => item.status as string)])];
  const state: State = {
    statuses: new Set(known),
    source: "",
    text: fragment(),
    column: "",
    descending: false,
    limit: shownAtFirst,
  };
  const count = h("p", { "aria-live": "polite", class: "count", role: "status" });
  const body = h("tbody", { role: "rowgroup" });
  const rest = h("div", { class: "more" });
  const redraw = (): void => {
    const found = select(items, state);
    body.replaceChildren(...found.slice(0, state.limit).map(row));
    const words = `${found.length} of ${items.length} shown`;
    count.textContent = items.length === 0 ? "There are no published numbers in this page." : words;
    rest.replaceChildren();
    if (found.length > state.limit) {
      const show = (): void => {
        state.limit = Infinity;
        redraw();
      };
      rest.append(h("button", { type: "button", onclick: show }, `Show all ${found.length}`));
    }
  };
  const head = header(state, redraw);
  const table = h(
    "table",
    {
      class: "data reproduce-table",
      "aria-label": "Published numbers, computed again",
      role: "table",
    },
    h("thead", { role: "rowgroup" }, head),
    body,
  );
  const box = h("div", { class: "scroll-box", tabindex: 0, role: "region" }, table);
  box.setAttribute("aria-label", "Published numbers, scrolls");
  redraw();
  return h(
    "section",
    { "data-part": "reproduce", class: "reproduce" },
    counts(items, known),
    filters(items, known, state, redraw),
    count,
    box,
    rest,
  );
}

function fragment(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
}

/** An id, or the start of one, finds only those; else any text of the item is looked at. */
function select(items: Item[], state: State): Item[] {
  const kept = items.filter(
    (item) =>
      state.statuses.has(item.status) && (state.source === "" || sourceOf(item) === state.source),
  );
  const start = state.text.trim();
  const byId = start.includes(".") ? kept.filter((item) => item.id?.startsWith(start)) : [];
  const found = byId.length > 0 ? byId : kept.filter((item) => matches(item, start));
  if (state.column === "") return found;
  const sorted = [...found].sort(byColumn(state.column));
  return state.descending ? sorted.reverse() : sorted;
}

/** "S3 Theorem 3, eq. (26)" -> "S3". */
function sourceOf(item: Item): string {
  return /^[\p{L}\p{N}]+/u.exec(item.source ?? "")?.[0] ?? "";
}

function counts(items: Item[], known: string[]): HTMLElement {
  const line = h("p", { class: "counts", "data-part": "counts" });
  known.forEach((status, k) => {
    const size = items.filter((item) => item.status === status).length;
    const words = size === 1 && status === "refuted" ? "refuted" : statusWords(status);
    if (k > 0) line.append(", ");
    line.append(h("strong", {}, String(size)), ` ${words}`);
  });
  line.append(". Refuted: computed again, the published number is another.");
  return line;
}

function filters(items: Item[], known: string[], state: State, redraw: () => void): HTMLElement {
  const boxes = known.map((status) => {
    const box = h("input", { type: "checkbox", checked: true, value: status });
    box.addEventListener("change", () => {
      if (box.checked) state.statuses.add(status);
      else state.statuses.delete(status);
      redraw();
    });
    return h("label", {}, box, ` ${statusWords(status)}`);
  });
  const sources = [...new Set(items.map(sourceOf))].filter((source) => source !== "").sort();
  const source = h("select", {}, h("option", { value: "" }, "all"));
  for (const name of sources) source.append(h("option", { value: name }, name));
  source.addEventListener("change", () => {
    state.source = source.value;
    redraw();
  });
  const search = h("input", { type: "search", placeholder: "id, quantity, note, law" });
  search.value = state.text;
  search.addEventListener("input", () => {
    state.text = search.value;
    redraw();
  });
  window.addEventListener("hashchange", () => {
    search.value = state.text = fragment();
    redraw();
  });
  return h(
    "div",
    { class: "controls", "data-part": "filter" },
    h("fieldset", { class: "inline" }, h("legend", {}, "Status"), ...boxes),
    h("label", {}, "Source ", source),
    h("label", { class: "grow" }, "Search ", search),
  );
}

function header(state: State, redraw: () => void): HTMLElement {
  const cells = columns.map((column) => {
    const cell = h("th", {
      scope: "col",
      role: "columnheader",
      class: column.numeric ? "numeric" : undefined,
    });
    const sort = (): void => {
      state.descending = state.column === column.key && !state.descending;
      state.column = column.key;
      for (const other of cells) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", state.descending ? "descending" : "ascending");
      redraw();
    };
    cell.append(h("button", { type: "button", class: "sort", onclick: sort }, column.title));
    return cell;
  });
  return h("tr", { role: "row" }, ...cells);
}

function row(item: Item): HTMLElement {
  const id = item.id ?? "";
  const link = h("a", { href: `#${encodeURIComponent(id)}`, title: "Only this one" }, id);
  const status = statusWords(item.status);
  return h(
    "tr",
    { "data-id": id, role: "row" },
    h("th", { scope: "row", role: "rowheader" }, link),
    cell("source", "", item.source),
    cell("quantity", "wide", item.quantity),
    valueCell("published", item.published, item.digits),
    valueCell("computed", item.computed, item.digits),
    cell("digits", "numeric", item.digits > 0 ? String(item.digits) : "–"),
    cell("status", "status", h("span", { class: `state state-${item.status}` }, status)),
    cell("law", "", item.law ? lawLink(item.law) : ""),
    cell("note", "wide", item.note),
  );
}

/** A cell; on a narrow page, where a row is a card, with the title of its column. */
function cell(key: string, style: string, content: string | Node): HTMLElement {
  const title = columns.find((column) => column.key === key)?.title;
  return h("td", { class: style, role: "cell", "data-title": title }, content);
}
function valueCell(key: string, value: unknown, digits: number): HTMLElement {
  const style = isMatrix(value) ? "numeric value matrix" : "numeric value";
  return cell(key, style, valueText(value, digits));
}
