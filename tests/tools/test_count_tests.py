# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""script/tools/count_tests.py counts what ctest and pytest report; what did not run has failed."""

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "script" / "tools" / "count_tests.py"

CTEST = """<testsuite>
<testcase name="unit/A.x" time="0.5" status="run"/>
<testcase name="unit/A.y" time="0.5" status="fail"><failure message=""/></testcase>
<testcase name="unit/A.z" time="0" status="notrun">
  <skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/></testcase>
<testcase name="published/B.x/1" time="0" status="run"/>
<testcase name="published_NOT_BUILT" time="0" status="notrun">
  <skipped message="Unable to find executable"/></testcase>
</testsuite>"""

PYTEST = """<testsuites><testsuite>
<testcase name="a[x/y]" time="1"/>
<testcase name="b" time="1"><skipped/></testcase>
<testcase name="c" time="1"><error/></testcase>
</testsuite></testsuites>"""


GTEST = """<testsuites><testsuite name="A">
<testcase name="x" status="run" result="completed" time="0.5" classname="A"/>
<testcase name="y/1" status="run" result="completed" time="0.5" classname="A">
  <failure message=""/></testcase>
<testcase name="z" status="run" result="skipped" time="0" classname="A"><skipped message=""/>
</testcase>
</testsuite></testsuites>"""


def count(path, text):
    path.write_text(text)
    output = subprocess.run([sys.executable, TOOL, path], capture_output=True, text=True).stdout
    return sorted(output.splitlines())


def test_ctest_report(tmp_path):
    assert count(tmp_path / "report.xml", CTEST) == [
        "- 0 1 0 0.0",
        "published 1 0 0 0.0",
        "unit 1 1 1 1.0",
    ]


def test_report_of_a_test_program(tmp_path):
    assert count(tmp_path / "report.xml", GTEST) == ["- 1 1 1 1.0"]


def test_several_reports_are_summed(tmp_path):
    files = [tmp_path / "a.xml", tmp_path / "b.xml"]
    for file in files:
        file.write_text(CTEST)
    output = subprocess.run([sys.executable, TOOL, *files], capture_output=True, text=True).stdout
    assert "unit 2 2 2 2.0" in output.splitlines()


def test_pytest_report(tmp_path):
    assert count(tmp_path / "report.xml", PYTEST) == ["- 1 1 1 3.0"]


def test_report_without_tests(tmp_path):
    assert count(tmp_path / "report.xml", "<testsuite/>") == []
