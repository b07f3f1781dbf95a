#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""The table of docs/robots.md: real robots that land, by `carom analyze`.

Usage: robots_table.py PAGE [NAME…]. Rewrites what stands between the two marks of the page; with
NAMEs it prints the rows of those robots instead. CAROM is the command, CAROM_ROBOTS the folder of
example-robot-data's robots, CAROM_MJCF that of dm_control's suite.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from page_part import chosen_by_name, replace_between

ROOT = Path(__file__).parents[2]
BEGIN = "<!-- written by script/robots -->"
END = "<!-- end of what script/robots writes -->"
QUADRUPED = "FL_foot,FR_foot,RL_foot,RR_foot"


@dataclass
class Robot:
    name: str
    file: str
    contacts: str
    feet: str  # in words
    posture: str = ""  # empty: the default
    stand: bool = True
    folder: str = "CAROM_ROBOTS"

    @property
    def path(self):
        base = ROOT / "scenes/robots" if self.folder == "scenes" else Path(os.environ[self.folder])
        return base / self.file

    def arguments(self):
        words = ["analyze", str(self.path), "--contacts", self.contacts, "--json"]
        if self.posture:
            words += ["--posture", self.posture]
        return words + (["--stand"] if self.stand else [])


def knees(joints, angle):
    """A posture with every leg bent by *angle* at the knee, half of it back at hip and ankle."""
    hip, knee, ankle = joints
    values = {}
    for side in ("left", "right"):
        values[hip.format(side)] = -angle / 2
        values[knee.format(side)] = angle
        values[ankle.format(side)] = -angle / 2
    return json.dumps(values)


G1 = ("{}_hip_pitch_joint", "{}_knee_joint", "{}_ankle_pitch_joint")
G1_SOLES = "left_ankle_roll_link[0,0,-0.03],right_ankle_roll_link[0,0,-0.03]"

ROBOTS = [
    Robot("HyQ", "hyq_description/robots/hyq_no_sensors.urdf",
          "lf_foot,rf_foot,lh_foot,rh_foot", "four feet"),
    Robot("ANYmal B", "anymal_b_simple_description/robots/anymal.urdf",
          "LF_FOOT,RF_FOOT,LH_FOOT,RH_FOOT", "four feet"),
    Robot("ANYmal C", "anymal_c_simple_description/urdf/anymal.urdf",
          "LF_FOOT,RF_FOOT,LH_FOOT,RH_FOOT", "four feet"),
    Robot("Solo 12", "solo_description/robots/solo12.urdf",
          "FL_FOOT,FR_FOOT,HL_FOOT,HR_FOOT", "four feet"),
    Robot("Go1", "go1_description/urdf/go1.urdf", QUADRUPED, "four feet"),
    Robot("Go2", "go2_description/urdf/go2.urdf", QUADRUPED, "four feet"),
    Robot("A1", "a1_description/urdf/a1.urdf", QUADRUPED, "four feet"),
    Robot("B1", "b1_description/urdf/b1.urdf", QUADRUPED, "four feet"),
    Robot("Bolt", "bolt_description/robots/bolt.urdf", "FL_FOOT,FR_FOOT", "two feet"),
    Robot("Talos", "talos_data/robots/talos_full_v2.urdf",
          "left_sole_link,right_sole_link", "two soles"),
    Robot("Talos reduced", "talos_data/robots/talos_reduced.urdf",
          "left_sole_link,right_sole_link", "two soles"),
    Robot("iCub", "icub_description/robots/icub.urdf", "l_sole,r_sole", "two soles"),
    Robot("Romeo", "romeo_description/urdf/romeo.urdf", "l_sole,r_sole", "two soles"),
    Robot("simple humanoid", "simple_humanoid_description/urdf/simple_humanoid.urdf",
          "l_ankle,r_ankle", "two feet"),
    Robot("G1, knees straight", "g1_description/urdf/g1_29dof_rev_1_0.urdf", G1_SOLES,
          "two soles", knees(G1, 0.0)),
    Robot("G1, knees 0.3 rad", "g1_description/urdf/g1_29dof_rev_1_0.urdf", G1_SOLES,
          "two soles", knees(G1, 0.3)),
    Robot("G1, knees 0.7 rad", "g1_description/urdf/g1_29dof_rev_1_0.urdf", G1_SOLES,
          "two soles", knees(G1, 0.7)),
    Robot("Atlas v1", "atlas_v1.urdf", "l_foot,r_foot", "two feet", folder="scenes"),
    Robot("Atlas v3", "atlas_v3.urdf", "l_foot,r_foot", "two feet", folder="scenes"),
    Robot("dm_control humanoid", "humanoid.xml", "left_foot,right_foot", "two feet",
          folder="CAROM_MJCF"),
    Robot("dm_control quadruped", "quadruped.xml",
          "toe_front_left,toe_front_right,toe_back_left,toe_back_right", "four toes",
          folder="CAROM_MJCF"),
]  # fmt: skip


def land(robot):
    """The analysis of a robot; fails with what the command said."""
    done = subprocess.run(
        [os.environ["CAROM"], *robot.arguments()], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"{robot.name}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def percent(share):
    return "0" if share < 1e-8 else f"{100 * share:.2g}"


def rate(value):
    return "–" if value is None else "0" if value < 1e-8 else f"{value:.2g}"


def row(robot, landing):
    worst = max(landing["pairs"], key=lambda pair: abs(pair["inner_product"]))
    table = {item["restitution"]: item for item in landing["restitutions"]}
    rotors = landing["rotors"]
    other = rotors["without"] if rotors["known"] else rotors["with"]
    locked = landing["locked"]
    cells = [
        robot.name,
        robot.feet,
        " / ".join(percent(table[e]["value"]) for e in (0, 0.3, 1)),
        " / ".join(table[e]["practical"] for e in (0, 0.3)),
        rate(table[0.3]["base_angular"]),
        f"{worst['inner_product']:.2g}",
        f"{100 * landing['constrained_energy_ratio']:.2g}",
        ("without " if rotors["known"] else "") + percent(other["value"]),
        f"{percent(locked['value'])}, {rate(locked['base_angular'])} rad/s",
    ]
    return "| " + " | ".join(cells) + " |"


HEADER = [
    "| robot | lands on | spread [%] at e = 0 / 0.3 / 1 | verdict at e = 0 / 0.3 | "
    "base [rad/s per m/s] at e = 0.3 | worst w | T_c/T [%] | "
    "with rotors 0.01 kg m² [%], e = 0 | joints locked, e = 0 |",
    "|---|---|---|---|---|---|---|---|---|",
]


def main(page, *names):
    chosen = chosen_by_name(ROBOTS, names)
    rows, sentences = [], []
    for robot in chosen:
        landing = land(robot)
        rows.append(row(robot, landing))
        sentences.append(f"- **{robot.name}**: {landing['summary']}")
        print(rows[-1], file=sys.stderr, flush=True)
    text = "\n".join([*HEADER, *rows, "", *sentences])
    if names:
        print(text)
        return
    replace_between(page, BEGIN, END, text)


if __name__ == "__main__":
    main(*sys.argv[1:])
