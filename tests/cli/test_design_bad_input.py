# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""What carom design refuses: exit code 2, nothing on standard output, what was expected."""

import pytest
from conftest import SCENES
from test_robots import urdf

BAD = {
    "unknown name": (
        ["trex", "--vary", "yy"],
        ["scene 'trex': unknown parameter 'yy'; expected one of y, th,", "did you mean 'y'?"],
    ),
    "a scene without groups": (
        ["corner_ball", "--vary", "posture"],
        ["scene 'corner_ball' has no group 'posture' to vary; expected names of parameters"],
    ),
    "bounds that exclude the start": (
        ["trex", "--bounds", "y=20:30"],
        ["bounds of y: 20 … 30 cm exclude the start, 12.2619; expected the start within them"],
    ),
    "bounds of what does not vary": (
        ["trex", "--vary", "posture", "--bounds", "r1=1:9"],
        ["bounds of 'r1', which does not vary; expected one of y, th, pS"],
    ),
    "bounds of one number": (
        ["trex", "--bounds", "y=1"],
        ["--bounds 'y=1': expected NAME=LOWEST:HIGHEST, such as gamma=0:90deg"],
    ),
    "reversed bounds": (
        ["trex", "--bounds", "y=5:1"],
        ["--bounds 'y=5:1': expected two numbers, the lower one first"],
    ),
    "open contacts": (
        ["trex", "--set", "y=20"],
        ["nothing touches; gaps: 'stance_foot' 7.73814, 'tail' 7.73814", "expected a gap"],
    ),
    "unknown target": (
        ["trex", "--target", "orthogonl"],
        ["--target: unknown measure 'orthogonl'; expected one of", "did you mean 'orthogonal'?"],
    ),
    "weight that is no number": (
        ["trex", "--target", "x*spread"],
        ["--target 'x*spread': expected MEASURE, WEIGHT*MEASURE, or several joined by +"],
    ),
    "one contact": (["biped"], ["1 contact; expected two or more, or another target such as"]),
    "scaling": (["trex", "--scaling", "unt"], ["--scaling = 'unt'; expected unit", "'unit'?"]),
    "method": (
        ["trex", "--method", "newtn"],
        ["--method = 'newtn'; expected nearest", "'newton'?"],
    ),
    "starts": (["trex", "--starts", "-1"], ["starts = -1; expected >= 0"]),
    "front": (["trex", "--front", "1"], ["front = 1; expected 0, or at least 2 points"]),
    "restitution": (["trex", "--restitution", "2"], ["--restitution = 2; expected 0 <="]),
    "spread of the starts": (
        ["trex", "--starts", "2", "--start-spread", "0"],
        ["start_spread = 0; expected > 0 and finite"],
    ),
    "file in no folder": (
        ["trex", "-o", "no/stance.toml"],
        ["-o no/stance.toml: the folder 'no' does not exist; make it first"],
    ),
    "file of another kind": (
        ["trex", "-o", "stance.json"],
        ["-o stance.json: expected a file *.toml: a scene"],
    ),
    "a problem": ([SCENES / "three_balls.json"], ["three_balls.json: has nothing to vary"]),
}


@pytest.mark.parametrize("case", BAD)
def test_refused(carom, tmp_path, case):
    words, texts = BAD[case]
    result = carom("design", *words)
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("carom: ")
    for text in texts:
        assert text in result.err
    assert list(tmp_path.iterdir()) == []


def test_all_bounds_at_once(carom):
    result = carom("design", "trex", "--bounds", "r1=20:30", "--bounds", "y=20:30")
    assert result.code == 2
    assert len(result.err.splitlines()) == 2
    assert "bounds of y:" in result.err
    assert "bounds of r1:" in result.err


def test_robot_refusals(carom):
    file = urdf("talos_data/robots/talos_reduced.urdf")
    talos = [file, "--contacts", "left_sole_link,right_sole_link"]
    result = carom("design", *talos, "-o", "posture.toml")
    assert result.code == 2
    assert "-o posture.toml: expected a file *.json: a posture of the robot" in result.err
    result = carom("design", *talos, "--vary", "leg_left_9_joint")
    assert result.code == 2
    assert "leg_left_9_joint" in result.err
    assert "did you mean 'leg_left_" in result.err
