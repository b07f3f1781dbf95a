// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// After vite: dist/index.html becomes dist/page.html, the template that carom fills. The policy lets
// exactly the script and the styles in it run, by their hashes, and nothing be asked from anywhere.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const folder = new URL(`${process.argv[2] ?? "dist"}/`, import.meta.url); // or another vite was told
const html = readFileSync(new URL("index.html", folder), "utf8");

function hashes(pattern) {
  const found = [...html.matchAll(pattern)].map(
    (match) => `'sha256-${createHash("sha256").update(match[1]).digest("base64")}'`,
  );
  if (found.length === 0) throw new Error(`dist/index.html: nothing matches ${pattern}`);
  return found.join(" ");
}

const policy = [
  "default-src 'none'",
  `script-src ${hashes(/<script type="module"[^>]*>([^]*?)<\/script>/g)}`,
  `style-src ${hashes(/<style[^>]*>([^]*?)<\/style>/g)}`,
  "img-src data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** Every copy of these libraries carries their licences; minified code has none. */
function licences() {
  const texts = ["three", "uplot"].map((name) => {
    const text = readFileSync(new URL(`node_modules/${name}/LICENSE`, import.meta.url), "utf8");
    return `${name}\n\n${text.trim().replaceAll("--", "- -")}`;
  });
  return `<!--\nThis page contains these libraries.\n\n${texts.join("\n\n")}\n-->\n`;
}

for (const mark of ["CAROM-TITLE", "CAROM-PAGE"]) {
  if (html.split(mark).length !== 2) throw new Error(`dist/index.html: ${mark} is not there once`);
}
if (/\b(src|href)="(?!#|data:)/.test(html.replace(/<(script|style)[^>]*>[^]*?<\/\1>/g, ""))) {
  throw new Error("dist/index.html: it refers to another file");
}
writeFileSync(
  new URL("page.html", folder),
  html.replace(
    '<meta charset="utf-8" />',
    () =>
      `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
  ) + licences(),
);
