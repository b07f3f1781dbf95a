#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Runs every command that the docs show, and compares what it says and writes with a recording.

Usage: compare_commands.py record CAROM FOLDER     before a change that must keep every behaviour
       compare_commands.py compare CAROM FOLDER    after it; exits with 1 if anything differs
Options: --only TEXT (commands that contain it), --jobs N, --seconds N (a command may take so long).

CAROM is the program to run; FOLDER holds the recording, which stays out of the repository. Commands
are those of README.md, docs/, the examples and MORE below. Each runs in an empty folder that has
scenes/ and, where CAROM_ROBOTS names them, a few robots; what is compared are stdout, stderr, the
exit code and every file left behind.
"""

import argparse
import concurrent.futures
import difflib
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from docs_output import blocks_of, commands_in

ROOT = Path(__file__).parents[2]
ROBOTS = {
    "bolt.urdf": "bolt_description/robots/bolt.urdf",
    "talos.urdf": "talos_data/robots/talos_reduced.urdf",
    "go2.urdf": "go2_description/urdf/go2.urdf",
    "solo.urdf": "solo_description/robots/solo12.urdf",
}
FEET = "--contacts FL_FOOT,FR_FOOT --posture standing"
SOLES = "--contacts left_sole_link,right_sole_link"
SCENES = [
    "atlas",
    "billiards",
    "biped",
    "block",
    "bouncing_ball",
    "chain",
    "corner_ball",
    "cradle",
    "double_pendulum",
    "free_body",
    "pantograph",
    "pendulum_cradle",
    "rhex",
    "trex",
    "vee",
]
VERBS = ["resolve", "compare", "analyze", "run", "map", "design", "reproduce", "scenes", "laws"]
# What the docs do not show: every verb's help, every scene under the verbs that take it, robots,
# and what is refused.
MORE = [
    "carom",
    "carom --help",
    *(f"carom {verb} --help" for verb in VERBS),
    *(f"carom resolve {scene} --json" for scene in SCENES),
    *(f"carom compare {scene}" for scene in SCENES),
    *(f"carom analyze {scene} --json" for scene in SCENES if scene != "atlas"),
    *(f"carom run {scene} --duration 0.05 -o out" for scene in SCENES),
    "carom scenes --json",
    "carom laws --json",
    "carom reproduce --json",
    "carom compare cradle --restitution 0.5 --json",
    "carom compare atlas --touchdown --json",
    "carom run bouncing_ball --duration 2 --npz --mcap -o out",
    "carom run trex --drop 17 --hold --branches 2 --duration 0.19 --json",
    "carom run trex --drop 17 --hold --orders --duration 0.1 --json",
    "carom run atlas --set steps=2 --no-verdict -o out",
    "carom run block --set tilt=10deg --friction 0.4 --duration 0.1 --html b.html",
    "carom map rhex --json",
    "carom map rhex -o out.npz --plot out.png",
    "carom map rhex -o out.csv --critical",
    "carom map billiards --plot out.svg",
    "carom map trex --json",
    "carom map vee --json",
    "carom design rhex --json",
    "carom design trex --html d.html",
    f"carom analyze bolt.urdf {FEET} --drop 0.1 --restitution 0.3 --json",
    f"carom analyze bolt.urdf {FEET} --armature 0.01 --lock all --friction 0.6 --json",
    f"carom compare bolt.urdf {FEET}",
    f"carom resolve bolt.urdf {FEET} --law plastic",
    f"carom run bolt.urdf {FEET} --drop 0.05 --hold --duration 0.1 -o out",
    f"carom run bolt.urdf {FEET} --drop 0.05 --friction 0.5 --duration 0.1 --json",
    "carom run bolt.urdf --drop 0.05 --duration 0.05",
    f"carom map bolt.urdf {FEET} --json",
    f"carom analyze talos.urdf {SOLES} --posture half_sitting --drop 0.1 --restitution 0.3",
    f"carom analyze talos.urdf {SOLES} --stand --html t.html",
    "carom analyze talos.urdf",
    "carom analyze talos.urdf --contacts left_sole,right_sole",
    "carom run nothing.urdf",
    "carom run cradel",
    "carom resolve cradle --law nwton",
    "carom resolve cradle --set mases=[1]",
    "carom resolve cradle --contacts a",
    "carom analyze scenes/three_balls.json --set a=1",
    "carom map scenes/three_balls.json",
    "carom run scenes/three_balls.json",
    "carom run cradle --lock all",
    "carom run atlas --drop 0.1",
    "carom run block --law newton --policy random",
    "carom design bolt.urdf",
    "carom resolve - < scenes/three_balls.json",
    "carom resolve scenes/two_blocks.jsonl --json",
    "carom analyze scenes/two_blocks.jsonl",
]


def calls_of_carom(commands):
    for command in commands:
        command = command.replace("script/carom ", "carom ")
        if re.match(r"carom( |$)", command):
            yield command


def all_commands():
    found = []
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for block in blocks_of(page.name, page.read_text(encoding="utf-8")):
            found.extend(calls_of_carom(block.commands))
    for example in sorted((ROOT / "examples").glob("*.sh")):
        found.extend(calls_of_carom(commands_in(example.read_text(encoding="utf-8"))))
    found.extend(MORE)
    return list(dict.fromkeys(found))


def furnish(folder):
    """What the commands of the docs expect beside them."""
    (folder / "scenes").symlink_to(ROOT / "scenes")
    robots = os.environ.get("CAROM_ROBOTS")
    if robots:
        for name, path in ROBOTS.items():
            (folder / name).symlink_to(Path(robots) / path)
    return {entry.name for entry in folder.iterdir()}


def run(carom, command, seconds):
    """What the command said and left behind, as text by name."""
    with tempfile.TemporaryDirectory(prefix="carom-command-") as name:
        folder = Path(name) / "here"
        programs = Path(name) / "bin"
        folder.mkdir()
        programs.mkdir()
        (programs / "carom").symlink_to(Path(carom).resolve())
        furnished = furnish(folder)
        environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "COLUMNS": "100"}
        try:
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return {"exit code": f"none within {seconds} s"}
        said = {
            "exit code": str(done.returncode),
            "stdout": done.stdout.decode(errors="replace"),
            "stderr": done.stderr.decode(errors="replace"),
        }
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            if path.is_file() and inside.parts[0] not in furnished:
                said[f"file {inside}"] = shown(path.read_bytes())
        return said


def shown(data):
    """Text as it is, up to a size at which its sum says enough."""
    try:
        text = data.decode()
        if len(text) < 2_000_000 and "\0" not in text:
            return text
    except UnicodeDecodeError:
        pass
    return f"{len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}"


def place_of(folder, command):
    return folder / (hashlib.sha256(command.encode()).hexdigest()[:16] + ".json")


def differences(before, after):
    for part in dict.fromkeys([*before, *after]):
        a, b = before.get(part), after.get(part)
        if a == b:
            continue
        if a is None or b is None:
            yield f"{part}: {'new' if a is None else 'gone'}"
            continue
        yield f"{part} differs:"
        pair = (a.splitlines(), b.splitlines())
        lines = [line[:200] for line in difflib.unified_diff(*pair, lineterm="", n=0)][2:]
        yield from (f"    {line}" for line in lines[:12])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mode", choices=["record", "compare"])
    parser.add_argument("carom")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=120.0)
    told = parser.parse_args()
    told.folder.mkdir(parents=True, exist_ok=True)
    commands = [command for command in all_commands() if told.only in command]
    if told.mode == "compare":
        # A command that is new in the docs has nothing to be compared with.
        known = [command for command in commands if place_of(told.folder, command).exists()]
        for command in sorted(set(commands) - set(known)):
            print(f"not recorded: {command}")
        commands = known
    different = 0
    with concurrent.futures.ThreadPoolExecutor(told.jobs) as pool:
        results = pool.map(lambda command: run(told.carom, command, told.seconds), commands)
        for command, said in zip(commands, results, strict=True):
            place = place_of(told.folder, command)
            if told.mode == "record":
                place.write_text(json.dumps({"command": command, "said": said}, indent=1))
                print(f"{said['exit code']:>4}  {command}", flush=True)
                continue
            found = list(differences(json.loads(place.read_text())["said"], said))
            if found:
                different += 1
                print(f"--- {command}", *found, sep="\n", flush=True)
    verb = "recorded" if told.mode == "record" else "compared"
    print(f"{len(commands)} commands {verb}" + (f", {different} differ" * (verb == "compared")))
    return 1 if different or not commands else 0


if __name__ == "__main__":
    sys.exit(main())
