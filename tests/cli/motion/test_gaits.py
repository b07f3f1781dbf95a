# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom run with a motor program that repeats itself: the gait at the end, and in JSON."""

import json


def test_a_gait_is_said_after_the_run(carom):
    answer = carom("run", "rhex", "--program", "walk", "--duration", "2", "--no-verdict")
    assert "Gait, 5 strides of 0.38 s: " in answer.out
    assert "per stride" in answer.out
    assert "  contact     on the ground  touch-downs per stride\n" in answer.out


def test_a_gait_in_json(carom):
    words = ("run", "rhex", "--program", "walk", "--duration", "2", "--no-verdict", "--json")
    gait = carom(*words).json["trajectories"][0]["summary"]["gait"]
    assert gait["period"] == 0.38
    assert gait["strides"] == 5
    assert len(gait["changes"]) == 4
    assert gait["last_change"] == gait["changes"][-1]
    assert [one["name"] for one in gait["contacts"]][:2] == ["left", "right"]
    assert {one["contact"] for one in gait["touchdowns"]} >= {"left", "right"}


def test_without_a_period_there_is_no_gait(carom):
    words = ("run", "rhex", "--motor", "joint = 'phi?', spin = -5", "--duration", "0.1")
    run = carom(*words, "--no-verdict", "--json").json
    assert "gait" not in run["trajectories"][0]["summary"]


def test_an_interrupted_run_has_the_same_gait(interrupted, carom, tmp_path):
    rhex = ("rhex", "--program", "walk", "--no-verdict")
    words, _ = interrupted(lambda length: [*rhex, "--duration", 2 * length])
    assert carom("run", *words, "-o", "out", "--resume").code == 0
    assert carom("run", *words, "-o", "whole").code == 0
    files = [tmp_path / folder / "run.json" for folder in ("out", "whole")]
    gaits = [json.loads(one.read_text())["trajectories"][0]["summary"]["gait"] for one in files]
    assert gaits[0] == gaits[1]
