# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom analyze, resolve and compare on real robots, and what they refuse.

CAROM_ROBOTS is the folder of example-robot-data's robots, CAROM_MJCF that of dm_control's suite.
"""

import json
import math
import os
from pathlib import Path

import pytest
from test_analyze import KEYS

MODEL_KEYS = {
    "summary",
    "model",
    "approach_speed",
    "restitutions",
    "locked",
    "rotors",
    "law",
    "status",
    "velocity_plus",
    "energy_lost",
    "at_contacts",
    "joints",
    "lifting",
    "kicked_open",
    "posture",
}


def in_folder(variable, file):
    if variable not in os.environ:
        pytest.skip(f"{variable} is not set: no robots to land")
    return str(Path(os.environ[variable]) / file)


def urdf(file):
    return in_folder("CAROM_ROBOTS", file)


def mjcf(file):
    return in_folder("CAROM_MJCF", file)


@pytest.fixture
def bolt():
    return urdf("bolt_description/robots/bolt.urdf"), "--contacts", "FL_FOOT,FR_FOOT"


@pytest.fixture
def hyq():
    file = urdf("hyq_description/robots/hyq_no_sensors.urdf")
    return file, "--contacts", "lf_foot,rf_foot,lh_foot,rh_foot"


QUADRUPED = "FL_foot,FR_foot,RL_foot,RR_foot"
ROBOTS = {
    "talos": (urdf, "talos_data/robots/talos_reduced.urdf", "left_sole_link,right_sole_link"),
    "anymal": (
        urdf,
        "anymal_b_simple_description/robots/anymal.urdf",
        "LF_FOOT,RF_FOOT,LH_FOOT,RH_FOOT",
    ),
    "hyq": (
        urdf,
        "hyq_description/robots/hyq_no_sensors.urdf",
        "lf_foot,rf_foot,lh_foot,rh_foot",
    ),
    "solo": (urdf, "solo_description/robots/solo12.urdf", "FL_FOOT,FR_FOOT,HL_FOOT,HR_FOOT"),
    "go2": (urdf, "go2_description/urdf/go2.urdf", QUADRUPED),
    "bolt": (urdf, "bolt_description/robots/bolt.urdf", "FL_FOOT,FR_FOOT"),
    "icub": (urdf, "icub_description/robots/icub.urdf", "l_sole,r_sole"),
    "romeo": (urdf, "romeo_description/urdf/romeo.urdf", "l_sole,r_sole"),
    "g1": (
        urdf,
        "g1_description/urdf/g1_29dof_rev_1_0.urdf",
        "left_ankle_roll_link,right_ankle_roll_link",
    ),
    "humanoid": (mjcf, "humanoid.xml", "left_foot,right_foot"),
    "quadruped": (
        mjcf,
        "quadruped.xml",
        "toe_front_left,toe_front_right,toe_back_left,toe_back_right",
    ),
}


@pytest.mark.parametrize("name", ROBOTS)
def test_every_robot_lands(carom, name):
    where, file, contacts = ROBOTS[name]
    result = carom("analyze", where(file), "--contacts", contacts, "--stand", "--json")
    assert result.code == 0, result.err
    landing = result.json
    assert set(landing) >= KEYS | MODEL_KEYS
    assert landing["format"] == "carom-analysis/1"
    assert len(landing["contacts"]) == len(contacts.split(","))
    assert landing["approach_speed"] == pytest.approx(1, abs=1e-9)
    assert landing["restitution"] == 0
    assert landing["status"] == "resolved"
    assert landing["law"] == "plastic"
    spread = landing["spread"]
    assert spread["base_linear"] >= 0
    assert spread["base_angular"] >= 0
    assert spread["locked"] == landing["locked"]["value"]
    assert spread["value"] == pytest.approx(landing["restitutions"][0]["value"], rel=0.2, abs=1e-6)
    assert [item["restitution"] for item in landing["restitutions"]] == [0, 0.3, 1]
    assert 0 < landing["constrained_energy_ratio"] < 1
    for contact in landing["at_contacts"]:
        assert 0 < contact["effective_mass"] < landing["model"]["mass"]
        assert contact["gap_rate"] == pytest.approx(-1, abs=1e-9)
        assert contact["gap_rate_plus"] == pytest.approx(0, abs=1e-6)
        assert contact["normal_impulse"] >= 0
    # locked joints make it worse, or leave it as it is
    assert landing["locked"]["value"] >= 0.9 * spread["value"]
    assert landing["verdict"] == "several"
    assert landing["advice"]


def test_text_speaks_in_the_right_order(carom, hyq):
    result = carom("analyze", *hyq)
    assert result.code == 0
    lines = result.out.splitlines()
    assert "4 contacts" in lines[0]
    assert lines[1].startswith("verdict     practically one outcome")
    order = [
        "verdict",
        "base",
        "rotors",
        "locked",
        "worst pair",
        "energy",
        "elastic",
        "certificate",
    ]
    places = [next(i for i, x in enumerate(lines) if x.startswith(word)) for word in order]
    assert places == sorted(places)
    assert "rad/s" in result.out
    assert "kg per contact" in result.out


def test_numbers_of_the_reference(carom, hyq):
    """reference/robots.json, HyQ on four feet, joints free and locked."""
    free = carom("analyze", *hyq, "--restitution", 1, "--touch", 1, "--json").json
    assert free["gram"][1][3] == pytest.approx(0.0009230376365033776, abs=1e-9)
    assert free["indeterminacy"] == pytest.approx(0.0006530348446802189, abs=1e-9)
    assert free["feasibility_margin"] == pytest.approx(0.5000461189041144, abs=1e-9)
    assert free["outcomes"]["count"] == 24
    assert free["energy_split"]["constrained"] == pytest.approx(1.9161660566380696, abs=1e-8)
    assert free["locked"]["orders"] == pytest.approx(0.4596731786259405, abs=1e-9)
    locked = carom("analyze", *hyq, "--restitution", 1, "--lock", "all", "--json").json
    assert locked["indeterminacy"] == pytest.approx(0.4596731786259405, abs=1e-9)
    assert locked["outcomes"]["count"] == 27
    assert len(locked["model"]["velocities"]) == 6
    assert locked["joints"] == []


def test_restitution_decides(carom, bolt):
    still = carom("analyze", *bolt, "--json").json
    bouncing = carom("analyze", *bolt, "--restitution", 0.3, "--json").json
    (pair,) = still["pairs"]
    assert pair["inner_product"] < 0
    assert still["spread"]["orders"] == pytest.approx(0, abs=1e-9)  # w < 0 does no harm at e = 0
    assert bouncing["spread"]["orders"] == pytest.approx(0.00020513503358441827, abs=1e-9)
    assert still["kicked_open"] == []
    assert bouncing["law"] == "propagative"
    assert sorted(bouncing["lifting"]) == ["FL_FOOT", "FR_FOOT"]


def test_drop_is_a_speed(carom, bolt):
    landing = carom("analyze", *bolt, "--drop", 0.2, "--json").json
    assert landing["approach_speed"] == pytest.approx(math.sqrt(2 * 9.81 * 0.2), rel=1e-9)
    slow = carom("analyze", *bolt, "--json").json
    ratio = landing["locked"]["base_angular"] / slow["locked"]["base_angular"]
    assert ratio == pytest.approx(landing["approach_speed"], rel=1e-6)
    assert landing["spread"]["locked"] == pytest.approx(slow["spread"]["locked"], rel=1e-6)


def test_velocity_and_its_file(carom, write, bolt):
    velocity = [0, 0, -2] + [0] * 9
    landing = carom("analyze", *bolt, "--velocity", json.dumps(velocity), "--json").json
    assert landing["approach_speed"] == pytest.approx(2, abs=1e-9)
    again = carom("analyze", *bolt, "--velocity", write("v.json", velocity), "--json")
    assert again.json["approach_speed"] == pytest.approx(2, abs=1e-9)


def test_armature_decides(carom, hyq):
    go2 = urdf("go2_description/urdf/go2.urdf"), "--contacts", QUADRUPED, "--stand"
    light = carom("analyze", *go2, "--restitution", 0.3, "--json").json
    heavy = carom("analyze", *go2, "--restitution", 0.3, "--armature", 0.01, "--json").json
    assert not light["rotors"]["known"]
    assert heavy["rotors"]["known"]
    assert heavy["spread"]["orders"] > 10 * light["spread"]["orders"]
    assert light["rotors"]["with"]["value"] == pytest.approx(heavy["spread"]["value"], rel=1e-9)
    assert heavy["rotors"]["without"]["value"] == pytest.approx(light["spread"]["value"], rel=1e-9)
    bare = carom("analyze", *hyq, "--json").json
    some = carom("analyze", *hyq, "--armature", "lf_kfe_joint=0.1,rf_kfe_joint=0.2", "--json")
    assert some.code == 0
    assert some.json["gram"] != bare["gram"]


def test_lock_some_joints(carom, bolt):
    landing = carom("analyze", *bolt, "--lock", "FL_KFE,FR_KFE", "--json").json
    assert len(landing["model"]["velocities"]) == 10
    assert "FL_KFE" not in [joint["joint"] for joint in landing["joints"]]


def test_posture_file_and_base_height(carom, write, bolt):
    low = write("low.json", {"FL_KFE": -1.8, "FR_KFE": -1.8, "FL_HFE": 0.9, "FR_HFE": 0.9})
    landing = carom("analyze", *bolt, "--posture", low, "--json")
    assert landing.code == 0, landing.err
    standing = carom("analyze", *bolt, "--posture", "standing", "--json").json
    assert landing.json["gram"] != standing["gram"]
    assert standing["problem"].endswith("standing")


def test_other_verbs_take_robots(carom, bolt):
    outcome = carom("resolve", *bolt, "--law", "plastic", "--json").json
    assert outcome["status"] == "resolved"
    landing = carom("analyze", *bolt, "--json").json
    assert landing["velocity_plus"] == pytest.approx(outcome["velocity_plus"], abs=1e-12)
    assert [c["normal_impulse"] for c in landing["at_contacts"]] == pytest.approx(
        [c["normal"] for c in outcome["impulse"]], abs=1e-12
    )
    comparison = carom("compare", *bolt, "--restitution", 0.3, "--laws", "newton,plastic", "--json")
    assert comparison.code == 0
    assert len(comparison.json["outcomes"]) == 2


def test_law_with_friction(carom, bolt):
    options = ["--law", "regular", "--friction", 0.7, "--restitution", 0.2, "--json"]
    landing = carom("analyze", *bolt, *options).json
    assert landing["law"] == "regular"
    smooth = carom("analyze", *bolt, "--law", "regular", "--restitution", 0.2, "--json").json
    assert landing["velocity_plus"] != smooth["velocity_plus"]


def test_corners_of_a_sole_are_warned_about(carom):
    file = urdf("talos_data/robots/talos_reduced.urdf")
    corners = [
        f"leg_{side}_6_link[{x},{y},-0.11]"
        for side in ("left", "right")
        for x in (-0.105, 0.105)
        for y in (-0.065, 0.065)
    ]
    options = ["--max-nodes", 2000, "--restitution", 0.3, "--json"]
    landing = carom("analyze", file, "--contacts", ",".join(corners), *options)
    assert landing.code == 0, landing.err
    assert len(landing.json["contacts"]) == 8
    assert any("take one contact at its sole" in line for line in landing.json["advice"])
    assert landing.json["impulses_unique"] is False


@pytest.mark.parametrize("verb", ["analyze", "compare", "resolve"])
def test_feet_are_found(carom, bolt, verb):
    """The same landing with no --contacts, with auto, and by the names of the feet it says."""
    found = carom(verb, bolt[0], "--json")
    assert found.code == 0, found.err
    line = "contacts: feet found: FL_FOOT, FR_FOOT; --contacts names others"
    assert found.err.count(line) == 1
    assert carom(verb, bolt[0], "--contacts", "auto", "--json").json == found.json
    assert "bolt, standing, on FL_FOOT, FR_FOOT" in carom(verb, bolt[0]).out.splitlines()[0]


def test_compare_says_what_a_roboticist_reads(carom, bolt):
    result = carom("compare", bolt[0])
    assert result.code == 0, result.err
    lines = result.out.splitlines()
    assert lines[0] == "bolt, standing, on FL_FOOT, FR_FOOT"
    assert lines[1].startswith("restitution 0, no friction; before: approach 1 m/s, base z -1 m/s,")
    assert lines[2].startswith("verdict     practically one outcome at restitution 0: neither")
    titles = ("law", "base z", "turns", "impulse", "lost", "outcomes", "largest joint jump")
    assert all(title in lines[4] for title in titles)
    assert lines[5].split() == ["m/s", "rad/s", "N·s", "J", "rad/s,", "m/s"]
    rows = [line for line in lines[4:16] if not line.startswith("    ")]  # without remarks of laws
    assert max(map(len, rows)) <= 100
    answers = {line.split()[0]: line for line in lines if line and not line.startswith(" ")}
    for law in ("propagative", "sequential", "plastic", "inert", "newton", "poisson", "regular"):
        assert "_KFE" in answers[law] or "_HFE" in answers[law], law
    assert "does not apply" in result.out and "the law is planar" in result.out
    assert "in all)" not in result.out  # not eight of twelve numbers


def test_a_neck_without_inertia_is_not_what_is_jolted(carom):
    """iCub's head is a point: neck_yaw and neck_roll spin at 1e8 rad/s, and mean nothing."""
    icub = urdf("icub_description/robots/icub.urdf")
    soles = ("--contacts", "l_sole,r_sole")
    result = carom("compare", icub, *soles, "--laws", "plastic", "--json")
    assert "what neck_yaw turns has no inertia: its velocity after the impact means" in result.err
    jump = result.json["landing"][0]["largest_jump"]
    assert not jump["joint"].startswith("neck") and abs(jump["jump"]) < 100


def test_compare_and_analyze_agree(carom, bolt):
    """The same restitution, the same friction, the same spread."""
    for words in ((), ("--restitution", 0.3)):
        compared = carom("compare", bolt[0], *words, "--json").json
        analysis = carom("analyze", bolt[0], *words, "--json").json
        assert compared["restitution"] == analysis["restitution"]
        assert compared["practical"]["spread"] == analysis["spread"]["value"]
        assert compared["practical"]["verdict"] == analysis["practical"]
        laws = [item["law"] for item in compared["landing"]]
        assert laws == [outcome["law"]["name"] for outcome in compared["outcomes"]]
        assert len(laws) == 9 and compared["left_out"][0]["law"] == "corner"
        shown = compared["landing"][laws.index(analysis["law"])]
        largest = analysis["joints"][0]
        assert shown["largest_jump"]["joint"] == largest["joint"]
        assert shown["energy_lost"] == pytest.approx(analysis["energy_lost"], rel=1e-9)
    rough = carom("compare", bolt[0], "--friction", 0.8, "--draws", 0)
    assert "restitution 0, friction 0.8;" in rough.out


def test_map_and_design_find_the_feet_too(carom, bolt):
    for words in (("map", bolt[0], "--axis", "FL_KFE=-1.6:-1.5:2"), ("design", bolt[0])):
        result = carom(*words)
        assert result.code == 0, result.err
        assert "contacts: feet found: FL_FOOT, FR_FOOT" in result.err
    assert "on FL_FOOT, FR_FOOT" in result.out  # a map without -o prints numbers alone


def test_no_contacts_lists_feet(carom, bolt):
    result = carom("analyze", bolt[0], "--contacts", "")
    assert result.code == 2
    assert "no contacts; expected --contacts with the frames that land" in result.err
    assert "FL_FOOT" in result.err
    assert result.out == ""


def test_an_ankle_above_its_sole_is_said(carom):
    g1 = urdf("g1_description/urdf/g1_29dof_rev_1_0.urdf")
    found = carom("resolve", g1, "--law", "plastic", "--json")
    assert "are 35 mm above their soles; the soles of their collision shapes are taken" in found.err
    ankles = "left_ankle_roll_link,right_ankle_roll_link"
    given = carom("resolve", g1, "--contacts", ankles, "--law", "plastic", "--json")
    assert "--contacts left_ankle_roll_link:sole,right_ankle_roll_link:sole takes" in given.err
    assert len(given.json["impulse"]) == 2


def test_unknown_frame_suggests(carom, bolt):
    result = carom("analyze", bolt[0], "--contacts", "FL_FOT,FR_FOOT")
    assert result.code == 2
    assert "FL_FOOT" in result.err


def test_all_faults_at_once(carom, bolt):
    result = carom(
        *("analyze", bolt[0], "--contacts", "FL_FOT", "--lock", "FL_KFF"),
        *("--armature", "FR_KFE=-1", "--posture", "standin", "--drop", -1, "--touch", -1),
    )
    assert result.code == 2
    for text in (
        "'FL_FOT'",
        "--lock",
        "'FL_KFE'",
        "--armature FR_KFE = '-1'; expected a number >= 0",
        "standin",
        "--drop = -1 m; expected a height > 0",
        "--touch = -1 m; expected touch >= 0",
    ):
        assert text in result.err, text


def test_contacts_that_do_not_touch(carom, write, bolt):
    posture = write("crooked.json", {"FL_KFE": -0.9, "FL_HFE": 0.3})
    result = carom("analyze", *bolt, "--posture", posture)
    assert result.code == 2
    assert "not all contacts touch when the lowest does; gaps:" in result.err
    assert "--stand" in result.err
    standing = carom("analyze", *bolt, "--posture", posture, "--stand", "--json")
    assert standing.code == 0, standing.err
    declared = carom("analyze", *bolt, "--posture", posture, "--touch", 1, "--json")
    assert declared.code == 0
    assert declared.json["gram"] != standing.json["gram"]


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--base", "floating"], "--base = 'floating'; expected free or fixed"),
        (["--base", "fixed"], "the base is fixed, so nothing falls; expected --velocity with 6"),
        (["--drop", "0.1", "--velocity", "[0]"], "--drop and --velocity are both given"),
        (["--velocity", "[0,0,-1]"], "--velocity: 3 numbers; expected a list of 12 numbers"),
        (["--velocity", '{"a":1}'], "expected a list of 12 numbers"),
        (["--armature", "heavy"], "--armature = 'heavy'; expected a number >= 0"),
        (["--armature", "root_joint=1"], "is the free base; expected a joint"),
        (["--law", "plastik"], "did you mean 'plastic'?"),
        (["--restitution", "2"], "--restitution = 2; expected 0 <= restitution <= 1"),
        (["--set", "drop=0.1"], "is a file; expected a scene"),
    ],
)
def test_bad_options(carom, bolt, options, text):
    result = carom("analyze", *bolt, *options)
    assert result.code == 2
    assert text in result.err
    assert result.out == ""


def test_fixed_base_with_a_velocity(carom, bolt):
    options = ["--base", "fixed", "--velocity", "[0,1,-1,0,1,-1]", "--touch", 1]
    landing = carom("analyze", *bolt, *options, "--json")
    assert landing.code == 0, landing.err
    assert landing.json["spread"]["base_linear"] is None
    assert landing.json["locked"] is None


def test_robot_options_need_a_robot(carom, write, three_balls):
    result = carom("analyze", write("p.json", three_balls), "--drop", 1, "--contacts", "a")
    assert result.code == 2
    assert "--contacts, --drop: p.json is a problem; expected a robot file" in result.err
    result = carom("resolve", "cradle", "--lock", "all")
    assert result.code == 2
    assert "--lock: 'cradle' is a scene; expected a robot file (*.urdf, *.xml)" in result.err


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("robot.urdf", "does not exist"),
        ("robot.xml", "does not exist"),
        ("robot.sdf", "SDF files are not read"),
        ("robot.urdf.xacro", "run xacro on it first"),
    ],
)
def test_files_that_are_no_robots(carom, write, name, text):
    if name.endswith(("sdf", "xacro")):
        write(name, "<robot/>")
    result = carom("analyze", name, "--contacts", "a")
    assert result.code == 2
    assert text in result.err


def test_same_bits_twice(carom, hyq):
    first = carom("analyze", *hyq, "--restitution", 0.3, "--json")
    assert first.out == carom("analyze", *hyq, "--restitution", 0.3, "--json").out
