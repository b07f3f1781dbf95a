# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Walks: carom run atlas, carom compare --touchdown, and robots' scene files with [walk]."""

import csv
import json
import math
import re
from pathlib import Path

import pytest
from conftest import SCENES
from test_run import FILES, names_of, rows_of, run_json

WALK = ["atlas", "--no-verdict", "--set", "steps=2"]
PUSHED = [*WALK, "--set", "push=[1,0,200,0]"]
WALK_FILES = FILES | {"walk.csv", "touchdowns.json"}


def read_json(path):
    return json.loads(path.read_text())


def samples_of(folder):
    """The rows of walk.csv by the names of their columns, as text."""
    with (folder / "walk.csv").open(newline="") as file:
        return list(csv.DictReader(file))


# ------------------------------------------------------------------------------------- a walk


@pytest.mark.slow
def test_files(carom, tmp_path):
    result = carom("run", *WALK, "-o", "out")
    assert result.code == 0, result.err
    folder = tmp_path / "out"
    assert {file.name for file in folder.iterdir()} == WALK_FILES
    assert "written to out: " in result.out
    assert "walk.csv, touchdowns.json" in result.out

    run = read_json(folder / "run.json")
    assert run["status"] == "finished"
    assert run["duration"] == pytest.approx(2 * 1.5 + 2 * 1.05 + 1)
    assert run["scene"]["parameters"]["steps"] == 2
    assert run["scene"]["parameters"]["knee"] == 0.45
    assert run["settings"]["walk"]["gait"]["step_length"] == 0.2
    summary = run["summary"]
    assert summary["steps"] == 2
    assert summary["tilt"] < 0.03
    assert summary["slip"] < 2e-4
    assert summary["zmp_margin"] > 0.03
    assert summary["effort"] < 0.6
    assert summary["energy_per_step"] < 0.1
    assert summary["relaxed"] == 0

    touchdowns = read_json(folder / "touchdowns.json")
    impacts = read_json(folder / "impacts.json")
    assert [item["step"] for item in touchdowns] == [0, 1]
    assert [item["foot"] for item in touchdowns] == ["right", "left"]
    for item in touchdowns:
        first = item["first_impact"]
        own = impacts[first : first + item["impacts"]]
        assert own[0]["time"] == item["time"]
        assert len(item["points"]) == item["impacts"] == len(own)
        assert sum(impact["energy"]["lost"] for impact in own) == pytest.approx(item["energy_lost"])
        assert set(item["points"][0]) <= set(names_of(own[0]))
    assert sum(item["impacts"] for item in touchdowns) == summary["touchdown_impacts"]

    samples = samples_of(folder)
    assert len(samples) == 6100
    assert list(samples[0])[:3] == ["time [s]", "phase", "step"]
    assert "torque_l_leg_kny [N m]" in samples[0]
    assert len([name for name in samples[0] if name.startswith("torque_")]) == 28
    phases = [sample["phase"] for sample in samples]
    order = [name for k, name in enumerate(phases) if k == 0 or name != phases[k - 1]]
    assert order[:4] == ["shift", "single support", "double support", "single support"]
    assert order[-1] == "stand"
    assert float(samples[-1]["time [s]"]) == pytest.approx(6.1)
    walked = float(samples[-1]["com_x [m]"]) - float(samples[0]["com_x [m]"])
    assert walked == pytest.approx(summary["distance"], abs=1e-3)
    assert walked == pytest.approx(0.3, abs=0.02)  # a step, and one beside it


def test_as_a_person_sees_it(carom, tmp_path):
    result = carom("run", *WALK)
    assert result.code == 0
    assert result.err == ""
    lines = result.out.splitlines()
    assert lines[0].split()[:4] == ["step", "foot", "time", "[s]"]
    assert lines[0].endswith("well defined?")
    assert lines[1].split()[:2] == ["1", "right"]
    assert lines[2].split()[:2] == ["2", "left"]
    assert lines[1].split()[4].startswith("1+1+")  # a heel's corners, then the others
    assert "_leg_" in lines[1]
    assert lines[1].endswith("not checked")
    assert "atlas, regular, friction 0.8, walk, step 0.001 s" in lines
    assert "2 of 2 steps, " in result.out
    assert "pelvis tilted by at most " in result.out
    assert re.search(r"touch-downs: \d+ impacts, 0\.\d+ J lost, 0\.\d+ J per step", result.out)
    assert list(tmp_path.iterdir()) == []  # nothing is written


def test_json(carom, tmp_path):
    document = run_json(carom, *WALK)
    assert list(tmp_path.iterdir()) == []
    assert document["status"] == "finished"
    assert document["summary"]["steps"] == 2
    assert len(document["impacts"]) == document["summary"]["impacts"]
    assert names_of(document["impacts"][0])[0] == "l_foot_1"


def test_verdicts_of_touchdowns(carom):
    words = ["atlas", "--set", "steps=1", "--duration", 2.6, "--draws", 2]
    result = carom("run", *words)
    assert result.code == 0, result.err
    landing = result.out.splitlines()[1]
    assert re.search(r" (one|slight|several)(, (≥ )?[\d.e-]+ %)?$", landing), landing
    assert ", under the law ξ up to " in result.out


def test_standing(carom):
    result = carom("run", "atlas", "--no-verdict", "--set", "motion=stand", "--duration", 0.5)
    assert result.code == 0
    assert result.out.startswith("no foot has landed\n")
    assert "0 impacts" in result.out


# -------------------------------------------------------------------------------------- falls


def test_a_fall_keeps_the_last_state(carom, tmp_path):
    result = carom("run", *PUSHED, "-o", "out")
    assert result.code == 1
    assert "carom: the robot fell at t = 1.1" in result.err
    assert "after 0 of 2 steps: pelvis tilted by " in result.err
    assert "the last state is in out" in result.err
    assert "fell at t = 1.1" in result.out
    assert "0 of 2 steps" in result.out
    run = read_json(tmp_path / "out" / "run.json")
    assert run["status"] == "fell"
    assert run["message"].startswith("the robot fell at t = ")
    assert run["summary"]["steps"] == 0
    rows = rows_of(tmp_path / "out")
    (last,) = run["trajectories"]
    assert rows[-1]["time [s]"] == last["time"]
    assert list(rows[-1].values())[1:36] == last["q"]
    assert all(map(math.isfinite, last["q"] + last["v"]))
    assert float(samples_of(tmp_path / "out")[-1]["tilt [rad]"]) >= 0.7
    assert read_json(tmp_path / "out" / "touchdowns.json") == []


def test_a_fall_as_json(carom):
    assert run_json(carom, *PUSHED, code=1)["status"] == "fell"


@pytest.mark.slow
def test_a_drop_still_falls(carom):
    run = run_json(carom, "atlas", "--drop", 0.1, "--no-verdict", "--duration", 0.2)
    assert run["impacts"][0]["time"] == pytest.approx(math.sqrt(0.2 / 9.81), abs=1e-6)
    assert run["integrator"] == "variational"
    assert "steps" not in run["summary"]
    same = run_json(carom, "atlas", "--set", "drop=0.1", "--no-verdict", "--duration", 0.2)
    assert same["impacts"][0]["time"] == pytest.approx(run["impacts"][0]["time"], abs=1e-9)


# -------------------------------------------------------------------------------- going on


@pytest.mark.slow
def test_stops_and_goes_on(interrupted, carom, tmp_path):
    words, err = interrupted(lambda n: ["atlas", "--no-verdict", "--set", f"steps={4 * n}"])
    assert "stopped at t = " in err
    assert "--resume goes on" in err
    assert read_json(tmp_path / "out" / "run.json")["status"] == "stopped"
    read_json(tmp_path / "out" / "touchdowns.json")
    assert carom("run", *words, "-o", "out", "--resume").code == 0
    assert carom("run", *words, "-o", "whole").code == 0
    for file in sorted(WALK_FILES):
        same = (tmp_path / "out" / file).read_bytes() == (tmp_path / "whole" / file).read_bytes()
        assert same, file


def test_another_walk_does_not_go_on(carom):
    assert carom("run", *PUSHED, "-o", "out").code == 1
    result = carom("run", *WALK, "--set", "push=[1,0,190,0]", "-o", "out", "--resume")
    assert result.code == 2
    assert "out: holds another run" in result.err


# -------------------------------------------------------------------------- one touch-down


@pytest.fixture
def compare(carom):
    def run(*words):
        return carom("compare", "atlas", "--touchdown", "--no-verdict", *words)

    return run


def test_touchdown_as_a_person_sees_it(compare):
    result = compare("--laws", "regular,plastic", "--points", "4,8")
    assert result.code == 0, result.err
    lines = result.out.splitlines()
    assert lines[0].startswith("atlas, touch-down of step 3, right foot, t = 4.39")
    assert "all points of both feet in one impact" in result.out
    assert "as it happens" in result.out
    rows = [line.split() for line in lines if "not checked" in line]
    assert [row[0] for row in rows] == ["regular", "8", "plastic", "8"]
    assert rows[0][1] == rows[2][1] == "4"
    assert [row[-1] for row in rows] == ["1+1+2", "1+1+6"] * 2
    assert "the number of points changes the velocities after one impact by at most" in result.out


def test_touchdown_as_json(compare):
    result = compare("--laws", "regular,plastic", "--points", "4,8", "--json")
    assert result.code == 0, result.err
    document = result.json
    assert document["format"] == "carom-touchdown/1"
    assert document["step"] == 3
    assert document["foot"] == "right"
    assert document["complete"]
    assert document["left_out"] == []
    assert len(document["q"]) == 35
    assert len(document["velocity_minus"]) == 34
    rows = document["rows"]
    assert [(row["law"], row["points_per_foot"]) for row in rows] == [
        ("regular", 4),
        ("regular", 8),
        ("plastic", 4),
        ("plastic", 8),
    ]
    for row in rows:
        assert row["one_impact"]["outcome"]["status"] == "resolved"
        assert row["one_impact"]["outcome"]["law"]["name"] == row["law"]
        assert len(row["one_impact"]["outcome"]["impulse"]) == 2 * row["points_per_foot"]
        assert row["one_impact"]["difference"] < 1e-3
        assert row["as_it_happens"]["impacts"] >= 2
        assert row["as_it_happens"]["energy_lost"] < 0.1
    assert [row["one_impact"]["difference"] for row in rows[::2]] == [0, 0]


def test_a_chosen_touchdown(carom):
    words = ["--touchdown", 1, "--no-verdict", "--laws", "plastic", "--points", 4, "--json"]
    document = carom("compare", "atlas", *words).json
    assert document["step"] == 1
    assert 2.29 < document["time"] < 2.31
    assert len(document["rows"]) == 1


# ----------------------------------------------------------------------- a robot's scene file


@pytest.fixture
def scene_file(write, tmp_path):
    """The example of docs/scene_files.md, with the robot where it says."""
    page = (Path(__file__).parents[3] / "docs" / "scene_files.md").read_text()
    (example,) = [text for text in re.findall(r"```toml\n(.*?)```", page, re.S) if "[walk]" in text]
    (tmp_path / "robots").mkdir()
    write("robots/atlas_v1.urdf", (SCENES / "robots" / "atlas_v1.urdf").read_text())
    return write("atlas.toml", example)


@pytest.mark.slow
def test_a_scene_file_walks(carom, scene_file, tmp_path):
    words = [scene_file, "--no-verdict", "--set", "steps=2", "-o", "out"]
    result = carom("run", *words)
    assert result.code == 0, result.err
    assert "2 of 2 steps" in result.out
    run = read_json(tmp_path / "out" / "run.json")
    assert run["status"] == "finished"
    assert run["summary"]["steps"] == 2
    assert run["summary"]["tilt"] < 0.03
    assert run["settings"]["walk"]["gait"]["step_length"] == 0.15
    assert run["settings"]["walk"]["robot"]["torso"] == "utorso"


def test_a_scene_file_that_is_dropped(carom, scene_file):
    words = [scene_file, "--no-verdict", "--drop", 0.1, "--duration", 0.15]
    run = run_json(carom, *words)
    assert run["impacts"][0]["time"] == pytest.approx(math.sqrt(0.2 / 9.81), abs=1e-6)


# -------------------------------------------------------------------------------- bad input

ITS_OWN = "atlas walks, with a controller and steps of its own; expected --set motion=drop"
RUNS = {
    "steps out of reach": (["--set", "step_length=1.2"], ["gait: step 1 leaves the workspace"]),
    "no steps": (["--set", "steps=0"], ["steps = 0; expected a whole number from 1 to"]),
    "half a step": (["--set", "steps=2.5"], ["steps = 2.5; expected a whole number"]),
    "negative time": (
        ["--set", "single_support=-1"],
        ["scene 'atlas': single_support = -1 s; expected > 0 and finite"],
    ),
    "unknown motion": (["--set", "motion=wlak"], ["motion = 'wlak'", "did you mean 'walk'?"]),
    "a push of three numbers": (["--set", "push=[1,2,3]"], ["push has 3 entries; expected four"]),
    "more heights than steps": (
        ["--set", "steps=2", "--set", "ground=[0,0,0]"],
        ["ground has 3 entries; expected at most one per step, steps = 2"],
    ),
    "weak motors": (["--set", "effort_scale=0.05"], ["cannot stand as it starts", "effort_scale"]),
    "one point": (
        ["--set", "points_per_foot=1"],
        ["points_per_foot = 1 and motion = walk; expected 4, 8 or 16, on which it can stand"],
    ),
    "hold": (["--hold"], [f"--hold: {ITS_OWN}"]),
    "orders": (["--orders"], [f"--orders: {ITS_OWN}"]),
    "branches": (["--branches", 2], [f"--branches: {ITS_OWN}"]),
    "integrator": (["--integrator", "runge_kutta"], [f"--integrator: {ITS_OWN}"]),
    "project": (["--project"], [f"--project: {ITS_OWN}"]),
    "walk and --drop": (
        ["--set", "motion=walk", "--drop", 0.1],
        ["--drop: atlas walks; expected --set motion=drop, or no --drop"],
    ),
    "walk and drop": (
        ["--set", "motion=walk", "--set", "drop=0.1"],
        ["drop and motion = walk are both given; expected one of them; motion = drop falls"],
    ),
}


def check_refusal(result, texts):
    assert result.code == 2, result.out + result.err
    assert result.out == ""
    assert result.err.startswith("carom: ")
    for text in texts:
        assert text in result.err


@pytest.mark.parametrize("case", RUNS)
def test_refused(carom, case):
    words, texts = RUNS[case]
    check_refusal(carom("run", "atlas", *words), texts)


COMPARISONS = {
    "what does not walk": (
        ["cradle", "--touchdown"],
        ["--touchdown: cradle does not walk; expected atlas, or a robot's scene file with [walk]"],
    ),
    "what is dropped": (
        ["atlas", "--touchdown", "--set", "motion=drop"],
        ["--touchdown: atlas does not walk"],
    ),
    "points of no touch-down": (
        ["atlas", "--points", "4"],
        ["--points: is of touch-downs; expected --touchdown too"],
    ),
    "verdicts of no touch-down": (
        ["atlas", "--no-verdict"],
        ["--no-verdict: is of touch-downs; expected --touchdown too"],
    ),
    "step 0": (
        ["atlas", "--touchdown=0"],
        ["--touchdown = '0'; expected the number of a step, counted from 1"],
    ),
    "a step that is no number": (["atlas", "--touchdown=last"], ["--touchdown = 'last'; expected"]),
    "a step too many": (
        ["atlas", "--touchdown=3", "--set", "steps=2"],
        ["touch-down: step = 3; expected 1 to 2, the steps of the walk"],
    ),
    "a step of none": (
        ["atlas", "--touchdown", "--set", "motion=stand"],
        ["touch-down: it stands; expected motion = walk or quasi_static"],
    ),
    "five points": (["atlas", "--touchdown", "--points", "4,5"], ["points = 5; expected 8, or"]),
}


@pytest.mark.parametrize("case", COMPARISONS)
def test_comparison_refused(carom, case):
    words, texts = COMPARISONS[case]
    check_refusal(carom("compare", *words), texts)
