#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""The table of dropped robots in docs/robots.md, by `carom run ROBOT --drop H --hold`.

Usage: drops_table.py PAGE [NAME…]. Rewrites what stands between its two marks of the page; with
NAMEs it prints the rows of those robots instead. CAROM is the command, CAROM_ROBOTS the folder of
example-robot-data's robots, CAROM_MJCF that of dm_control's suite. CAROM_DROPS, if set, is a
folder that keeps every run (-o), to look at.
"""

import json
import os
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from page_part import chosen_by_name, replace_between

ROOT = Path(__file__).parents[2]
BEGIN = "<!-- drops: written by script/robots -->"
END = "<!-- end of the drops -->"
HEIGHTS = (0.1, 0.3)  # [m]
RESTITUTIONS = (0.0, 0.3)
DURATION = 3.0  # [s]


@dataclass
class Robot:
    name: str
    file: str
    folder: str = "CAROM_ROBOTS"
    posture: str = ""  # empty: the default
    words: tuple = ()  # further options

    @property
    def path(self):
        base = ROOT / "scenes/robots" if self.folder == "scenes" else Path(os.environ[self.folder])
        return base / self.file


G1_BENT = json.dumps(
    {
        f"{side}_{joint}_joint": angle
        for side in ("left", "right")
        for joint, angle in (("hip_pitch", -0.3), ("knee", 0.6), ("ankle_pitch", -0.3))
    }
)

# Its Collada meshes are turned (docs/robots.md): corners of the sole as it is, in the sole's frame.
ICUB_SOLES = ",".join(
    f"{side}_sole[{x}, {y}, 0]" for side in "lr" for x in (-0.029, 0.127) for y in (-0.03, 0.03)
)

ROBOTS = [
    Robot("Go1", "go1_description/urdf/go1.urdf"),
    Robot("Go2", "go2_description/urdf/go2.urdf"),
    Robot("A1", "a1_description/urdf/a1.urdf"),
    Robot("B1", "b1_description/urdf/b1.urdf"),
    Robot("Laikago", "laikago_description/urdf/laikago.urdf"),
    Robot("Solo 12", "solo_description/robots/solo12.urdf"),
    Robot("ANYmal B", "anymal_b_simple_description/robots/anymal.urdf"),
    Robot("ANYmal C", "anymal_c_simple_description/urdf/anymal.urdf"),
    Robot("HyQ", "hyq_description/robots/hyq_no_sensors.urdf"),
    Robot("dm quadruped", "quadruped.xml", folder="CAROM_MJCF"),
    Robot("dm dog", "dog.xml", folder="CAROM_MJCF"),
    Robot("Bolt", "bolt_description/robots/bolt.urdf"),
    Robot("Talos", "talos_data/robots/talos_full_v2.urdf"),
    Robot("Talos reduced", "talos_data/robots/talos_reduced.urdf"),
    Robot("G1, knees straight", "g1_description/urdf/g1_29dof_rev_1_0.urdf"),
    Robot("G1, knees 0.6 rad", "g1_description/urdf/g1_29dof_rev_1_0.urdf", posture=G1_BENT),
    Robot("iCub", "icub_description/robots/icub.urdf"),
    Robot("iCub, soles given", "icub_description/robots/icub.urdf",
          words=("--contacts", ICUB_SOLES)),
    Robot("Romeo", "romeo_description/urdf/romeo.urdf"),
    Robot("Atlas v1", "atlas_v1.urdf", folder="scenes"),
    Robot("Atlas v3", "atlas_v3.urdf", folder="scenes"),
    Robot("dm humanoid", "humanoid.xml", folder="CAROM_MJCF"),
]  # fmt: skip


@dataclass
class Run:
    result: dict
    cpu: float  # [s]
    trouble: str


def run(robot, height, restitution):
    """One drop; the time is that of the command as people run it, verdicts and all."""
    words = [os.environ["CAROM"], "run", str(robot.path), "--drop", str(height), "--hold"]
    words += ["--restitution", str(restitution), "--duration", str(DURATION), "--json"]
    words += list(robot.words)
    if robot.posture:
        words += ["--posture", robot.posture]
    keep = os.environ.get("CAROM_DROPS")
    if keep:
        stem = f"{robot.name}_{height}_{restitution}".replace(" ", "_").replace(",", "")
        words += ["-o", str(Path(keep) / stem)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode not in (0, 1) or not done.stdout:
        raise SystemExit(f"{robot.name}: {done.stderr.strip()}")
    return Run(json.loads(done.stdout), cpu, done.stderr)


def how_it_ends(result, summary):
    if result["status"] == "fell":
        return f"fell at {summary['fell_at']:.2f} s: {summary['fell_body']}"
    if result["status"] != "finished":
        return f"**{result['status']}**"
    return "at rest" if summary["settled"] else f"moves, {summary['speed_end']:.1g}"


def row(robot, height, restitution):
    one = run(robot, height, restitution)
    result, summary = one.result, one.result["summary"]
    sunk = (summary["base_height_start"] - height - summary["base_height_end"]) * 1000
    worst = summary["worst_spread"]
    time = result["trajectories"][0]["time"]
    cells = [
        robot.name,
        f"{height:g}",
        f"{restitution:g}",
        how_it_ends(result, summary),
        f"{sunk:.1f}",
        str(summary["impacts"]),
        "–" if worst is None else f"{100 * worst:.2g}",
        f"{1000 * summary.get('slip', 0):.2g}",
        f"{one.cpu / time:.2g}" if time > 0 else "–",
    ]
    return "| " + " | ".join(cells) + " |"


HEADER = [
    "| robot | drop [m] | e | ends | base below the held posture [mm] | impacts | "
    "worst spread [%] | slip [mm] | CPU / simulated time |",
    "|---|---|---|---|---|---|---|---|---|",
]


def main(page, *names):
    chosen = chosen_by_name(ROBOTS, names)
    rows = []
    for robot in chosen:
        for height in HEIGHTS:
            for restitution in RESTITUTIONS:
                rows.append(row(robot, height, restitution))
                print(rows[-1], file=sys.stderr, flush=True)
    text = "\n".join([*HEADER, *rows])
    if names:
        print(text)
        return
    replace_between(page, BEGIN, END, text)


if __name__ == "__main__":
    main(*sys.argv[1:])
