// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The pages of the laws (docs/laws/*.md) are in every page: a button per law opens its text.
import { h } from "./dom";
import { markdown } from "./pages/reproduce_markdown";
import "./pages/pages.css";
import "./pages/reproduce.css";

const files = import.meta.glob("../../docs/laws/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
}) as Record<string, string>;

const texts = new Map<string, string>();
for (const [path, text] of Object.entries(files)) {
  texts.set(path.replace(/^.*\//, "").replace(/\.md$/, ""), text);
}

/** "Propagative, restitution 1" -> "propagative". */
function keyOf(law: string): string {
  return law
    .trim()
    .toLowerCase()
    .replace(/[ ,(:].*$/, "");
}
export function hasLaw(law: string): boolean {
  return texts.has(keyOf(law));
}

/** The law's name; where it has a page, as a button that opens it. */
export function lawLink(law: string): HTMLElement {
  if (!hasLaw(law)) return h("span", {}, law);
  return h(
    "button",
    {
      type: "button",
      class: "text-button",
      "aria-haspopup": "dialog",
      title: "What this law says",
      onclick: () => openLaw(law),
    },
    law,
  );
}

let dialog: HTMLDialogElement | null = null;

/** Shows the page of a law above everything else; Escape closes it. */
export function openLaw(law: string): void {
  const text = texts.get(keyOf(law));
  if (text === undefined) return;
  if (!dialog) {
    const made = h("dialog", { "data-part": "law", class: "law-dialog" });
    made.addEventListener("click", (event) => {
      if (event.target === made) made.close(); // beside the text
    });
    document.body.append(made);
    dialog = made;
  }
  const close = h("button", { type: "button", onclick: () => dialog?.close() }, "Close");
  const body = h("div", { class: "law-text", tabindex: 0 }, ...markdown(text));
  dialog.setAttribute("aria-label", `The law ${keyOf(law)}`);
  dialog.replaceChildren(h("div", { class: "law-bar" }, close), body);
  if (!dialog.open) dialog.showModal();
  body.scrollTop = 0;
  close.focus();
}
