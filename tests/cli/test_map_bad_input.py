# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""What carom map refuses: exit code 2, nothing on standard output, what was expected."""

import pytest
from conftest import SCENES

AXIS = ["--axis", "phi_r=0.5:1:3"]
CRADLE = ["cradle", "--axis", "masses[1]=1:3:3"]
FORM = "expected NAME=FROM:TO:COUNT, such as theta=60deg:180deg:121"

CASES = {
    "unknown parameter": (
        ["rhex", "--axis", "phi_x=0:1:3"],
        ["--axis 'phi_x=0:1:3': unknown parameter 'phi_x'; expected one of mb,", "'phi_r'?"],
    ),
    "unknown measure": (
        ["rhex", *AXIS, "--measure", "iner_product"],
        ["unknown measure 'iner_product'; expected one of", "did you mean 'inner_product'?"],
    ),
    "unknown contact": (
        [*CRADLE, "--measure", "normal_impulse:a-x"],
        ["measure 'normal_impulse:a-x': 'a-x' is no contact; expected contacts among a-b, b-c"],
    ),
    "a contact where a pair is meant": (
        [*CRADLE, "--measure", "inner_product:a-b"],
        ["'a-b' is no pair of contacts (CONTACT:CONTACT); expected contacts among a-b, b-c"],
    ),
    "a contact where the whole impact is meant": (
        [*CRADLE, "--measure", "indeterminacy:a-b"],
        ["measure 'indeterminacy:a-b': indeterminacy is of the whole impact; expected no contact"],
    ),
    "empty axis": (
        ["rhex", "--axis", "phi_r=1:1:5"],
        ["axis phi_r = 1:1:5: empty; expected FROM < TO, or a count of 1"],
    ),
    "reversed axis": (
        ["rhex", "--axis", "phi_r=2:1:5"],
        ["axis phi_r = 2:1:5: reversed; expected FROM < TO; write 1:2:5"],
    ),
    "no points": (
        ["rhex", "--axis", "phi_r=1:2:0"],
        ["axis phi_r = 1:2:0: empty; expected a count >= 1"],
    ),
    "negative count": (
        ["rhex", "--axis", "phi_r=1:2:-3"],
        ["axis phi_r = 1:2:-3: empty; expected a count >= 1"],
    ),
    "axis without numbers": (["rhex", "--axis", "phi_r"], [f"--axis 'phi_r': {FORM}"]),
    "axis with one colon": (["rhex", "--axis", "phi_r=1:2"], [f"--axis 'phi_r=1:2': {FORM}"]),
    "axis that is text": (
        ["rhex", "--axis", "phi_r=a:b:3"],
        [f"--axis 'phi_r=a:b:3': its ends are not two numbers; {FORM}"],
    ),
    "axis to infinity": (
        ["rhex", "--axis", "phi_r=0:inf:3"],
        [f"--axis 'phi_r=0:inf:3': its ends are not two numbers; {FORM}"],
    ),
    "degrees of a mass": (
        ["cradle", "--axis", "masses[1]=1:90deg:3"],
        ["its ends are not two numbers (degrees are for angles only)"],
    ),
    "count with a fraction": (
        ["rhex", "--axis", "phi_r=0:1:2.5"],
        [f"--axis 'phi_r=0:1:2.5': its count is no whole number; {FORM}"],
    ),
    "the same axis twice": (
        [*CRADLE, "--axis", "masses[1]=1:2:2"],
        ["axis 'masses[1]' is given twice"],
    ),
    "restitution above 1": (
        ["cradle", "--axis", "restitution=0:2:3"],
        ["axis restitution = 0:2; expected within 0 … 1"],
    ),
    "no axis": (
        ["cradle"],
        [
            "cradle: no axis; expected --axis NAME=FROM:TO:COUNT, once or more",
            "masses[0]",
            "restitution",
        ],
    ),
    "too many points": (
        ["rhex", "--axis", "phi_r=0:1:100000", "--axis", "gamma=0:1:100000"],
        ["the axes make 10000000000 points; expected at most 1000000000; add --yes if it is meant"],
    ),
    "more points than can be counted": (
        [*CRADLE[:-1], f"masses[1]=1:2:{10**18}", "--axis", f"masses[0]=1:2:{10**18}", "--yes"],
        ["the axes make more points than can be counted; expected fewer"],
    ),
    "too many points for a picture": (
        ["rhex", "--axis", "phi_r=0:1:10000", "--axis", "gamma=0:1:10000", "--plot", "a.png"],
        ["100000000 points are too many for pictures, critical points and JSON"],
    ),
    "picture of no kind": (
        ["rhex", *AXIS, "--plot", "file.txt"],
        ["--plot file.txt: expected a file *.png, *.svg or *.pdf"],
    ),
    "picture in no folder": (
        ["rhex", *AXIS, "--plot", "no/map.png"],
        ["--plot no/map.png: the folder 'no' does not exist; make it first"],
    ),
    "file of no kind": (
        ["rhex", *AXIS, "-o", "file.txt"],
        ["file.txt: extension = '.txt'; expected .csv or .npz"],
    ),
    "file in no folder": (
        ["rhex", *AXIS, "-o", "no/map.csv"],
        ["no/map.csv: folder 'no' does not exist; expected an existing folder; make it first"],
    ),
    "list without an index": (
        ["cradle", "--axis", "masses=1:2:3"],
        ["unknown parameter 'masses'; expected one of masses[0], masses[1]", "'masses[0]'?"],
    ),
    "index out of range": (
        ["cradle", "--axis", "masses[3]=1:2:3"],
        ["unknown parameter 'masses[3]'; expected one of masses[0], masses[1], masses[2], "],
    ),
    "a problem": (
        [SCENES / "three_balls.json", *AXIS],
        ["three_balls.json: has nothing to vary; expected a scene (cradle, ", "*.toml"],
    ),
    "a batch": ([SCENES / "blocks.jsonl", *AXIS], ["blocks.jsonl: has nothing to vary; expected"]),
    "no such file": (
        ["none.toml", *AXIS],
        ["none.toml: the file does not exist, and no scene has this name; expected a file"],
    ),
    "threads below zero": (
        ["rhex", *AXIS, "--threads", "-1"],
        ["threads = -1; expected >= 0 (0: all cores)"],
    ),
    "unknown law": ([*CRADLE, "--law", "neton"], ["unknown law 'neton'", "did you mean 'newton'?"]),
    "restitution of the law": (
        [*CRADLE, "--restitution", "1.5"],
        ["--restitution = 1.5; expected 0 <= restitution <= 1"],
    ),
    "unknown setting": (
        [*CRADLE, "--set", "maases=[1,1,1]"],
        ["scene 'cradle': unknown parameter 'maases'", "did you mean 'masses'?"],
    ),
    "a robot's option": (
        [*CRADLE, "--contacts", "a"],
        ["--contacts: 'cradle' is a scene; expected a robot file"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_refused(carom, tmp_path, case):
    words, texts = CASES[case]
    result = carom("map", *words)
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("carom: ")
    assert len(result.err.splitlines()) == 1
    for text in texts:
        assert text in result.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "texts"),
    [
        (
            ["--axis", "phi_x=0:1:3", "--axis", "gamm=0:1:2", "--axis", "lu"],
            ["'phi_x'; expected", "'gamm'; expected", f"--axis 'lu': {FORM}"],
        ),
        (
            ["--axis", "phi_r=1:1:3", "--axis", "gamma=2:1:2", "--measure", "iner_product,sprad"],
            [
                "axis phi_r = 1:1:3: empty",
                "axis gamma = 2:1:2: reversed",
                "did you mean 'inner_product'?",
                "did you mean 'spread'?",
            ],
        ),
        (
            [*AXIS, "--plot", "a.txt", "--plot", "b.jpg", "--resume"],
            ["--resume: no file to go on with", "--plot a.txt: expected", "--plot b.jpg: expected"],
        ),
    ],
)
def test_all_faults_at_once(carom, words, texts):
    result = carom("map", "rhex", *words)
    assert result.code == 2
    assert len(result.err.splitlines()) == len(texts)
    for line, text in zip(result.err.splitlines(), texts, strict=True):
        assert text in line


def test_old_file_survives_a_refusal(carom, tmp_path):
    carom("map", *CRADLE, "-o", "map.csv")
    before = (tmp_path / "map.csv").read_bytes()
    assert carom("map", *CRADLE, "--measure", "sprad", "-o", "map.csv").code == 2
    assert (tmp_path / "map.csv").read_bytes() == before
