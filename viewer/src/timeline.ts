// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The timeline: strip of impacts with the slider, and the controls below it.
import "./timeline.css";
import { h, s } from "./dom";
import { speeds, type Player } from "./player";
import { atImpact, playback, timeText, toggleSide } from "./timeline_play";
import { marksInWords, strip, verdictSigns } from "./timeline_strip";

export interface TimelineOptions {
  /** Puts the picture back; none: no picture, no buttons for it. */
  fit?: () => void;
  /** Ghosts on and off, and whether they are. */
  ghosts?: { toggle(): void; on(): boolean };
  /** Address of this position. */
  link?: () => string;
  help?: () => void;
  /** False: the tracks have verdicts of their own, and the strip says none. */
  verdicts?: boolean;
}

const icons = {
  play: "M5,3L13,8L5,13Z",
  pause: "M4,3H7V13H4ZM9,3H12V13H9Z",
  previous: "M12,3L6,8L12,13ZM3.5,3H5.5V13H3.5Z",
  next: "M4,3L10,8L4,13ZM10.5,3H12.5V13H10.5Z",
};

export function timeline(player: Player, options: TimelineOptions = {}): HTMLElement {
  playback(player);
  const parts = [
    transport(player),
    sideButton(player),
    jump(player),
    speedSelect(player),
    pictureButtons(player, options),
    linkButton(options),
  ];
  return h(
    "section",
    { class: "timeline", "data-part": "timeline", "aria-label": "Timeline" },
    strip(player),
    options.verdicts === false ? null : words(player),
    h("div", { class: "timeline-controls" }, ...parts),
  );
}

type Make = { part: string; label: string; title?: string; onclick: () => void };
function button(make: Make, ...children: (Node | string)[]): HTMLButtonElement {
  return h(
    "button",
    {
      type: "button",
      "data-part": make.part,
      "aria-label": make.label,
      title: make.title ?? make.label,
      onclick: make.onclick,
    },
    ...children,
  );
}
function icon(name: keyof typeof icons): SVGElement {
  const path = s("path", { d: icons[name], fill: "currentColor" });
  return s("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, path);
}

/** Only what changed is touched: playing tells this sixty times a second. */
function bind<T>(player: Player, read: () => T, write: (value: T) => void): void {
  let shown = read();
  write(shown);
  player.listen(() => {
    const now = read();
    if (now === shown) return;
    shown = now;
    write(now);
  });
}

function transport(player: Player): HTMLElement {
  const previous = button(
    { part: "previous", label: "Previous impact", title: "Previous impact (p)", onclick: back },
    icon("previous"),
  );
  const next = button(
    { part: "next", label: "Next impact", title: "Next impact (n)", onclick: on },
    icon("next"),
  );
  const play = button({ part: "play", label: "Play", onclick: () => player.play(!player.playing) });
  function back(): void {
    player.previousImpact();
  }
  function on(): void {
    player.nextImpact();
  }
  bind(
    player,
    () => player.playing,
    (playing) => {
      play.replaceChildren(icon(playing ? "pause" : "play"));
      play.setAttribute("aria-label", playing ? "Pause" : "Play");
      play.title = `${playing ? "Pause" : "Play"} (space)`;
    },
  );
  bind(
    player,
    () => player.motion.marks.count > 0,
    (some) => (previous.disabled = next.disabled = !some),
  );
  const time = h("output", { class: "timeline-time", "data-part": "readout" });
  bind(
    player,
    () => timeText(player),
    (text) => (time.textContent = text),
  );
  return h("div", { class: "timeline-group" }, previous, play, next, time);
}

function sideButton(player: Player): HTMLElement {
  const before = h("span", {}, "before");
  const after = h("span", {}, "after");
  const toggle = button(
    { part: "side", label: "Side", onclick: () => toggleSide(player) },
    before,
    after,
  );
  toggle.classList.add("timeline-side");
  bind(
    player,
    () => (player.impact === null ? "none" : atImpact(player) ? player.side : "later"),
    (side) => {
      toggle.disabled = side === "none";
      toggle.dataset.side = side;
      before.classList.toggle("on", side === "before");
      after.classList.toggle("on", side === "after");
      const now = side === "before" || side === "after" ? `${side} the impact` : "not at an impact";
      toggle.setAttribute("aria-label", `Before or after the impact. Shown: ${now}`);
      toggle.title = "Before or after the impact (b)";
    },
  );
  return toggle;
}

function jump(player: Player): HTMLElement {
  const input = h("input", {
    type: "number",
    min: 1,
    step: 1,
    "data-part": "jump",
    "aria-label": "Go to impact number",
  });
  const total = h("span");
  const go = () => {
    const wanted = Math.round(Number(input.value));
    if (input.value !== "" && Number.isFinite(wanted)) player.goToImpact(wanted - 1);
    show(player.impact);
  };
  const show = (impact: number | null) => (input.value = impact === null ? "" : String(impact + 1));
  input.addEventListener("change", go);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") go();
  });
  bind(player, () => player.impact, show);
  bind(
    player,
    () => player.motion.marks.count,
    (count) => {
      total.textContent = `of ${count}`;
      input.max = String(count);
      input.disabled = count === 0;
    },
  );
  return h("label", { class: "timeline-group" }, "impact", input, total);
}

function speedSelect(player: Player): HTMLElement {
  const select = h(
    "select",
    { "data-part": "speed", "aria-label": "Speed", title: "Speed (+ and −)" },
    ...speeds.map((speed) => h("option", { value: speed }, `${speed}×`)),
  );
  select.addEventListener("change", () => player.change({ speed: Number(select.value) }));
  bind(
    player,
    () => player.speed,
    (speed) => {
      if (![...select.options].some((option) => option.value === String(speed))) {
        select.append(h("option", { value: speed }, `${speed}×`));
      }
      select.value = String(speed);
    },
  );
  return select;
}

function pictureButtons(player: Player, options: TimelineOptions): HTMLElement | null {
  const fit = options.fit;
  if (!fit) return null;
  const pressed = (control: HTMLButtonElement, read: () => boolean) =>
    bind(player, read, (on) => control.setAttribute("aria-pressed", String(on)));
  const follow = button(
    {
      part: "follow",
      label: "Follow",
      title: "The picture goes along with the model (f)",
      onclick: () => player.change({ follow: !player.follow }),
    },
    "follow",
  );
  pressed(follow, () => player.follow);
  const all = button(
    { part: "fit", label: "Fit", title: "See all of it (0)", onclick: fit },
    "fit",
  );
  const group = h("div", { class: "timeline-group" }, follow, all);
  const { ghosts } = options;
  if (ghosts) {
    const toggle = button(
      {
        part: "ghosts",
        label: "Ghosts",
        title: "Other outcomes and trajectories (g)",
        onclick: () => ghosts.toggle(),
      },
      "ghosts",
    );
    pressed(toggle, () => ghosts.on());
    group.append(toggle);
  }
  return group;
}

function linkButton(options: TimelineOptions): HTMLElement | null {
  const group = h("div", { class: "timeline-group timeline-end" });
  const { link, help } = options;
  if (link) {
    const said = h("output", { class: "soft" });
    const copy = button(
      {
        part: "link",
        label: "Copy link",
        title: "Copy the address of this position",
        onclick: () => void copyText(link()).then((done) => say(done)),
      },
      "copy link",
    );
    const say = (done: boolean) => {
      said.textContent = done ? "copied" : "copy it from the address bar";
      setTimeout(() => (said.textContent = ""), 3000);
    };
    group.append(said, copy);
  }
  if (help) {
    group.append(
      button({ part: "keys", label: "Keyboard shortcuts", title: "Keys (?)", onclick: help }, "?"),
    );
  }
  return link || help ? group : null;
}
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function words(player: Player): HTMLElement {
  const text = h("span");
  bind(
    player,
    () => player.track,
    () => (text.textContent = marksInWords(player)),
  );
  const signs = verdictSigns().map((sign) => {
    const path = s("path", { d: sign.path, "stroke-width": 1.5 });
    path.style.stroke = `var(${sign.colour})`;
    path.style.fill = sign.filled ? `var(${sign.colour})` : "none";
    const mark = s("svg", { viewBox: "-8 -8 16 16", width: 14, height: 14, "aria-hidden": "true" });
    mark.append(path);
    return h("span", { class: "timeline-sign" }, mark, sign.word);
  });
  const some = player.motion.marks.count > 0;
  return h("p", { class: "timeline-words" }, text, ...(some ? signs : []));
}
