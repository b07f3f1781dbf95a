# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom design --program: gaits by search, small budgets on rhex."""

import json
import shlex
import signal
import time

import pytest
from conftest import SCENES

SEARCH = ["design", "rhex", "--program", "walk", "--vary", "clock", "--duration", "0.5"]


def small(seed=1, evaluations=17, duration=0.5):
    words = [*SEARCH[:6], "--duration", duration, "--population", "8"]
    return [*words, "--evaluations", evaluations, "--seed", seed]


SMALL = small()
STATE = "fast.toml.search.json"


def test_finds_a_faster_gait_and_writes_it(carom, tmp_path):
    done = carom(*SMALL, "-o", "fast.toml")
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert lines[0].startswith("Speed ") and ", before " in lines[0]
    assert "target speed: the budget is used up after 17 runs, 2 generations" in done.out
    assert "  clock.period [s]" in done.out and "  knee_stiffness [" not in done.out
    assert "Front" not in done.out
    assert lines[-1].startswith("Next: carom run rhex --program fast.toml --set ")
    assert " --set friction=0.5 " in lines[-1]
    # What it says to run next is the run that it has judged.
    command = shlex.split(lines[-1].removeprefix("Next: carom "))
    run = carom(*command, "--json")
    assert run.code == 0, run.err
    search = carom(*SMALL, "--json").json
    numbers = run.json["scene"]["program"]["numbers"]
    for variable, value in zip(search["variables"], search["best"]["values"], strict=True):
        assert numbers[variable["name"]] == value
    assert run.json["duration"] == 0.5
    assert run.json["law"]["name"] == "regular" and run.json["law"]["restitution"] == 0
    written = (tmp_path / "fast.toml").read_text()
    assert written.startswith("# Speed ") and "[[motors." in written


def test_document(carom):
    search = carom(*SMALL, "--front", "3", "--json").json
    assert search["format"] == "carom-gait-search/1"
    assert search["status"] in ("found", "unchanged")
    assert len(search["points"]) == 17 and search["points"][0] == search["start"]
    assert search["best"]["objective"] == min(one["objective"] for one in search["points"])
    fastest = max(
        (one["figures"] for one in search["points"] if one["figures"]["end"] == "finished"),
        key=lambda figures: figures["speed"],
    )
    assert search["best"]["figures"]["speed"] == fastest["speed"]
    front = [search["points"][k]["figures"] for k in search["front"]]
    assert front[-1] == fastest
    speeds = [figures["speed"] for figures in front]
    spreads = [figures["spread"] for figures in front]
    assert speeds == sorted(speeds) and spreads == sorted(spreads)
    for variable, value in zip(search["variables"], search["best"]["values"], strict=True):
        assert variable["lower"] <= value <= variable["upper"]


def test_front_and_weights_on_the_screen(carom):
    done = carom(*SMALL, "--front", "3", "--target", "speed+0.1*spread+0.2*cost")
    assert done.code == 0, done.err
    assert "target speed+0.1*spread+0.2*cost: " in done.out
    assert "; spread " in done.out and "; cost of transport " in done.out
    table = done.out[done.out.index("Front of spread against speed: ") :].splitlines()
    assert "speed" in table[1] and "clock.period" in table[1]
    assert 1 <= table[2:].index("") <= 3


def test_threads_do_not_matter(carom):
    outputs = {carom(*small(duration=0.2), "--threads", n, "--json").out for n in (1, 2, 3)}
    assert len(outputs) == 1


def test_numbers_of_the_scene(carom):
    done = carom(
        *SMALL, "--vary", "knee_stiffness", "--bounds", "clock.sweep=20deg:80deg", "-o", "knee.toml"
    )
    assert done.code == 0, done.err
    assert "  knee_stiffness [N m/rad]" in done.out
    assert "--set knee_stiffness=" in done.out.splitlines()[-1]
    again = carom(
        "design",
        "rhex",
        "--program",
        "knee.toml",
        "--set",
        "friction=0.5",
        "--vary",
        "clock.period",
        "--duration",
        "0.3",
        "--evaluations",
        "5",
    )
    assert again.code == 0, again.err


LEAN = """
[[motors.lean]]
joints = ["*"]
hold = "start"
frequency = 60
[[motors.lean]]
name = "swing"
joints = ["left_hip_pitch", "right_hip_pitch"]
hold = 0.05
at = 0.1
"""


def test_robot_files(carom, write):
    write("lean.toml", LEAN)
    robot = SCENES / "robots" / "strider.urdf"
    words = ["design", robot, "--posture", "standing", "--program", "lean.toml"]
    words += ["--vary", "swing,hold.frequency", "--bounds", "swing.position=-10deg:10deg"]
    words += ["--duration", "0.6", "--evaluations", "9", "--population", "4", "-o", "far.toml"]
    done = carom(*words, "--json")
    assert done.code == 0, done.err
    search = done.json
    assert [one["name"] for one in search["variables"]] == ["hold.frequency", "swing.position"]
    assert search["best"]["figures"]["speed"] >= search["start"]["figures"]["speed"] > 0.0
    shown = carom(*words)
    command = shown.out.splitlines()[-1]
    assert command.startswith("Next: carom run ") and " --posture standing" in command
    run = carom(*command.removeprefix("Next: carom ").split(), "--json")
    assert run.code == 0, run.err
    assert run.json["integrator"] == "ticks" and run.json["duration"] == 0.6


def test_resume_gives_the_same_bytes(carom, tmp_path):
    whole = carom(*SMALL, "-o", "fast.toml")
    program, state = (tmp_path / "fast.toml").read_bytes(), (tmp_path / STATE).read_bytes()
    # What an interrupted search leaves: whole generations.
    document = json.loads(state)
    document["points"] = document["points"][:9]
    document["finished"] = False
    (tmp_path / STATE).write_text(json.dumps(document))
    refused = carom(*SMALL, "-o", "fast.toml")
    assert refused.code == 2 and "is an unfinished search of 9 runs" in refused.err
    resumed = carom(*SMALL, "-o", "fast.toml", "--resume")
    assert resumed.code == 0, resumed.err
    assert resumed.out == whole.out
    assert (tmp_path / "fast.toml").read_bytes() == program
    assert (tmp_path / STATE).read_bytes() == state
    # A larger budget goes on.
    more = carom(*small(evaluations=25), "-o", "fast.toml", "--resume")
    assert "after 25 runs" in more.out


def test_interrupted_search_keeps_what_is_done(start, tmp_path):
    # hours of work: the interrupt always comes in the middle
    process = start(*small(evaluations=90000), "-o", "fast.toml")
    patience = time.monotonic() + 60.0
    while not (tmp_path / STATE).exists() and time.monotonic() < patience:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1, err
    assert out.startswith("Speed ") or out.startswith("No gait ")
    assert "stopped after " in err and "the same command with --resume goes on" in err
    state = json.loads((tmp_path / STATE).read_text())
    assert state["finished"] is False and len(state["points"]) % 8 == 1


BAD = {
    "unknown number": (
        [*SEARCH[:5], "clok"],
        ["--vary: 'clok' is no number or group of the program or the scene", "mean 'clock'?"],
    ),
    "nothing varies": (SEARCH[:4], ["--vary: nothing to vary; expected a group (clock) or num"]),
    "empty word": ([*SEARCH[:5], ""], ["--vary: nothing to vary"]),
    "crossed bounds": (
        [*SEARCH, "--bounds", "clock.period=2:1"],
        ["--bounds 'clock.period=2:1': expected two numbers, the lower one first"],
    ),
    "bounds without the start": (
        [*SEARCH, "--bounds", "clock.period=1:2"],
        ["bounds of clock.period: 1 … 2 s exclude the start, 0.38; expected the start within"],
    ),
    "target": (
        [*SEARCH, "--target", "orthogonal"],
        ["--target: unknown term 'orthogonal'; expected one of speed, spread, cost"],
    ),
    "weight": ([*SEARCH, "--target", "-1*speed"], ["with a weight >= 0"]),
    "budget": ([*SEARCH, "--evaluations", "3"], ["evaluations = 3; expected at least"]),
    "population": ([*SEARCH, "--population", "2"], ["population = 2; expected at least 4"]),
    "duration": ([*SEARCH[:6], "--duration", "0"], ["--duration = 0; expected duration > 0"]),
    "kind of file": ([*SEARCH, "-o", "fast.json"], ["-o fast.json: expected a file *.toml"]),
    "no folder": ([*SEARCH, "-o", "no/fast.toml"], ["-o no/fast.toml: the folder 'no' does not"]),
    "resume without file": (
        [*SEARCH, "--resume"],
        ["--resume: no file; expected -o FILE.toml too"],
    ),
    "nothing to resume": (
        [*SEARCH, "--resume", "-o", "a.toml"],
        ["--resume: a.toml.search.json is not there"],
    ),
    "option of impacts": (
        [*SEARCH, "--starts", "3", "--always"],
        ["--starts: is for designs of impacts; expected no --starts beside --program", "--always"],
    ),
    "option of gaits": (
        ["design", "trex", "--evaluations", "10"],
        ["--evaluations: is for searches of gaits; expected --program NAME too"],
    ),
    "program": (
        ["design", "rhex", "--program", "wlk", "--vary", "clock"],
        ["no such motor program"],
    ),
    "front": ([*SEARCH, "--front", "-1"], ["--front -1; expected rows >= 0"]),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_input(carom, what):
    arguments, expected = BAD[what]
    done = carom(*arguments)
    assert (done.code, done.out) == (2, "")
    for text in expected:
        assert text in done.err


def test_bad_states(carom, tmp_path):
    state = tmp_path / STATE
    command = [*SMALL, "-o", "fast.toml"]
    state.write_text("{}")
    for resume in ([], ["--resume"]):
        done = carom(*command, *resume)
        assert done.code == 2 and "is no state of a gait search" in done.err
        assert state.read_text() == "{}"
    state.unlink()
    assert carom(*command).code == 0
    other = carom(*small(seed=2), "-o", "fast.toml", "--resume")
    assert other.code == 2
    assert f"--resume: {STATE}: the state is that of another search; expected the same" in other.err
