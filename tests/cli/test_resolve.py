# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom resolve: laws, policies, branches, scenes; expected numbers are those of the equal cradle.

(1, 0, 0) gives (0, 0, 1) elastically, (1, 1, 1)/3 plastically, and at R = 0.5 the mean of the two.
Masses (2, 1, 1) at (1, 0, -1) have two outcomes.
"""

import json
import math

import pytest
from conftest import SCENES

OUTCOME_KEYS = {
    "format",
    "problem",
    "law",
    "status",
    "message",
    "velocity_plus",
    "impulse",
    "bilateral_impulse",
    "sequence",
    "energy",
    "uniqueness",
    "residuals",
}


def close(values, expected, tolerance=1e-12):
    return values == pytest.approx(expected, abs=tolerance)


def test_text_of_a_scene(carom):
    result = carom("resolve", "cradle")
    assert result.code == 0
    assert result.err == ""
    assert result.out.startswith("cradle\n")
    assert "velocity    (0, 0, 1)" in result.out
    assert "unique" in result.out


def test_json_has_the_keys_of_the_contract(carom):
    outcome = carom("resolve", "cradle", "--json").json
    assert set(outcome) >= OUTCOME_KEYS
    assert "branches" not in outcome
    assert outcome["format"] == "carom-outcome/1"
    assert outcome["problem"] == "cradle"
    assert outcome["law"] == {
        "name": "propagative",
        "restitution": 1.0,
        "policy": "most_violated",
    }
    assert outcome["status"] == "resolved"
    assert close(outcome["velocity_plus"], [0, 0, 1])
    assert [item["contact"] for item in outcome["impulse"]] == ["a-b", "b-c"]
    assert close([item["normal"] for item in outcome["impulse"]], [1, 1])
    assert outcome["impulse"][0]["tangential"] == []
    assert outcome["sequence"] == ["a-b", "b-c"]
    assert set(outcome["energy"]) >= {"before", "after", "lost", "contacts"}
    assert set(outcome["energy"]["contacts"][0]) == {"contact", "normal_work", "friction_work"}
    assert set(outcome["residuals"]) == {
        "momentum",
        "penetration_rate",
        "friction_cone",
        "energy",
        "law",
    }
    verdict = outcome["uniqueness"]
    assert verdict["verdict"] == "unique"
    assert verdict["outcomes"] == 1
    assert isinstance(verdict["outcomes"], int)
    assert verdict["impulses_unique"] is True
    assert verdict["complete"] is True
    assert verdict["indeterminacy"] == 0
    assert verdict["reason"]


def test_file_and_scene_agree(carom):
    from_file = carom("resolve", SCENES / "three_balls.json", "--json").json
    from_scene = carom("resolve", "cradle", "--json").json
    assert from_file.pop("problem") == "three balls"
    assert from_scene.pop("problem") == "cradle"
    assert from_file == from_scene


def test_five_balls_two_leave(carom):
    outcome = carom("resolve", SCENES / "five_balls.json", "--json").json
    assert close(outcome["velocity_plus"], [0, 0, 0, 1, 1])


@pytest.mark.parametrize(
    ("arguments", "velocity"),
    [
        (["--law", "propagative"], [0, 0, 1]),
        (["--law", "propagative", "--restitution", "0.5"], [1 / 6, 1 / 6, 2 / 3]),
        (["--law", "propagative", "--restitution", "0"], [1 / 3, 1 / 3, 1 / 3]),
        (["--law", "sequential", "--restitution", "0.5"], [13 / 64, 15 / 64, 36 / 64]),
        (["--law", "plastic"], [1 / 3, 1 / 3, 1 / 3]),
        (["--law", "inert"], [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_laws(carom, arguments, velocity):
    outcome = carom("resolve", "cradle", *arguments, "--json").json
    assert close(outcome["velocity_plus"], velocity)
    assert outcome["law"]["name"] == arguments[1]
    has_coefficient = arguments[1] in ("propagative", "sequential")
    assert ("restitution" in outcome["law"]) == has_coefficient


@pytest.mark.parametrize(
    "policy", ["most_violated", "least_violated", "first", "last", "round_robin", "random"]
)
def test_policies(carom, policy):
    outcome = carom("resolve", "cradle", "--policy", policy, "--seed", 7, "--json").json
    assert outcome["law"]["policy"] == policy
    assert outcome["law"].get("seed") == (7 if policy == "random" else None)
    assert close(outcome["velocity_plus"], [0, 0, 1])


def test_coefficients_of_the_contacts(carom, write, three_balls):
    three_balls["contacts"][0]["restitution"] = 0.5
    three_balls["contacts"][1]["restitution"] = 0.5
    law = carom("resolve", write("p.json", three_balls), "--json").json["law"]
    assert law["restitution"] == 0.5
    three_balls["contacts"][1]["restitution"] = 0.25
    name = write("p.json", three_balls)
    law = carom("resolve", name, "--law", "sequential", "--json").json["law"]
    assert law["restitution"] == [0.5, 0.25]
    result = carom("resolve", name, "--json")
    assert result.code == 2
    assert "restitution differs between contacts" in result.err


SEVERAL = ["cradle", "--set", "masses=[2,1,1]", "--set", "velocity=[1,0,-1]"]


def test_several_outcomes(carom):
    outcome = carom("resolve", *SEVERAL, "--json").json
    assert outcome["uniqueness"]["verdict"] == "several"
    assert outcome["uniqueness"]["outcomes"] == 2
    # ‖M^½(v_a − v_b)‖/‖M^½v⁻‖ of the two outcomes (−5/9, 7/9, 4/3) and (−1/3, 0, 5/3)
    differences = [2 / 9, 7 / 9, 1 / 3]
    masses = [2, 1, 1]
    distance = math.sqrt(sum(m * d * d for m, d in zip(masses, differences, strict=True)))
    assert outcome["uniqueness"]["indeterminacy"] == pytest.approx(
        distance / math.sqrt(3), abs=1e-12
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--branches", *SEVERAL, "--json"],
        [*SEVERAL, "--branches", "--json"],
        [*SEVERAL, "--json", "--branches"],
        [*SEVERAL, "--branches=all", "--json"],
    ],
)
def test_branches(carom, arguments):
    branches = carom("resolve", *arguments).json["branches"]
    assert len(branches) == 2
    found = sorted(branch["velocity_plus"] for branch in branches)
    assert close(found[0], [-5 / 9, 7 / 9, 4 / 3])
    assert close(found[1], [-1 / 3, 0, 5 / 3])
    assert {branch["sequence"][0] for branch in branches} == {"a-b", "b-c"}
    assert [(branch["shortest"], branch["longest"]) for branch in branches] == [(3, 3), (3, 3)]


def test_minimal_branches(carom):
    result = carom("resolve", *SEVERAL, "--branches", "minimal", "--json")
    assert result.code == 0
    assert 1 <= len(result.json["branches"]) <= 2
    assert "minimal" in result.json["uniqueness"]["reason"]


def test_branches_as_text(carom):
    text = carom("resolve", *SEVERAL, "--branches").out
    assert "2 outcomes listed" in text
    assert "(-0.333333, 0, 1.66667)" in text
    assert "Definition 1" in carom("resolve", *SEVERAL, "--branches", "minimal").out


def test_search_cap(carom):
    masses = "[" + ",".join(str(1 + 0.1 * i) for i in range(9)) + "]"
    speeds = "[" + ",".join(str(9 - i) for i in range(9)) + "]"
    scene = ["cradle", "--set", f"masses={masses}", "--set", f"velocity={speeds}"]
    outcome = carom("resolve", *scene, "--max-nodes", 50, "--json").json
    assert outcome["uniqueness"]["complete"] is False


def test_indent_is_for_people(carom):
    flat = carom("resolve", "cradle", "--json")
    deep = carom("resolve", "cradle", "--indent", 2)
    assert flat.out.count("\n") == 1
    assert deep.out.startswith('{\n  "format"')
    assert deep.json == flat.json


def test_friction_is_not_used_and_says_so(carom):
    result = carom("resolve", "cradle", "--friction", 0.3, "--json")
    assert result.code == 0
    assert "--friction 0.3: law 'propagative' has no friction" in result.err
    assert close(result.json["velocity_plus"], [0, 0, 1])


def test_no_feasible_velocity(carom, write, clamped):
    result = carom("resolve", write("p.json", clamped), "--json")
    assert result.code == 1
    outcome = result.json
    assert outcome["status"] == "no_feasible_velocity"
    assert outcome["message"]
    assert outcome["certificate"] == [
        {"contact": "left", "weight": pytest.approx(0.5)},
        {"contact": "right", "weight": pytest.approx(0.5)},
    ]
    text = carom("resolve", "p.json")
    assert text.code == 1
    assert "no_feasible_velocity" in text.out


def test_empty_contact_list_is_valid(carom, write, three_balls):
    three_balls["contacts"] = []
    result = carom("resolve", write("p.json", three_balls), "--json")
    assert result.code == 0
    assert result.json["velocity_plus"] == [1, 0, 0]


def test_bilateral_rows_take_impulses(carom, write, three_balls):
    three_balls["velocity"] = [1, 0, 0]
    three_balls["bilateral"] = [{"name": "rod", "row": [0, 1, -1]}]
    outcome = carom("resolve", write("p.json", three_balls), "--json").json
    # ball a meets the body b+c of 2 kg
    assert close(outcome["velocity_plus"], [-1 / 3, 2 / 3, 2 / 3])
    assert len(outcome["bilateral_impulse"]) == 1


def test_an_existing_path_wins_over_a_scene(carom, write, three_balls):
    write("cradle", three_balls)
    assert carom("resolve", "cradle", "--json").json["problem"] == "three balls"


def test_a_folder_does_not_hide_a_scene(carom, tmp_path):
    """`carom run trex -o trex` leaves one."""
    (tmp_path / "cradle").mkdir()
    assert carom("resolve", "cradle", "--json").json["problem"] == "cradle"


def test_same_input_same_bytes(carom):
    first = carom("resolve", *SEVERAL, "--branches", "--json").out
    assert carom("resolve", *SEVERAL, "--branches", "--json").out == first


def light_ball(heavy, light, restitution):
    """A light ball between two heavy ones that close in on it."""
    contact = {"restitution": restitution}
    return json.dumps(
        {
            "format": "carom-problem/1",
            "name": "light ball",
            "mass_matrix": [[heavy, 0, 0], [0, light, 0], [0, 0, heavy]],
            "velocity": [1, 0, -1],
            "contacts": [
                {"name": "c0", "normal": [-1, 1, 0], **contact},
                {"name": "c1", "normal": [0, -1, 1], **contact},
            ],
        }
    )


@pytest.mark.parametrize("heavy, light", [(1, 1e-6), (1, 1e-8), (1e6, 1), (1e8, 1)])
def test_collapse_at_extreme_mass_ratios(carom, heavy, light):
    result = carom(
        "resolve", "-", "--law", "sequential", "--json", stdin=light_ball(heavy, light, 0.5)
    )
    assert result.code == 0, result.err
    outcome = result.json
    assert outcome["status"] == "resolved"
    assert "inelastic collapse" in outcome["message"]
    assert "the limit is given" in outcome["message"]
    assert close(outcome["velocity_plus"], [0, 0, 0], 1e-7)
    assert outcome["uniqueness"]["outcomes"] == 1
    assert "orders that use the same contacts for ever" in outcome["uniqueness"]["reason"]


def test_propagative_without_restitution_is_plastic(carom):
    """A mass ratio of 2e14: the elastic sequence has no end, and is not needed."""
    problem = json.dumps(
        {
            "format": "carom-problem/1",
            "mass_matrix": [
                [43882204.433014385, -1.3502841872259501, 251564.8239959854],
                [-1.3502841872259501, 1.7586083172802062e-07, -0.05245764829300182],
                [251564.8239959854, -0.05245764829300182, 56454.61607885797],
            ],
            "velocity": [-1.934638021832958, 0.6083214567633896, 0.1719422417385381],
            "contacts": [
                {"normal": [-2.4426214107916655, -0.24855318131154686, 1.3049490128846999]},
                {"normal": [1.763042786828603, 1.5234616329245094, -1.9215893646475766]},
                {"normal": [-0.0745398831176696, -1.006055282414616, 0.17743480711127418]},
            ],
        }
    )
    words = ["--restitution", 0, "--branches", "--json"]
    result = carom("resolve", "-", "--law", "propagative", *words, stdin=problem)
    plastic = carom("resolve", "-", "--law", "plastic", "--json", stdin=problem)
    assert result.code == 0, result.err
    for field in ["velocity_plus", "impulse", "energy", "residuals"]:
        assert result.json[field] == plastic.json[field]
    assert [branch["velocity_plus"] for branch in result.json["branches"]] == [
        plastic.json["velocity_plus"]
    ]
