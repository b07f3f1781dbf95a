# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom run trex --program drive (S3 VII-B), and both orders of it as a picture."""

import json

import pytest


def run(carom, *words):
    done = carom("run", "trex", "--no-verdict", *words)
    assert done.code == 0, done.err
    return done.out


def state(tmp_path, folder):
    return json.loads((tmp_path / folder / "run.json").read_text())


@pytest.mark.parametrize("stance", ["initial", "optimised", "straight"])
def test_it_drives_towards_minus_x(carom, tmp_path, stance):
    run(carom, "--program", "drive", "--duration", 1, "--set", f"stance={stance}", "-o", stance)
    ran = state(tmp_path, stance)
    assert ran["scene"]["parameters"]["stance"] == stance
    assert ran["settings"]["tolerance"] == 1e-6
    assert ran["trajectories"][0]["q"][0] < -5


def test_numbers_that_are_given_stand_beside_a_stance(carom, tmp_path):
    run(carom, "--duration", 0.01, "--set", "stance=straight", "--set", "pW=2", "-o", "out")
    parameters = state(tmp_path, "out")["scene"]["parameters"]
    assert parameters["pW"] == 2
    assert parameters["pT"] == 0
    assert parameters["y"] == 16.67487150339682


def test_an_unknown_stance(carom):
    done = carom("run", "trex", "--set", "stance=straigth")
    assert done.code == 2
    assert "stance = 'straigth'; expected one of initial, optimised, straight" in done.err


def test_the_rate_changes_how_far_it_gets(carom, tmp_path):
    words = ("--program", "drive", "--duration", 0.6)
    run(carom, *words, "-o", "usual")
    run(carom, *words, "--set", "spin.rate=6", "--tolerance", 1e-8, "-o", "slow")
    slow = state(tmp_path, "slow")
    assert slow["settings"]["tolerance"] == 1e-8
    assert slow["trajectories"][0]["q"][0] > state(tmp_path, "usual")["trajectories"][0]["q"][0]


def test_what_does_not_go_with_a_program(carom):
    done = carom("run", "trex", "--program", "drvie")
    assert done.code == 2
    assert "--program drvie: trex has no such motor program; expected one of drive" in done.err
    assert "did you mean 'drive'?" in done.err
    done = carom("run", "trex", "--program", "drive", "--hold")
    assert done.code == 2
    assert "--hold: program 'drive' says what the motors do" in done.err


def test_gains_in_newton_metres_are_refused(carom):
    stiff = ("--set", "hold.stiffness=1e12", "--set", "hold.damping=1e11")
    done = carom("run", "trex", "--program", "drive", *stiff, "--set", "spin.damping=1e11")
    assert done.code == 2
    assert "program 'drive': spin of 'pS': damping = 1e+11; expected at most" in done.err


def test_both_orders_as_a_picture(carom, tmp_path):
    run(carom, "--program", "drive", "--duration", 0.3, "--orders", "--plot", "orders.svg")
    assert "<svg" in (tmp_path / "orders.svg").read_text()
    done = carom("run", "trex", "--orders", "--plot", "orders.txt")
    assert done.code == 2
    assert "--plot orders.txt: expected a file *.png, *.svg or *.pdf" in done.err
    done = carom("run", "trex", "--plot", "orders.svg")
    assert done.code == 2
    assert "expected --orders too" in done.err
