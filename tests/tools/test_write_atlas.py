# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""script/tools/write_atlas.py reproduces the files of the tree, and finds one that was edited."""

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "script" / "tools" / "write_atlas.py"
FACTS = Path("scenes/robots/atlas_facts.json")
WRITTEN = (
    Path("scenes/robots/atlas_v1.urdf"),
    Path("scenes/robots/atlas_v3.urdf"),
    Path("src/model/gallery/atlas_facts.cpp"),
)


def run(*arguments):
    return subprocess.run([sys.executable, TOOL, *arguments], capture_output=True, text=True)


def copy_of_facts(root):
    (root / FACTS).parent.mkdir(parents=True)
    (root / FACTS).write_text((ROOT / FACTS).read_text(encoding="utf-8"), encoding="utf-8")


def test_files_are_up_to_date():
    result = run("--check")
    assert (result.returncode, result.stdout) == (0, "")


def test_writes_the_same_bytes(tmp_path):
    copy_of_facts(tmp_path)
    assert run(tmp_path).returncode == 0
    for name in WRITTEN:
        assert (tmp_path / name).read_bytes() == (ROOT / name).read_bytes()


def test_finds_an_edited_file(tmp_path):
    copy_of_facts(tmp_path)
    run(tmp_path)
    edited = tmp_path / WRITTEN[1]
    edited.write_text(edited.read_text(encoding="utf-8").replace("17.882", "17.883"))
    result = run("--check", tmp_path)
    assert result.returncode == 1
    assert result.stdout == f"{WRITTEN[1]}: out of date; run write_atlas.py\n"
    assert "17.883" in edited.read_text(encoding="utf-8")


def test_robots_are_whole():
    for name, mass in (("v1", 90.61994), ("v3", 147.67384)):
        robot = ElementTree.parse(ROOT / f"scenes/robots/atlas_{name}.urdf").getroot()
        joints = [joint.get("type") for joint in robot.iter("joint")]
        assert (joints.count("revolute"), joints.count("fixed")) == (28, 2)
        masses = [float(element.get("value")) for element in robot.iter("mass")]
        assert len(masses) == 29
        assert abs(sum(masses) - mass) < 1e-9
        assert len(list(robot.iter("collision"))) == 2
