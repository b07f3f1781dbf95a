# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom run: every scene that moves, the files it leaves, how it stops and goes on."""

import csv
import json
import math
import resource
import subprocess

import pytest
from test_robots import urdf

G = 9.81
FILES = {"trajectory.csv", "impacts.json", "events.csv", "run.json", "report.html"}

URDF = """<robot name="hopper">
  <link name="trunk"><inertial><mass value="8"/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <link name="thigh"><inertial><origin xyz="0 0 -0.1"/><mass value="1"/>
    <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.001"/></inertial></link>
  <link name="shank"><inertial><origin xyz="0 0 -0.1"/><mass value="0.5"/>
    <inertia ixx="0.004" ixy="0" ixz="0" iyy="0.004" iyz="0" izz="0.001"/></inertial></link>
  <joint name="hip" type="revolute"><parent link="trunk"/><child link="thigh"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="200" velocity="20"/></joint>
  <joint name="knee" type="revolute"><parent link="thigh"/><child link="shank"/>
    <origin xyz="0 0 -0.2"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="200" velocity="20"/></joint>
</robot>"""
SRDF = """<robot name="hopper">
  <group_state name="crouch" group="all">
    <joint name="hip" value="-0.6"/><joint name="knee" value="1.2"/>
  </group_state>
</robot>"""


@pytest.fixture
def hopper(write):
    write("hopper.srdf", SRDF)
    return write("hopper.urdf", URDF), "--contacts", "shank[0,0,-0.2]"


def rows_of(folder):
    """The rows of trajectory.csv by the names of their columns."""
    with (folder / "trajectory.csv").open(newline="") as file:
        return [{name: float(text) for name, text in row.items()} for row in csv.DictReader(file)]


def run_json(carom, *words, code=0):
    result = carom("run", *words, "--json")
    assert result.code == code, result.err
    return result.json


def names_of(impact):
    return [item["contact"] for item in impact["impulse"]]


# ------------------------------------------------------------------------------------- scenes


def test_bouncing_ball_lies_at_its_zeno_time(carom):
    run = run_json(carom, "bouncing_ball", "--duration", 5)
    first, e = math.sqrt(2 / G), 0.8
    times = [impact["time"] for impact in run["impacts"]]
    assert run["status"] == "finished"
    for k in range(10):
        assert times[k] == pytest.approx(first * (1 + 2 * e * (1 - e**k) / (1 - e)), abs=1e-9)
    captured = [impact for impact in run["impacts"] if impact["captured"]]
    assert len(captured) == 1
    end = first * (1 + e) / (1 - e)
    assert captured[0]["time"] == pytest.approx(end, abs=1e-5)
    assert captured[0]["accumulation"] == pytest.approx(end, abs=1e-8)
    assert len(times) < 200


def test_bouncing_ball_as_a_person_sees_it(carom, tmp_path):
    result = carom("run", "bouncing_ball", "--duration", 5)
    assert result.code == 0
    assert result.err == ""
    lines = result.out.splitlines()
    assert lines[0].split()[:3] == ["time", "[s]", "what"]
    assert lines[1].split()[0] == f"{math.sqrt(2 / G):.9f}"
    assert "floor" in lines[1]
    assert "end of chattering" in result.out
    assert "closes" in result.out
    assert "bouncing_ball, propagative, variational, step 0.001 s" in result.out
    assert list(tmp_path.iterdir()) == []  # nothing is written


def test_pendulum_cradle_falls_in_a_quarter_period(carom):
    run = run_json(carom, "pendulum_cradle", "--duration", 1, "--step", 1e-4)
    quarter = 0.5382225  # [s] K(sin 30°) √(l/g)
    assert run["impacts"][0]["time"] == pytest.approx(quarter, abs=1e-5)
    plus = run["impacts"][0]["velocity_plus"]
    assert plus[:2] == pytest.approx([0, 0], abs=1e-12)
    assert plus[2] == pytest.approx(math.sqrt(G), abs=1e-5)


def test_double_pendulum_hits_the_floor(carom, tmp_path):
    assert carom("run", "double_pendulum", "--duration", 2, "-o", "out").code == 0
    rows = rows_of(tmp_path / "out")
    energies = [row["energy [J]"] for row in rows]
    assert max(energies) - min(energies) < 1e-3 * abs(energies[0])
    assert min(row["gap_tip [m]"] for row in rows) > -1e-9
    assert len(json.loads((tmp_path / "out" / "impacts.json").read_text())) >= 1


def test_vee_lands_on_both_feet(carom):
    words = ["--set", "height=0.2", "--set", "velocity=[0,0,0,0]", "--duration", 0.3]
    impact = run_json(carom, "vee", *words)["impacts"][0]
    assert impact["time"] == pytest.approx(math.sqrt(0.4 / G), abs=1e-9)
    assert names_of(impact) == ["foot 1", "foot 2"]


def test_chain_swings_and_touches_nothing(carom):
    words = ["run", "chain", "--set", "angles=[1,0,0,0,0,0]", "--step", 0.0025]
    result = carom(*words)
    assert result.code == 0
    assert result.out.startswith("no impact\n")


def test_free_body_keeps_its_energy(carom, tmp_path):
    assert carom("run", "free_body", "--duration", 5, "--step", 0.01, "-o", "out").code == 0
    energies = [row["energy [J]"] for row in rows_of(tmp_path / "out")]
    assert len(energies) == 501
    assert max(energies) - min(energies) < 1e-3 * energies[0]


@pytest.mark.parametrize("points", [4, 8])
def test_block_rocks_to_rest(carom, tmp_path, points):
    words = ["block", "--set", "height=0.05", "--set", "tilt=10deg", "--set", f"points={points}"]
    words += ["--law", "regular", "--plastic-speed", 0.02, "--duration", 1]
    assert carom("run", *words, "-o", "out").code == 0
    impacts = json.loads((tmp_path / "out" / "impacts.json").read_text())
    assert impacts[0]["time"] == pytest.approx(0.10096375546923043, abs=1e-6)
    lost = impacts[0]["energy"]["lost"]
    assert lost == pytest.approx(0.6533970651437467 - 0.4634531083890059, abs=1e-6)
    rows = rows_of(tmp_path / "out")
    assert rows[0]["energy [J]"] - G * 0.05 == pytest.approx(0.6533970651437467, abs=1e-12)
    assert rows[-1]["energy [J]"] == pytest.approx(G * 0.05, abs=1e-6)  # it lies flat
    assert max(abs(value) for name, value in rows[-1].items() if "gap_" in name) < 1e-6


def test_billiards_break_and_its_branches(carom, tmp_path):
    run = run_json(carom, "billiards", "--duration", 0.5)
    assert run["impacts"][0]["time"] == 0
    assert run["impacts"][0]["uniqueness"]["verdict"] == "several"
    result = carom("run", "billiards", "--duration", 0.5, "--branches", 2, "-o", "tree")
    assert result.code == 0
    assert "trajectory 1: " in result.out
    tree = json.loads((tmp_path / "tree" / "run.json").read_text())["trajectories"]
    assert [item["id"] for item in tree] == [0, 1]
    assert tree[1]["parent"] == 0
    assert (tmp_path / "tree" / "branch_1" / "trajectory.csv").exists()
    law, other = rows_of(tmp_path / "tree")[-1], rows_of(tmp_path / "tree" / "branch_1")[-1]
    assert law["energy [J]"] == pytest.approx(other["energy [J]"], rel=1e-12)
    assert abs(law["v_x_a [m/s]"] - other["v_x_a [m/s]"]) > 0.1


def test_billiards_hint_at_branches(carom):
    assert "--branches 2 follows another one" in carom("run", "billiards", "--duration", 0.1).out


def test_cradle_with_a_wall(carom, tmp_path):
    assert carom("run", "cradle", "--set", "wall=true", "--duration", 1, "-o", "out").code == 0
    last = rows_of(tmp_path / "out")[-1]
    velocity = [last[f"v_{ball} [m/s]"] for ball in "abc"]
    assert velocity == pytest.approx([-1, 0, 0], abs=1e-12)


def test_trex_falls_17_cm(carom, tmp_path):
    assert carom("run", "trex", "--duration", 0.3, "-o", "out", "--no-verdict").code == 0
    impact = json.loads((tmp_path / "out" / "impacts.json").read_text())[0]
    assert impact["time"] == pytest.approx(math.sqrt(2 * 17 / 981), abs=1e-9)
    assert names_of(impact) == ["stance_foot", "tail"]
    rows = rows_of(tmp_path / "out")
    gaps = [value for row in rows for name, value in row.items() if name.startswith("gap_")]
    assert min(gaps) > -1e-6  # through no floor
    assert all(math.isfinite(value) for value in rows[-1].values())
    energy = next(name for name in rows[0] if name.startswith("energy"))
    assert rows[-1][energy] < rows[0][energy]


def test_trex_under_both_orders(carom):
    """Its clean stance: the orders hardly part at the first impact, but they do."""
    outcomes = []
    for policy in ("most_violated", "least_violated"):
        words = ["trex", "--hold", "--policy", policy, "--duration", 0.187, "--no-verdict"]
        outcomes.append(run_json(carom, *words)["impacts"][0])
    assert [outcome["sequence"][0] for outcome in outcomes] == ["tail", "stance_foot"]
    most, least = (outcome["velocity_plus"] for outcome in outcomes)
    parted = max(abs(a - b) for a, b in zip(most, least, strict=True))
    assert 1e-3 < parted < 1e-3 * max(map(abs, most))


def test_rhex_dropped(carom):
    run = run_json(carom, "rhex", "--drop", 0.1, "--hold", "--duration", 0.16, "--no-verdict")
    assert run["impacts"][0]["time"] == pytest.approx(math.sqrt(0.2 / G), abs=1e-9)
    assert names_of(run["impacts"][0]) == ["left", "right"]


def test_scene_files_bring_their_law(carom, write):
    text = 'format = "carom-scene/1"\nscene = "bouncing_ball"\n[law]\nname = "poisson"\n'
    run = run_json(carom, write("ball.toml", text), "--duration", 0.5)
    assert run["impacts"][0]["law"]["name"] == "poisson"
    again = run_json(carom, "ball.toml", "--duration", 0.5, "--law", "newton")
    assert again["impacts"][0]["law"]["name"] == "newton"


def test_friction_asks_for_a_law_that_has_it(carom):
    words = ["bouncing_ball", "--set", "velocity=[1,0,0]", "--duration", 0.6]
    smooth = run_json(carom, *words)["impacts"][0]
    rough = run_json(carom, *words, "--friction", 0.2)["impacts"][0]
    assert smooth["law"]["name"] == "propagative"
    assert rough["law"]["name"] == "regular"
    assert smooth["velocity_plus"][0] == 1
    assert rough["velocity_plus"][0] < 1


def test_both_integrators_agree(carom):
    words = ["pendulum_cradle", "--duration", 1]
    one = run_json(carom, *words, "--step", 1e-4)["impacts"]
    other = run_json(carom, *words, "--integrator", "runge_kutta", "--tolerance", 1e-12)["impacts"]
    assert len(one) == len(other)
    assert one[0]["time"] == pytest.approx(other[0]["time"], abs=1e-6)


# ------------------------------------------------------------------------------------- robots

LOOP = """<mujoco model="loop"><worldbody>
  <body name="a"><freejoint/><geom type="sphere" size="0.1" mass="1"/>
    <body name="b"><joint name="jb" type="hinge" axis="0 1 0"/>
      <geom type="sphere" size="0.05" pos="0 0 -0.5" mass="1"/></body>
    <body name="c"><joint name="jc" type="hinge" axis="0 1 0"/>
      <geom type="sphere" size="0.05" pos="0 0 -0.5" mass="1"/></body></body></worldbody>
  <equality><connect name="pin" body1="b" body2="c" anchor="0 0 -0.5"/></equality></mujoco>"""


def test_robot_falls_and_is_held(carom, hopper, tmp_path):
    words = [*hopper, "--posture", "crouch", "--drop", 0.2, "--hold", "crouch"]
    assert carom("run", *words, "--duration", 0.5, "-o", "out").code == 0
    document = json.loads((tmp_path / "out" / "impacts.json").read_text())
    assert document[0]["time"] == pytest.approx(math.sqrt(0.4 / G), abs=1e-9)
    assert document[0]["law"]["name"] == "regular"
    rows = rows_of(tmp_path / "out")
    gap = next(name for name in rows[0] if name.startswith("gap_"))
    assert rows[0][gap] == pytest.approx(0.2, abs=1e-12)
    assert all(value == 0 for name, value in rows[0].items() if name.startswith("v_"))
    flight = [row for row in rows if row["time [s]"] < 0.2]
    knee = next(name for name in rows[0] if name.startswith("knee"))
    assert max(abs(row[knee] - 1.2) for row in flight) < 1e-3
    assert max(abs(row[knee] - 1.2) for row in rows) < 1.0


def test_robot_stands_where_it_is_put(carom, hopper):
    """Without --drop it starts on the ground at rest, and there is no impact."""
    words = [*hopper, "--posture", "crouch", "--hold", "--friction", 1, "--duration", 0.02]
    result = carom("run", *words)
    assert result.code == 0, result.err
    assert "0 impacts" in result.out


def test_file_after_hold(carom, hopper):
    file, *contacts = hopper
    words = ["--hold", file, *contacts, "--drop", 0.1, "--duration", 0.05]
    assert carom("run", *words).code == 0


def test_fixed_base(carom, hopper):
    words = [*hopper, "--base", "fixed", "--posture", "crouch", "--duration", 0.05]
    assert carom("run", *words).code == 0


def test_solo_lands(carom):
    file = urdf("solo_description/robots/solo12.urdf")
    words = ["--contacts", "FL_FOOT,FR_FOOT,HL_FOOT,HR_FOOT", "--drop", 0.1, "--hold"]
    run = run_json(carom, file, *words, "--duration", 0.2, "--friction", 0.7, "--no-verdict")
    assert run["status"] == "finished"
    assert run["impacts"][0]["time"] == pytest.approx(math.sqrt(0.2 / G), abs=2e-3)


def test_solo_is_carried(carom, tmp_path):
    """Dropped from 0.2 m it stands again: no lower than what hold_load says, 1.25 % of 0.216 m."""
    file = urdf("solo_description/robots/solo12.urdf")
    words = ["--drop", 0.2, "--hold", "--friction", 0.8, "--duration", 0.8, "--no-verdict"]
    assert carom("run", file, *words, "-o", "out").code == 0
    rows = rows_of(tmp_path / "out")
    height = next(name for name in rows[0] if name.startswith("root_joint.z"))
    sunk = rows[0][height] - 0.2 - rows[-1][height]
    assert 0.0 < sunk < 0.02 * 0.216


def test_posture_that_opens_a_loop(carom, tmp_path):
    (tmp_path / "loop.xml").write_text(LOOP)
    words = ["loop.xml", "--contacts", "b", "--drop", 0.1, "--duration", 0.02, "--hold"]
    result = carom("run", *words, '{"jb": 0.2}')
    assert result.code == 2
    assert "--hold: posture opens 'pin.x' by 0.0993 [m, rad]; expected one that keeps" in result.err
    assert carom("run", *words, '{"jb": 0.0}').code == 0


def test_feet_are_found(carom):
    result = carom("run", urdf("solo_description/robots/solo12.urdf"), "--drop", 0.1, "--hold")
    assert result.code == 0, result.err
    assert "contacts: FL_FOOT 1 point, FR_FOOT 1 point, HL_FOOT 1 point" in result.err
    assert "impact" in result.out


# -------------------------------------------------------------------------------------- files


def test_files(carom, tmp_path):
    result = carom("run", "bouncing_ball", "--duration", 0.6, "-o", "out", "--npz", "--mcap")
    assert result.code == 0
    assert "written to out" in result.out
    folder = tmp_path / "out"
    assert {file.name for file in folder.iterdir()} == FILES | {"trajectory.npz", "trajectory.mcap"}
    assert (folder / "trajectory.npz").read_bytes().startswith(b"PK")
    assert (folder / "trajectory.mcap").read_bytes().startswith(b"\x89MCAP0\r\n")
    rows = rows_of(folder)
    assert list(rows[0])[0] == "time [s]"
    assert "energy [J]" in rows[0]
    assert list(rows[0])[-3:] == ["gap_floor [m]", "force_floor [N]", "friction_floor [N]"]
    assert len(rows) == 601 + 2  # two rows at the impact
    run = json.loads((folder / "run.json").read_text())
    assert run["format"] == "carom-run/1"
    assert run["status"] == "finished"
    assert run["scene"]["name"] == "bouncing_ball"
    assert run["scene"]["parameters"]["restitution"] == 0.8
    impact = json.loads((folder / "impacts.json").read_text())[0]
    assert impact["format"] == "carom-outcome/1"
    assert {"time", "step", "gaps", "velocity_minus"} <= set(impact)
    assert "<script src" not in (folder / "report.html").read_text()


def test_the_same_bits_every_time(carom, tmp_path):
    for name in ("one", "two"):
        assert carom("run", "trex", "--duration", 0.25, "-o", name).code == 0
    for file in FILES:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def test_json_is_run_json_with_the_impacts(carom, tmp_path):
    words = ["bouncing_ball", "--duration", 0.6]
    document = run_json(carom, *words)
    assert list(tmp_path.iterdir()) == []
    assert carom("run", *words, "-o", "out").code == 0
    impacts = json.loads((tmp_path / "out" / "impacts.json").read_text())
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert document == run | {"impacts": impacts}


def test_every(carom, tmp_path):
    assert carom("run", "chain", "--duration", 0.1, "--every", 10, "-o", "out").code == 0
    assert len(rows_of(tmp_path / "out")) == 11


@pytest.mark.slow
def test_stops_and_goes_on(interrupted, carom, tmp_path):
    chain = ["chain", "--set", "angles=[1,0,0,0,0,0]", "--step", 1e-3, "--duration"]
    words, err = interrupted(lambda length: [*chain, 20 * length])
    assert "stopped at t = " in err
    assert "--resume goes on" in err
    assert json.loads((tmp_path / "out" / "run.json").read_text())["status"] == "stopped"
    json.loads((tmp_path / "out" / "impacts.json").read_text())
    assert carom("run", *words, "-o", "out", "--resume").code == 0
    assert carom("run", *words, "-o", "whole").code == 0
    for file in FILES:
        assert (tmp_path / "out" / file).read_bytes() == (tmp_path / "whole" / file).read_bytes()


def test_a_full_disk_is_said_and_what_is_written_is_valid(command, carom, tmp_path):
    """A limit on the size of files stands for the disk; the signal it gives stays ignored."""
    words = ["chain", "--set", "angles=[1,0,0,0,0,0]", "--duration", 2]
    limit = 64 * 1024
    done = subprocess.run(
        [command, "run", *map(str, words), "-o", "out"],
        capture_output=True,
        cwd=tmp_path,
        text=True,
        timeout=120,
        restore_signals=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert "--resume" in done.stderr
    text = (tmp_path / "out" / "trajectory.csv").read_text()
    width = len(text.splitlines()[0].split(","))
    assert all(len(line.split(",")) == width for line in text.splitlines())
    json.loads((tmp_path / "out" / "impacts.json").read_text())
    assert carom("run", *words, "-o", "out", "--resume").code == 0
    assert carom("run", *words, "-o", "whole").code == 0
    for file in FILES:
        assert (tmp_path / "out" / file).read_bytes() == (tmp_path / "whole" / file).read_bytes()


def test_project_moves_a_start_out(carom):
    words = ["double_pendulum", "--set", "angles=[0.3,0.3]", "--duration", 0.05]
    assert carom("run", *words).code == 2
    result = carom("run", *words, "--project")
    assert result.code == 0, result.err
    assert "out of penetration" in result.out


def test_no_verdict(carom):
    run = run_json(carom, "bouncing_ball", "--duration", 0.6, "--no-verdict")
    assert run["impacts"][0]["uniqueness"]["verdict"] == "not_checked"


# Bodies of a robot that touch each other: two balls on rods swing together.
CLAPPER_ARM = """
  <link name="{name}">
    <inertial><origin xyz="0 0 -0.5"/><mass value="1"/>
      <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0 0 -0.5"/><geometry><sphere radius="0.08"/></geometry></collision>
  </link>
  <joint name="{name}_hinge" type="revolute">
    <parent link="beam"/><child link="{name}"/>
    <origin xyz="{x} 0 2"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="10" velocity="10"/>
  </joint>"""
CLAPPER = (
    '<robot name="clapper"><link name="beam"/>'
    + CLAPPER_ARM.format(name="left", x=-0.07)
    + CLAPPER_ARM.format(name="right", x=0.07)
    + "</robot>"
)
CLAP = ["run", "clapper.urdf", "--base", "fixed", "--contacts", "left[0,0,0.3]", "--friction", 0]
# Balls 0.5 m below hinges that are 0.14 m apart would hang through each other: the start has them
# swung outwards by 0.5 rad, mirrored. What is above a hinge is on the ground there, and leaves it.
SWUNG = ["--posture", '{"left_hinge": 0.5, "right_hinge": -0.5}']


@pytest.fixture
def clapper(write):
    write("clapper.urdf", CLAPPER)


def test_bodies_touch_each_other(carom, clapper, tmp_path):
    result = carom(*CLAP, *SWUNG, "--self-collision", "-o", "run", "--duration", 2)
    assert result.code == 0, result.err
    events = list(csv.DictReader((tmp_path / "run" / "events.csv").open()))
    assert "left - right" in json.dumps(events)
    rows = list(csv.DictReader((tmp_path / "run" / "trajectory.csv").open()))
    column = next(name for name in rows[0] if "gap" in name and "right" in name)
    gaps = [float(row[column]) for row in rows]
    # [m] Forces are constant over a tick of 1 ms: some g h^2 deep.
    assert -1e-4 < min(gaps) < 1e-6


def test_without_it_they_pass(carom, clapper):
    result = carom(*CLAP, *SWUNG, "--duration", 2)
    assert result.code == 0, result.err
    assert "left - right" not in result.out


def test_overlapping_at_the_start_is_said(carom, clapper):
    result = carom(*CLAP, "--self-collision", "--duration", 0.1)
    assert result.code == 0, result.err
    assert "1 pair of bodies overlap or are nearer than 2 mm" in result.err
    assert "left - right" in result.err
