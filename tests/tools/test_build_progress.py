# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""script/tools/build_progress.py runs a build, says how far it is and passes on how it ended."""

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[2] / "script" / "tools"
sys.path.insert(0, str(TOOLS))

import build_progress  # noqa: E402

NINJA = """\
rule make
  command = echo made > $out
  description = Making $out
rule fail
  command = echo 'x.cpp:1: error: broken' && exit 1
build a.o: make
build b.o: make
build all: phony a.o b.o
build bad: fail
"""


def run(folder, *targets):
    (folder / "build.ninja").write_text(NINJA)
    tool = [sys.executable, TOOLS / "build_progress.py", folder / "log"]
    return subprocess.run([*tool, "ninja", "-C", folder, *targets], capture_output=True, text=True)


def test_the_output_goes_to_the_log(tmp_path):
    result = run(tmp_path, "all")
    assert result.returncode == 0
    assert (tmp_path / "a.o").is_file()
    assert "[2/2] Making" in (tmp_path / "log").read_text()
    assert result.stdout == ""


def test_a_build_that_fails(tmp_path):
    result = run(tmp_path, "bad")
    assert result.returncode == 1
    assert "x.cpp:1: error: broken" in (tmp_path / "log").read_text()


class Clock:
    """Stands in for time.monotonic."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(build_progress.time, "monotonic", clock)
    return clock


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_line_every_ten_seconds_in_a_log(clock):
    stream = io.StringIO()
    progress = build_progress.Progress({"big.cpp.o": 9000, "small.cpp.o": 1000}, stream)
    for second in range(26):
        clock.now = float(second)
        if second == 2:
            progress.take("[1/2] Building CXX object small.cpp.o")
        progress.show()
    lines = stream.getvalue().splitlines()
    assert len(lines) == 2
    assert all(re.fullmatch(r"  \[1/2\] small, about .* left", line) for line in lines)


def test_one_line_that_is_written_over_on_a_terminal(clock):
    stream = Terminal()
    progress = build_progress.Progress({"a.cpp.o": 100}, stream)
    clock.now = 5.0
    progress.show()
    progress.take("[0/1] Re-checking globbed directories...")
    assert progress.status == ""
    progress.take("[1/1] Building CXX object a.cpp.o")
    progress.show()
    progress.close()
    assert "\n" not in stream.getvalue()
    assert stream.getvalue().count("\r\033[K") == 3


def test_time_left_goes_by_lines_of_source(clock):
    progress = build_progress.Progress({"big.cpp.o": 9000, "small.cpp.o": 1000}, io.StringIO())
    supposed = progress.left()
    assert supposed == pytest.approx(10000 / build_progress.LINES_PER_SECOND)
    clock.now = 1000.0
    progress.take("[1/2] Building CXX object small.cpp.o")
    assert progress.left() > 9 * 200.0  # a tenth took a thousand seconds
    progress.take("[2/2] Building CXX object big.cpp.o")
    assert progress.left() == 0.0


def test_a_united_file_counts_the_lines_of_its_sources(tmp_path):
    (tmp_path / "law").mkdir()
    (tmp_path / "law" / "a.cpp").write_text("int a;\n" * 40)
    (tmp_path / "law" / "b.cpp").write_text("int b;\n" * 60)
    united = tmp_path / "law_1.cpp"
    united.write_text('#include "law/a.cpp"\n#include "law/b.cpp"\n')
    files = build_progress.sources_of(united, (tmp_path,))
    assert build_progress.lines_of(files) == 102
    assert build_progress.sources_of(tmp_path / "missing.cpp", ()) == []


def test_what_is_up_to_date_is_not_planned(tmp_path):
    (tmp_path / "build.ninja").write_text(
        "rule compile\n  command = touch $out # -o $out -c $in\n"
        "build a.o: compile a.cpp\nbuild b.o: compile b.cpp\n"
    )
    for name in ("a", "b"):
        (tmp_path / f"{name}.cpp").write_text("int x;\n" * 10)
    command = ["cmake", "--build", str(tmp_path), "--target", "b.o"]
    assert build_progress.planned(command) == {"b.o": 10}
    (tmp_path / "b.o").write_text("")
    assert build_progress.planned(command) == {}
    assert build_progress.planned(command[:3]) == {"a.o": 10}
