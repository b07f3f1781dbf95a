# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""One meaning of the verdict: analyze, compare and resolve say the same of the same impact."""

import pytest
from conftest import SCENES

STRIDER = SCENES / "robots" / "strider.urdf"
VERBS = [("analyze",), ("compare", "--laws", "plastic"), ("resolve", "--law", "sequential")]


def verdicts(carom, file, *arguments):
    lines = []
    for verb, *own in VERBS:
        result = carom(verb, file, *own, *arguments)
        assert result.code == 0, result.err
        lines.append([line for line in result.out.splitlines() if line.startswith("verdict")])
    assert all(len(line) == 1 for line in lines)
    return {line[0] for line in lines}


@pytest.mark.parametrize("friction", [(), ("--friction", 0.5)])
@pytest.mark.parametrize("restitution", [(), ("--restitution", 0.3)])
@pytest.mark.parametrize("scene", ["trex", "rhex", "vee"])
def test_scenes(carom, scene, restitution, friction):
    said = verdicts(carom, scene, *restitution, *friction)
    assert len(said) == 1
    assert ("with friction" in said.pop()) == bool(friction)


def test_a_robot_with_friction(carom):
    """The law has no friction, the verdict has."""
    said = verdicts(carom, STRIDER, "--friction", 0.5)
    assert len(said) == 1
    assert "at restitution 0, with friction" in said.pop()
    told = carom("resolve", STRIDER, "--law", "plastic", "--friction", 0.5).err
    assert "law 'plastic' has no friction and does not use it (the verdict does)" in told


def test_friction_of_a_problem_is_replaced(carom):
    said = verdicts(carom, SCENES / "ball_in_corner.json", "--friction", 0.5)
    assert len(said) == 1


def test_contacts_that_differ(carom, write, three_balls):
    three_balls["contacts"][0]["restitution"] = 0.9
    three_balls["contacts"][1]["restitution"] = 0.2
    name = write("p.json", three_balls)
    said = verdicts(carom, name)
    assert len(said) == 1
    assert "at each contact's restitution" in said.pop()
    assert carom("analyze", name, "--json").json["restitution"] == [0.9, 0.2]
    assert "at restitution 0.5" in verdicts(carom, name, "--restitution", 0.5).pop()


def test_a_body_without_joints_has_none_to_lock(carom):
    out = carom("analyze", "block").out
    assert "\nlocked " not in out
    assert "rotor inertia" not in out


def test_samples_that_agree_are_said_to_be_samples(carom):
    assert "64 draws agree" in carom("compare", "cradle", "--laws", "slip_share").out
    alone = carom("resolve", "cradle", "--law", "slip_share", "--restitution", 1)
    assert "not proven: 64 draws agree" in alone.out
    assert "a sample is no proof" in alone.out


def test_a_folder_is_no_scene(carom, tmp_path):
    folder = tmp_path / "trex"
    folder.mkdir()
    for verb in ("run", "map", "design", "analyze"):
        result = carom(verb, folder)
        assert result.code == 2
        assert "trex: is a directory; expected a file" in result.err
