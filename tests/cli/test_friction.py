# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""The laws with friction, from the shell."""

import json

import pytest

FRICTION = ["newton", "poisson", "regular", "slip_share", "compliant"]
SLIDE_AND_SPIN = ["--set", "velocity=[0.6,0.3,-1,0,0,4]"]


@pytest.mark.parametrize("law", FRICTION)
def test_a_flat_drop_bounces_at_its_coefficient_under_every_law(carom, law):
    result = carom("resolve", "block", "--law", law, "--json")
    assert result.code == 0, result.err
    outcome = result.json
    # Measured along the normal there is one contact: every meaning of the coefficient agrees.
    assert outcome["velocity_plus"] == pytest.approx([0, 0, 0.5, 0, 0, 0], abs=1e-8)
    assert sum(item["normal"] for item in outcome["impulse"]) == pytest.approx(1.5, abs=1e-8)
    assert outcome["energy"]["lost"] == pytest.approx(0.375, abs=1e-8)
    assert outcome["uniqueness"]["impulses_unique"] is False
    assert outcome["law"]["restitution"] == 0.5


def test_a_block_that_slides_and_spins(carom):
    # Reference R6, one store of energy for the block, to 1e-6.
    expected = [0.24439162338923, 0.11841861389547, 0.5, 0, 0, 0.82481061587740]
    motion = ["block", "--law", "regular", "--energy", "group", *SLIDE_AND_SPIN, "--json"]
    result = carom("resolve", *motion)
    assert result.json["velocity_plus"] == pytest.approx(expected, abs=1e-6)
    events = [(event["event"], event["contact"]) for event in result.json["events"]]
    assert ("compression_ends", None) in events
    assert events[-1] == ("ends", None)
    layer = carom("resolve", *motion, "--method", "layer")
    assert layer.json["velocity_plus"] == pytest.approx(expected, abs=1e-6)


def test_energy_is_stored_per_contact_unless_told_otherwise(carom):
    motion = ["block", "--law", "regular", *SLIDE_AND_SPIN, "--json", "--draws", "0"]
    default = carom("resolve", *motion).json
    assert default["law"]["energy"] == "contact"
    layer = carom("resolve", *motion, "--method", "layer", "--tolerance", "1e-9").json
    assert default["velocity_plus"] == pytest.approx(layer["velocity_plus"], abs=1e-6)
    group = carom("resolve", *motion, "--energy", "group").json
    assert abs(group["velocity_plus"][5] - default["velocity_plus"][5]) > 0.001
    bad = carom("resolve", *motion, "--energy", "groups")
    assert bad.code == 2
    assert "energy = 'groups'; expected one of contact, group; did you mean 'group'?" in bad.err
    other = carom("resolve", "cradle", "--law", "newton", "--energy", "group")
    assert other.code == 2
    assert "--energy group: law 'newton' has no stores of energy" in other.err


def test_a_ball_far_away_stays(carom):
    # Two balls that nothing couples: one lands, one rests. Each by itself.
    problem = {
        "format": "carom-problem/1",
        "mass_matrix": [[1, 0], [0, 1]],
        "velocity": [-1, 0],
        "contacts": [
            {"name": "lands", "normal": [1, 0], "restitution": 0.5},
            {"name": "rests", "normal": [0, 1], "restitution": 0.5},
        ],
    }
    result = carom("resolve", "-", "--law", "regular", "--json", stdin=json.dumps(problem))
    assert result.json["velocity_plus"] == [0.5, 0]
    assert result.json["uniqueness"]["verdict"] == "unique"


def test_the_report_shows_friction_events_and_verdict(carom):
    text = carom("resolve", "block", "--law", "regular", *SLIDE_AND_SPIN).out
    for words in ("tangential [N·s]", "friction work [J]", "events", "compression ends", "verdict"):
        assert words in text
    assert "sampled" in text
    assert "reflections" not in text


def test_table_1_of_s1(carom):
    result = carom(
        "resolve", "corner_ball", "--law", "corner", "--mode", "published_table", "--json"
    )
    outcome = result.json
    assert [round(value, 3) for value in outcome["velocity_plus"]] == [-3.004, 3.832, -5.178]
    assert outcome["law"]["mode"] == "published_table"
    assert any("gain" in note for note in outcome["notes"])
    by_scene = carom(
        "resolve", "corner_ball", "--law", "corner", "--set", "mode=published_table", "--json"
    ).json
    assert by_scene["velocity_plus"] == outcome["velocity_plus"]
    literal = carom("resolve", "corner_ball", "--law", "corner", "--mode", "literal", "--json").json
    assert literal["velocity_plus"] == pytest.approx(
        [-2.92501640432, 4.12363076573, -7.08859389099], abs=1e-6
    )


def test_compare_block(carom):
    comparison = carom("compare", "block", *SLIDE_AND_SPIN, "--json").json
    answered = {outcome["law"]["name"]: outcome for outcome in comparison["outcomes"]}
    assert set(FRICTION) <= set(answered)
    assert [item["law"] for item in comparison["left_out"]] == ["corner"]
    assert "Does not apply: corner" in carom("compare", "block", *SLIDE_AND_SPIN).out
    for name in FRICTION:
        assert answered[name]["energy"]["lost"] > 0
        verdict = answered[name]["uniqueness"]
        assert "sampled" in verdict["reason"], name
        assert verdict["draws"] > 0


def test_compare_corner_ball(carom):
    comparison = carom("compare", "corner_ball", "--json").json
    names = [outcome["law"]["name"] for outcome in comparison["outcomes"]]
    assert {"corner", "compliant", "regular", "newton", "poisson"} <= set(names)


def test_branches_are_extremes_of_a_sample(carom):
    result = carom("resolve", "corner_ball", "--law", "regular", "--branches", "--json")
    assert result.code == 0
    assert len(result.json["branches"]) > 1
    assert "sample" in result.json["uniqueness"]["reason"]
    again = carom("resolve", "corner_ball", "--law", "regular", "--branches", "--json")
    assert again.out == result.out
    text = carom("resolve", "corner_ball", "--law", "regular", "--branches").out
    assert "extremes of a sample" in text


def test_draws_of_the_verdict(carom):
    few = carom("resolve", "block", "--law", "regular", "--draws", 8, "--json").json
    assert few["uniqueness"]["draws"] == 8
    assert "sampled, 8 draws" in few["uniqueness"]["reason"]
    none = carom("resolve", "block", "--law", "regular", "--draws", 0, "--json").json
    assert none["uniqueness"]["verdict"] == "not_checked"
    assert carom("resolve", "block", "--draws", "-1").code == 2


def test_friction_for_every_contact(carom):
    slide = ["--set", "velocity=[1,0,-1,0,0,0]", "--json"]
    smooth = carom("resolve", "block", "--law", "regular", "--friction", 0, *slide).json
    assert smooth["velocity_plus"] == pytest.approx([1, 0, 0.5, 0, 0, 0], abs=1e-9)
    rough = carom("resolve", "block", "--law", "regular", "--friction", 0.2, *slide).json
    assert rough["velocity_plus"][0] == pytest.approx(0.7, abs=1e-8)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["rhex", "--law", "newton"], ": restitution is missing; expected"),
        (
            ["cradle", "--law", "newton", "--restitution", "1", "--friction", "0.3"],
            "contact 'a-b': friction = 0.3 without tangents; expected",
        ),
        (["corner_ball", "--law", "corner", "--mode", "litteral"], "did you mean 'literal'?"),
        (["corner_ball", "--set", "mode=litteral"], "did you mean 'literal'?"),
        (["block", "--law", "regular", "--mode", "literal"], "law 'regular' has no modes"),
        (["block", "--law", "newton", "--tolerance", "1e-9"], "law 'newton' has no integration"),
        (["block", "--law", "regular", "--method", "event"], "did you mean 'events'?"),
        (["block", "--law", "regular", "--tolerance", "0"], "tolerance = 0; expected"),
        (["block", "--law", "compliant", "--exponent", "0"], "exponent = 0; expected"),
        (["block", "--law", "corner"], "expected"),
        (["block", "--set", "friction=-1"], "friction = -1"),
        (["block", "--set", "points=5"], "points = 5"),
        (["corner_ball", "--set", "static_friction=0.1"], "is below friction"),
    ],
)
def test_bad_input(carom, arguments, message):
    result = carom("resolve", *arguments)
    assert result.code == 2
    assert result.out == ""
    assert message in result.err
