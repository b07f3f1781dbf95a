# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""--html FILE: what the command writes and refuses; the pages themselves are in tests/viewer."""

import base64
import json
import re
from array import array

import pytest


def page_of(file):
    """The JSON inside a page."""
    text = file.read_text(encoding="utf-8")
    return json.loads(re.search(r'id="carom-page">(.*?)</script>', text, re.DOTALL)[1])


VERBS = [
    ("resolve", ["cradle"], "resolve"),
    ("compare", ["cradle"], "compare"),
    ("analyze", ["cradle"], "analyze"),
    ("analyze", ["rhex"], "analyze"),
    ("map", ["billiards", "--axis", "theta=90deg:170deg:5"], "map"),
    ("reproduce", ["S3.theorem3"], "reproduce"),
    ("design", ["rhex"], "design"),
    ("run", ["bouncing_ball", "--duration", "0.7"], "run"),
]


@pytest.mark.parametrize("verb,arguments,kind", VERBS)
def test_page_beside_the_answer(carom, tmp_path, verb, arguments, kind):
    file = tmp_path / "page.html"
    plain = carom(verb, *arguments)
    done = carom(verb, *arguments, "--html", file)
    assert done.code == 0, done.err
    assert f"Page: {file}" in done.out
    if verb != "map":  # whose rows stand on the screen only if nothing else is asked for
        assert done.out.startswith(plain.out)
    page = page_of(file)
    assert page["format"] == "carom-page/1" and page["kind"] == kind
    assert page["summary"]


@pytest.mark.parametrize("verb,arguments,kind", VERBS)
def test_json_stays_alone_on_standard_output(carom, tmp_path, verb, arguments, kind):
    file = tmp_path / "page.html"
    done = carom(verb, *arguments, "--json", "--html", file)
    assert done.code == 0, done.err
    assert done.json
    assert page_of(file)["kind"] == kind


def test_a_run_into_a_folder_has_its_page(carom, tmp_path):
    done = carom("run", "bouncing_ball", "--duration", "0.7", "-o", tmp_path / "ball")
    assert done.code == 0
    page = page_of(tmp_path / "ball" / "report.html")
    assert page["kind"] == "run" and len(page["tracks"]) == 1
    names = {channel["name"] for channel in page["tracks"][0]["channels"]}
    assert "energy" in names and any(name.startswith("force_") for name in names)


def test_standard_input(carom, tmp_path):
    problem = {
        "format": "carom-problem/1",
        "mass_matrix": [[1]],
        "velocity": [-1],
        "contacts": [{"name": "floor", "normal": [1]}],
    }
    done = carom("resolve", "-", "--html", tmp_path / "p.html", stdin=json.dumps(problem))
    assert done.code == 0, done.err
    page = page_of(tmp_path / "p.html")
    assert "drawing" not in page
    assert ["from", "standard input"] in page["facts"]


def test_no_answer_has_a_page_too(carom, tmp_path):
    """Two floors that face each other: no velocity separates both."""
    problem = {
        "format": "carom-problem/1",
        "mass_matrix": [[1]],
        "velocity": [-1],
        "contacts": [{"name": "floor", "normal": [1]}, {"name": "roof", "normal": [-1]}],
    }
    (tmp_path / "p.json").write_text(json.dumps(problem))
    done = carom("resolve", tmp_path / "p.json", "--html", tmp_path / "p.html")
    assert done.code == 1
    impact = page_of(tmp_path / "p.html")["tracks"][0]["impacts"][0]
    assert impact["status"] == "no_feasible_velocity" and impact["message"]


def test_a_long_list_of_outcomes_does_not_hold_up_a_run(carom, tmp_path):
    """Sixteen points with friction: outcomes of such impacts are not sampled for the page."""
    many = ("--set", "points=16", "--set", "tilt=5deg", "--set", "height=0.05")
    done = carom("run", "block", *many, "--duration", "0.2", "-o", tmp_path / "block")
    assert done.code == 0, done.err
    page = page_of(tmp_path / "block" / "report.html")
    impacts = page["tracks"][0]["impacts"]
    assert impacts and all(len(impact["branches"]) <= 12 for impact in impacts)


def test_details_have_their_two_frames(carom, tmp_path):
    carom("run", "trex", "--drop", "17", "--hold", "--duration", "0.3", "-o", tmp_path / "trex")
    track = page_of(tmp_path / "trex" / "report.html")["tracks"][0]
    times = array("d", base64.b64decode(track["time"]["f64"]))
    for impact in track["impacts"]:
        assert times.count(impact["time"]) == 2


def test_a_page_that_was_deleted_comes_back(carom, tmp_path):
    run = ("run", "bouncing_ball", "--duration", "0.7", "-o", tmp_path / "ball")
    carom(*run)
    page = tmp_path / "ball" / "report.html"
    before = page.read_bytes()
    page.unlink()
    assert carom(*run, "--resume").code == 0
    assert page.read_bytes() == before


def test_resume_refuses_a_table_of_other_columns(carom, tmp_path):
    """Before it goes on: a folder of an earlier version has no forces."""
    run = ("run", "bouncing_ball", "--duration", "5", "-o", tmp_path / "ball")
    carom(*run)
    table = tmp_path / "ball" / "trajectory.csv"
    text = table.read_text().replace(",force_", ",power_", 1)
    table.write_text(text)
    state = json.loads((tmp_path / "ball" / "run.json").read_text())
    state["status"] = "running"
    (tmp_path / "ball" / "run.json").write_text(json.dumps(state))
    (tmp_path / "ball" / "report.html").unlink()
    done = carom(*run, "--resume")
    assert done.code == 2
    assert "trajectory.csv:1: another header" in done.err
    assert table.read_text() == text


def test_a_map_with_few_values_on_an_axis(carom, tmp_path):
    """Its critical points cannot be found; the page comes without them."""
    axes = ("--axis", "theta=10deg:60deg:9", "--axis", "rho=0:0.5:2")
    file = tmp_path / "map.html"
    done = carom("map", "biped", *axes, "--measure", "constrained_energy", "--html", file)
    assert done.code == 0, done.err
    assert page_of(file)["map"]["measures"][0]["features"] is None


def test_a_scene_in_other_coordinates_says_that_it_is_not_drawn(carom, tmp_path):
    file = tmp_path / "block.html"
    carom("resolve", "block", "--set", "tilt=10deg", "--html", file)
    page = page_of(file)
    assert "drawing" in page or "other coordinates than its model" in page["notes"][0]


BAD = [
    ("page.txt", r"--html .*page\.txt: expected a file \*\.html"),
    ("no/page.html", r"--html .*page\.html: the folder '.*no' does not exist; make it first"),
]


@pytest.mark.parametrize("verb", ["resolve", "compare", "analyze", "run"])
@pytest.mark.parametrize("name,message", BAD)
def test_files_that_cannot_be(carom, tmp_path, verb, name, message):
    done = carom(verb, "cradle" if verb != "run" else "bouncing_ball", "--html", tmp_path / name)
    assert done.code == 2
    assert re.search(message, done.err), done.err
    assert done.out == ""


def test_no_name(carom):
    done = carom("resolve", "cradle", "--html", "")
    assert done.code == 2
    assert "--html: expected a file *.html" in done.err


def test_a_folder_of_that_name(carom, tmp_path):
    (tmp_path / "page.html").mkdir()
    done = carom("reproduce", "S3.theorem3", "--html", tmp_path / "page.html")
    assert done.code == 2
    assert "is there and no file; expected a name that is free" in done.err


def test_a_batch_has_no_page(carom, tmp_path):
    line = '{"format": "carom-problem/1", "mass_matrix": [[1]], "velocity": [-1], "contacts": []}\n'
    (tmp_path / "many.jsonl").write_text(line * 2)
    for verb in ("resolve", "compare", "analyze"):
        done = carom(verb, tmp_path / "many.jsonl", "--html", tmp_path / "page.html")
        assert done.code == 2
        assert "many.jsonl is a batch; expected one problem" in done.err


def test_orders_have_no_page(carom, tmp_path):
    done = carom("run", "trex", "--orders", "--html", tmp_path / "page.html")
    assert done.code == 2
    assert "expected it without" in done.err and "--html" in done.err


def test_a_map_too_large_for_a_page(carom, tmp_path):
    axis = ("--axis", "theta=60deg:180deg:3000000")
    done = carom("map", "billiards", *axis, "--html", tmp_path / "page.html")
    assert done.code == 2
    assert "3000000 points of 1 measure are too many for a page" in done.err


BLOCK = ["run", "block", "--duration", 0.02]


def test_two_laws_side_by_side(carom, tmp_path):
    assert carom(*BLOCK, "-o", tmp_path / "before").code == 0
    assert carom(*BLOCK, "--set", "tilt=10deg", "-o", tmp_path / "after").code == 0
    both = ["--beside", tmp_path / "before", "--beside", tmp_path / "after"]
    assert carom(*BLOCK, "--law", "plastic", *both, "-o", tmp_path / "c").code == 0
    labels = [track["label"] for track in page_of(tmp_path / "c/report.html")["tracks"]]
    assert labels == ["c", "before", "after"]
    html = tmp_path / "page.html"
    assert carom(*BLOCK, "--beside", tmp_path / "before", "--html", html).code == 0
    assert [track["label"] for track in page_of(html)["tracks"]] == ["this run", "before"]


def test_what_is_refused(carom, tmp_path):
    done = carom(*BLOCK, "--beside", tmp_path / "none")
    assert done.code == 2
    assert "--beside: no page; expected -o DIR or --html FILE too" in done.err
    (tmp_path / "empty").mkdir()
    beside = [
        "--beside",
        tmp_path / "none",
        "--beside",
        tmp_path / "empty",
        "--beside",
        tmp_path / "c",
    ]
    done = carom(*BLOCK, *beside, "-o", tmp_path / "c")
    assert done.code == 2
    assert "none: no such folder; expected the folder of a run" in done.err
    assert "empty: holds no run.json; expected the folder of a run" in done.err
    assert "c: is the folder of this run; expected that of another one" in done.err
    assert not (tmp_path / "c").exists()
