# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""What carom run refuses: exit code 2, nothing on standard output, what was expected."""

import pytest
from conftest import SCENES
from test_run import SRDF, URDF

BALL = ["bouncing_ball"]
HOPPER = ["hopper.urdf", "--contacts", "shank[0,0,-0.2]"]
DEEP = ["double_pendulum", "--set", "angles=[0.3,0.3]"]

CASES = {
    "zero step": ([*BALL, "--step", 0], ["--step = 0; expected step > 0"]),
    "negative step": ([*BALL, "--step=-1"], ["--step = -1; expected step > 0"]),
    "a step that is no number": ([*BALL, "--step", "nan"], ["--step = nan; expected step > 0"]),
    "a step that is text": ([*BALL, "--step", "small"], ["--step", "small"]),
    "no time": ([*BALL, "--duration", 0], ["--duration = 0; expected duration > 0"]),
    "endless": ([*BALL, "--duration", "inf"], ["--duration = infinity; expected duration > 0"]),
    "no rows": ([*BALL, "--every", 0], ["--every = 0; expected a whole number >= 1"]),
    "no branch": ([*BALL, "--branches", 0], ["--branches = 0; expected a whole number >= 1"]),
    "no trajectory": (
        [*BALL, "--max-trajectories", 0],
        ["--max-trajectories = 0; expected a whole number >= 1"],
    ),
    "branches of no verdict": (
        [*BALL, "--branches", 2, "--no-verdict"],
        ["--branches: needs the verdict on every impact; leave --no-verdict out"],
    ),
    "negative threshold": (
        [*BALL, "--plastic-speed=-1"],
        ["--plastic-speed = -1; expected plastic-speed >= 0"],
    ),
    "negative chatter": ([*BALL, "--chatter=-1"], ["--chatter = -1; expected chatter >= 0"]),
    "unknown integrator": (
        [*BALL, "--integrator", "runge-kutta"],
        [
            "--integrator = 'runge-kutta'; expected one of variational, runge_kutta",
            "did you mean 'runge_kutta'?",
        ],
    ),
    "tolerance without error control": (
        [*BALL, "--tolerance", 1e-6],
        ["--tolerance: is for --integrator runge_kutta; variational takes --step"],
    ),
    "zero tolerance": (
        [*BALL, "--integrator", "runge_kutta", "--tolerance", 0],
        ["--tolerance = 0; expected tolerance > 0"],
    ),
    "unknown law": ([*BALL, "--law", "neton"], ["unknown law 'neton'", "did you mean 'newton'?"]),
    "unknown policy": (
        [*BALL, "--law", "propagative", "--policy", "most"],
        ["policy", "most_violated"],
    ),
    "a setting that the law has not": (
        [*BALL, "--law", "plastic", "--restitution", 0.5],
        ["--restitution 0.5: law 'plastic' has no coefficient; leave it out"],
    ),
    "restitution above 1": (
        [*BALL, "--restitution", 1.5],
        ["--restitution = 1.5; expected 0 <= restitution <= 1"],
    ),
    "negative friction": ([*BALL, "--friction=-1"], ["--friction = -1; expected friction >= 0"]),
    "friction of a line": (
        ["cradle", "--friction", 0.1],
        ["contact 'a-b': friction = 0.1 without a tangent"],
    ),
    "go on with nothing": ([*BALL, "--resume"], ["--resume: no folder; expected -o DIR too"]),
    "NumPy of nothing": ([*BALL, "--npz"], ["--npz: no folder; expected -o DIR too"]),
    "MCAP of nothing": ([*BALL, "--mcap"], ["--mcap: no folder; expected -o DIR too"]),
    "go on with what is not there": (
        [*BALL, "-o", "none", "--resume"],
        ["none/run.json: does not exist; expected the run to go on with; start without --resume"],
    ),
    "a file for a folder": ([*BALL, "-o", "file.txt"], ["file.txt: is a file; expected a folder"]),
    "start in penetration": (
        DEEP,
        ["contact 'tip' is 0.41", "deep in what it touches", "--project"],
    ),
    "a scene that is not there": (
        ["bouncing_bal"],
        ["the file does not exist, and no scene has this name", "did you mean 'bouncing_ball'?"],
    ),
    "a problem": (
        [SCENES / "three_balls.json"],
        ["three_balls.json: has nothing that moves; expected a scene (cradle,", "'carom resolve'"],
    ),
    "a batch": ([SCENES / "blocks.jsonl"], ["blocks.jsonl: has nothing that moves; expected"]),
    "standard input": (["-"], ["standard input: has nothing that moves; expected a scene"]),
    "unknown setting": (
        [*BALL, "--set", "hight=2"],
        ["scene 'bouncing_ball': unknown parameter 'hight'", "did you mean 'height'?"],
    ),
    "a setting of a robot": (
        [*HOPPER, "--set", "drop=1"],
        ["--set drop=1: hopper.urdf is a robot"],
    ),
    "a robot's option": (
        [*BALL, "--posture", "crouch"],
        ["--posture: 'bouncing_ball' is a scene; expected a robot file"],
    ),
    "a robot without contacts": (
        ["hopper.urdf"],
        ["hopper.urdf: no contacts; expected --contacts"],
    ),
    "rigid joints": (
        [*HOPPER, "--lock", "all"],
        ["--lock: a run has no rigid joints; expected --hold"],
    ),
    "bodies of a scene": (
        [*BALL, "--self-collision"],
        ["--self-collision: bouncing_ball is no robot; expected a robot file"],
    ),
    "bodies without shapes": (
        [*HOPPER, "--self-collision"],
        ["--self-collision: hopper: no body that moves has a collision shape"],
    ),
    "bodies under another integrator": (
        [*HOPPER, "--self-collision", "--integrator", "variational"],
        ["--self-collision: integrator = variational; expected ticks"],
    ),
    "drop of what hangs": (
        ["chain", "--drop", 1],
        ["--drop: chain cannot be raised, some of it is fixed to the world; expected a robot or"],
    ),
    "drop on a table": (["billiards", "--drop", 1], ["--drop: billiards cannot be raised"]),
    "drop without gravity": (["free_body", "--drop", 1], ["--drop: free_body has no gravity"]),
    "drop on nothing": (
        ["free_body", "--set", "gravity=9.81", "--drop", 1],
        ["--drop: free_body has no contact to land on; expected at least one"],
    ),
    "negative drop": ([*HOPPER, "--drop=-1"], ["--drop = -1; expected a height >= 0"]),
    "unknown posture": (
        [*HOPPER, "--hold", "crooch"],
        ["--hold: ", "crooch", "did you mean 'crouch'?"],
    ),
    "limits of no kind": (
        [*HOPPER, "--limits", "plastick"],
        ["--limits = 'plastick'; expected plastic, elastic, off, or", "did you mean 'plastic'?"],
    ),
    "restitution of limits": ([*HOPPER, "--limits", 2], ["--limits = '2'; expected plastic"]),
    "ground of no kind": ([*HOPPER, "--ground", "stares=1x1"], ["stares", "did you mean"]),
    "ground of a scene": (
        [*BALL, "--ground", "plane"],
        ["--ground: 'bouncing_ball' is a scene; expected a robot file"],
    ),
    "branches by ticks": (
        [*HOPPER, "--integrator", "ticks", "--branches", 2],
        ["--branches: ticks follow one outcome; expected --integrator variational"],
    ),
    "nothing is held": (
        [*HOPPER, "--hold-stiffness", 100],
        ["--hold-stiffness: nothing is held; expected --hold too"],
    ),
    "negative gain": (
        [*HOPPER, "--hold", "--hold-stiffness=-1"],
        ["--hold-stiffness = -1 N m/rad; expected stiffness >= 0 and finite"],
    ),
    "unknown joint": (
        [*HOPPER, "--hold", "--hold-joints", "kne"],
        ["--hold: ", "kne", "did you mean 'knee'?"],
    ),
    "holding a base on sliders": (
        ["vee", "--hold"],
        ["--hold: vee has no motors, and its base is on sliders; expected --hold-joints"],
    ),
    "holding a free body": (
        [*BALL, "--hold"],
        ["--hold: bouncing_ball has no joint to hold beside its base"],
    ),
    "option misspelt": ([*BALL, "--duraton", 1], ["did you mean '--duration'?"]),
    "no FILE": ([], ["FILE is required"]),
}


@pytest.fixture
def folder(write):
    write("hopper.urdf", URDF)
    write("hopper.srdf", SRDF)
    write("file.txt", "a file")


@pytest.mark.parametrize("case", CASES)
def test_refused(carom, folder, case):
    words, texts = CASES[case]
    result = carom("run", *words)
    assert result.code == 2, result.out + result.err
    assert result.out == ""
    assert result.err.startswith("carom: ")
    for text in texts:
        assert text in result.err


def test_all_faults_at_once(carom):
    words = ["--step", 0, "--duration=-1", "--every", 0, "--integrator", "euler", "--resume"]
    result = carom("run", *BALL, *words, "--law", "neton", "--restitution", 2)
    assert result.code == 2
    assert len(result.err.splitlines()) == 7
    for option in ("--step", "--duration", "--every", "--integrator", "--resume", "neton"):
        assert option in result.err
    assert "--restitution = 2" in result.err


def test_the_folder_of_another_run(carom):
    assert carom("run", *BALL, "--duration", 0.1, "-o", "out").code == 0
    result = carom("run", "chain", "--duration", 0.1, "-o", "out")
    assert result.code == 2
    assert "out: " in result.err
    assert "another" in result.err
    assert carom("run", "chain", "--duration", 0.1, "-o", "out", "--resume").code == 2


def test_the_same_run_again(carom):
    words = ["run", *BALL, "--duration", 0.1, "-o", "out"]
    assert carom(*words).code == 0
    assert carom(*words).code in (0, 2)  # anew, or refused with a remedy; never a mixture


def test_json_says_faults_on_standard_error(carom):
    result = carom("run", *BALL, "--step", 0, "--json")
    assert result.code == 2
    assert result.out == ""
