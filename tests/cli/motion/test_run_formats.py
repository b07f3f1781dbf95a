# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""trajectory.mcap and trajectory.npz of a run, read by the packages people read them with."""

import csv
import json

import numpy
import pytest
from mcap import reader


@pytest.fixture
def run(carom, tmp_path):
    """The folder of a short run in all formats, and the rows of its CSV."""
    done = carom(
        "run", "vee", "--set", "height=0.02", "--duration", 0.05, "-o", "out", "--npz", "--mcap"
    )
    assert done.code == 0, done.err
    with open(tmp_path / "out/trajectory.csv", newline="") as file:
        header, *rows = csv.reader(file)
    return tmp_path / "out", header, [[float(value) for value in row] for row in rows]


def test_mcap(run):
    folder, header, rows = run
    impacts = json.loads((folder / "impacts.json").read_text())
    with open(folder / "trajectory.mcap", "rb") as file:
        log = reader.make_reader(file, validate_crcs=True)
        statistics = log.get_summary().statistics
        messages = list(log.iter_messages(log_time_order=False))
    assert {schema.encoding for schema, _, _ in messages} == {"jsonschema"}
    state = [(m, json.loads(m.data)) for _, c, m in messages if c.topic == "/state"]
    assert statistics.message_count == len(rows) + len(impacts)
    assert [m.log_time for m, _ in state] == [round(row[0] * 1e9) for row in rows]
    assert [
        [s["time"], *s["q"].values(), *s["v"].values(), s["energy"]]
        + [value for name in ("gaps", "forces", "friction") for value in s[name].values()]
        for _, s in state
    ] == rows
    assert list(state[0][1]["q"]) == [name.split(" [")[0] for name in header[1:5]]
    assert [json.loads(m.data) for _, c, m in messages if c.topic == "/impacts"] == impacts


def test_npz(run):
    folder, _, rows = run
    with numpy.load(folder / "trajectory.npz") as arrays:
        names = ("time", "q", "v", "energy", "gaps", "forces", "friction")
        columns = [arrays[name] for name in names]
        assert numpy.column_stack(columns).tolist() == rows
        assert arrays["contacts"].tolist() == ["foot 1", "foot 2"]
        described = json.loads(str(arrays["run"]))
    assert described["duration"] == 0.05
