# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""script/tools/check_includes.py passes a good tree and names each violation in a bad one."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "script" / "tools" / "check_includes.py"

GOOD = {
    "include/carom/error.h": "#include <string>\n",
    "include/carom/problem.h": '#include <Eigen/Core>\n#include "carom/error.h"\n',
    "include/carom/outcome.h": "#include <carom/problem.h>\n",
    "include/carom/law.h": '#include "carom/outcome.h"\n',
    "include/carom/laws/inert.h": '#include "carom/law.h"\n',
    "include/carom/report.h": '#include "carom/outcome.h"\n',
    "src/solver/cone.h": "#include <vector>\n",
    "src/solver/cone.cpp": '#include "solver/cone.h"\n#include <Eigen/Dense>\n',
    "src/law/inert.cpp": '#include "carom/laws/inert.h"\n#include "solver/cone.h"\n',
    "src/model/gallery/balls.cpp": '#include "carom/problem.h"\n#include <fmt/format.h>\n',
    "src/report/json.cpp": "#include <carom/report.h>\n#include <nlohmann/json.hpp>\n",
    "src/cli/main.cpp": '#include <CLI/CLI.hpp>\n#include "carom/carom.h"\n',
}


def run(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return subprocess.run([sys.executable, TOOL, root], capture_output=True, text=True)


def test_good_tree_passes(tmp_path):
    result = run(tmp_path, GOOD)
    assert result.stdout == f"{len(GOOD)} files, 0 faults\n"
    assert result.returncode == 0


def test_header_that_carom_h_leaves_out_is_named(tmp_path):
    forward = {"include/carom/carom.h": '#include "carom/error.h"\n'}
    result = run(tmp_path, {"include/carom/error.h": "", "include/carom/law.h": ""} | forward)
    assert "include/carom/carom.h:1: does not include carom/law.h\n" in result.stdout
    assert result.returncode == 1


def test_empty_tree_fails(tmp_path):
    assert run(tmp_path, {}).returncode == 1


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "src/solver/bad.cpp",
            '#include "law/inert.h"\n',
            "src/solver/bad.cpp:1: room 'solver' includes 'law/inert.h' of room 'law'",
        ),
        (
            "src/problem/bad.cpp",
            '#include <vector>\n\n#include "carom/outcome.h"\n',
            "src/problem/bad.cpp:3: room 'problem' includes 'carom/outcome.h' of room 'outcome'",
        ),
        (
            "src/problem/bad.cpp",
            '#include "../law/inert.h"\n',
            "src/problem/bad.cpp:1: room 'problem' includes '../law/inert.h' of room 'law'",
        ),
        (
            "src/model/bad.cpp",
            "#include <carom/law.h>\n",
            "src/model/bad.cpp:1: room 'model' includes 'carom/law.h' of room 'law'",
        ),
        (
            "include/carom/outcome.h",
            '#include "carom/law.h"\n',
            "include/carom/outcome.h:1: room 'outcome' includes 'carom/law.h' of room 'law'",
        ),
        (
            "src/report/bad.cpp",
            '#include "carom/carom.h"\n',
            "src/report/bad.cpp:1: room 'report' includes 'carom/carom.h' of room 'top'",
        ),
        (
            "src/law/bad.cpp",
            "#  include <fmt/format.h>\n",
            "src/law/bad.cpp:1: core room 'law' includes 'fmt/format.h'",
        ),
        (
            "src/analysis/bad.cpp",
            "#include <nlohmann/json.hpp>\n",
            "src/analysis/bad.cpp:1: core room 'analysis' includes 'nlohmann/json.hpp'",
        ),
        (
            "include/carom/report.h",
            "#include <nlohmann/json_fwd.hpp>\n",
            "include/carom/report.h:1: a public header includes 'nlohmann/json_fwd.hpp'",
        ),
        (
            "include/carom/law.h",
            '#include "solver/cone.h"\n',
            "include/carom/law.h:1: a public header includes the private 'solver/cone.h'",
        ),
        (
            "include/carom/surprise.h",
            "",
            "include/carom/surprise.h:1: unknown public header",
        ),
        (
            "src/cli/bad.cpp",
            '#include "carom/surprise.h"\n',
            "src/cli/bad.cpp:1: 'carom/surprise.h' is not in the table of public headers",
        ),
        (
            "src/model/bad.cpp",
            "#include <pinocchio/algorithm/crba.hpp>\n",
            "src/model/bad.cpp:1: 'pinocchio/algorithm/crba.hpp' outside src/model/pinocchio",
        ),
        ("src/kitchen/bad.cpp", "", "src/kitchen/bad.cpp:1: unknown room"),
    ],
)
def test_violation_is_named(tmp_path, name, text, message):
    result = run(tmp_path, GOOD | {name: text})
    assert result.stdout.startswith(message)
    assert "1 faults" in result.stdout
    assert result.returncode == 1
