# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Batches: JSON Lines files and several objects on standard input, in order, in constant memory."""

import json
import re
import subprocess
import threading
from pathlib import Path

import pytest
from conftest import SCENES


def balls(speed):
    return {
        "name": f"speed {speed}",
        "mass_matrix": [[1, 0], [0, 1]],
        "velocity": [speed, 0],
        "contacts": [{"name": "a-b", "normal": [-1, 1]}],
    }


def lines(*documents):
    return "".join(
        (item if isinstance(item, str) else json.dumps(item)) + "\n" for item in documents
    )


def names(result):
    return [item.get("problem", "error") for item in result.lines]


def test_one_outcome_per_line_in_order(carom, write):
    result = carom("resolve", write("p.jsonl", lines(*map(balls, range(1, 40)))))
    assert result.code == 0
    assert result.err == ""
    assert names(result) == [f"speed {i}" for i in range(1, 40)]
    for i, outcome in enumerate(result.lines, 1):
        assert outcome["format"] == "carom-outcome/1"
        assert outcome["velocity_plus"] == pytest.approx([0, i], abs=1e-12)


def test_example_file(carom):
    result = carom("resolve", SCENES / "two_blocks.jsonl")
    assert result.code == 0
    verdicts = [outcome["uniqueness"]["verdict"] for outcome in result.lines]
    assert len(verdicts) == 4
    assert verdicts[:3] == ["unique"] * 3


def test_a_bad_line_is_answered_in_its_place(carom, write):
    text = lines(balls(1), "{broken", "", balls(2), {"velocity": [1]}, balls(3))
    result = carom("resolve", write("p.jsonl", text), "--json")
    assert result.code == 2
    assert names(result) == ["speed 1", "error", "speed 2", "error", "speed 3"]
    first, second = (item for item in result.lines if "error" in item)
    assert first["line"] == 2
    assert first["error"].startswith("p.jsonl:2:")
    assert second["line"] == 5
    assert "p.jsonl:5: mass_matrix is missing" in second["error"]
    assert "p.jsonl:5: contacts is missing" in second["error"]


def test_no_answer_gives_1_and_a_bad_line_2(carom, write, clamped):
    good_and_none = lines(balls(1), clamped)
    assert carom("resolve", write("p.jsonl", good_and_none)).code == 1
    assert carom("resolve", write("p.jsonl", good_and_none + "x\n")).code == 2


def test_blank_lines_and_line_ends_of_other_systems(carom, write):
    text = "\n\r\n" + lines(balls(1), balls(2)).replace("\n", "\r\n") + "   \n"
    result = carom("resolve", write("p.jsonl", text))
    assert result.code == 0
    assert names(result) == ["speed 1", "speed 2"]


def test_an_empty_batch(carom, write):
    result = carom("resolve", write("p.jsonl", ""))
    assert (result.code, result.out, result.err) == (0, "", "")


def test_no_end_of_line_at_the_end(carom, write):
    assert names(carom("resolve", write("p.jsonl", lines(balls(1), balls(2))[:-1]))) == [
        "speed 1",
        "speed 2",
    ]


def test_a_file_of_one_line_is_still_a_batch(carom, write):
    assert names(carom("resolve", write("p.jsonl", lines(balls(1))))) == ["speed 1"]


def test_options_apply_to_every_line(carom, write):
    text = lines(balls(1), balls(2))
    result = carom("resolve", write("p.jsonl", text), "--law", "plastic", "--branches")
    assert [outcome["law"]["name"] for outcome in result.lines] == ["plastic"] * 2
    assert all(len(outcome["branches"]) == 1 for outcome in result.lines)
    warned = carom("resolve", "p.jsonl", "--indent", 2)
    assert len(warned.lines) == 2
    assert "--indent is not used for a batch" in warned.err


# standard input


def test_single_object_on_standard_input_is_one_problem(carom):
    text = json.dumps(balls(1))
    for stdin in (text, f"\n\n{text}\n\n", json.dumps(balls(1), indent=2)):
        result = carom("resolve", "-", stdin=stdin)
        assert result.code == 0
        assert result.out.startswith("speed 1\n")
        assert carom("resolve", "-", "--json", stdin=stdin).json["problem"] == "speed 1"


@pytest.mark.parametrize(
    "stdin",
    [
        lines(balls(1), balls(2), balls(3)),
        "\n" + lines(balls(1), balls(2), balls(3)).replace("\n", "\n\n"),
        "\n".join(json.dumps(balls(i), indent=2) for i in (1, 2, 3)),
        "".join(json.dumps(balls(i), indent=1) for i in (1, 2, 3)),
        "".join(json.dumps(balls(i)) for i in (1, 2, 3)),
        "".join(json.dumps({**balls(i), "comment": 'a "}" \\ {'}, indent=0) for i in (1, 2, 3)),
    ],
)
def test_several_objects_on_standard_input(carom, stdin):
    result = carom("resolve", "-", stdin=stdin)
    assert result.code == 0, result.out
    assert names(result) == ["speed 1", "speed 2", "speed 3"]


def test_bad_lines_on_standard_input(carom):
    half = json.dumps(balls(9))[:-10]
    for text, expected in [
        (lines(balls(1), half, balls(2)), ["speed 1", "error", "speed 2"]),
        (lines(half, balls(1), balls(2)), ["error", "speed 1", "speed 2"]),
        (lines("hello", balls(1)), ["error", "speed 1"]),
    ]:
        result = carom("resolve", "-", stdin=text)
        assert result.code == 2
        assert names(result) == expected


def test_line_numbers_of_pretty_printed_objects(carom):
    text = json.dumps(balls(1), indent=2) + "\n\n" + json.dumps({"velocity": [1]}, indent=2)
    result = carom("resolve", "-", stdin=text)
    assert result.code == 2
    start = text.index('{\n  "velocity": [\n    1\n  ]\n}')
    line = text[:start].count("\n") + 1
    assert result.lines[1]["line"] == line
    assert f"standard input:{line}: mass_matrix is missing" in result.lines[1]["error"]


def test_truncated_object_on_standard_input_has_its_place(carom):
    result = carom("resolve", "-", stdin='\n{\n "mass_matrix": [[1]],\n\n "velocity": [')
    assert result.code == 2
    assert result.out == ""
    assert "standard input:5:15: JSON ends early" in result.err


def test_answers_come_as_soon_as_they_can(command):
    """A program that asks one problem after the other is not kept waiting."""
    with subprocess.Popen([command, "resolve", "-"], stdin=-1, stdout=-1) as child:
        watchdog = threading.Timer(30, child.kill)
        watchdog.start()
        child.stdin.write(lines(balls(1), balls(2)).encode())
        child.stdin.flush()
        first = [json.loads(child.stdout.readline()) for _ in range(2)]
        child.stdin.write(lines(balls(3)).encode())
        child.stdin.flush()
        assert json.loads(child.stdout.readline())["problem"] == "speed 3"
        child.stdin.close()
        assert child.stdout.read() == b""
        assert child.wait(60) == 0
        watchdog.cancel()
    assert [item["problem"] for item in first] == ["speed 1", "speed 2"]


def test_a_reader_that_leaves_is_no_error(command, tmp_path):
    path = tmp_path / "p.jsonl"
    path.write_text(lines(*map(balls, range(1, 20000))))
    with subprocess.Popen(
        [command, "resolve", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == b""
        child.wait(60)


# size


def peak_memory(command, problems, repeats):
    """Kilobytes at most resident after all answers; the child is asked while it waits for more."""

    def feed():
        for _ in range(repeats):
            child.stdin.write(problems)
        child.stdin.flush()

    with subprocess.Popen([command, "resolve", "-"], stdin=-1, stdout=-1) as child:
        feeder = threading.Thread(target=feed)
        feeder.start()
        for _ in range(repeats * problems.count(b"\n")):
            assert child.stdout.readline().startswith(b'{"format"')
        feeder.join()
        status = Path(f"/proc/{child.pid}/status").read_text()
        child.stdin.close()
        assert child.stdout.read() == b""
        assert child.wait(60) == 0
    return int(re.search(r"VmHWM:\s*(\d+) kB", status).group(1))


@pytest.mark.slow
def test_memory_is_constant(command):
    problems = lines(*({**balls(i), "comment": "x" * 500} for i in range(1, 1001))).encode()
    growth = peak_memory(command, problems, 100) - peak_memory(command, problems, 1)
    assert growth < 20 * 1024


@pytest.mark.parametrize("verb", ["compare", "analyze"])
def test_other_verbs_take_batches_too(carom, write, verb):
    result = carom(verb, write("p.jsonl", lines(balls(1), "{", balls(2))))
    assert result.code == 2
    assert names(result) == ["speed 1", "error", "speed 2"]
