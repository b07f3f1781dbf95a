# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom run with steps that are too coarse: it ends, or says how far it can be trusted."""

import json
import math

import pytest
from test_run import rows_of, run_json


def test_divergence_keeps_the_last_good_state(carom, tmp_path):
    """Rods that whirl at 900 rad/s under steps of 0.1 s: energy from nowhere in the second step."""
    words = ["--set", "angles=[3,-3,3,-3,3,-3]", "--set", "velocity=[90,-900,900,-900,900,-900]"]
    result = carom("run", "chain", *words, "--step", 0.1, "-o", "out")
    assert result.code == 1
    assert "the energy left all reason in the step from t = 0.1 s" in result.err
    assert "use a smaller --step" in result.err
    assert "the last good state is in out" in result.err
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert run["status"] == "diverged"
    rows = rows_of(tmp_path / "out")
    assert all(math.isfinite(value) for row in rows for value in row.values())


def test_no_convergence_is_halved_then_given_up(carom, tmp_path):
    """Springs of 1e6 rad/s under explicit steps with error control: too many within a step."""
    words = ["--set", "stiffness=1e12", "--set", "angles=[1,0,0,0,0,0]"]
    words += ["--integrator", "runge_kutta", "--duration", 0.2]
    result = carom("run", "chain", *words, "--step", 0.1, "-o", "out")
    assert result.code == 1
    assert "no convergence at t = " in result.err
    assert "use a smaller --step" in result.err
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert run["status"] == "diverged"
    assert run["halvings"] >= 6


def test_no_row_has_energy_from_nowhere(carom, tmp_path):
    """Springs of 1e5 N m/rad between rods of 1 kg, of 1500 rad/s, under steps of 10 ms: the rule
    gains energy without end. The run stops at the first step beyond ten times what there is."""
    words = ["--set", "stiffness=1e5", "--set", "angles=[1,0,0,0,0,0]", "--duration", 3]
    result = carom("run", "chain", *words, "--step", 0.01, "-o", "out")
    assert result.code == 1
    assert "the energy left all reason in the step from t = " in result.err
    assert "the step of 0.01 s is too coarse" in result.err
    assert "use a smaller --step, or --integrator runge_kutta" in result.err
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert run["status"] == "diverged"
    energy = [row["energy [J]"] for row in rows_of(tmp_path / "out")]
    assert len(energy) >= 2
    assert energy[0] == pytest.approx(5e4, rel=1e-2)
    assert max(energy) < 11.1 * energy[0]
    assert run["summary"]["energy_end"] == energy[-1]
    fine = carom("run", "chain", *words[:-1], 0.2, "--step", 1e-4)
    assert fine.code == 0, fine.err


def test_a_contact_too_deep_is_said(carom):
    """TREX lands on its feet, then on its tail, all within a step of 50 ms."""
    words = ["trex", "--drop", 17, "--hold", "--duration", 0.5]
    coarse = run_json(carom, *words, "--step", 0.05)
    summary = coarse["summary"]
    assert summary["lowest_gap"] == pytest.approx(-0.017, abs=0.001)  # cm
    assert summary["lowest_gap_contact"] == "tail"
    assert summary["lowest_gap_time"] == pytest.approx(0.204, abs=0.001)
    assert any(
        "contact 'tail' was 0.0171 inside its surface at t = 0.204" in note
        and "use a --step below 0.05 s" in note
        for note in coarse["notes"]
    )
    fine = run_json(carom, *words, "--step", 0.001)
    assert fine["summary"]["lowest_gap"] > -1e-8
    assert fine["notes"] == []
    assert run_json(carom, "chain", "--duration", 0.01)["summary"]["lowest_gap"] is None
