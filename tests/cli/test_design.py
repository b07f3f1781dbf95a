# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom design: the nearest posture or geometry with one outcome, of scenes and of robots.

The optimum of the T-Rex comes from an independent computation: minimum-norm Newton steps on foot
height, tail height and inner product, in cm and rad (S3 VII-B). Point A of the RHex (S0 Fig. 3),
the light cue ball's Coxeter angles (S3 Fig. 5) and the chain's inner products have closed forms or
references in test_map.py.
"""

import json
import math
import signal
import subprocess
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from conftest import OPTIMISED_TREX, SCENES
from test_robots import urdf


def found(result, status="found"):
    """The document, and its first solution."""
    assert result.code == (1 if status == "not_found" else 0), result.err
    design = result.json
    assert design["format"] == "carom-design/1"
    assert design["status"] == status
    return design, design["solutions"][0]


def inner_products(point):
    return [pair["inner_product"] for pair in point["pairs"]]


def length(design, point):
    """Of the change, in the scaling."""
    return math.hypot(
        *((point["values"][p["name"]] - p["start"]) / p["scale"] for p in design["parameters"])
    )


def test_trex(carom):
    result = carom("design", "trex", "--json")
    assert result.err == ""
    design, solution = found(result)
    assert design["goal"] == "orthogonal"
    assert [parameter["name"] for parameter in design["parameters"]] == list(OPTIMISED_TREX)
    assert inner_products(design["start"]) == [pytest.approx(-0.0004259031866354848, abs=1e-12)]
    assert inner_products(solution) == [pytest.approx(0, abs=1e-12)]
    assert solution["largest_gap"] <= 1e-10
    assert solution["change"] == pytest.approx(length(design, solution), abs=1e-12)
    assert solution["converged"]
    assert solution["spread"] < 1e-10 < design["start"]["spread"]


def test_trex_by_newton_is_the_reference(carom):
    design, newton = found(carom("design", "trex", "--method", "newton", "--json"))
    assert newton["values"] == pytest.approx(OPTIMISED_TREX, abs=1e-8)
    assert newton["change"] == pytest.approx(0.25963807724830984, abs=1e-8)
    assert newton["largest_gap"] <= 1e-10
    assert inner_products(newton) == [pytest.approx(0, abs=1e-12)]
    _, nearest = found(carom("design", "trex", "--json"))
    assert nearest["change"] < newton["change"] - 0.001


def test_scaling(carom):
    unit, in_units = found(carom("design", "trex", "--json"))
    relative, in_shares = found(carom("design", "trex", "--scaling", "relative", "--json"))
    scale = {p["name"]: p["scale"] for p in relative["parameters"]}
    start = {p["name"]: p["start"] for p in relative["parameters"]}
    assert scale == {name: abs(value) or 1 for name, value in start.items()}
    assert inner_products(in_shares) == [pytest.approx(0, abs=1e-12)]
    assert abs(in_shares["values"]["y"] - in_units["values"]["y"]) > 0.01
    # each is the nearer one by its own measure
    assert length(unit, in_units) < length(unit, in_shares)
    assert length(relative, in_shares) < length(relative, in_units)


@pytest.mark.parametrize("group", ["posture", "geometry"])
def test_groups(carom, group):
    design, solution = found(carom("design", "trex", "--vary", group, "--json"))
    names = [parameter["name"] for parameter in design["parameters"]]
    assert names == (list(OPTIMISED_TREX)[:7] if group == "posture" else list(OPTIMISED_TREX)[7:])
    assert inner_products(solution) == [pytest.approx(0, abs=1e-12)]
    assert solution["largest_gap"] <= 1e-10


def test_rhex_has_no_orthogonal_posture(carom):
    words = ["design", "rhex", "--vary", "posture", "--allow-penetration"]
    design, solution = found(carom(*words, "--json"), "not_found")
    assert "no orthogonal normals were met" in design["message"]
    assert solution["values"]["phi_r"] == pytest.approx(1.185209363, abs=1e-7)
    assert solution["values"]["gamma"] == pytest.approx(0, abs=1e-7)
    assert inner_products(solution) == [pytest.approx(2.8958778745e-05, abs=1e-14)]
    assert solution["penetration"]["depth"] == pytest.approx(0.075 - 0.18 * math.cos(1.185209363))
    text = carom(*words)
    assert text.code == 1
    assert "not found: no orthogonal normals were met" in text.out
    (row,) = (line for line in text.out.splitlines() if line.startswith("  impossible"))
    assert row.split(maxsplit=2) == ["impossible", "no", "inside the ground by 7.3 mm"]


def test_no_posture_that_cannot_be(carom):
    """At S0's A the body of rhex is 7 mm below the ground: the design ends where it is above."""
    result = carom("design", "rhex", "--vary", "posture", "--json")
    design, solution = found(result, "not_found")
    # The upper corners are highest at the start; 1 % of that is kept below the lower ones.
    start = 0.18 * math.cos(0.25) * math.cos(0.8 + 0.25)
    height = 0.075 + 0.01 * (start + 0.075)
    assert solution["values"]["phi_r"] == pytest.approx(math.acos(height / 0.18), abs=1e-6)
    assert solution["penetration"] is None
    assert solution["at_bound"] == ["body above the ground"]
    assert "at limits   body above the ground" in carom("design", "rhex", "--vary", "posture").out


def test_start_that_cannot_be(carom):
    words = ["design", "rhex", "--vary", "posture", "--set", "phi_r=1.3"]
    design, solution = found(carom(*words, "--json"), "not_found")
    assert design["start"]["penetration"]["what"] == "body"
    assert solution["penetration"] is None
    assert "the start itself is impossible: inside the ground by " in design["message"]
    allowed = carom(*words, "--allow-penetration", "--json").json
    assert "impossible" not in allowed["message"]


def test_billiards_at_a_right_angle(carom):
    design, solution = found(carom("design", "billiards", "--vary", "theta", "--json"))
    assert solution["values"] == {"theta": pytest.approx(math.pi / 2, abs=1e-12)}
    assert solution["change"] == pytest.approx(math.pi / 6, abs=1e-12)


def test_already(carom):
    settings = ["--set", "theta=90deg", "--vary", "theta", "-o", "same.toml"]
    result = carom("design", "billiards", *settings, "--json")
    assert result.code == 0
    assert result.json["status"] == "already"
    assert "the start is a solution" in result.json["message"]
    (pair,) = carom("analyze", "same.toml", "--json").json["pairs"]
    assert pair["inner_product"] == pytest.approx(0, abs=1e-15)


def test_coxeter(carom):
    words = ["cradle", "--set", "masses=[1,2,1]", "--target", "coxeter"]
    design, solution = found(carom("design", *words, "--json"))
    assert inner_products(design["start"]) == [pytest.approx(-1 / 3, abs=1e-12)]
    assert inner_products(solution) == [pytest.approx(-0.5, abs=1e-10)]
    assert "unique over orders only" in design["message"]
    assert solution["spreads"]["1"] > 0.5
    assert "unique over orders only" in carom("design", *words).out


def test_coxeter_already(carom):
    result = carom("design", "cradle", "--vary", "masses[1]", "--target", "coxeter", "--json")
    assert result.code == 0
    assert result.json["status"] == "already"
    assert "unique over orders only" in result.json["message"]


def test_coxeter_angle_of_a_light_cue_ball(carom):
    words = ["billiards", "--set", "radius_c=0.7", "--vary", "theta", "--target", "coxeter"]
    _, solution = found(carom("design", *words, "--json"))
    assert solution["values"]["theta"] == pytest.approx(2.3070275414035994, abs=1e-9)


def test_worst_pair_of_three(carom):
    words = ["cradle", "--set", "masses=[1,2,3,1]", "--bounds", "masses[2]=1:4", "--json"]
    design, solution = found(carom("design", *words))
    assert design["goal"] == "worst_pair"
    worst = max(map(abs, inner_products(solution)))
    assert worst == pytest.approx(solution["objective"], abs=1e-9)
    assert worst < max(map(abs, inner_products(design["start"]))) - 0.1
    assert solution["values"]["masses[2]"] <= 4


def test_starts_find_several_solutions(carom):
    words = ["trex", "--vary", "pS,gS,y,th", "--starts", 4, "--json"]
    result = carom("design", *words)
    design, nearest = found(result)
    solutions = design["solutions"]
    assert len(solutions) > 1
    changes = [solution["change"] for solution in solutions]
    assert changes == sorted(changes)
    for solution in solutions:
        assert inner_products(solution) == [pytest.approx(0, abs=1e-12)]
        assert solution["largest_gap"] <= 1e-10
    _, alone = found(carom("design", *words[:3], "--json"))
    assert nearest["change"] <= alone["change"] + 1e-9
    assert carom("design", *words).out == result.out


def test_nearest_of_equal_minima_comes_first(carom):
    # A and its mirror images are equally low
    words = ["design", "rhex", "--vary", "posture", "--starts", 6, "--json"]
    design, solution = found(carom(*words, "--allow-penetration"), "not_found")
    assert solution["values"]["phi_r"] == pytest.approx(1.185209363, abs=1e-7)
    assert len(design["solutions"]) > 1
    for other in carom(*words).json["solutions"]:
        assert other["penetration"] is None


@pytest.mark.slow
def test_front(carom):
    design, _ = found(carom("design", "trex", "--vary", "pS,gS,y,th", "--front", 4, "--json"))
    front = design["front"]
    assert 2 <= len(front) <= 4
    spreads = [point["indeterminacy"] for point in front]
    energies = [point["constrained_energy_ratio"] for point in front]
    assert spreads == sorted(spreads)
    assert energies == sorted(energies, reverse=True)
    assert all(point["largest_gap"] <= 1e-9 for point in front)


def test_weighted_target(carom):
    def angle(weight):
        words = ["--vary", "theta", "--target", f"indeterminacy+{weight}*energy_ratio"]
        design, solution = found(carom("design", "billiards", *words, "--json"))
        assert design["goal"] == "least"
        assert design["target"] == f"least |indeterminacy| + {weight} |energy_ratio|"
        assert solution["objective"] < design["start"]["objective"]
        return solution["values"]["theta"]

    # the kink of ξ at a right angle holds against little weight, and yields to much
    assert angle(0.1) == pytest.approx(math.pi / 2, abs=1e-6)
    assert angle(5) > 2.1


def test_bounds(carom):
    design, solution = found(carom("design", "trex", "--bounds", "gS=5.2:5.3", "--json"))
    assert 5.2 <= solution["values"]["gS"] <= 5.3
    assert solution["at_bound"] == ["gS"]
    assert inner_products(solution) == [pytest.approx(0, abs=1e-12)]
    result = carom("design", "billiards", "--vary", "theta", "--bounds", "theta=100deg:130deg")
    assert result.code == 1
    assert "not found" in result.out
    assert "theta" in result.out


def test_scene_file_of_the_design(carom):
    assert carom("design", "trex", "-o", "stance.toml").code == 0
    result = carom("analyze", "stance.toml", "--json")
    assert result.code == 0, result.err
    (pair,) = result.json["pairs"]
    assert pair["inner_product"] == pytest.approx(0, abs=1e-12)
    assert result.json["verdict"] == "unique"
    assert result.json["scope"] == "every_law"
    again = carom("design", "stance.toml", "--json")
    assert again.code == 0
    assert again.json["status"] == "already"


def test_scene_file_keeps_what_was_set(carom, tmp_path):
    words = ["--set", "radius_c=0.7", "--set", "velocity=[0.1,-1]", "--vary", "theta"]
    assert carom("design", "billiards", *words, "-o", "right.toml").code == 0
    text = (tmp_path / "right.toml").read_text()
    assert "radius_c = 0.7\n" in text
    assert "velocity = [0.1, -1.0]\n" in text
    start = SCENES / "billiards.toml"
    assert carom("design", start, "--vary", "theta", "-o", "right.toml").code == 0
    text = (tmp_path / "right.toml").read_text()
    assert 'format = "carom-scene/1"\n' in text
    assert '[law]\nname = "propagative"\n' in text


def test_nothing_is_written_without_an_answer(carom, tmp_path):
    assert carom("design", "rhex", "--vary", "posture", "-o", "a.toml").code == 1
    assert list(tmp_path.iterdir()) == []


def test_scene_file_as_the_start(carom):
    words = ["--vary", "theta", "--set", "radius_c=0.7", "--json"]
    _, file = found(carom("design", SCENES / "billiards.toml", *words))
    _, gallery = found(carom("design", "billiards", *words))
    assert file["values"] == gallery["values"]


def test_interrupt(command):
    words = [command, "design", "trex", "--starts", "1000000", "--json"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        pytest.skip("no /proc to see when the command listens")

    def listens():
        (mask,) = (line for line in status.read_text().splitlines() if line.startswith("SigCgt"))
        return int(mask.split()[1], 16) & 1 << (signal.SIGINT - 1)

    for _ in range(6000):
        if listens():
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert json.loads(out)["status"] == "stopped"
    assert "carom: stopped" in err


@pytest.fixture
def talos():
    file = urdf("talos_data/robots/talos_reduced.urdf")
    return file, "--contacts", "left_sole_link,right_sole_link", "--restitution", 0.3


@pytest.mark.slow
def test_posture_of_a_humanoid(carom, talos, tmp_path):
    design, solution = found(carom("design", *talos, "-o", "posture.json", "--json"))
    assert design["goal"] == "practical"
    assert design["start"]["spread"] > 0.03
    assert solution["spread"] < 0.01
    assert solution["largest_gap"] <= 1e-9
    limits = {
        joint.get("name"): joint.find("limit")
        for joint in ElementTree.parse(talos[0]).getroot().findall("joint")
    }
    moved = [name for name in solution["values"] if limits.get(name) is not None]
    assert len(moved) > 20
    for name in moved:
        lower, upper = (float(limits[name].get(end)) for end in ("lower", "upper"))
        assert lower - 1e-9 <= solution["values"][name] <= upper + 1e-9
    assert json.loads((tmp_path / "posture.json").read_text()) == solution["q"]
    landing = carom("analyze", *talos, "--posture", "posture.json", "--json").json
    assert landing["practical"] == "one"
    assert landing["spread"]["value"] == pytest.approx(solution["spread"], rel=1e-3)
    (pair,) = landing["pairs"]
    assert [pair["inner_product"]] == pytest.approx(inner_products(solution), abs=1e-9)


BOLT_KNEES = {
    f"{side}_{joint}": value
    for side in ("FL", "FR")
    for joint, value in (("HFE", 0.1), ("KFE", -0.2))
}


def bolt(posture, *words):
    file = urdf("bolt_description/robots/bolt.urdf")
    given = ["--contacts", "FL_FOOT,FR_FOOT", "--posture", json.dumps(posture)]
    return ["design", file, *given, "--restitution", "0.3", *words]


def test_left_and_right_are_kept_alike(carom):
    design, solution = found(carom(*bolt(BOLT_KNEES, "--json")))
    values = solution["values"]
    assert values["FL_KFE"] == pytest.approx(values["FR_KFE"], abs=1e-9)
    assert values["FL_HAA"] == pytest.approx(-values["FR_HAA"], abs=1e-9)
    assert values["root_joint.wz"] == values["root_joint.vy"] == 0
    assert solution["outside_feet"] <= max(0.01, design["start"]["outside_feet"]) + 1e-9
    words = "left and right alike: FL_HAA with FR_HAA, FL_HFE with FR_HFE, FL_KFE with FR_KFE"
    assert any(item.startswith(words) for item in design["kept"])
    assert "centre of mass over the feet" in design["kept"]
    assert solution["practical"] == "one" and "practically one outcome" in solution["verdict"]


def test_what_is_kept_may_be_given_up(carom):
    free = bolt(BOLT_KNEES, "--asymmetric", "--free-balance", "--json")
    design, solution = found(carom(*free))
    assert design["kept"] == []
    _, kept = found(carom(*bolt(BOLT_KNEES, "--json")))
    assert solution["change"] <= kept["change"] + 1e-6  # it may do more, so it need not go as far


def test_a_start_that_is_not_symmetric_is_not_forced(carom):
    design = carom(*bolt(BOLT_KNEES | {"FL_KFE": -0.3}, "--stand", "--json")).json
    (words,) = (item for item in design["kept"] if "alike" in item)
    assert words.startswith("not left and right alike: the start is not (")


ALREADY = {
    "bolt": ("bolt_description/robots/bolt.urdf", "FL_FOOT,FR_FOOT"),
    "hyq": ("hyq_description/robots/hyq_no_sensors.urdf", "lf_foot,rf_foot,lh_foot,rh_foot"),
}


@pytest.mark.parametrize("name", ALREADY)
def test_robot_that_needs_nothing(carom, name):
    file, contacts = ALREADY[name]
    words = ["design", urdf(file), "--contacts", contacts]
    design = carom(*words, "--json").json
    assert design["status"] == "already"
    assert design["start"]["spread"] < 0.01
    assert design["solutions"] == []
    result = carom(*words)
    assert result.code == 0
    assert "the start is already practically one outcome" in result.out
