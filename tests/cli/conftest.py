# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Runs the carom command as a user does: arguments and standard input in, three streams out.

The environment variable CAROM holds the path of the command.
"""

import json
import os
import subprocess
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
