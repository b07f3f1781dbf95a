# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Pages as the command writes them, one of each kind, and pictures of what the browser shows.

CAROM is the command; CAROM_PAGES the folder that keeps the pictures, for people to look at.
"""

import os
import subprocess
from pathlib import Path

import samples

CAROM = os.environ.get("CAROM", "carom")
PICTURES = os.environ.get("CAROM_PAGES", "")


def picture(shown, name):
    if not PICTURES:
        return
    Path(PICTURES).mkdir(parents=True, exist_ok=True)
    shown.tab.wait_for_timeout(300)
    shown.tab.screenshot(path=Path(PICTURES) / f"{name}.png")


def carom(*arguments, code=0):
    done = subprocess.run(
        [CAROM, *map(str, arguments)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == code, done.stderr
    return done


def robot(name):
    return Path(os.environ["CAROM_ROBOTS"]) / name


def recipe(name, folder):
    """Writes the page of this name with the command."""
    file = folder / f"{name}.html"
    several = ("--set", "masses=[2,1,1]", "--set", "velocity=[1,0,-1]")
    go2 = (robot("go2_description/urdf/go2.urdf"), "--contacts", "FL_foot,FR_foot,RL_foot,RR_foot")
    commands = {
        "run-block": ("run", "block", "--set", "height=0.05", "--set", "tilt=10deg"),
        "run-cradle": ("run", "pendulum_cradle", "--duration", "3"),
        "run-branches": ("run", "trex", "--branches", "2", "--duration", "0.3", "--hold"),
        "run-robot": ("run", *go2, "--drop", "0.1", "--hold", "--duration", "0.5"),
        "resolve-cradle": ("resolve", "cradle", *several),
        "resolve-matrices": ("resolve", samples.three_balls(folder)),
        "compare-cradle": ("compare", "cradle", *several),
        "compare-block": ("compare", "block", "--set", "velocity=[0.6,0.3,-1,0,0,4]"),
        "analyze-rhex": ("analyze", "rhex"),
        "analyze-robot": ("analyze", *go2, "--drop", "0.1"),
        "analyze-matrices": ("analyze", samples.three_balls(folder)),
        "map-rhex": (
            "map",
            "rhex",
            *("--axis", "phi_r=-100deg:100deg:41", "--axis", "gamma=-80deg:80deg:33"),
        ),
        "map-billiards": (
            "map",
            "billiards",
            *("--axis", "theta=60deg:180deg:121", "--measure", "indeterminacy,outcomes"),
        ),
        "resolve-robot": ("resolve", *go2, "--drop", "0.1", "--law", "plastic"),
        "compare-robot": ("compare", *go2, "--drop", "0.1", "--laws", "plastic,newton,inert"),
        "reproduce": ("reproduce",),
        "design-rhex": ("design", "rhex"),
    }
    carom(*commands[name], "--html", file)
    return file
