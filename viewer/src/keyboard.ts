// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Keys for the whole page, and the dialog that lists them. Fields one types into keep their keys; so
// does the picture while it has the focus.
import { h } from "./dom";
import type { Player } from "./player";
import { faster, stepFrame, toggleSide } from "./timeline_play";

export interface Actions {
  fit?: () => void;
  ghosts?: () => void;
}

interface Key {
  keys: string[]; // as KeyboardEvent.key says; "Shift+" before it
  shown: string;
  does: string;
  act: () => void;
}

/** Listens to the keys; returns what opens the help. The dialog goes into `into`. */
export function keyboard(player: Player, actions: Actions, into: HTMLElement): () => void {
  const dialog = h("dialog", { class: "help", "data-part": "help", "aria-label": "Keyboard" });
  const open = () => {
    if (!dialog.open) dialog.showModal();
  };
  const keys = keysOf(player, actions, open);
  dialog.append(...helpOf(keys, () => dialog.close()));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // beside it
  });
  into.append(dialog);
  const found = new Map(keys.flatMap((key) => key.keys.map((name) => [name, key] as const)));
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (dialog.open || ownKeys(event)) return;
    const arrow = event.shiftKey && event.key.startsWith("Arrow");
    const key = found.get(`${arrow ? "Shift+" : ""}${event.key}`);
    if (!key) return;
    event.preventDefault();
    key.act();
  });
  return open;
}

/** True: what has the focus wants this key for itself. */
function ownKeys(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || /^(SELECT|TEXTAREA)$/.test(target.tagName)) return true;
  if (target instanceof HTMLInputElement) {
    if (target.type === "range") return target.dataset.part !== "time";
    if (target.type !== "checkbox" && target.type !== "radio") return true;
    return event.key === " " || event.key.startsWith("Arrow");
  }
  const scrolls = target.tabIndex >= 0 && target.scrollWidth > target.clientWidth;
  if (scrolls && event.key.startsWith("Arrow")) return true;
  return event.key === " " && /^(BUTTON|SUMMARY|A)$/.test(target.tagName);
}

function keysOf(player: Player, actions: Actions, help: () => void): Key[] {
  const keys: (Key | null)[] = [
    key([" "], "Space", "play, pause", () => player.play(!player.playing)),
    key(["ArrowLeft"], "←", "one frame back", () => stepFrame(player, -1)),
    key(["ArrowRight"], "→", "one frame on", () => stepFrame(player, 1)),
    key(["p", "Shift+ArrowLeft"], "p, Shift ←", "previous impact", () => player.previousImpact()),
    key(["n", "Shift+ArrowRight"], "n, Shift →", "next impact", () => player.nextImpact()),
    key(["b"], "b", "before, after the impact", () => toggleSide(player)),
    key(["Home"], "Home", "to the start", () => player.setTime(player.start)),
    key(["End"], "End", "to the end", () => player.setTime(player.end)),
    key(["+", "="], "+", "faster", () => faster(player, 1)),
    key(["-", "−"], "−", "slower", () => faster(player, -1)),
    actions.fit
      ? key(["f"], "f", "follow the model", () => player.change({ follow: !player.follow }))
      : null,
    actions.fit ? key(["0"], "0", "see all of it", actions.fit) : null,
    actions.ghosts ? key(["g"], "g", "ghosts on, off", actions.ghosts) : null,
    key(["?"], "?", "this list", help),
  ];
  return keys.filter((each) => each !== null);
}
function key(keys: string[], shown: string, does: string, act: () => void): Key {
  return { keys, shown, does, act };
}

function helpOf(keys: Key[], close: () => void): HTMLElement[] {
  const rows = keys.map((each) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, ...each.shown.split(", ").map((name) => h("kbd", {}, name))),
      h("td", {}, each.does),
    ),
  );
  return [
    h("h2", {}, "Keys"),
    h("table", { "aria-label": "Keys and what they do" }, h("tbody", {}, ...rows)),
    h(
      "p",
      { class: "soft" },
      "In the picture, once it has the focus: arrows turn or move it, + and − zoom, 0 shows all.",
    ),
    h("button", { type: "button", onclick: close }, "Close"),
  ];
}
