// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// As much Markdown as the pages of the laws use, made of elements: headings, paragraphs, lists,
// code, tables, emphasis. Links become their text; anything else shows as it is written.
import { h } from "../dom";

type Inline = Node | string;

const marks =
  /`([^`]+)`|\*\*((?:[^*]|\*(?!\*))+)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|!?\[([^\]]*)\]\([^)]*\)/;

function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  let rest = text;
  for (let match = marks.exec(rest); match; match = marks.exec(rest)) {
    if (match.index > 0) parts.push(rest.slice(0, match.index));
    const [, code, strong, emphasis, link] = match;
    if (code !== undefined) parts.push(h("code", {}, code));
    else if (strong !== undefined) parts.push(h("strong", {}, ...inline(strong)));
    else if (emphasis !== undefined) parts.push(h("em", {}, ...inline(emphasis)));
    else parts.push(...inline(link ?? ""));
    rest = rest.slice(match.index + match[0].length);
  }
  if (rest) parts.push(rest);
  return parts;
}

const blank = (line: string | undefined): boolean => line === undefined || line.trim() === "";
const bullet = /^( {0,3})([-*]|\d+\.) +/;
const indent = (line: string): number => line.length - line.trimStart().length;

/** Elements of a text. */
export function markdown(text: string): HTMLElement[] {
  return blocks(text.replace(/\r/g, "").split("\n"));
}

function blocks(lines: string[]): HTMLElement[] {
  const out: HTMLElement[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    if (blank(line)) at++;
    else if (/^#{1,6} /.test(line)) {
      out.push(heading(line));
      at++;
    } else if (line.startsWith("```")) at = fenced(lines, at, out);
    else if (line.startsWith("    ")) at = indented(lines, at, out);
    else if (bullet.test(line)) at = list(lines, at, out);
    else if (line.startsWith("|")) at = table(lines, at, out);
    else at = paragraph(lines, at, out);
  }
  return out;
}

function heading(line: string): HTMLElement {
  const level = /^#+/.exec(line)![0].length;
  const tag = level === 1 ? "h2" : level === 2 ? "h3" : "h4"; // h1 is the page's
  return h(tag, {}, ...inline(line.slice(level + 1)));
}

function fenced(lines: string[], start: number, out: HTMLElement[]): number {
  let end = start + 1;
  while (end < lines.length && !lines[end]!.startsWith("```")) end++;
  out.push(h("pre", { tabindex: 0 }, lines.slice(start + 1, end).join("\n")));
  return end + 1;
}

function indented(lines: string[], start: number, out: HTMLElement[]): number {
  let end = start;
  while (end < lines.length && (blank(lines[end]) || lines[end]!.startsWith("    "))) end++;
  const code = lines.slice(start, end).map((line) => line.slice(4));
  out.push(h("pre", { tabindex: 0 }, code.join("\n").trimEnd()));
  return end;
}

function paragraph(lines: string[], start: number, out: HTMLElement[]): number {
  let end = start;
  while (!blank(lines[end]) && !(end > start && /^(#|\||```)/.test(lines[end]!))) {
    if (end > start && bullet.test(lines[end]!)) break;
    end++;
  }
  const text = lines.slice(start, end).map((line) => line.trim());
  out.push(h("p", {}, ...inline(text.join(" "))));
  return end;
}

/** Lines of one item: what follows is indented deeper, or goes on without a blank line. */
function list(lines: string[], start: number, out: HTMLElement[]): number {
  const first = bullet.exec(lines[start]!)!;
  const made = h(/\d/.test(first[2]!) ? "ol" : "ul");
  let at = start;
  for (let match = bullet.exec(lines[at] ?? ""); match; match = bullet.exec(lines[at] ?? "")) {
    const width = match[0].length;
    const content = [lines[at]!.slice(width)];
    at++;
    while (at < lines.length) {
      const line = lines[at]!;
      if (blank(line)) {
        if (blank(lines[at + 1]) || indent(lines[at + 1]!) < width) break;
        content.push("");
      } else if (indent(line) >= width) content.push(line.slice(width));
      else if (bullet.test(line) || blank(lines[at - 1])) break;
      else content.push(line.trim());
      at++;
    }
    made.append(item(content));
    while (blank(lines[at]) && bullet.test(lines[at + 1] ?? "")) at++;
  }
  out.push(made);
  return at;
}

function item(content: string[]): HTMLElement {
  const inside = blocks(content);
  const first = inside[0];
  if (first?.tagName !== "P") return h("li", {}, ...inside);
  return h("li", {}, ...first.childNodes, ...inside.slice(1));
}

function cells(line: string): string[] {
  return line
    .replace(/^\||\|\s*$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function table(lines: string[], start: number, out: HTMLElement[]): number {
  let end = start;
  while (lines[end]?.startsWith("|")) end++;
  const rows = lines.slice(start, end).filter((line) => !/^[|\s:-]+$/.test(line));
  const head = h("tr");
  for (const cell of cells(rows[0] ?? "")) head.append(h("th", { scope: "col" }, ...inline(cell)));
  const body = h("tbody");
  for (const row of rows.slice(1)) {
    body.append(h("tr", {}, ...cells(row).map((cell) => h("td", {}, ...inline(cell)))));
  }
  const made = h("table", {}, h("thead", {}, head), body);
  out.push(
    h("div", { class: "scroll-box", tabindex: 0, role: "region", "aria-label": "Table" }, made),
  );
  return end;
}
