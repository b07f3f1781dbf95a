# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom reproduce: every item comes out as the errata have it, and the comparison is a real one."""

import math
import numbers

import pytest

KEYS = {"id", "source", "quantity", "published", "computed", "digits", "status", "note"}
REFUTED = {
    "S3.set_S",
    "S3.theorem3.proof",
    "S3.V.intro.half",
    "S3.III-A.alpha",
    "S3.III-A.plastic_loss",
    "S3.eq11.pulling",
    "S3.billiards.rows",
    "S3.eq31.masses",
    "S0.III.only_way",
    "S0.eq17.sign",
    "S0.eq18.sign",
    "S0.IV.sign_flip",
    "S1.table1.literal",
    "S1.table1.stick_tested",
    "S1.VI.wall_slips",
    "S1.eq20.sign",
    "S1.eq28.normal_work",
    "S1.VI.energy.ground",
    *(
        f"S2.3.{motion}.{n}_points"
        for motion in ("spin", "slide_and_spin", "slide_then_stick")
        for n in (8, 16, 64)
    ),
    "S2.5.four_points_determinate",
    "S2.eq4_1.end",
    "S2.eq4_21.knee",
    "S3.tail.printed",
    "S0.V.theta_symmetry",
    *(f"S0.V.gaits.{gait}.minimum" for gait in ("walk", "run", "bound")),
    "S4.eq5.left_side",
    "S4.fig2.lift_limit",
}
NOT_RECOVERABLE = {
    "S3.fig5.smallest_angle",
    "S3.fig5.curve",
    "S3.table1.inner_product",
    "S3.table1.foot",
    "S3.fig8.orders",
    "S3.fig8.drive",
    "S0.fig2.levels",
    "S4.table4.impulse",
}


def flat(value):
    if isinstance(value, list):
        return [entry for part in value for entry in flat(part)]
    return [value]


@pytest.fixture
def items(carom):
    result = carom("reproduce", "--json")
    assert result.code == 0
    assert result.err == ""
    return result.json


def test_keys_and_ids(items):
    assert len(items) > 90
    assert len({item["id"] for item in items}) == len(items)
    for item in items:
        assert set(item) >= KEYS
        assert item["source"] and item["quantity"]


def test_status_follows_from_the_numbers(items):
    for item in items:
        if item["status"] == "not_recoverable":
            assert item["computed"] is None
            continue
        published, computed = flat(item["published"]), flat(item["computed"])
        assert all(isinstance(entry, numbers.Real) for entry in published + computed), item["id"]
        scale = max(abs(entry) for entry in published) or 1
        equal = len(published) == len(computed) and all(
            abs(p - c) <= 0.5001 * 10.0 ** (math.floor(math.log10(scale)) + 1 - item["digits"])
            for p, c in zip(published, computed, strict=True)
        )
        assert equal == (item["status"] == "met"), item["id"]


def test_what_is_refuted_and_what_cannot_be_known(items):
    status = {item["id"]: item["status"] for item in items}
    assert {name for name, word in status.items() if word == "refuted"} == REFUTED
    unknown = {name for name, word in status.items() if word == "not_recoverable"}
    assert unknown == NOT_RECOVERABLE


def test_known_figures(items):
    computed = {item["id"]: item["computed"] for item in items}
    assert computed["S3.V.cradle.inner_product"] == pytest.approx(-0.5, abs=1e-12)
    assert computed["S3.III-A.plastic_loss"] == pytest.approx(1 / 3, abs=1e-12)
    assert computed["S3.V.intro.half"] == 2
    assert computed["S3.set_S"] == pytest.approx([0, 0, 1], abs=1e-12)
    assert computed["coxeter.A8"][:3] == [1, 28, 28]
    assert computed["coxeter.B5"][:3] == [1, 25, 25]


def test_selection(carom):
    assert len(carom("reproduce", "S3.eq15", "--json").json) == 2
    one = carom("reproduce", "S3.eq15.uvu", "--json").json
    assert [item["id"] for item in one] == ["S3.eq15.uvu"]
    both = carom("reproduce", "coxeter", "billiards", "--json").json
    assert {item["id"].split(".")[0] for item in both} == {"coxeter", "billiards"}


def test_table(carom):
    result = carom("reproduce", "S3")
    assert result.code == 0
    assert "S3.theorem3.inner_product" in result.out
    assert "printed 0.166667, computed 0.333333" in result.out
    assert "not recoverable" in result.out


def test_unknown_id(carom):
    result = carom("reproduce", "S3.eq14")
    assert result.code == 2
    assert result.out == ""
    assert "id 'S3.eq14' is unknown" in result.err
    assert "did you mean 'S3.eq15'?" in result.err
