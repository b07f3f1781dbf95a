// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The outcomes an impact can have: which are shown as ghosts, how far they are from the law's own, how
// they come about; and the trajectories that follow one of them.
import "./panels.css";
import { series } from "../colours";
import { h } from "../dom";
import type { Impact, ImpactBranch } from "../format";
import type { Player } from "../player";
import { whileShown } from "./listen";
import { cut, figure, finite, list } from "./words";

const MOST = 40; // rows at first, and more at a time

function names(impact: Impact, branch: ImpactBranch): string {
  const sequence = list(branch.sequence);
  const known = list(impact.contacts);
  const text = sequence
    .slice(0, 24)
    .map((contact) => known[contact]?.name ?? `contact ${contact + 1}`)
    .join(", ");
  return sequence.length > 24 ? `${text}, …` : text;
}

function countText(branch: ImpactBranch): string {
  const { shortest, longest } = branch;
  if (!finite(shortest) || !finite(longest) || longest <= 0) return "";
  if (shortest === longest) return longest === 1 ? "1 reflection" : `${longest} reflections`;
  return `${shortest}–${longest} reflections`;
}

function velocityText(branch: ImpactBranch): string {
  const values = list(branch.velocity);
  const shown = values.slice(0, 60).map((value) => figure(value));
  const more = values.length > 60 ? `, … ${values.length} in all` : "";
  return values.length === 0 ? "" : `Velocity after: ${shown.join(", ")}${more}`;
}

function details(impact: Impact, branch: ImpactBranch): HTMLElement | null {
  const count = countText(branch);
  const order = names(impact, branch);
  const velocity = velocityText(branch);
  const head = [count, cut(order, 90)].filter((text) => text !== "").join(": ");
  if (head === "" && velocity === "") return null;
  return h(
    "details",
    {},
    h("summary", {}, head || "Velocity after"),
    order !== "" && h("p", {}, `Order: ${order}`),
    velocity !== "" && h("p", {}, velocity),
  );
}

function outcome(impact: Impact, branch: ImpactBranch, k: number, player: Player): HTMLElement {
  const box = h("input", {
    type: "checkbox",
    "data-outcome": k,
    onchange: () => player.toggle(player.hidden, k),
  });
  box.checked = !player.hidden.has(k);
  const chip = h("span", { class: "chip", "aria-hidden": "true" });
  chip.style.setProperty("--part", `var(${series(k)})`);
  const label = String(branch.label ?? `outcome ${k + 1}`);
  return h(
    "li",
    {},
    h(
      "div",
      { class: "outcome-head" },
      h("label", { class: "choice" }, box, chip, h("span", {}, label)),
      k > 0 &&
        h(
          "span",
          { class: "value", title: "Distance from the law’s own, over the incoming momentum" },
          `ξ = ${figure(branch.distance, 3)}`,
        ),
    ),
    details(impact, branch),
  );
}

/** Rows in portions: there may be thousands of outcomes. */
function rows(impact: Impact, player: Player): HTMLElement {
  const branches = list(impact.branches);
  const rowsList = h("ul", { class: "outcome-rows" });
  const more = h("button", { type: "button", class: "small" });
  const add = (): void => {
    const from = rowsList.childElementCount;
    const to = Math.min(from + MOST, branches.length);
    for (let k = from; k < to; k++) rowsList.append(outcome(impact, branches[k]!, k, player));
    more.hidden = to === branches.length;
    more.textContent = `Show more (${branches.length - to} left)`;
  };
  more.addEventListener("click", add);
  add();
  return h("div", {}, rowsList, more);
}

function setAll(impact: Impact, player: Player, shown: boolean): void {
  player.hidden.clear();
  if (!shown) list(impact.branches).forEach((_branch, k) => player.hidden.add(k));
  player.tell();
}

function followButtons(impact: Impact, player: Player): HTMLElement | null {
  const known = list(impact.followed_by)
    .map((id) => ({ id, index: player.motions.findIndex((motion) => motion.track.id === id) }))
    .filter(({ index }) => index >= 0)
    .slice(0, 30);
  if (known.length === 0) return null;
  return h(
    "p",
    { class: "buttons" },
    ...known.map(({ id, index }) =>
      h(
        "button",
        {
          type: "button",
          class: "small",
          "data-follow": id,
          onclick: () => player.setTrack(index),
        },
        `Follow ${cut(player.motions[index]!.track.label || `trajectory ${id}`, 30)}`,
      ),
    ),
  );
}

/** "12 of 52 outcomes". */
function countWords({ branches, outcomes }: Impact): string {
  const listed = branches.length;
  return outcomes > listed ? `${listed} of ${outcomes} outcomes` : `${listed} outcomes`;
}

/** Hidden where there is only one outcome. */
export function outcomeList(impact: Impact, player: Player): HTMLElement {
  const branches = list(impact.branches);
  const box = h("div", { class: "outcomes", "data-part": "outcomes" });
  const drawn = branches.some((branch) => list(branch.ghost_times).length > 0);
  if (branches.length > 1) {
    const all = (text: string, shown: boolean): HTMLElement =>
      h(
        "button",
        {
          type: "button",
          class: "small",
          "data-all": shown ? "all" : "none",
          onclick: () => setAll(impact, player, shown),
        },
        text,
      );
    box.append(
      h(
        "div",
        { class: "part-head" },
        h("h3", {}, countWords(impact) + (drawn ? "; those chosen are ghosts" : "")),
        all("All", true),
        all("None", false),
      ),
      rows(impact, player),
    );
    whileShown(box, player, () => {
      for (const input of box.querySelectorAll<HTMLInputElement>("input[data-outcome]")) {
        input.checked = !player.hidden.has(Number(input.dataset.outcome));
      }
    });
  } else if (impact.verdict === "several") {
    box.append(h("p", { class: "soft" }, "The others were not listed; run with --branches."));
  }
  const follow = followButtons(impact, player);
  if (follow) box.append(follow);
  box.hidden = box.childElementCount === 0;
  return box;
}
