# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""scenes/robots/strider.urdf, the robot that ships: its numbers, and what the docs say of it."""

import csv
import json
import math
import xml.etree.ElementTree as ET

import pytest
from conftest import SCENES

URDF = SCENES / "robots" / "strider.urdf"
TREE = ET.parse(URDF).getroot()
LINKS = {link.get("name"): link for link in TREE.iter("link")}
JOINTS = {joint.get("name"): joint for joint in TREE.iter("joint")}


def numbers(element, path, attribute, default="0 0 0"):
    found = element.find(path)
    return [float(x) for x in (default if found is None else found.get(attribute, default)).split()]


def moments(mass, shape):
    """Of a solid, even box or cylinder, about its centre, along its own axes."""
    size = shape.find("geometry")[0]
    if size.tag == "box":
        a, b, c = (float(x) for x in size.get("size").split())
        return [mass / 12 * s for s in (b * b + c * c, a * a + c * c, a * a + b * b)]
    assert size.tag == "cylinder"
    r, length = float(size.get("radius")), float(size.get("length"))
    across = mass / 12 * (3 * r * r + length * length)
    return [across, across, mass * r * r / 2]


@pytest.mark.parametrize("name", LINKS)
def test_inertia_is_that_of_the_first_shape(name):
    link = LINKS[name]
    mass = float(link.find("inertial/mass").get("value"))
    shape = link.find("visual")
    expected = moments(mass, shape)
    rpy = numbers(shape, "origin", "rpy")
    if rpy[1] != 0.0:  # Lying along x.
        assert rpy == [0.0, math.pi / 2, 0.0]
        expected = expected[::-1]
    inertia = link.find("inertial/inertia")
    # Nine digits are in the file.
    diagonal = [float(inertia.get(key)) for key in ("ixx", "iyy", "izz")]
    assert diagonal == pytest.approx(expected, rel=1e-8)
    assert all(float(inertia.get(key)) == 0.0 for key in ("ixy", "ixz", "iyz"))
    assert numbers(link, "inertial/origin", "xyz") == numbers(shape, "origin", "xyz")


def mirrored(element, turning):
    """What an element says, left and right exchanged and y turned round."""
    said = {}
    for part in element.iter():
        words = dict(part.attrib)
        if "xyz" in words and part.tag == "origin":
            x, y, z = (float(w) for w in words["xyz"].split())
            words["xyz"] = (x, -y or 0.0, z)
        if part.tag == "limit" and turning:
            words["lower"], words["upper"] = (
                str(-float(words["upper"])),
                str(-float(words["lower"])),
            )
        said.setdefault(part.tag, []).append(words)
    return json.loads(json.dumps(said).replace("left", "right"))


def plain(element):
    said = {}
    for part in element.iter():
        words = dict(part.attrib)
        if "xyz" in words and part.tag == "origin":
            words["xyz"] = [float(w) for w in words["xyz"].split()]
        said.setdefault(part.tag, []).append(words)
    return said


@pytest.mark.parametrize("name", [name for name in [*LINKS, *JOINTS] if name.startswith("left")])
def test_right_is_the_mirror_image_of_left(name):
    table = LINKS if name in LINKS else JOINTS
    # A turn about x is mirrored into one the other way, a turn about y into itself.
    turning = name in JOINTS and numbers(JOINTS[name], "axis", "xyz")[0] == 1.0
    assert mirrored(table[name], turning) == plain(table[name.replace("left", "right")])


def test_nothing_but_primitives_and_limits_everywhere():
    assert not list(TREE.iter("mesh"))
    for joint in JOINTS.values():
        limit = joint.find("limit")
        assert float(limit.get("lower")) < float(limit.get("upper"))
        assert float(limit.get("effort")) > 0 and float(limit.get("velocity")) > 0


def test_rotors_and_postures(carom):
    for posture in ("standing", "crouch"):
        found = carom("analyze", URDF, "--contacts", "auto", "--posture", posture, "--json").json
        assert found["model"]["mass"] == pytest.approx(8.8)
        assert found["rotors"]["known"]
        assert found["contacts"] == [
            f"{side}_foot[{x}, 0, -0.03]" for side in ("left", "right") for x in (-0.04, 0.08)
        ]


@pytest.mark.parametrize("height, restitution", [(0.05, 0), (0.2, 0), (0.2, 0.3), (0.4, 0.3)])
def test_it_lands_and_ends_at_rest_on_its_feet(carom, tmp_path, height, restitution):
    done = carom(
        *("run", URDF, "--drop", height, "--hold", "--restitution", restitution),
        *("--duration", 3, "-o", "landing"),
    )
    assert done.code == 0, done.err
    with (tmp_path / "landing" / "trajectory.csv").open() as file:
        rows = list(csv.DictReader(file))
    last = {key: float(value) for key, value in rows[-1].items()}
    # Upright, where it stood when it was let go, minus the fall; what it sinks is below 1 mm.
    assert last["root_joint.qw"] > 0.999
    start = float(rows[0]["root_joint.z [m]"])
    assert last["root_joint.z [m]"] == pytest.approx(start - height, abs=0.001)
    # 1e-4: what carom calls at rest.
    assert max(abs(v) for key, v in last.items() if key.startswith("v_")) < 1e-4


@pytest.mark.slow
def test_its_landing_has_several_outcomes_and_design_finds_one(carom, tmp_path):
    landing = ("--contacts", "auto", "--restitution", 0.3)
    before = carom("analyze", URDF, *landing, "--json").json
    assert before["practical"] == "several"
    done = carom("design", URDF, *landing, "-o", "posture.json")
    assert done.code == 0, done.out + done.err
    after = carom("analyze", URDF, *landing, "--posture", "posture.json", "--json").json
    assert after["practical"] == "one"
    # And it can stand so.
    done = carom("run", URDF, "--drop", 0.1, "--hold", "--posture", "posture.json")
    assert done.code == 0 and "fell" not in done.out, done.out
