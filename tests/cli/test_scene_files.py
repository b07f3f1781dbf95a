# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Scene files (*.toml) given to every verb, and scenes with models given to analyze."""

import pytest
from conftest import SCENES

VEE = """
scene = "vee"
[law]
name = "newton"
restitution = 0.25
"""


def files():
    return sorted(path.name for path in SCENES.glob("*.toml"))


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["resolve", "analyze", "compare"])
@pytest.mark.parametrize("name", files())
def test_every_scene_file_answers(carom, verb, name):
    few = [] if verb == "analyze" else ["--draws", 4]
    result = carom(verb, SCENES / name, *few, "--json")
    if name in ("chain.toml", "double_pendulum.toml", "free_body.toml"):  # only swing or fly
        assert result.code == 2
        assert "no contacts" in result.err or "nothing touches" in result.err
        return
    assert result.code == 0, result.err
    assert result.json


def test_law_of_the_file_is_the_default(carom, write):
    file = write("vee.toml", VEE)
    outcome = carom("resolve", file, "--json").json
    assert outcome["law"]["name"] == "newton"
    assert outcome["law"]["restitution"] == 0.25
    told = carom("resolve", file, "--restitution", 0.5, "--json").json
    assert told["law"]["restitution"] == 0.5
    other = carom("resolve", file, "--law", "plastic", "--json").json
    assert other["law"]["name"] == "plastic"
    analysis = carom("analyze", file, "--json").json
    assert analysis["restitution"] == 0.25
    assert analysis["law"] == "newton"


def test_set_overrides_the_file(carom, write):
    file = write("vee.toml", VEE)
    narrow = carom("analyze", file, "--set", "half_angle=0.3", "--json").json
    wide = carom("analyze", file, "--json").json
    assert narrow["gram"] != wide["gram"]
    same = carom("analyze", "vee", "--set", "half_angle=0.3", "--json").json
    assert narrow["gram"] == same["gram"]


def test_robot_options_are_for_robot_files(carom, write):
    result = carom("analyze", write("vee.toml", VEE), "--drop", 0.1)
    assert result.code == 2
    assert "--drop: vee.toml says this itself" in result.err
    assert "--set NAME=VALUE" in result.err


def test_set_needs_a_value(carom, write):
    result = carom("resolve", write("vee.toml", VEE), "--set", "half_angle")
    assert result.code == 2
    assert "--set 'half_angle': expected NAME=VALUE" in result.err


def test_faults_have_lines(carom, write):
    result = carom("resolve", write("bad.toml", 'scene = "vee"\nhalf_angel = 1\n'))
    assert result.code == 2
    assert "bad.toml:2" in result.err


def test_scenes_with_models_say_more(carom):
    landing = carom("analyze", "vee", "--json").json
    assert landing["model"]["velocities"]
    assert landing["posture"]["gradient"]
    assert landing["spread"]["base_linear"] is None  # no free base
    assert landing["locked"] is None
    assert landing["restitution"] == 1


@pytest.mark.parametrize("scene", ["rhex", "trex", "vee", "biped", "pantograph"])
def test_scenes_with_models_in_text(carom, scene):
    result = carom("analyze", scene)
    assert result.code == 0, result.err
    assert "verdict" in result.out
