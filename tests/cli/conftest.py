# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Runs the carom command as a user does: arguments and standard input in, three streams out.

The environment variable CAROM holds the path of the command.
"""

import json
import os
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import pytest


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "slow: takes a second or more; script/test --fast leaves it out"
    )


SCENES = Path(__file__).parents[2] / "scenes"


@dataclass
class Result:
    code: int
    out: str
    err: str

    @property
    def json(self):
        """The one document on standard output."""
        return json.loads(self.out)

    @property
    def lines(self):
        """The documents of a batch."""
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture(scope="session")
def command():
    return str(Path(os.environ["CAROM"]).resolve(strict=True))


@pytest.fixture
def carom(command, tmp_path):
    """carom("resolve", "cradle", stdin="…") runs in an empty folder."""

    def run(*arguments, stdin="", **environment):
        done = subprocess.run(
            [command, *map(str, arguments)],
            input=stdin.encode(),
            capture_output=True,
            cwd=tmp_path,
            env={**os.environ, **environment},
            timeout=120,
        )
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def write(tmp_path):
    """write("a.json", document or text) puts a file into the folder and returns its name."""

    def to_file(name, content):
        text = content if isinstance(content, str) else json.dumps(content)
        (tmp_path / name).write_text(text)
        return name

    return to_file


@pytest.fixture
def three_balls():
    """A fresh copy of S3's Example 1 to change."""
    return {
        "format": "carom-problem/1",
        "name": "three balls",
        "mass_matrix": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        "velocity": [1, 0, 0],
        "contacts": [
            {"name": "a-b", "normal": [-1, 1, 0]},
            {"name": "b-c", "normal": [0, -1, 1]},
        ],
    }


@pytest.fixture
def clamped():
    """One ball between two walls: no velocity separates both contacts."""
    return {
        "name": "clamped",
        "mass_matrix": [[1]],
        "velocity": [1],
        "contacts": [{"name": "left", "normal": [1]}, {"name": "right", "normal": [-1]}],
    }


@pytest.fixture
def start(command, tmp_path):
    """start("map", …) leaves the command running in the folder of the test."""
    running = []

    def run(*arguments):
        process = subprocess.Popen(
            [command, *map(str, arguments)],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        running.append(process)
        return process

    yield run
    for process in running:
        process.kill()
        process.wait()


@pytest.fixture
def interrupted(start, tmp_path):
    """interrupted(words_of) runs words_of(1) into the folder "out" and stops it with Ctrl-C; where
    it was over before, words_of(4), then words_of(16), which take as many times as long. Returns
    the words and what stderr said."""

    def run(words_of):
        for length in (1, 4, 16):
            words = words_of(length)
            shutil.rmtree(tmp_path / "out", ignore_errors=True)
            process = start("run", *words, "-o", "out")
            written = tmp_path / "out" / "trajectory.csv"
            while process.poll() is None:
                if written.exists() and written.stat().st_size > 10_000:
                    break
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
            if process.returncode != 0:
                assert process.returncode == 1, err
                return words, err
        raise AssertionError("a run sixteen times as long was over before it could be stopped")

    return run


# The specified TREX after its optimisation: foot and tail are orthogonal.
OPTIMISED_TREX = {
    "y": 12.261754088256055,
    "th": 5.763259480105476,
    "pS": 4.996786330402094,
    "gS": 5.413498863298901,
    "pW": 1.9919747769943423,
    "gW": 5.236702019054613,
    "pT": 0.07826299408672889,
    "r1": 6.953821934469509,
    "r2": 4.096486569467052,
    "lu": 7.997654108923775,
    "ll": 9.989936343556286,
}
