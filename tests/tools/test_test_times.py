# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""script/tools/test_times.py says where the time of script/test went."""

import json
import os
import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "script" / "tools" / "test_times.py"

CTEST = """<testsuite>
  <testcase name="unit/Cradle.Slow" classname="unit/Cradle.Slow" time="7.5" status="run"/>
  <testcase name="unit/Cradle.Fast" classname="unit/Cradle.Fast" time="0.1" status="run"/>
</testsuite>"""
PYTEST = """<testsuites><testsuite>
  <testcase classname="tests.cli.test_run" name="test_walk" time="3.0"/>
</testsuite></testsuites>"""
GTEST = """<testsuites><testsuite name="A">
  <testcase name="x" status="run" result="completed" time="0.5" classname="A"/>
</testsuite></testsuites>"""
NINJA = """# ninja log v5
0\tcut
0\t2500\t0\tlaw_1.cpp.o\tabc
0\t9000\t0\told.cpp.o\tabc
0\t100\t0\tgone.cpp.o\tabc
100\t1600\t0\tlaw_1.cpp.o\tdef
"""
CACHE = "# a.cpp\ndirect_cache_hit\n# b.cpp\ncache_miss\n# c.cpp\npreprocessed_cache_hit\n"


def run(folder, cache=None):
    logs, build = folder / "test", folder / "build"
    (build / "release").mkdir(parents=True)
    logs.mkdir(parents=True)
    (logs / "steps.txt").write_text("format 1 0 2.5\nctest 12 1 60.0\n")
    (logs / "folders.txt").write_text("format 1 0 2.5\nctest/unit 12 1 90.0\n")
    (logs / "ctest.xml").write_text(CTEST)
    (logs / "core_unit_0.xml").write_text(GTEST)
    (logs / "cli.xml").write_text(PYTEST)
    if cache:
        (logs / "ccache.log").write_text(cache)
    (build / "release" / ".ninja_log").write_text(NINJA)
    for name, made in (("law_1.cpp.o", 2000.0), ("old.cpp.o", 10.0)):
        (build / "release" / name).write_text("")
        os.utime(build / "release" / name, (made, made))
    result = subprocess.run(
        [sys.executable, TOOL, logs, build, "1000"], capture_output=True, text=True
    )
    return result, json.loads((logs / "times.json").read_text())


def test_steps_files_tests(tmp_path):
    result, times = run(tmp_path)
    assert result.returncode == 0
    assert times["steps"][1] == {"name": "ctest", "passed": 12, "failed": 1, "seconds": 60.0}
    # The last entry of a file counts; what this run did not make is left out.
    assert times["files"] == [{"name": "release: law_1.cpp.o", "seconds": 1.5}]
    assert [row["name"] for row in times["tests"]] == [
        "ctest: unit/Cradle.Slow",
        "cli: tests.cli.test_run.test_walk",
        "core_unit_0: A.x",
        "ctest: unit/Cradle.Fast",
    ]
    assert "ctest: unit/Cradle.Slow" in result.stdout


def test_the_table_of_steps(tmp_path):
    lines = run(tmp_path)[0].stdout.splitlines()
    rows = [line.split() for line in lines[lines.index(next(x for x in lines if "step " in x)) :]]
    assert rows == [
        ["step", "passed", "failed", "seconds"],
        ["format", "1", "0", "2.5"],
        ["ctest", "12", "1", "60.0"],
        ["unit", "12", "1", "90.0"],
        ["all", "13", "1", "62.5"],
    ]


def test_the_compiler_cache(tmp_path):
    assert run(tmp_path / "with", CACHE)[1]["ccache"] == {"hits": 2, "misses": 1}
    assert run(tmp_path / "without")[1]["ccache"] is None


def test_lines_fit_a_hundred_columns(tmp_path):
    result, _ = run(tmp_path)
    assert max(map(len, result.stdout.splitlines())) <= 100
