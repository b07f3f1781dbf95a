# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom run ROBOT --program FILE: a trot that travels, and what is refused."""

import csv
from pathlib import Path

import pytest
from test_robots import urdf

ROOT = Path(__file__).parents[3]
STRIDER = ROOT / "scenes" / "robots" / "strider.urdf"
TROT = ROOT / "examples" / "programs" / "go2_trot.toml"


def last_row(folder):
    with open(folder / "trajectory.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    return rows[-1]


def test_go2_trots_by_a_table(carom, tmp_path):
    """Its feet go back at 0.1 m in 0.275 s of 0.5 s: 0.36 m/s, were they never to slip."""
    go2 = urdf("go2_description/urdf/go2.urdf")
    ran = carom("run", go2, "--program", TROT, "--duration", 3, "--no-verdict", "-o", "trot")
    assert ran.code == 0, ran.err
    row = last_row(tmp_path / "trot")
    assert 0.6 < float(row["root_joint.x [m]"]) < 1.2
    assert 0.28 < float(row["root_joint.z [m]"]) < 0.36


def test_numbers_of_a_program_are_set_by_name(carom, tmp_path):
    words = ("--motor", 'joint = "*knee*", hold = 0.5, name = "squat", frequency = 40')
    ran = carom(
        "run", STRIDER, *words, "--set", "squat.position=0.9", "--duration", 1, "-o", "squat"
    )
    assert ran.code in (0, 1), ran.err  # its other joints have no motors: it may fall
    knee = float(last_row(tmp_path / "squat")["left_knee [rad]"])
    assert knee == pytest.approx(0.9, abs=0.1)


@pytest.mark.parametrize(
    "words, fault",
    [
        (("--program", "walk"), "--program walk: strider has no motor programs; expected a file"),
        (
            ("--motor", 'joint = "knee", hold = 1'),
            "joint 'knee' is no joint or actuator that a motor can turn; expected one of",
        ),
        (
            ("--motor", 'joint = "*knee", spin = 1, at = "touch toe"'),
            'at = "touch toe": ',
        ),
        (("--set", "squat.position=0.9"), "is a number of a motor program; expected --program"),
        (
            ("--motor", 'joint = "*knee", hold = 1', "--set", "hold.rate=2"),
            "hold.rate",
        ),
        (
            ("--motor", 'joint = "*knee", hold = 1', "--set", "hold.position=x"),
            "--set hold.position: 'x' is no number or angle; expected a number [rad]",
        ),
        (("--motor", 'joint = "*knee", hold = 1', "--hold"), "--hold: program 'motors' says what"),
    ],
)
def test_bad_words_are_refused(carom, words, fault):
    ran = carom("run", STRIDER, *words)
    assert ran.code == 2
    assert fault in ran.err


def test_a_file_with_several_programs_wants_a_name(carom, write):
    text = "\n".join(f'[[motors.{name}]]\njoint = "*knee"\nhold = 1\n' for name in ("up", "down"))
    write("two.toml", text)
    ran = carom("run", STRIDER, "--program", "two.toml")
    assert ran.code == 2
    assert "the file has the programs" in ran.err
    assert carom("run", STRIDER, "--program", "two.toml:up", "--duration", 0.01).code == 0
    assert "did you mean 'up'" in carom("run", STRIDER, "--program", "two.toml:uo").err


def test_a_program_that_never_begins_says_so(carom):
    words = ("--motor", 'joint = "*knee", hold = 1, at = 3')
    ran = carom("run", STRIDER, *words, "--duration", 0.05)
    assert "never began: it was to begin at 3 s" in ran.out + ran.err
