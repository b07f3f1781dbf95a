# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom map over joints of real robots: the feet stay on the ground, or the point has no value."""

import json
import math

import pytest
from test_map import table
from test_robots import urdf


@pytest.fixture
def hyq():
    file = urdf("hyq_description/robots/hyq_no_sensors.urdf")
    return file, "--contacts", "lf_foot,rf_foot,lh_foot,rh_foot", "--stand"


@pytest.fixture
def talos():
    file = urdf("talos_data/robots/talos_reduced.urdf")
    return file, "--contacts", "left_sole_link,right_sole_link"


def test_feet_that_do_not_reach_the_ground(carom, hyq):
    words = ["map", *hyq, "--axis", "lf_kfe_joint=-2:0:5", "--measure", "inner_product,spread"]
    result = carom(*words)
    header, rows = table(result)
    columns = ["inner_product []", "spread []", "penetration [m]"]
    assert header == ["lf_kfe_joint [rad]", *columns]
    assert [row[0] for row in rows] == [-2, -1.5, -1, -0.5, 0]
    unreachable = [row for row in rows if math.isnan(row[1])]
    assert [row[0] for row in unreachable] == [0]  # the straight leg is too long
    assert all(math.isnan(row[2]) for row in unreachable)
    assert "unreachable: 1 point; a measure has no value: 0 points" in result.err
    document = carom(*words, "--json").json
    assert document["unreachable"] == 1
    assert document["values"][-1] == [0, None, None, None]


def test_knee_of_a_humanoid(carom, talos):
    axis = ["--axis", "leg_left_4_joint=0.2:2.5:5"]
    measures = ["--measure", "inner_product,spread,normal_impulse"]
    header, rows = table(carom("map", *talos, *axis, *measures))
    assert header[1:] == [
        "inner_product []",
        "spread []",
        "normal_impulse:left_sole_link [N s]",
        "normal_impulse:right_sole_link [N s]",
        "penetration [m]",
    ]
    for row in rows:
        assert abs(row[1]) < 1
        assert 0 <= row[2] < 2
        assert min(row[3:5]) > 0  # both soles land


def test_start_is_that_of_analyze(carom, hyq):
    # the posture that stands, at which nothing has to follow
    value = carom("design", *hyq, "--json").json["start"]["values"]["lf_kfe_joint"]
    landing = carom("analyze", *hyq, "--json").json
    axis = ["--axis", f"lf_kfe_joint={value!r}:{value + 0.1!r}:2"]
    measures = "inner_product,inner_product_raw,feasibility_margin,spread_orders"
    _, rows = table(carom("map", *hyq, *axis, "--measure", measures))
    worst = max(landing["pairs"], key=lambda pair: abs(pair["inner_product"]))
    expected = [worst["inner_product"], worst["inner_product_raw"], landing["feasibility_margin"]]
    assert rows[0][1:5] == pytest.approx([*expected, landing["spread"]["orders"]], abs=1e-9)


def test_threads(carom, hyq):
    words = [*hyq, "--axis", "lf_kfe_joint=-2:-0.3:6", "--axis", "rh_hfe_joint=-0.9:-0.5:5"]
    outputs = {carom("map", *words, "--threads", threads).out for threads in (1, 2, 3)}
    assert len(outputs) == 1
    assert len(outputs.pop().splitlines()) == 31


def test_settings_name_the_robot(carom, hyq, tmp_path):
    words = [*hyq, "--axis", "lf_kfe_joint=-2:-1:3", "-o", "map.csv"]
    assert carom("map", *words).code == 0
    subject = json.loads((tmp_path / "map.csv.json").read_text())["subject"]
    assert subject["file"] == "hyq_no_sensors.urdf"
    assert subject["landing"]["contacts"] == ["lf_foot", "rf_foot", "lh_foot", "rh_foot"]
    result = carom("map", *words, "--drop", "0.2", "--resume")
    assert result.code == 2
    assert "map.csv: subject.landing.v: " in result.err


def test_refusals(carom, talos):
    result = carom("map", *talos, "--axis", "leg_left_9_joint=0:1:2")
    assert result.code == 2
    assert "unknown parameter 'leg_left_9_joint'" in result.err
    assert "did you mean 'leg_left_" in result.err
    result = carom("map", *talos, "--axis", "leg_left_4_joint=0:1:2", "--set", "mass=1")
    assert result.code == 2
    assert "talos_reduced.urdf is a robot; expected a scene" in result.err
