#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""The walks of docs/walking.md: runs them, writes their tables and pictures.

Usage: walking_runs.py CAROM [--fresh | --kept]. CAROM is the command; CAROM_ROBOTS the folder of
example-robot-data's robots, for Talos and G1. Finished runs stay in build/walking and are not run
again, so that it can be interrupted; --fresh runs all of them again, --kept none: it writes what is
finished, and which limits are not.
"""

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import walking_pushes
import walking_tables

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "walking.md"
PICTURES = ROOT / "docs" / "pictures"
KEPT = ROOT / "build" / "walking"
AT_ONCE = 2  # processes
THINNED = 10  # of walk.csv a row in so many stays. Not by --every: summaries see its rows only
FILES = ("run.json", "walk.csv", "touchdowns.json", "impacts.json")  # of a run; others are big
TOUCHDOWN_LAWS = "propagative,plastic,inert,newton,poisson,regular"


@dataclass(frozen=True)
class Run:
    """One walk. `key` names its folder, `label` its row of the table `table`."""

    key: str
    label: str
    words: tuple
    table: str = "runs"
    scene: str = "atlas"


def sets(**settings):
    return tuple(word for name, value in settings.items() for word in ("--set", f"{name}={value}"))


def heights(*values):
    return "[" + ",".join(f"{value:g}" for value in values) + "]"


# Up three stairs of 40 mm, and down again.
STAIRS = heights(0.04, 0.08, 0.12, 0.12, 0.12, 0.12, 0.08, 0.04, 0, 0)


def atlas_runs():
    quick = ("--no-verdict",)
    for points in (4, 8, 16):
        yield Run(
            f"v1_{points}",
            f"v1, 30 × 0.20 m, {points} points",
            quick + sets(steps=30, points_per_foot=points),
        )
    for points in (4, 8):
        yield Run(
            f"v3_{points}",
            f"v3, 30 × 0.15 m, {points} points",
            quick + sets(version="v3", steps=30, points_per_foot=points),
        )
    more = (
        ("v1_100", "v1, 100 × 0.20 m", sets(steps=100)),
        ("stand", "v1 stands for 10 s", ("--duration", "10", *sets(motion="stand"))),
        ("quasi_static", "v1, quasi-static", sets(motion="quasi_static")),
        ("turn", "v1, 10 steps, a quarter turn", sets(steps=10, turn="90deg")),
        ("length_03", "v1, 10 × 0.30 m", sets(steps=10, step_length=0.3)),
        ("length_04", "v1, 10 × 0.40 m", sets(steps=10, step_length=0.4)),
        ("heel", "v1, 6 steps, heel first (0.1 rad)", sets(steps=6, landing_pitch=0.1)),
        ("toe", "v1, 6 steps, toe first (−0.1 rad)", sets(steps=6, landing_pitch=-0.1)),
        (
            "stairs",
            "v1, 10 steps, known stairs 3 × 40 mm up and down",
            sets(steps=10, heights=STAIRS, ground=STAIRS),
        ),
    )
    for key, label, words in more:
        yield Run(key, label, quick + words)
    for height in (20, 30, 40):
        ground = walking_pushes.TERRACES["right foot up, left foot down"](height, 10)
        yield Run(
            f"terraces_{height}",
            f"v1, 10 steps, unknown terraces ±{height} mm",
            quick + sets(steps=10, ground=ground),
        )


def law_runs():
    yield Run(
        "law_plastic", "plastic", ("--no-verdict", "--law", "plastic", *sets(steps=10)), "laws"
    )
    for law in ("newton", "regular"):
        for e in (0, 0.1, 0.2, 0.3):
            words = ("--no-verdict", "--law", law, *sets(steps=10, restitution=e))
            yield Run(f"law_{law}_{round(10 * e):02d}", f"{law}, e = {e:g}", words, "laws")
    yield Run("verdict", "verdict", sets(steps=10), "verdict")


ROBOTS = (
    ("talos", "Talos, 20 × 0.15 m", "talos_data/robots/talos_reduced.urdf"),
    ("g1", "G1, 20 × 0.10 m", "g1_description/urdf/g1_29dof_rev_1_0.urdf"),
)


def robot_runs(robots):
    """Scene files of examples/walking, copied beside a link to their robot."""
    folder = KEPT / "robots"
    (folder / "robots").mkdir(parents=True, exist_ok=True)
    for key, label, file in ROBOTS:
        scene = folder / f"{key}_walk.toml"
        shutil.copyfile(ROOT / "examples" / "walking" / scene.name, scene)
        link = folder / "robots" / Path(file).name
        link.unlink(missing_ok=True)
        link.symlink_to(robots / file)
        yield Run(key, label, ("--no-verdict",), scene=str(scene))


def finished(folder, run):
    """What the run was asked for, and that it came to an end."""
    try:
        asked = json.loads((folder / "asked.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return asked == what_is_asked(run)


def what_is_asked(run):
    return [Path(run.scene).name, *run.words]


def thin(lines):
    """The header, and every so many rows."""
    return lines[:1] + lines[1::THINNED]


def walk(carom, run):
    folder = KEPT / run.key
    if finished(folder, run):
        return "kept"
    part = folder.with_name(run.key + ".part")
    shutil.rmtree(part, ignore_errors=True)
    words = [carom, "run", run.scene, *run.words, "-o", str(part)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{run.key}: {' '.join(words)}\n{done.stderr.strip()}")
    status = json.loads((part / "run.json").read_text(encoding="utf-8"))["status"]
    if status == "stopped":  # interrupted: not a result
        raise KeyboardInterrupt
    for file in part.iterdir():
        if file.name not in FILES:
            file.unlink()
    rows = (part / "walk.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    (part / "walk.csv").write_text("".join(thin(rows)), encoding="utf-8")
    (part / "asked.json").write_text(json.dumps(what_is_asked(run)), encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    part.rename(folder)
    return status


def load(key):
    folder = KEPT / key
    run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    run["touchdowns"] = json.loads((folder / "touchdowns.json").read_text(encoding="utf-8"))
    run["csv"] = folder / "walk.csv"
    return run


def in_parallel(jobs, what):
    """Runs callables AT_ONCE at a time, a line for each that ends."""
    pool = ThreadPoolExecutor(AT_ONCE)
    futures = {pool.submit(job): label for label, job in jobs}
    try:
        for count, future in enumerate(as_completed(futures), 1):
            print(
                f"{what} {count}/{len(futures)}: {futures[future]}: {future.result()}", flush=True
            )
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class NotTried(LookupError):
    """A run that is not among those kept."""


class PushRunner:
    """Whether a walk with these words stands at its end; what was asked before is remembered.
    Without a command, it knows no more than that."""

    def __init__(self, carom, file):
        self.carom, self.file, self.lock = carom, file, threading.Lock()
        self.known = {}
        if file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                words, stands = json.loads(line)
                self.known[tuple(words)] = stands

    def __call__(self, *words):
        if words not in self.known:
            if self.carom is None:
                raise NotTried
            done = subprocess.run(
                [self.carom, "run", "atlas", "--no-verdict", *words],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
            if done.returncode == 1 and " fell " not in done.stderr:
                raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip() or 'stopped'}")
            if done.returncode not in (0, 1):
                raise SystemExit(f"{' '.join(words)}: {done.stderr.strip()}")
            with self.lock:
                self.known[words] = done.returncode == 0
                with self.file.open("a", encoding="utf-8") as out:
                    out.write(json.dumps([list(words), self.known[words]]) + "\n")
        return self.known[words]


def limits(runner, trials, what):
    """The largest value of each trial that stands, by its key."""
    found = {}

    def job(trial):
        found[trial.key] = trial.find(runner)
        return found[trial.key]

    in_parallel([(trial.label, lambda trial=trial: job(trial)) for trial in trials], what)
    return found


def kept_limits(runner, trials):
    """Of the trials that came to an end."""
    found = {}
    for trial in trials:
        with contextlib.suppress(NotTried):
            found[trial.key] = trial.find(runner)
    return found


def touchdown_report(carom):
    words = [carom, "compare", "atlas", "--touchdown", "--laws", TOUCHDOWN_LAWS]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def write(runs, pushes, terraces, report):
    text = PAGE.read_text(encoding="utf-8")
    of = {
        name: [(run.label, load(run.key)) for run in runs if run.table == name]
        for name in ("runs", "laws", "verdict")
    }
    three = [(points, load(f"v1_{points}")) for points in (4, 8, 16)]
    for name, lines in (
        ("runs", walking_tables.runs_table(of["runs"])),
        ("laws", walking_tables.runs_table(of["laws"], "law")),
        ("verdict", walking_tables.verdict_table(of["verdict"][0][1]["touchdowns"])),
        ("points", walking_tables.points_table(three)),
        ("pushes", walking_pushes.push_table(pushes)),
        ("terraces", walking_pushes.terrace_table(terraces)),
        ("touchdown", ["```text", *report.rstrip().splitlines(), "```"]),
    ):
        text = walking_tables.between_marks(text, name, lines)
    PAGE.write_text(text, encoding="utf-8")


def draw(pushes):
    os.environ.setdefault("MPLBACKEND", "agg")
    import walking_plots  # only here: matplotlib is not there in tests

    urdf = ROOT / "scenes" / "robots" / "atlas_{}.urdf"
    v1, v1_8, v3 = load("v1_4"), load("v1_8"), load("v3_4")
    walking_plots.above(v1, PICTURES / "walk_above.svg")
    walking_plots.sideways(v1, PICTURES / "walk_sideways.svg")
    pairs = [("v1", v1, str(urdf).format("v1")), ("v3", v3, str(urdf).format("v3"))]
    walking_plots.torques(pairs, PICTURES / "walk_torques.svg")
    walking_plots.energy(
        [("v1, 4 points", v1), ("v1, 8 points", v1_8), ("v3, 4 points", v3)],
        PICTURES / "walk_energy.svg",
    )
    walking_plots.pushes(pushes, PICTURES / "walk_pushes.svg")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("carom", metavar="CAROM")
    arguments.add_argument("--fresh", action="store_true", help="forget what is finished")
    arguments.add_argument("--kept", action="store_true", help="no walks: write what is kept")
    options = arguments.parse_args()
    if options.fresh and options.kept:
        arguments.error("--fresh and --kept exclude each other")
    if options.fresh:
        shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    robots = os.environ.get("CAROM_ROBOTS")
    if not robots:
        raise SystemExit("CAROM_ROBOTS is not set; call script/walking")
    runs = [*atlas_runs(), *robot_runs(Path(robots)), *law_runs()]
    runner = PushRunner(None if options.kept else options.carom, KEPT / "pushes.jsonl")
    terrace_trials = list(walking_pushes.terrace_trials())
    push_trials = list(walking_pushes.push_trials())
    try:
        if options.kept:
            missing = [run.key for run in runs if not finished(KEPT / run.key, run)]
            if missing:
                raise SystemExit(f"not finished: {', '.join(missing)}; call it without --kept")
            terraces = kept_limits(runner, terrace_trials)
            pushes = kept_limits(runner, push_trials)
        else:
            jobs = [(run.label, lambda run=run: walk(options.carom, run)) for run in runs]
            in_parallel(jobs, "walk")
            terraces = limits(runner, terrace_trials, "terraces [mm]")
            pushes = limits(runner, push_trials, "push [N s]")
    except (KeyboardInterrupt, RuntimeError) as error:
        print(f"interrupted {error}; call it again to go on", file=sys.stderr)
        raise SystemExit(130) from None
    draw(pushes)
    write(runs, pushes, terraces, touchdown_report(options.carom))


if __name__ == "__main__":
    main()
