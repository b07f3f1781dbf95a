# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Text of the tables of docs/walking.md, from run.json and touchdowns.json of walks."""

import math


def between_marks(text, name, lines):
    """`text` with `lines` between the two marks of that name."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise SystemExit(f"expected '{begin}' once, and '{end}' once after it")
    head, tail = text.split(begin)[0], text.split(end)[1]
    return head + "\n".join([begin, *lines, end]) + tail


def number(value, digits=2):
    """Two digits, no exponent; NaN and nothing: a dash."""
    if value is None or math.isnan(value):
        return "–"
    if value == 0:
        return "0"
    places = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    rounded = f"{value:.{min(places, 9)}f}"
    return rounded.replace("-", "−")


def steps_made(run):
    """As many as landed; a fall says so."""
    made, asked = run["summary"].get("steps"), run["settings"]["walk"]["gait"]
    if asked["motion"] == "stand":
        return "stands" if run["status"] == "finished" else run["status"]
    text = f"{made} of {asked['steps']}"
    return text if run["status"] == "finished" else f"{text}, {run['status']}"


def jump(run):
    most = max(run["touchdowns"], key=lambda one: one["largest_jump"], default=None)
    return "–" if most is None else f"{number(most['largest_jump'], 3)} {most['jump_joint']}"


def runs_table(rows, first="walk"):
    """One row per (label, run)."""
    lines = [
        f"| {first} | steps | tilt [rad] | slip [mm] | ZMP margin [mm] | "
        "peak torque [% of limit] | impacts per step | lost per step [J] | largest jump [rad/s] |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for label, run in rows:
        summary = run["summary"]
        landed = len(run["touchdowns"])
        margin, per_step = summary.get("zmp_margin"), None
        if landed:
            per_step = sum(one["impacts"] for one in run["touchdowns"]) / landed
        cells = [
            label,
            steps_made(run),
            number(summary["tilt"]),
            number(1e3 * summary["slip"]),
            "–" if margin is None else f"{round(1e3 * margin)}".replace("-", "−"),
            f"{100 * summary['effort']:.0f} {summary['effort_joint']}",
            "–" if per_step is None else f"{per_step:.1f}",
            number(summary["energy_per_step"], 3) if landed else "–",
            jump(run),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def verdict_table(touchdowns):
    lines = [
        "| step | foot | impacts | worst spread [%] | several under the law | ξ | lost [J] |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in touchdowns:
        xi, spread = one["indeterminacy"], one["spread"]
        cells = [
            str(one["step"] + 1),
            one["foot"],
            "+".join(str(len(points)) for points in one["points"]),
            "–" if spread is None else f"{100 * spread:.2g}",
            str(one["several"]),
            "–" if xi is None else f"{xi:.2g}",
            number(one["energy_lost"], 4),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def points_table(runs):
    """(points, run) each: totals against the first, and single jumps."""
    lines = [
        "| points per foot | energy of all touch-downs [J] | differs by | of the last one | "
        "largest jumps differ by at most | of the last one |",
        "|---|---|---|---|---|---|",
    ]
    first = runs[0][1]["touchdowns"]
    for points, run in runs:
        pairs = list(zip(first, run["touchdowns"], strict=True))
        total = sum(one["energy_lost"] for _, one in pairs[:-1])
        before = sum(one["energy_lost"] for one, _ in pairs[:-1])
        jumps = [abs(b["largest_jump"] / a["largest_jump"] - 1) for a, b in pairs]
        last = pairs[-1][1]["energy_lost"] / pairs[-1][0]["energy_lost"] - 1
        cells = [
            str(points),
            f"{total:.5f} + {pairs[-1][1]['energy_lost']:.5f}",
            f"{abs(total / before - 1):.1e}",
            f"{abs(last):.1e}",
            f"{max(jumps[:-1]):.1e}",
            f"{jumps[-1]:.1e}",
        ]
        lines.append("| " + " | ".join("–" if c == "0.0e+00" else c for c in cells) + " |")
    return lines
