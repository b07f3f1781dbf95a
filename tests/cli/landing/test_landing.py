# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""A robot dropped with no word but --drop and --hold: it lands and rests, or falls and says so."""

import json
import math

import pytest

G = 9.81
TRUNK = """<link name="trunk">
  <inertial><mass value="8"/><origin xyz="{com} 0 0"/>
    <inertia ixx="0.1" iyy="0.2" izz="0.2" ixy="0" ixz="0" iyz="0"/></inertial>
  <collision><geometry><box size="0.5 0.3 0.1"/></geometry></collision></link>"""
LEG = """<joint name="{name}_hip" type="revolute"><parent link="trunk"/><child link="{name}_leg"/>
  <origin xyz="{x} {y} 0"/><axis xyz="0 1 0"/>
  <limit lower="-1" upper="1" effort="{effort}" velocity="20"/></joint>
<link name="{name}_leg"><inertial><mass value="0.5"/><origin xyz="0 0 -0.15"/>
  <inertia ixx="0.004" iyy="0.004" izz="0.0002" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="{name}_ankle" type="fixed"><parent link="{name}_leg"/><child link="{name}_foot"/>
  <origin xyz="0 0 -0.3"/></joint>
<link name="{name}_foot">
  <collision><geometry><sphere radius="0.02"/></geometry></collision></link>"""


def robot(tmp_path, com=0.0, effort=60):
    legs = [
        LEG.format(name=f"{end}{side}", x=0.2 * x, y=0.12 * y, effort=effort)
        for end, x in (("f", 1), ("r", -1))
        for side, y in (("l", 1), ("r", -1))
    ]
    text = f'<robot name="table">{TRUNK.format(com=com)}{"".join(legs)}</robot>'
    (tmp_path / "table.urdf").write_text(text)
    return "table.urdf"


def test_lands_and_rests(carom, tmp_path):
    file = robot(tmp_path)
    result = carom("run", file, "--drop", 0.1, "--hold", "--duration", 2, "-o", "out")
    assert result.code == 0, result.err
    assert (
        "contacts: fl_foot 1 point, fr_foot 1 point, rl_foot 1 point, rr_foot 1 point" in result.err
    )
    assert "1 other body is watched for a fall" in result.err
    assert "table, neutral, regular, friction 0.8, ticks, step 0.001 s" in result.out
    assert (
        "The robot is at rest. The base went from 0.42 m to 0.32 m above the origin." in result.out
    )
    assert "energy: 38.259 J (kinetic 0, potential 38.259) → " in result.out
    assert "in impacts, " in result.out and "between them" in result.out
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    summary = run["summary"]
    assert run["status"] == "finished" and run["integrator"] == "ticks"
    assert summary["settled"] is True
    assert summary["base_height_start"] == pytest.approx(0.42, abs=1e-12)
    assert summary["base_height_end"] == pytest.approx(0.32, abs=1e-3)
    assert summary["lowest_gap"] > -1e-4
    assert summary["carried"] == pytest.approx(10 * G, rel=1e-6)
    assert summary["slip"] < 1e-3 and summary["motors_at_limit"] == []
    impacts = json.loads((tmp_path / "out" / "impacts.json").read_text())
    assert impacts[0]["time"] == pytest.approx(math.sqrt(2 * 0.1 / G), abs=1e-9)
    page = (tmp_path / "out" / "report.html").read_text()
    assert "The robot is at rest." in page


def test_falls_and_says_so(carom, tmp_path):
    file = robot(tmp_path, com=0.4)
    result = carom("run", file, "--drop", 0.05, "--hold", "--duration", 3, "-o", "out")
    assert result.code == 1
    assert "the robot fell: 'trunk' touched the ground at t = " in result.err
    assert "The robot fell: 'trunk' touched the ground at t = " in result.out
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert run["status"] == "fell"
    assert run["summary"]["settled"] is False
    assert run["summary"]["fell_body"] == "trunk"
    assert run["summary"]["fell_at"] == pytest.approx(run["trajectories"][0]["time"])
    again = carom("run", file, "--drop", 0.05, "--hold", "--duration", 4, "--no-fall-check")
    assert again.code == 0, again.err
    assert "1 other body may touch too" in again.err
    assert "fell" not in again.out and "trunk[" in again.out


def test_friction_can_be_chosen(carom, tmp_path):
    file = robot(tmp_path)
    words = ["--drop", 0.05, "--hold", "--duration", 0.2]
    assert ", friction 0.3, ticks" in carom("run", file, *words, "--friction", 0.3).out
    ice = carom("run", file, *words, "--friction", 0).out
    assert "table, neutral, plastic, ticks, step 0.001 s" in ice


def test_weak_motors_are_named(carom, tmp_path):
    file = robot(tmp_path, effort=0.5)
    posture = '{"fl_hip": 0.5, "fr_hip": 0.5, "rl_hip": 0.5, "rr_hip": 0.5}'
    result = carom("run", file, "--posture", posture, "--drop", 0.05, "--hold", "--duration", 1)
    assert "its motor has 0.5 N m" in result.err
    assert "motors reached their limit" in result.out


def test_slope_and_stairs(carom, tmp_path):
    file = robot(tmp_path)
    words = ["--drop", 0.03, "--hold", "--duration", 2]
    slope = carom("run", file, *words, "--ground", "slope=8deg", "--json")
    assert slope.code == 0, slope.err
    summary = json.loads(slope.out)["summary"]
    assert summary["settled"] is True
    assert summary["carried"] == pytest.approx(10 * G, rel=1e-6)
    stairs = carom("run", file, *words, "--ground", "stairs=0.1x0.03", "-o", "out")
    assert stairs.code == 0, stairs.err
    assert "an edge between two of them is not felt" in stairs.err
    summary = json.loads((tmp_path / "out" / "run.json").read_text())["summary"]
    assert summary["settled"] is True and summary["lowest_gap"] > -1e-3


def test_ground_inside_the_robot_is_refused(carom, tmp_path):
    """A post between the points by which the trunk is known."""
    file = robot(tmp_path)
    post = "[plane]\n[[box]]\ncenter = [0, 0, 0.2]\nsize = [0.05, 0.05, 0.4]\n"
    (tmp_path / "post.toml").write_text(post)
    result = carom("run", file, "--hold", "--ground", "post.toml")
    assert result.code == 2
    assert "--ground post.toml: box 1 is 0." in result.err
    assert "inside 'trunk' at the start; expected the robot above the ground" in result.err
    assert carom("run", file, "--drop", 0.5, "--duration", 0.01, "--ground", "post.toml").code == 0


def test_stance_is_closed_on_level_ground(carom, tmp_path):
    file = robot(tmp_path)
    for ground in ("slope=8deg", "stairs=0.1x0.03"):
        result = carom("run", file, "--stand", "--hold", "--ground", ground)
        assert result.code == 2
        assert f"expected no --stand on --ground {ground}" in result.err


def test_the_fall_check_changes_no_motors(carom, tmp_path):
    """What is only watched carries nothing, and what may touch as well is no foot."""
    file = robot(tmp_path)
    words = ["run", file, "--drop", 0.05, "--hold", "--duration", 0.05, "--json"]
    one, other = carom(*words), carom(*words, "--no-fall-check")
    assert json.loads(one.out)["scene"]["hold"] == json.loads(other.out)["scene"]["hold"]


def test_stops_of_joints(carom, tmp_path):
    """Without motors the legs swing to the ends of their ranges: impacts of their own kind."""
    file = robot(tmp_path)
    posture = '{"fl_hip": 0.8, "fr_hip": 0.8, "rl_hip": 0.8, "rr_hip": 0.8}'
    words = [file, "--posture", posture, "--drop", 0.02, "--duration", 0.6, "--no-fall-check"]
    result = carom("run", *words)
    assert "fl_hip upper stop" in result.out and "stop of a joint" in result.out
    assert "upper stop" not in carom("run", *words, "--limits", "off").out


def test_stops_and_goes_on_with_the_same_bytes(interrupted, carom, tmp_path):
    file = robot(tmp_path)
    start = [file, "--drop", 0.05, "--hold", "--duration"]
    words, _ = interrupted(lambda length: [*start, 5 * length])
    assert carom("run", *words, "-o", "out", "--resume").code == 0
    assert carom("run", *words, "-o", "whole").code == 0
    for name in ("trajectory.csv", "impacts.json", "events.csv", "run.json", "report.html"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
