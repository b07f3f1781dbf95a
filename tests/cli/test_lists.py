# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom laws, scenes, --help, --version."""

import re

import pytest

VERBS = ["resolve", "compare", "analyze", "run", "reproduce", "laws", "scenes"]


def test_laws(carom):
    result = carom("laws")
    assert result.code == 0
    laws = carom("laws", "--json").json
    assert [law["name"] for law in laws] == [
        "propagative",
        "sequential",
        "plastic",
        "inert",
        "newton",
        "poisson",
        "regular",
        "slip_share",
        "corner",
        "compliant",
    ]
    assert [law["name"] for law in laws if law["friction"]] == [law["name"] for law in laws[4:]]
    for law in laws:
        assert law["summary"] and law["coefficient"] and law["source"]
        assert law["name"] in result.out
        assert law["source"] in result.out
    assert "most_violated" in result.out


def test_scenes(carom):
    text = carom("scenes").out
    scenes = {scene["name"]: scene for scene in carom("scenes", "--json").json}
    assert set(scenes) == {
        *("cradle", "billiards", "corner_ball", "block", "rhex", "trex", "biped", "pantograph"),
        *("pendulum_cradle", "double_pendulum", "vee", "chain", "free_body", "atlas"),
        "bouncing_ball",
    }
    defaults = {p["name"]: p["default"] for p in scenes["cradle"]["parameters"]}
    assert defaults == {"masses": [1, 1, 1], "velocity": [1, 0, 0], "wall": False}
    billiards = {p["name"]: p for p in scenes["billiards"]["parameters"]}
    assert list(billiards) == ["radius_a", "radius_b", "radius_c", "theta", "velocity"]
    assert billiards["theta"]["unit"] == "rad"
    assert billiards["theta"]["default"] == pytest.approx(2.0943951023931953, abs=1e-15)
    assert billiards["velocity"]["default"] == [0, -1]
    for scene in scenes.values():
        assert scene["source"] in text
        for parameter in scene["parameters"]:
            assert parameter["name"] in text
            assert parameter["meaning"] in text


def test_indent_of_lists(carom):
    assert carom("laws", "--indent", 1).out.startswith("[\n {")


def test_version(carom):
    result = carom("--version")
    assert result.code == 0
    assert re.fullmatch(r"carom \d+\.\d+\.\d+\n", result.out)


def test_help(carom):
    result = carom("--help")
    assert result.code == 0
    assert result.err == ""
    for verb in VERBS:
        assert verb in result.out
    assert "Examples:" in result.out
    assert "Exit codes" in result.out


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_each_verb(carom, verb):
    result = carom(verb, "--help")
    assert result.code == 0
    assert result.err == ""
    assert f"carom {verb}" in result.out
    assert "--json" in result.out
