#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Writes Atlas from its facts: two URDF files and the tables of the gallery's scene.

Usage: write_atlas.py [--check] [ROOT]. Reads scenes/robots/atlas_facts.json below ROOT and writes
scenes/robots/atlas_v1.urdf, atlas_v3.urdf and src/model/gallery/atlas_facts.cpp. With --check
nothing is written; it prints the files that differ and exits with 1 if any does.
"""

import argparse
import json
import sys
from pathlib import Path

FACTS = Path("scenes/robots/atlas_facts.json")
TABLES = Path("src/model/gallery/atlas_facts.cpp")
VERSIONS = ("v1", "v3")
FEET = ("l_foot", "r_foot")
INERTIA = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")


def credit(facts):
    """Where the numbers come from, as lines."""
    source = facts["source"]
    return [
        f"Numbers: {source['repository']}, commit {source['commit']},",
        f"licence {source['licence']}; see {FACTS.as_posix()}.",
    ]


def sole_center(foot):
    x, y, z = foot["box_center"]
    return [x, y, foot["sole_z"]]


def numbers(values):
    """Shortest decimals that read back as the same numbers."""
    return " ".join(repr(float(value)) for value in values)


def urdf_link(link, foot):
    inertia = "".join(
        f' {name}="{float(value)!r}"' for name, value in zip(INERTIA, link["inertia"], strict=True)
    )
    yield f'  <link name="{link["name"]}">'
    yield "    <inertial>"
    yield f'      <origin xyz="{numbers(link["center"])}" rpy="0 0 0"/>'
    yield f'      <mass value="{float(link["mass"])!r}"/>'
    yield f"      <inertia{inertia}/>"
    yield "    </inertial>"
    if link["name"] in FEET:
        yield "    <collision>"
        yield f'      <origin xyz="{numbers(foot["box_center"])}" rpy="0 0 0"/>'
        yield f'      <geometry><box size="{numbers(foot["box_size"])}"/></geometry>'
        yield "    </collision>"
    yield "  </link>"


def urdf_joint(joint):
    yield f'  <joint name="{joint["name"]}" type="revolute">'
    yield f'    <parent link="{joint["parent"]}"/>'
    yield f'    <child link="{joint["child"]}"/>'
    yield f'    <origin xyz="{numbers(joint["origin"])}" rpy="0 0 0"/>'
    yield f'    <axis xyz="{numbers(joint["axis"])}"/>'
    limits = " ".join(
        f'{key}="{float(joint[key])!r}"' for key in ("lower", "upper", "effort", "velocity")
    )
    yield f"    <limit {limits}/>"
    yield "  </joint>"


def urdf_sole(foot_name, foot):
    """A frame without mass at the centre of a sole."""
    sole = foot_name.replace("_foot", "_sole")
    yield f'  <link name="{sole}"/>'
    yield f'  <joint name="{sole}_fixed" type="fixed">'
    yield f'    <parent link="{foot_name}"/>'
    yield f'    <child link="{sole}"/>'
    yield f'    <origin xyz="{numbers(sole_center(foot))}" rpy="0 0 0"/>'
    yield "  </joint>"


def urdf(facts, version):
    """The robot as URDF; the base is the pelvis, the sole boxes are the only shapes."""
    robot, foot = facts[version], facts["foot"]
    lines = ['<?xml version="1.0"?>', "<!--"]
    lines += [f"  Atlas {version}, {robot['total_mass']:.2f} kg. Written by write_atlas.py."]
    lines += [f"  {line}" for line in credit(facts)]
    lines += ["-->", f'<robot name="atlas_{version}">']
    for link in robot["links"]:
        lines += urdf_link(link, foot)
    for joint in robot["joints"]:
        lines += urdf_joint(joint)
    for name in FEET:
        lines += urdf_sole(name, foot)
    return "\n".join([*lines, "</robot>"]) + "\n"


def braces(values):
    return "{" + ", ".join(repr(float(value)) for value in values) + "}"


def table(robot, version):
    joints = {joint["child"]: joint for joint in robot["joints"]}
    base = {"name": "", "parent": "", "origin": [0, 0, 0], "axis": [0, 0, 0]}
    base.update(lower=0, upper=0, effort=0, velocity=0)
    yield f"const std::array<AtlasLink, {len(robot['links'])}> atlas_{version}_links = {{{{"
    for link in robot["links"]:
        joint = joints.get(link["name"], base)
        limits = [joint[key] for key in ("lower", "upper", "effort", "velocity")]
        yield f'    {{"{link["name"]}", "{joint["parent"]}", "{joint["name"]}",'
        yield f"     {braces(joint['origin'])}, {braces(joint['axis'])},"
        yield f"     {braces(limits)[1:-1]}, {float(link['mass'])!r},"
        yield f"     {braces(link['center'])},"
        yield f"     {braces(link['inertia'])}}},"
    yield "}};"


def points(name, values):
    yield f"const std::array<std::array<double, 3>, {len(values)}> {name} = {{{{"
    yield from (f"    {braces(point)}," for point in values)
    yield "}};"


def tables(facts):
    """The same numbers for C++."""
    foot = facts["foot"]
    lines = [
        "// SPDX-FileCopyrightText: 2026 The carom authors",
        "// SPDX-License-Identifier: MIT",
        "//",
        "// Written by script/tools/write_atlas.py; change the facts, not this file.",
        *(f"// {line}" for line in credit(facts)),
        '#include "model/gallery/atlas_facts.h"',
        "",
        "// clang-format off",
        "namespace carom::gallery {",
        "",
    ]
    for version in VERSIONS:
        lines += [*table(facts[version], version), ""]
    for name, key in (("size", "box_size"), ("center", "box_center")):
        lines += [f"const std::array<double, 3> atlas_foot_box_{name} = {braces(foot[key])};"]
    lines += points("atlas_four_points", foot["four_points"])
    lines += points("atlas_eight_points", foot["eight_points"])
    return "\n".join([*lines, "", "}  // namespace carom::gallery"]) + "\n"


def outputs(facts):
    """path -> text of everything that is written."""
    texts = {
        Path(f"scenes/robots/atlas_{version}.urdf"): urdf(facts, version) for version in VERSIONS
    }
    texts[TABLES] = tables(facts)
    return texts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).parents[2])
    arguments = parser.parse_args()
    facts = json.loads((arguments.root / FACTS).read_text(encoding="utf-8"))
    different = []
    for name, text in outputs(facts).items():
        path = arguments.root / name
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        different.append(name.as_posix())
        if not arguments.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for name in different:
        print(f"{name}: {'out of date; run write_atlas.py' if arguments.check else 'written'}")
    return 1 if arguments.check and different else 0


if __name__ == "__main__":
    sys.exit(main())
