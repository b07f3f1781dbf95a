// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The touch-downs of a walk as a table. A row, or its button, goes to the first impact of that foot;
// the row of the time now is marked.
import "./panels.css";
import { h } from "../dom";
import type { Page, Touchdown } from "../format";
import { lowerBound, upperBound, type Motion } from "../motion";
import type { Player } from "../player";
import { type Badge, badge, figure, finite, percent, unitsOf, verdictOf } from "./words";

const MOST_POINTS = 8; // impacts written out

/** Its impacts among the marks: the first, and how many of them there are. */
function marksOf(touchdown: Touchdown, motion: Motion): { first: number; count: number } {
  const first = lowerBound(motion.marks.time, touchdown.time);
  return { first, count: Math.min(touchdown.impacts, motion.marks.count - first) };
}

/** As the marks say it: the worst of its impacts, unique if all are. */
function verdictOfAll(touchdown: Touchdown, motion: Motion): Badge {
  const { first, count } = marksOf(touchdown, motion);
  const verdicts = Array.from({ length: Math.max(count, 0) }, (_, k) =>
    verdictOf(motion.marks.verdict[first + k]),
  );
  if (verdicts.includes("several")) return "several";
  if (verdicts.includes("slight")) return "slight";
  const unique = verdicts.length > 0 && verdicts.every((verdict) => verdict === "unique");
  return unique ? "unique" : "not_checked";
}

function goTo(touchdown: Touchdown, player: Player): void {
  const { first, count } = marksOf(touchdown, player.motion);
  const until = touchdown.time + touchdown.duration;
  if (count > 0 && player.motion.marks.time[first]! <= until) player.goToImpact(first);
  else player.setTime(touchdown.time);
}

/** "1+1+2": how many points hit, impact by impact. */
function pointsText({ points }: Touchdown): string {
  const counts = points.slice(0, MOST_POINTS).map((hit) => hit.length);
  return counts.join("+") + (points.length > MOST_POINTS ? "+…" : "");
}

/** `judged`: somebody asked how well defined the impacts are. */
function row(touchdown: Touchdown, player: Player, judged: boolean): HTMLTableRowElement {
  const verdict = verdictOfAll(touchdown, player.motion);
  const { step, foot, time } = touchdown;
  const name = finite(step) ? String(step + 1) : "–";
  const button = h(
    "button",
    { type: "button", class: "small", "aria-label": `Go to touch-down ${name}` },
    name,
  );
  return h(
    "tr",
    { onclick: () => goTo(touchdown, player) }, // the button's click comes here too
    h("th", { scope: "row" }, button),
    h("td", { class: "word" }, foot),
    h("td", {}, time.toFixed(4)),
    h(
      "td",
      { title: touchdown.points.map((hit) => hit.join(", ")).join("; ") },
      pointsText(touchdown),
    ),
    h("td", {}, figure(touchdown.energy_lost)),
    h(
      "td",
      {},
      figure(touchdown.largest_jump, 3),
      h("span", { class: "unit soft" }, touchdown.jump_joint),
    ),
    judged && h("td", { class: "word" }, badge(verdict)),
    judged && h("td", {}, percent(touchdown.spread)),
  );
}

function head(energy: string, judged: boolean): HTMLElement {
  const column = (title: string, unit = "", word = false): HTMLElement =>
    h(
      "th",
      { scope: "col", class: word ? "word" : undefined },
      title,
      unit !== "" && h("span", { class: "unit" }, unit),
    );
  const columns = [
    column("Step"),
    column("Foot", "", true),
    column("Time", "s"),
    column("Points that hit"),
    column("Energy lost", energy),
    column("Largest jump", "rad/s"),
    judged && column("Verdict", "", true),
    judged && column("Spread"),
  ];
  return h("thead", {}, h("tr", {}, ...columns));
}

/** Scrolls the table, never the page. */
function inSight(row: HTMLElement, place: HTMLElement): void {
  const from = place.scrollTop;
  const to = from + place.clientHeight - row.offsetHeight;
  if (row.offsetTop > to || row.offsetTop < from + row.offsetHeight) {
    place.scrollTop = row.offsetTop - place.clientHeight / 2;
  }
}

/** Hidden and empty where no foot has landed. */
export function touchdownTable(page: Page, player: Player): HTMLElement {
  const box = h("section", {
    class: "panel touchdowns",
    "data-part": "touchdowns",
    "aria-label": "Touch-downs",
  });
  let track = -1;
  let marked = -1;
  let times = new Float64Array();
  let rows: HTMLTableRowElement[] = [];
  const place = h("div", {
    class: "contacts-box",
    role: "region",
    tabindex: 0,
    "aria-label": "Table of touch-downs",
  });
  const build = (): void => {
    const { count, list } = player.motion.track.touchdowns ?? { count: 0, list: [] };
    times = Float64Array.from(list, ({ time }) => time);
    const judged = list.some(
      (one) => finite(one.spread) || verdictOfAll(one, player.motion) !== "not_checked",
    );
    rows = list.map((one) => row(one, player, judged));
    marked = -1;
    box.hidden = rows.length === 0;
    if (box.hidden) return box.replaceChildren();
    const some =
      count > rows.length ? `${rows.length} of ${count}; all are in touchdowns.json. ` : "";
    place.replaceChildren(
      h("table", { class: "figures" }, head(unitsOf(page).energy, judged), h("tbody", {}, ...rows)),
    );
    box.replaceChildren(
      h("h2", {}, count === 1 ? "1 touch-down" : `${count} touch-downs`),
      h("p", { class: "soft" }, `${some}A row goes to its first impact.`),
      place,
    );
  };
  const update = (): void => {
    if (track !== player.track) build();
    track = player.track;
    const now = upperBound(times, player.time) - 1;
    if (now === marked) return;
    rows[marked]?.removeAttribute("aria-current");
    rows[now]?.setAttribute("aria-current", "true");
    if (rows[now]) inSight(rows[now], place);
    marked = now;
  };
  player.listen(update);
  update();
  return box;
}
