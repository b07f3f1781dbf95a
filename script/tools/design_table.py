#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""The table of docs/design.md: postures of real robots with one outcome, by `carom design`.

Usage: design_table.py PAGE. Rewrites what stands between the two marks of the page. CAROM is the
command, CAROM_ROBOTS the folder of example-robot-data's robots.
"""

import json
import os
import subprocess
import sys

from page_part import replace_between
from robots_table import G1, G1_SOLES, QUADRUPED, Robot, knees, percent

BEGIN = "<!-- written by script/robots: design -->"
END = "<!-- end of what script/robots writes: design -->"
RESTITUTION = "0.3"

BOLT = json.dumps(
    {
        joint.format(side): value
        for side in ("FL", "FR")
        for joint, value in (("{}_HFE", 0.1), ("{}_KFE", -0.2))
    }
)
ROBOTS = [
    (
        Robot("Go2, rotors 0.01 kg m²", "go2_description/urdf/go2.urdf", QUADRUPED, "four feet"),
        ["--armature", "0.01"],
    ),
    (
        Robot(
            "Bolt, knees 0.2 rad",
            "bolt_description/robots/bolt.urdf",
            "FL_FOOT,FR_FOOT",
            "two feet",
            BOLT,
        ),
        [],
    ),
    (
        Robot(
            "G1, knees 0.3 rad",
            "g1_description/urdf/g1_29dof_rev_1_0.urdf",
            G1_SOLES,
            "two soles",
            knees(G1, 0.3),
        ),
        [],
    ),
]
HEADER = [
    "| robot | lands on | | spread [%] at e = 0 / 0.3 / 1 | w of every pair | T_c/T [%] | "
    "largest changes |",
    "|---|---|---|---|---|---|---|",
]


def design(robot, more):
    words = ["design", *robot.arguments()[1:], "--restitution", RESTITUTION, *more]
    done = subprocess.run(
        [os.environ["CAROM"], *words], capture_output=True, text=True, check=False
    )
    if done.returncode == 2:
        raise SystemExit(f"{robot.name}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def cells(point):
    return [
        " / ".join(percent(point["spreads"][e] or 0.0) for e in ("0", "0.3", "1")),
        ", ".join(f"{pair['inner_product']:.2g}" for pair in point["pairs"]),
        f"{100 * point['constrained_energy_ratio']:.2g}",
    ]


def changes(result):
    """The three joints that move most."""
    start, end = result["start"]["values"], result["solutions"][0]["values"]
    moved = sorted(end, key=lambda name: -abs(end[name] - start[name]))
    return ", ".join(f"{name} {end[name] - start[name]:+.2g}" for name in moved[:3])


def rows(robot, result):
    lines = [[robot.name, robot.feet, "before", *cells(result["start"]), ""]]
    if result["solutions"]:
        after = cells(result["solutions"][0])
        lines.append(["", "", result["status"].replace("_", " "), *after, changes(result)])
    else:
        lines[0][-1] = result["message"]
    return ["| " + " | ".join(line) + " |" for line in lines]


def main(page):
    table = list(HEADER)
    for robot, more in ROBOTS:
        table += rows(robot, design(robot, more))
        print(table[-1], file=sys.stderr, flush=True)
    replace_between(page, BEGIN, END, "\n".join(table))


if __name__ == "__main__":
    main(*sys.argv[1:])
