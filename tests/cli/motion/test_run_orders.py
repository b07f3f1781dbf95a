# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom run --orders: two orders of impact, and how far they part (S3 Fig. 8)."""

import csv
import json

from conftest import OPTIMISED_TREX


def orders(carom, *words):
    done = carom("run", "trex", "--drop", 17, "--duration", 0.2, "--orders", "--json", *words)
    assert done.code == 0, done.err
    return json.loads(done.out)


def test_the_initial_stance_parts_and_the_optimised_does_not(carom):
    initial = orders(carom)
    sets = [
        word for name, value in OPTIMISED_TREX.items() for word in ("--set", f"{name}={value!r}")
    ]
    optimised = orders(carom, *sets)
    assert initial["runs"][0]["several"] == 1
    assert 0.186 <= initial["parts_at"] <= 0.188  # √(2·17/981) s
    assert initial["largest"] > 1e-4
    assert optimised["largest"] < 1e-5 * initial["largest"]


def test_table_and_file(carom, tmp_path):
    uneven = ["--set", "radius_a=0.8"]
    done = carom("run", "billiards", *uneven, "--duration", 0.1, "--orders", "-o", "out")
    assert done.code == 0, done.err
    assert "they part from t = " in done.out
    assert "momentum apart" in done.out
    with open(tmp_path / "out/parting.csv", newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["time [s]", "momentum apart", "coordinates apart"]
    assert len(rows) == 101
    assert float(rows[-1][1]) > 0.01


def test_one_outcome_never_parts(carom):
    done = carom("run", "cradle", "--duration", 0.1, "--orders")
    assert done.code == 0, done.err
    assert "the order makes no difference: they never part" in done.out


def test_a_tie_is_no_proof(carom):
    done = carom("run", "billiards", "--duration", 0.1, "--orders")
    assert done.code == 0, done.err
    assert "both orders take the same way" in done.out


def test_laws_without_orders_are_refused(carom):
    done = carom("run", "block", "--orders")
    assert done.code == 2
    assert "--orders: law 'regular' resolves contacts in no order" in done.err
    assert "add --law propagative" in done.err


def test_what_orders_does_by_itself(carom):
    done = carom("run", "billiards", "--orders", "--branches", 2)
    assert done.code == 2
    assert "--orders: runs both orders by itself; expected it without --policy" in done.err
