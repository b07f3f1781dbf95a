// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Sliders that step through answers computed before, for other coefficients of restitution and
// rotor inertias.
import { h } from "../dom";
import type { AnalysisPart } from "../format";
import { figure, list } from "../panels/words";

export type Variants = NonNullable<AnalysisPart["variants"]>;

/** Rotor and restitution that were asked for, as indices. */
export function asked(variants: Variants): [number, number] {
  return [variants.rotor ?? 0, variants.restitution ?? 0];
}

/** `show` is told the rotor and the restitution chosen; `answer` stands beside the sliders. */
export function variantSliders(
  variants: Variants,
  show: (choice: [number, number]) => void,
  answer: HTMLElement,
): HTMLElement {
  const choice = asked(variants);
  const reset = h("button", { type: "button", "data-part": "reset" }, "Back to what was asked");
  const update = (): void => {
    const own = asked(variants);
    reset.disabled = own[0] === choice[0] && own[1] === choice[1];
    show([...choice]);
  };
  const restitution = slider(
    "Restitution e",
    list(variants.restitutions).map((value) => figure(value, 3)),
    asked(variants)[1],
    (index) => {
      choice[1] = index;
      update();
    },
  );
  const rotor = slider(
    "Rotor inertia",
    list(variants.rotors).map((value) =>
      value === null ? "as the file says" : `${figure(value, 3)} kg m²`,
    ),
    asked(variants)[0],
    (index) => {
      choice[0] = index;
      update();
    },
  );
  reset.disabled = true;
  reset.addEventListener("click", () => {
    [choice[0], choice[1]] = asked(variants);
    rotor.set(choice[0]);
    restitution.set(choice[1]);
    update();
  });
  return h(
    "section",
    { "data-part": "variants", class: "variants" },
    h(
      "div",
      { class: "stack" },
      h("h2", {}, "Other restitutions and rotors"),
      restitution.element,
      rotor.element,
      h("div", {}, reset),
    ),
    answer,
  );
}

function slider(
  title: string,
  words: string[],
  own: number,
  changed: (index: number) => void,
): { element: HTMLElement; set: (index: number) => void } {
  const input = h("input", { type: "range", min: 0, max: Math.max(words.length - 1, 0), step: 1 });
  input.disabled = words.length < 2;
  const output = h("output");
  const marks = h("span", { class: "slider-marks", "aria-hidden": "true" });
  words.forEach((_word, k) => marks.append(h("span", { class: k === own ? "asked" : "" })));
  const say = (): void => {
    const index = Number(input.value);
    const text = words[index] ?? "–";
    output.textContent = index === own ? `${text} (asked for)` : text;
    input.setAttribute("aria-valuetext", output.textContent);
  };
  const set = (index: number): void => {
    input.value = String(index);
    say();
  };
  input.addEventListener("input", () => {
    say();
    changed(Number(input.value));
  });
  set(own);
  const bar = h("span", { class: "slider-bar" }, input, marks);
  return { element: h("label", { class: "slider" }, h("span", {}, title), bar, output), set };
}
