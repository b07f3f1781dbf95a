// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What is wrong with this page, said at its top; and guards, so that a part that fails leaves a
// sentence in its place and the others as they are.
import { h } from "./dom";

const most = 30;

export class Faults {
  private readonly said = new Set<string>();
  private readonly list = h("ul");
  readonly element = h(
    "section",
    { class: "page-faults", role: "alert", "data-part": "faults", hidden: true },
    h("h2", {}, "Something is wrong with this page"),
    this.list,
  );

  readonly remarks = h("p", { class: "soft", role: "status", "data-part": "remark", hidden: true });

  add(sentence: string): void {
    if (this.said.has(sentence) || this.said.size > most) return;
    this.said.add(sentence);
    const shown =
      this.said.size > most ? "There is more that is wrong; it is not listed." : sentence;
    this.list.append(h("li", {}, shown));
    this.element.hidden = false;
  }

  /** A remark in place of the one before it; empty: none. Nothing is wrong with the page. */
  remark(sentence: string): void {
    this.remarks.textContent = sentence;
    this.remarks.hidden = sentence === "";
  }

  /** The part, or a sentence in its place. */
  guard(name: string, make: () => HTMLElement): HTMLElement {
    try {
      return make();
    } catch (error) {
      const sentence = `The ${name} cannot be shown: ${reasonOf(error)}.`;
      this.add(sentence);
      return h("p", { class: "failed" }, sentence);
    }
  }

  /** Whatever fails later, in a handler, is said too. */
  watch(): void {
    window.addEventListener("error", (event) => {
      if (!/ResizeObserver/.test(event.message)) this.add(`A part failed: ${event.message}.`);
    });
    window.addEventListener("unhandledrejection", (event) =>
      this.add(`A part failed: ${reasonOf(event.reason)}.`),
    );
  }
}

export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\.$/, "");
}
