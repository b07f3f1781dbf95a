# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Everything that is refused: exit code 2, nothing on standard output, a text that says why."""

import json
import time

import pytest


def refused(result, *parts):
    assert result.code == 2, result
    assert result.out == ""
    assert "internal error" not in result.err
    for line in result.err.splitlines():
        assert line.startswith("carom: ")
    for part in parts:
        assert part in result.err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"velocity": [1, 0]}, "mass_matrix is 3 x 3; expected 2 x 2"),
        ({"mass_matrix": [[1, 0], [0, 1]]}, "mass_matrix is 2 x 2; expected 3 x 3"),
        (
            {"mass_matrix": [[1, 0, 0], [0, 1], [0, 0, 1]]},
            "mass_matrix[1] has 2 entries; expected 3",
        ),
        ({"mass_matrix": [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]}, "expected a symmetric matrix"),
        (
            {"mass_matrix": [[1, 2, 0], [2, 1, 0], [0, 0, 1]]},
            "expected a positive definite matrix",
        ),
        (
            {"mass_matrix": [[1, 0, 0], [0, -1, 0], [0, 0, 1]]},
            "mass_matrix[1][1] = -1; expected > 0",
        ),
        ({"contacts": [{"name": "a-b", "normal": [1, 0]}]}, "normal has 2 entries; expected 3"),
        (
            {"contacts": [{"name": "a-b", "normal": [0, 0, 0]}]},
            "contact 'a-b': normal = 0; expected",
        ),
        (
            {"contacts": [{"name": "a", "normal": [1, 0, 0]}, {"name": "a", "normal": [0, 1, 0]}]},
            "name = 'a' is used twice; expected unique names",
        ),
        (
            {"contacts": [{"name": "a-b", "normal": [1, 0, 0], "friction": -0.1}]},
            "contact 'a-b': friction = -0.1; expected friction >= 0",
        ),
        (
            {"contacts": [{"name": "a-b", "normal": [1, 0, 0], "restitution": 1.3}]},
            "p.json: contact 'a-b': restitution = 1.3; expected 0 <= restitution <= 1",
        ),
        (
            {"contacts": [{"name": "a-b", "normal": [1, 0, 0], "restitution": -0.1}]},
            "restitution = -0.1; expected 0 <= restitution <= 1",
        ),
        (
            {"contacts": [{"name": "a-b", "normal": [1, 0, 0], "frction": 0.1}]},
            "contact 'a-b': unknown key 'frction'",
        ),
        (
            {"bilateral": [{"name": "rod", "row": [1, -1, 0]}]},
            "bilateral 'rod': row . velocity = 1; expected 0",
        ),
        ({"velocity": "fast"}, 'velocity = "fast"; expected a list of numbers'),
        ({"velocities": [1, 2, 3]}, "did you mean 'velocity'?"),
        ({"format": "carom-problem/9"}, 'expected "carom-problem/1"'),
        ({"velocity": []}, "velocity has 0 entries"),
    ],
)
def test_problems(carom, write, three_balls, change, message):
    result = carom("resolve", write("p.json", {**three_balls, **change}), "--json")
    refused(result, message)
    assert result.err.startswith("carom: p.json: ")


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "nan", "inf"])
@pytest.mark.parametrize("key", ["velocity", "mass_matrix"])
def test_not_finite(carom, write, three_balls, key, word):
    three_balls[key] = "@"
    text = json.dumps(three_balls).replace('"@"', f"[{word}]")
    result = carom("resolve", write("p.json", text))
    refused(result, f"{word}; expected a finite number: NaN and infinities are not numbers here")
    assert result.err.startswith("carom: p.json:1:")


def test_numbers_beyond_the_range_of_a_double(carom, write, three_balls):
    text = json.dumps(three_balls).replace('"velocity": [1,', '"velocity": [1e400,')
    refused(carom("resolve", write("p.json", text)), "1e400 overflows")


def test_truncated_json_has_line_and_column(carom, write, three_balls):
    text = json.dumps(three_balls, indent=1)
    cut = text[: text.index('"b-c"') + 3]
    line = cut.count("\n") + 1
    column = len(cut) - cut.rindex("\n")
    result = carom("resolve", write("three_balls.json", cut))
    refused(result, f"carom: three_balls.json:{line}:{column}: JSON ends early")


def test_all_faults_of_a_file_at_once(carom, write, three_balls):
    three_balls["contacts"][0]["restitution"] = 1.3
    three_balls["contacts"][1]["friction"] = -1
    three_balls["mass_matrix"][0][0] = -1
    three_balls["typo"] = 1
    result = carom("resolve", write("p.json", three_balls))
    refused(result, "restitution = 1.3", "friction = -1", "mass_matrix[0][0] = -1", "'typo'")
    assert len(result.err.splitlines()) == 4


def test_huge_number_of_contacts_is_refused_quickly(carom, write, three_balls):
    three_balls["contacts"] = [{"normal": [1, 0, 0]}] * 300_000
    name = write("p.json", three_balls)
    start = time.monotonic()
    refused(carom("resolve", name), "contacts has more than 2048 entries; expected at most 2048")
    assert time.monotonic() - start < 5


def test_files_that_cannot_be_read(carom, tmp_path):
    refused(
        carom("resolve", "missing.json"),
        "missing.json: the file does not exist",
        "expected a file, - for standard input, or a scene: cradle, billiards",
    )
    (tmp_path / "folder").mkdir()
    refused(carom("resolve", "folder"), "folder: is a directory; expected a file")
    refused(carom("resolve", "craddle"), "did you mean 'cradle'?")


@pytest.mark.parametrize("empty", ["", "\n\n"])
def test_empty_file(carom, write, empty):
    refused(carom("resolve", write("p.json", empty)), "p.json:1:1: JSON ends early")
    refused(carom("resolve", "-", stdin=empty), "standard input:1:1: JSON ends early")


def test_files_that_fail_while_being_read(carom, tmp_path):
    refused(
        carom("resolve", "/proc/self/mem"), "/proc/self/mem: cannot be read: Input/output error"
    )
    (tmp_path / "loop.json").symlink_to("loop.json")
    refused(carom("resolve", "loop.json"), "loop.json: cannot be read: Too many levels of symbolic")


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("robot.urdf", "robot.urdf:1: robot has no link"),
        ("robot.xml", "robot.xml:1: robot has no link"),
        ("scene.toml", "scene.toml:1:1: not TOML"),
    ],
)
def test_files_of_other_kinds(carom, write, name, fault):
    refused(carom("analyze", name), f"{name}: the file does not exist")
    write(name, "<robot/>")
    refused(carom("analyze", name), fault)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "no verb; expected one of resolve, compare, analyze"),
        (["resolv", "cradle"], "verb 'resolv' is unknown"),
        (["resolv", "cradle"], "did you mean 'resolve'?"),
        (["simulate", "cradle"], "verb 'simulate' is unknown; expected one of"),
        (["resolve"], "FILE is required"),
        (["resolve", "cradle", "more"], "more"),
        (["resolve", "cradle", "--jsn"], "did you mean '--json'?"),
        (["resolve", "cradle", "--law"], "--law"),
        (["resolve", "cradle", "--law", "propagativ"], "did you mean 'propagative'?"),
        (["resolve", "cradle", "--law", "x"], "expected one of propagative, sequential, plastic"),
        (["resolve", "cradle", "--policy", "frist"], "did you mean 'first'?"),
        (["resolve", "cradle", "--policy", "x"], "expected one of most_violated, least_violated"),
        (["resolve", "cradle", "--restitution", "1.3"], "--restitution = 1.3; expected 0 <= rest"),
        (["resolve", "cradle", "--restitution", "-0.1"], "--restitution = -0.1; expected 0 <= "),
        (["resolve", "cradle", "--restitution", "nan"], "--restitution = nan; expected 0 <= rest"),
        (["resolve", "cradle", "--restitution", "high"], "--restitution"),
        (
            ["resolve", "cradle", "--law", "plastic", "--restitution", "0.5"],
            "law 'plastic' has no coefficient",
        ),
        (
            ["resolve", "cradle", "--law", "inert", "--policy", "first"],
            "law 'inert' has no order of reflections",
        ),
        (["resolve", "cradle", "--friction", "-0.1"], "--friction = -0.1; expected friction >= 0"),
        (["resolve", "cradle", "--friction", "inf"], "--friction = infinity; expected friction"),
        (["resolve", "cradle", "--branches=minmal"], "did you mean 'minimal'?"),
        (["resolve", "cradle", "--max-nodes", "0"], "'0'; expected a whole number >= 1"),
        (["resolve", "cradle", "--max-nodes", "1.5"], "'1.5'; expected a whole number >= 1"),
        (["resolve", "cradle", "--seed", "-1"], "'-1'; expected a whole number >= 0"),
        (["resolve", "cradle", "--indent", "-2"], "'-2'; expected a whole number >= 0"),
        (["resolve", "cradle", "--set", "masses"], "expected NAME=VALUE"),
        (["resolve", "cradle", "--set", "mases=[1]"], "did you mean 'masses'?"),
        (["resolve", "cradle", "--set", "masses=1"], "expected a list such as [1,2,1]"),
        (["resolve", "cradle", "--set", "masses=[1,nan]"], "NaN and infinities are not accepted"),
        (["resolve", "cradle", "--set", "masses=[1,-1]"], "masses[1] = -1 kg; expected > 0"),
        (["resolve", "cradle", "--set", "velocity=[1]"], "velocity has 1 entries; expected 3"),
        (["resolve", "cradle", "--set", "wall=maybe"], "expected true or false"),
        (["resolve", "billiards", "--set", "theta=59deg"], "expected 1.0471975511965"),
        (["resolve", "billiards", "--set", "theta=181deg"], "(60 to 180 deg)"),
        (["resolve", "billiards", "--set", "radius_a=40deg"], "expected one number"),
        (["laws", "cradle"], "cradle"),
    ],
)
def test_arguments(carom, arguments, message):
    refused(carom(*arguments), message)


def test_one_line_for_a_mistake_in_the_arguments(carom):
    result = carom("resolve", "cradle", "--unknown", "--other")
    refused(result)
    assert len(result.err.splitlines()) == 1


def test_all_mistakes_of_a_scene_at_once(carom):
    result = carom("resolve", "cradle", "--set", "mases=[1]", "--set", "wall=2")
    refused(result, "mases", "wall")
    assert len(result.err.splitlines()) == 2


def test_settings_are_for_scenes(carom, write, three_balls):
    name = write("p.json", three_balls)
    refused(carom("resolve", name, "--set", "masses=[1]"), "p.json is a file; expected a scene")
