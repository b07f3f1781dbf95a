# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom compare: one row per law, and the same as JSON."""

import pytest

LAWS = ["propagative", "sequential", "plastic", "inert"]
NEED_RESTITUTION = ["newton", "poisson", "regular", "slip_share", "compliant"]


def table_of(result):
    """From its header on; the verdict of the impact stands above it."""
    lines = result.out.splitlines()
    return lines[next(k for k, line in enumerate(lines) if line.startswith("law ")) :]


def test_every_law_has_a_row(carom):
    result = carom("compare", "cradle")
    assert result.code == 0
    rows = [line.split()[0] for line in table_of(result)[1:5]]
    assert rows == LAWS
    assert "(0, 0, 1)" in result.out
    assert "0.333333" in result.out
    # ‖(0,0,1) − (1,1,1)/3‖ = √(2/3)
    assert "by 81.6 % of the incoming momentum" in result.out


def test_columns_line_up(carom):
    lines = table_of(carom("compare", "cradle", "--set", "masses=[2,1,1]"))
    header = lines[0]
    for title in ("velocity after [m/s]", "verdict"):
        column = header.index(title)
        for row in lines[1:5]:
            assert row[column - 1] == " "
            assert row[column] != " "


def test_json(carom):
    comparison = carom("compare", "cradle", "--json").json
    assert comparison["format"] == "carom-comparison/1"
    assert comparison["problem"] == "cradle"
    assert [outcome["law"]["name"] for outcome in comparison["outcomes"]] == LAWS + NEED_RESTITUTION
    assert all(outcome["format"] == "carom-outcome/1" for outcome in comparison["outcomes"])


def test_chosen_laws_and_a_coefficient_for_those_that_have_one(carom):
    result = carom(
        "compare", "cradle", "--laws", "plastic,sequential", "--restitution", 0.5, "--json"
    )
    assert result.code == 0
    plastic, sequential = result.json["outcomes"]
    assert "restitution" not in plastic["law"]
    assert sequential["law"]["restitution"] == 0.5
    assert sequential["velocity_plus"] == pytest.approx([13 / 64, 15 / 64, 36 / 64], abs=1e-12)


def test_laws_that_agree(carom):
    assert (
        "All laws that answer agree." in carom("compare", "cradle", "--laws", "plastic,inert").out
    )


def test_a_law_that_does_not_apply_is_left_out(carom, write, three_balls):
    three_balls["contacts"][0]["restitution"] = 0.5
    name = write("p.json", three_balls)
    comparison = carom("compare", name, "--json").json
    assert [outcome["law"]["name"] for outcome in comparison["outcomes"]] == [
        name for name in LAWS[1:] + NEED_RESTITUTION if name != "slip_share"
    ]
    assert [item["law"] for item in comparison["left_out"]] == [
        "propagative",
        "slip_share",
        "corner",
    ]
    assert "Does not apply: propagative" in carom("compare", name).out


@pytest.mark.parametrize("scene", ["cradle", "billiards"])
def test_every_law_has_a_row_for_the_balls(carom, scene):
    """By the default of the scene; the corner law is for two points of one body alone."""
    comparison = carom("compare", scene, "--json").json
    names = [outcome["law"]["name"] for outcome in comparison["outcomes"]]
    assert names == LAWS + NEED_RESTITUTION
    assert [item["law"] for item in comparison["left_out"]] == ["corner"]
    assert all(outcome["status"] == "resolved" for outcome in comparison["outcomes"])
    lines = carom("compare", scene).out.splitlines()
    for name in [*LAWS, *NEED_RESTITUTION]:
        assert any(line.startswith(f"{name} ") and "(" in line for line in lines)
    assert any(line.startswith("corner ") and "does not apply" in line for line in lines)


def test_laws_without_a_default_coefficient_answer_at_that_of_the_verdict(
    carom, write, three_balls
):
    name = write("p.json", three_balls)
    plain = carom("compare", name)
    assert "at restitution 1: " in plain.out and "restitution is missing" not in plain.out
    outcomes = carom("compare", name, "--json").json["outcomes"]
    assert [outcome["law"]["name"] for outcome in outcomes] == LAWS + NEED_RESTITUTION
    given = carom("compare", name, "--restitution", 1, "--json").json["outcomes"]
    for one, other in zip(outcomes, given, strict=True):
        assert one["velocity_plus"] == other["velocity_plus"]


def test_some_laws_answer(carom, write, clamped):
    name = write("p.json", clamped)
    assert carom("compare", name).code == 0
    assert carom("compare", name, "--laws", "propagative").code == 1


def test_unknown_law(carom):
    result = carom("compare", "cradle", "--laws", "plastic,inrt")
    assert result.code == 2
    assert result.out == ""
    assert "unknown law 'inrt'" in result.err
    assert "did you mean 'inert'?" in result.err
