# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""S4's biped and pantograph through the command: analyze, resolve --law inert, reproduce.

Figures: the reference of src/reproduce/data/biped.h and S4 Tables 3 and 4.
"""

import pytest

STATUS = {
    "S4.eq3.orthogonal": "met",
    "S4.eq4.split": "met",
    "S4.eq4.loss": "met",
    "S4.eq5.left_side": "refuted",
    "S4.fig2.lift_limit": "refuted",
    "S4.fig2.radius": "met",
    "S4.fig2.angle": "met",
    "S4.fig3.lean": "met",
    "S4.fig3.mass": "met",
    "S4.table3.speed": "met",
    "S4.table3.constrained": "met",
    "S4.table3.admissible": "met",
    "S4.table3.ratio": "met",
    "S4.example2.full_loss": "met",
    "S4.table4.impulse": "not_recoverable",
    "S4.table4.order": "met",
}


def test_analyze_biped(carom):
    """Point feet at 10 degrees: T_c and T_a of the reference's first row."""
    analysis = carom("analyze", "biped", "--set", "theta=10deg", "--set", "rho=0", "--json").json
    assert analysis["contacts"] == ["landing_foot"]
    assert analysis["pairs"] == []
    assert analysis["verdict"] == "unique"
    assert analysis["practical"] == "one"
    split = analysis["energy_split"]
    assert split["constrained"] == pytest.approx(0.284556196715, abs=1e-9)
    assert split["admissible"] == pytest.approx(6.93975139847, abs=1e-9)


def test_analyze_pantograph(carom):
    """S4 Table 3, case 4."""
    analysis = carom("analyze", "pantograph", "--set", "gamma=60deg", "--json").json
    assert analysis["contacts"] == ["wall"]
    assert 1e3 * analysis["energy_split"]["constrained"] == pytest.approx(6.56, abs=0.005)
    assert 1e3 * analysis["energy_split"]["admissible"] == pytest.approx(3.44, abs=0.005)
    assert analysis["constrained_energy_ratio"] == pytest.approx(0.66, abs=0.005)


@pytest.mark.parametrize("scene", ["biped", "pantograph"])
def test_text_of_one_contact(carom, scene):
    result = carom("analyze", scene)
    assert result.code == 0
    assert result.err == ""
    assert f"{scene}: 1 contact" in result.out
    assert "kinetic energy" in result.out


def test_resolve_biped(carom):
    """At 44.4776 degrees the stance foot of a point-foot walker stays down: q2 dot < 0."""
    lift = {}
    for theta in ("43deg", "44.4775deg", "44.4776deg"):
        outcome = carom(
            *("resolve", "biped", "--law", "inert", "--json"),
            *("--set", f"theta={theta}", "--set", "rho=0"),
        ).json
        assert outcome["status"] == "resolved"
        assert outcome["uniqueness"]["verdict"] == "unique"
        assert outcome["uniqueness"]["impulses_unique"] is True
        lift[theta] = outcome["velocity_plus"][1]
    assert lift["43deg"] > 0.02
    assert lift["44.4775deg"] > 0 > lift["44.4776deg"]


def test_resolve_pantograph_through_its_loop(carom):
    outcome = carom("resolve", "pantograph", "--law", "inert", "--json").json
    assert 1e3 * outcome["impulse"][0]["normal"] == pytest.approx(102.250662682, abs=1e-6)
    assert len(outcome["bilateral_impulse"]) == 2
    assert 1e3 * outcome["energy"]["lost"] == pytest.approx(9.82, abs=0.005)
    assert outcome["residuals"]["momentum"] < 1e-10


def test_inertia_moves_the_lift_limit(carom):
    arguments = ("resolve", "biped", "--law", "inert", "--set", "theta=50deg", "--set", "rho=0")
    point = carom(*arguments, "--json").json
    rods = carom(*arguments, "--set", "inertia=both_rods", "--json").json
    assert point["velocity_plus"][1] < 0 < rods["velocity_plus"][1]


def test_reproduce(carom):
    items = {item["id"]: item for item in carom("reproduce", "S4", "--json").json}
    assert {name: item["status"] for name, item in items.items()} == STATUS
    assert items["S4.fig2.lift_limit"]["published"] == 43
    assert items["S4.fig2.lift_limit"]["computed"] == pytest.approx(44.477512, abs=1e-6)
    assert items["S4.example2.full_loss"]["computed"] == pytest.approx(97.58, abs=0.005)
    note = items["S4.table4.impulse"]["note"]
    for part in ("103.19 (measured +6.2 %)", "83.56 (measured +1.7 %)"):
        assert part in note


def test_reference(carom):
    items = carom("reproduce", "biped", "pantograph", "--json").json
    assert len(items) == 17
    assert {item["status"] for item in items} == {"met"}


@pytest.mark.parametrize(
    ("scene", "setting", "message"),
    [
        ("biped", "theta=180deg", "(180 deg); expected 0 <= theta < pi"),
        ("biped", "rho=1", "rho = 1; expected 0 <= rho < 1"),
        ("biped", "inertia=rods", "inertia = 'rods'; expected one of point, leg_rod"),
        ("biped", "thetta=1", "did you mean 'theta'?"),
        ("pantograph", "position=[1,1]", "from the motor of links 1 and 2; expected 0.0535 to"),
        ("pantograph", "energy=-1", "energy = -1 J; expected >= 0 and finite"),
    ],
)
def test_bad_parameters(carom, scene, setting, message):
    result = carom("analyze", scene, "--set", setting)
    assert result.code == 2
    assert result.out == ""
    assert message in result.err
