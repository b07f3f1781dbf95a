# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom analyze: the keys of the contract, and the figures of the equal cradle."""

import json

import pytest

KEYS = {
    "format",
    "contacts",
    "gram",
    "pairs",
    "feasibility_margin",
    "blocks",
    "verdict",
    "scope",
    "reason",
    "restitution",
    "practical",
    "spread",
    "constrained_energy_ratio",
    "indeterminacy",
    "indeterminacy_worst",
    "worst_velocity",
    "sensitivity",
    "energy_split",
    "advice",
    "outcomes",
    "indeterminacy_exact",
    "indeterminacy_worst_method",
    "impulses_unique",
}


def test_cradle(carom):
    analysis = carom("analyze", "cradle", "--json").json
    assert set(analysis) >= KEYS
    assert analysis["format"] == "carom-analysis/1"
    assert analysis["contacts"] == ["a-b", "b-c"]
    assert analysis["gram"][0][1] == pytest.approx(-0.5, abs=1e-12)
    assert analysis["verdict"] == "unique"
    assert analysis["scope"] == "orders"
    (pair,) = analysis["pairs"]
    assert pair["contacts"] == ["a-b", "b-c"]
    assert pair["inner_product"] == pytest.approx(-0.5, abs=1e-12)
    assert pair["inner_product_raw"] == pytest.approx(-1, abs=1e-12)
    assert pair["coxeter_order"] == 3
    assert pair["worst_case_steps"] == 3
    assert {"indeterminacy_worst", "collapse_restitution"} <= set(pair)
    assert analysis["blocks"] == [["a-b", "b-c"]]
    assert analysis["indeterminacy"] == 0
    assert analysis["outcomes"]["count"] == 1
    # the plastic impact leaves (1,1,1)/3: T_c = 1/2 − 1/6
    assert analysis["energy_split"]["constrained"] == pytest.approx(1 / 3, abs=1e-12)
    assert analysis["energy_split"]["admissible"] == pytest.approx(1 / 6, abs=1e-12)
    assert analysis["constrained_energy_ratio"] == pytest.approx(2 / 3, abs=1e-12)


def test_sensitivities_in_the_plane_and_of_any_turn(carom):
    """Orthogonal normals, most of the momentum across their plane: S0 (19), 2 of 0.05, and 2."""
    problem = {
        "format": "carom-problem/1",
        "mass_matrix": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        "velocity": [-0.04, -0.03, 1],
        "contacts": [{"name": "a", "normal": [1, 0, 0]}, {"name": "b", "normal": [0, 1, 0]}],
    }
    (pair,) = carom("analyze", "-", "--json", stdin=json.dumps(problem)).json["sensitivity"]
    assert pair["contacts"] == ["a", "b"]
    assert pair["bound"] == pytest.approx(0.1 / 1.0025**0.5, abs=1e-12)
    assert pair["bound_any"] == pytest.approx(2, abs=1e-12)
    text = carom("analyze", "-", stdin=json.dumps(problem)).out
    assert "in plane/rad  any turn/rad\n" in text
    assert "0.0999             2\n" in text


@pytest.mark.parametrize("law", ["newton", "poisson", "compliant", "sequential", "propagative"])
def test_verdicts_go_to_unique_with_the_coupling(carom, law):
    for coupling in [0, 1e-6, 1e-3]:
        problem = {
            "format": "carom-problem/1",
            "mass_matrix": [[1, coupling], [coupling, 1]],
            "velocity": [-1, -0.5],
            "contacts": [{"normal": [1, 0]}, {"normal": [0, 1]}],
        }
        words = ["resolve", "-", "--law", law, "--restitution", 0.5, "--json"]
        uniqueness = carom(*words, stdin=json.dumps(problem)).json["uniqueness"]
        assert uniqueness["indeterminacy"] <= 4 * coupling
        if coupling == 0:
            assert uniqueness["verdict"] == "unique"
        else:
            assert uniqueness["verdict"] == "several"
            assert uniqueness["reason"].endswith("practically one outcome (below 1 %)")


def test_what_needs_a_robot_is_null(carom):
    spread = carom("analyze", "cradle", "--json").json["spread"]
    assert set(spread) >= {"value", "orders"}
    for key in ("base_linear", "base_angular", "locked"):
        assert spread[key] is None


def test_orthogonal_contacts_are_safe_under_every_law(carom):
    analysis = carom("analyze", "billiards", "--set", "theta=90deg", "--json").json
    assert analysis["verdict"] == "unique"
    assert analysis["scope"] == "every_law"
    assert analysis["indeterminacy"] == pytest.approx(0, abs=1e-12)


def test_several(carom):
    scene = ["cradle", "--set", "masses=[2,1,1]", "--set", "velocity=[1,0,-1]"]
    analysis = carom("analyze", *scene, "--json").json
    assert analysis["verdict"] == "several"
    assert analysis["scope"] is None
    assert analysis["practical"] == "several"
    assert analysis["outcomes"]["count"] == 2
    resolved = carom("resolve", *scene, "--json").json
    assert analysis["indeterminacy"] == pytest.approx(
        resolved["uniqueness"]["indeterminacy"], abs=1e-12
    )
    assert analysis["advice"]


def test_restitution_changes_the_practical_verdict(carom):
    scene = ["cradle", "--set", "masses=[2,1,1]", "--set", "velocity=[1,0,-1]"]
    elastic = carom("analyze", *scene, "--json").json
    inelastic = carom("analyze", *scene, "--restitution", 0.3, "--json").json
    assert elastic["restitution"] == 1
    assert inelastic["restitution"] == 0.3
    assert inelastic["spread"]["orders"] != elastic["spread"]["orders"]
    assert inelastic["indeterminacy"] == elastic["indeterminacy"]


def test_text(carom):
    result = carom("analyze", "billiards", "--set", "theta=90deg")
    assert result.code == 0
    assert "a-c, b-c" in result.out


def test_batch(carom, write, three_balls):
    lines = "\n".join(json.dumps({**three_balls, "velocity": [v, 0, 0]}) for v in (1, 2))
    result = carom("analyze", write("p.jsonl", lines))
    assert result.code == 0
    assert [analysis["format"] for analysis in result.lines] == ["carom-analysis/1"] * 2


def test_restitution_outside_its_range(carom):
    result = carom("analyze", "cradle", "--restitution", 1.5)
    assert result.code == 2
    assert "--restitution = 1.5; expected 0 <= restitution <= 1" in result.err


def test_restitution_is_the_contacts_own_unless_given(carom):
    assert carom("analyze", "block", "--json").json["restitution"] == 0.5
    assert carom("analyze", "block", "--restitution", 0.2, "--json").json["restitution"] == 0.2
    assert carom("analyze", "cradle", "--json").json["restitution"] == 1


def test_springs_of_unknown_stiffness_count_in_the_practical_verdict(carom):
    analysis = carom("analyze", "cradle", "--json").json
    assert analysis["spread"]["orders"] == 0
    assert analysis["spread"]["stiffness_ratios"] > 0.5
    assert analysis["spread"]["value"] == analysis["spread"]["stiffness_ratios"]
    assert analysis["practical"] == "several"
