# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom map marks postures with a body below the ground or inside another.

The depths of rhex are by hand: its hips are in the middle of a body 0.15 m high, and with equal
knees a leg is a line of length D = 0.18 cos(gamma/2) at phi_r + gamma/2 from straight down.
"""

import json
import math
import re

import pytest
from test_map import table
from test_map_files import read_npz, settings_of, unfinish
from test_robots import urdf

GRID = ["--axis", "phi_r=-1.5:1.5:21", "--axis", "gamma=-1:1:11"]


def depth_of_rhex(phi, gamma):
    height = 0.18 * math.cos(gamma / 2) * math.cos(phi + gamma / 2)
    return max(0, 0.075 - height, 0.09 * math.cos(phi) - height)  # the body, the knees


def test_depth_of_rhex(carom):
    header, rows = table(carom("map", "rhex", *GRID))
    assert header[-1] == "penetration [m]"
    assert len(rows) == 21 * 11
    for phi, gamma, _, depth in rows:
        assert depth == pytest.approx(depth_of_rhex(phi, gamma), abs=1e-12)
    inside = sum(row[3] > 0 for row in rows)
    assert 0 < inside < len(rows)
    text = carom("map", "rhex", *GRID, "-o", "rhex.csv").out
    words = f"impossible  {inside} of 231 points: a body is below the ground or inside another"
    assert words in text


def test_minima_of_rhex_that_cannot_be(carom):
    points = ["--axis", "phi_r=-1.5:1.5:25", "--axis", "gamma=-1.2:1.2:21", "--critical"]
    result = carom("map", "rhex", *points, "--json")
    (critical,) = [m["critical"]["points"] for m in result.json["measures"] if "critical" in m]
    minima = [point for point in critical if point["kind"] == "minimum"]
    impossible = [point for point in minima if point["penetration"]]
    assert [round(abs(point["at"]["phi_r"]), 6) for point in impossible] == [1.185209, 1.185209]
    assert len(minima) == 4, "S0's A and B, and two that can be"
    for point in impossible:
        found = point["penetration"]
        assert found["depth"] == pytest.approx(depth_of_rhex(1.185209363191, 0), abs=1e-9)
        assert (found["what"], found["in"]) == ("body", "the ground")
    text = carom("map", "rhex", *points).out
    assert text.count("impossible: inside the ground by 7.3 mm: body") == 2
    assert max(map(len, text.splitlines())) <= 100


def test_lengths_are_in_the_unit_of_the_scene(carom):
    axes = ["--axis", "pS=280deg:360deg:9", "--axis", "gS=285deg:330deg:4"]
    header, rows = table(carom("map", "trex", *axes))
    assert header[-1] == "penetration [cm]"
    assert any(row[-1] > 0 for row in rows)


def test_knees_of_bolt(carom):
    file = urdf("bolt_description/robots/bolt.urdf")
    words = ["map", file, "--contacts", "FL_FOOT,FR_FOOT", "--axis", "FL_KFE=-1:2.4:35"]
    words += ["--measure", "inner_product"]
    header, rows = table(carom(*words))
    assert header == ["FL_KFE [rad]", "inner_product []", "penetration [m]"]
    assert all((row[2] > 0) == (row[0] > 1.25) for row in rows), "from there on the knee is inside"
    text = carom(*words, "--critical").out
    assert re.search(
        r"maximum .*\n    impossible: inside the ground by 7.\d mm: FL_UPPER_LEG", text
    )
    assert re.search(
        r"\n    impossible at 1.770\d+: inside the ground by 5\d.\d mm: FL_UPPER", text
    )
    assert "minimum" in text.split("impossible")[0], "and what can be is not marked"


def test_depth_as_the_measure(carom):
    words = ["--axis", "gamma=-1:1:21", "--measure", "penetration", "--critical"]
    header, rows = table(carom("map", "rhex", *words[:-1]))
    assert header == ["gamma [rad]", "penetration [m]"]
    assert max(row[1] for row in rows) > 0
    assert carom("map", "rhex", *words).out.count("penetration [m]") == 1


def test_nothing_to_check_no_column(carom):
    header, _ = table(carom("map", "cradle", "--axis", "masses[1]=1:3:3"))
    assert "penetration" not in " ".join(header)
    result = carom("map", "cradle", "--axis", "masses[1]=1:3:3", "--measure", "penetration")
    assert result.code == 2
    assert (
        "measure 'penetration': nothing is known of the room that bodies take here; expected a "
        "robot with collision shapes, or one of the scenes rhex, trex, vee, biped" in result.err
    )


@pytest.mark.parametrize("kind", ["csv", "npz"])
def test_threads_and_resume_give_the_same_bytes(carom, tmp_path, kind):
    outputs = {carom("map", "rhex", *GRID, "--threads", threads).out for threads in (1, 2, 3)}
    assert len(outputs) == 1
    carom("map", "rhex", *GRID, "-o", f"whole.{kind}")
    if kind == "npz":
        sizes, depths = read_npz(tmp_path / "whole.npz")["penetration"]
        assert sizes == [21, 11]
        assert depths == [row[3] for row in table(carom("map", "rhex", *GRID))[1]]
        return
    carom("map", "rhex", *GRID, "-o", "part.csv")
    unfinish(tmp_path / "part.csv", 5000)
    assert carom("map", "rhex", *GRID, "-o", "part.csv", "--resume").code == 0
    whole, part = (tmp_path / f"{name}.csv" for name in ("whole", "part"))
    assert whole.read_bytes() == part.read_bytes()


def test_a_file_without_the_column_is_another_map(carom, tmp_path):
    """As an earlier version wrote it."""
    carom("map", "rhex", *GRID, "-o", "old.csv")
    file, beside = tmp_path / "old.csv", tmp_path / "old.csv.json"
    lines = [line.rpartition(",")[0] for line in file.read_text().splitlines()]
    file.write_text("".join(line + "\n" for line in lines[:50]))
    settings = settings_of(file) | {"rows": 49, "status": "unfinished"}
    settings["measures"] = settings["measures"][:1]
    beside.write_text(json.dumps(settings))
    before = file.read_bytes()
    result = carom("map", "rhex", *GRID, "-o", "old.csv", "--resume")
    assert result.code == 2
    assert (
        "measures: inner_product [] in the file, inner_product [], penetration [m] asked"
        in result.err
    )
    assert file.read_bytes() == before


def test_pictures_cross_out_what_cannot_be(carom, tmp_path):
    possible = ["--axis", "phi_r=0.2:0.6:9", "--axis", "gamma=-0.2:0.2:9"]
    for words, wanted in ((GRID, True), (GRID[:2], True), (possible, False)):
        carom("map", "rhex", *words, "--plot", "map.svg")
        # The colour of the lines across it, which nothing else in a picture has.
        assert ("rgb(25%,25%,25%)" in (tmp_path / "map.svg").read_text()) == wanted


def test_soles_stay_flat_as_the_posture_follows(carom):
    """Each touches at its frame alone, in the middle, and would tilt through the ground."""
    file = urdf("talos_data/robots/talos_reduced.urdf")
    contacts = ["--contacts", "left_sole_link,right_sole_link"]
    words = ["--axis", "leg_left_4_joint=0.3:1.5:5", "--measure", "inner_product"]
    _, rows = table(carom("map", file, *contacts, *words))
    assert [row[-1] for row in rows] == [0] * 5
