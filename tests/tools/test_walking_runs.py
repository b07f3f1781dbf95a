# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""script/tools/walking_*.py: text of the tables, the search for limits, what is kept of a run."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "script" / "tools"))

import walking_pushes  # noqa: E402
import walking_runs  # noqa: E402
import walking_tables  # noqa: E402


def touchdown(step=0, energy=0.03, jump=0.8, impacts=3):
    return {
        "step": step,
        "foot": "right",
        "impacts": impacts,
        "energy_lost": energy,
        "points": [["a"], ["b"], ["c", "d"]],
        "largest_jump": jump,
        "jump_joint": "knee",
        "several": 2,
        "spread": 0.0213,
        "indeterminacy": 0.0005,
    }


def a_run(status="finished", steps=2, **summary):
    values = {"tilt": 0.0138, "slip": 7.2e-5, "zmp_margin": 0.0531, "effort": 0.474}
    values |= {"effort_joint": "hip", "energy_per_step": 0.0324, "steps": steps, **summary}
    gait = {"motion": "walk", "steps": 2}
    return {
        "status": status,
        "summary": values,
        "settings": {"walk": {"gait": gait}},
        "touchdowns": [touchdown(step) for step in range(steps)],
    }


@pytest.mark.parametrize(
    ("limit", "expected"), [(37, 37), (0, 0), (9, 9), (10, 10), (80, 80), (1000, 80), (79, 79)]
)
def test_finds_the_limit(limit, expected):
    tried = []

    def stands(value):
        tried.append(value)
        return value <= limit

    assert walking_pushes.largest(stands, most=80, coarse=10, fine=1) == expected
    assert len(tried) == len(set(tried)) <= 12


def test_smaller_values_that_were_tried_stand():
    falls = {20, 33}  # 21 to 32 would stand
    found = walking_pushes.largest(lambda value: value not in falls, 80, 10, 1)
    assert found == 19


def test_finds_multiples_of_the_resolution():
    asked = []
    found = walking_pushes.largest(lambda v: asked.append(v) or v <= 37, 80, 10, 2)
    assert found == 36
    assert all(value % 2 == 0 for value in asked)


def test_a_push_in_words():
    push = walking_pushes.Push("neither", "right", "begin", 90)
    assert push.words(20) == (
        *("--set", "steps=12", "--set", "push=[4.65,0,20,0]"),
        *("--set", "adjust=false", "--set", "zmp_overreach=0"),
    )


def test_tables_of_limits():
    found = {trial.key: 10 + trial.direction // 90 for trial in walking_pushes.push_trials()}
    found["steps and trunk", "left", "late", 0] = 80
    lines = walking_pushes.push_table(found)
    assert "| forwards | 10 | ≥ 80 | 10 | 10 | 10 | 10 |" in lines
    assert "| forwards | 10 / 10 | 10 / 10 | 10 / ≥ 80 | 10 / 10 |" in lines
    terraces = {trial.key: 36 for trial in walking_pushes.terrace_trials()}
    assert walking_pushes.terrace_table(terraces)[-1] == "| two steps up, two down | 36 | 36 |"


def test_rows_of_walks():
    lines = walking_tables.runs_table([("v1", a_run()), ("v2", a_run("fell", 1, zmp_margin=None))])
    assert lines[2] == "| v1 | 2 of 2 | 0.014 | 0.072 | 53 | 47 hip | 3.0 | 0.0324 | 0.800 knee |"
    assert lines[3].startswith("| v2 | 1 of 2, fell | 0.014 | 0.072 | – |")
    assert len({line.count("|") for line in lines}) == 1


def test_a_margin_of_nothing_has_no_sign():
    assert "| 0 |" in walking_tables.runs_table([("v1", a_run(zmp_margin=-4e-16))])[2]
    assert "| −5 |" in walking_tables.runs_table([("v1", a_run(zmp_margin=-0.005))])[2]


def test_numbers():
    assert [walking_tables.number(x) for x in (0.01376, 4.4, 0, None, float("nan"), -0.5)] == [
        *("0.014", "4.4", "0", "–", "–", "−0.50"),
    ]


def test_points_against_the_first():
    other = a_run()
    other["touchdowns"] = [touchdown(0, 0.033), touchdown(1, 0.03, 0.88)]
    lines = walking_tables.points_table([(4, a_run()), (8, other)])
    assert lines[2] == "| 4 | 0.03000 + 0.03000 | – | – | – | – |"
    assert lines[3] == "| 8 | 0.03300 + 0.03000 | 1.0e-01 | – | – | 1.0e-01 |"


def test_verdicts():
    assert walking_tables.verdict_table([touchdown()])[2] == (
        "| 1 | right | 1+1+2 | 2.1 | 2 | 0.0005 | 0.03000 |"
    )


def test_writes_between_marks():
    page = "a\n<!-- x: begin -->\nold\n<!-- x: end -->\nb\n"
    written = walking_tables.between_marks(page, "x", ["new"])
    assert written == "a\n<!-- x: begin -->\nnew\n<!-- x: end -->\nb\n"
    assert walking_tables.between_marks(written, "x", ["new"]) == written
    with pytest.raises(SystemExit, match="y: begin"):
        walking_tables.between_marks(page, "y", [])


def test_remembers_pushes(tmp_path):
    """A runner that knows the answer starts no process; another one fails to."""
    file = tmp_path / "pushes.jsonl"
    file.write_text(json.dumps([["--set", "steps=1"], False]) + "\n", encoding="utf-8")
    runner = walking_runs.PushRunner(str(tmp_path / "no-such-command"), file)
    assert runner("--set", "steps=1") is False
    with pytest.raises(FileNotFoundError):
        runner("--set", "steps=2")


def test_limits_that_are_not_tried_are_named(tmp_path):
    trials = list(walking_pushes.push_trials())
    file = tmp_path / "pushes.jsonl"
    last = trials[-1]
    known = [t.words(10) for t in trials if t != last] + [last.words(20)]
    known += [t.words(n) for t in trials if t != last for n in (1, 2, 5)]
    file.write_text("".join(json.dumps([list(w), False]) + "\n" for w in known), encoding="utf-8")
    found = walking_runs.kept_limits(walking_runs.PushRunner(None, file), trials)
    assert last.key not in found
    assert len(found) == len(trials) - 1
    assert f"Not tried yet (1 limits): {last.label}." in walking_pushes.push_table(found)


def test_other_words_run_again(tmp_path):
    run = walking_runs.Run("a", "A", ("--set", "steps=1"))
    assert not walking_runs.finished(tmp_path, run)
    (tmp_path / "asked.json").write_text('["atlas", "--set", "steps=1"]', encoding="utf-8")
    assert walking_runs.finished(tmp_path, run)
    assert not walking_runs.finished(tmp_path, walking_runs.Run("a", "A", ("--set", "steps=2")))


def test_thins_rows_behind_the_header():
    rows = ["time", *map(str, range(25))]
    assert walking_runs.thin(rows) == ["time", "0", "10", "20"]
