# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""script/tools/check_tree.py passes a good tree and names each violation in a bad one."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "script" / "tools" / "check_tree.py"

HEAD = "SPDX-FileCopyrightText: 2026 The carom authors\n{0} SPDX-License-Identifier: MIT\n"
CPP = "// " + HEAD.format("//")
HASH = "# " + HEAD.format("#")

GOOD = {
    "README.md": "See https://example.org/home/ and energy/work.\n"
    "`src/law/inert.cpp`, `src/law/x.cpp`, `src/law/*.cpp`\n",
    "include/carom/laws/inert.h": CPP + "LawDescription describe() const;\n",
    "include/carom/laws/policy.h": CPP,
    "src/law/inert.cpp": CPP,
    "src/law/policy.cpp": CPP
    + "LLT<Eigen::Matrix3d> a(A); LDLT<Eigen::Matrix<double, n, n>> b(B); // LLT\n"
    + "int Policy::at() const {\n"
    + "  f();\n" * 70
    + "}\n",
    "src/report/policy.cpp": CPP + "Policy::Policy(int of) {}\n",
    "src/solver/decompositions.cpp": CPP + "Eigen::LLT<Eigen::MatrixXd> a(A);\n",
    "docs/laws/inert.md": "# inert\n",
    "tests/unit/law/inert_test.cpp": CPP + "\n" * 1000,
    "script/run": "#!/bin/sh\n" + HASH,
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


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("src/law/bad.cpp", "int x;\n", "src/law/bad.cpp:1: expected 'SPDX-FileCopyrightText"),
        ("tests/bad.py", HASH.split("\n")[0], "tests/bad.py:2: expected 'SPDX-License-Identifier"),
        ("script/bad", "#!/bin/sh\necho\n", "script/bad:2: expected 'SPDX-FileCopyrightText"),
        (
            "src/law/long.cpp",
            CPP + "void f(int a) {\n" + "  g();\n" * 71 + "}\n",
            "src/law/long.cpp:3: function of 73 lines; expected at most 72",
        ),
        (
            "src/law/long.h",
            CPP + "struct A {\n  int f() {\n" + "    g();\n" * 71 + "  }\n};\n",
            "src/law/long.h:4: function of 73 lines; expected at most 72",
        ),
        (
            "src/law/zig.cpp",
            CPP + "int Policy::of(int k) { return k; }\n",
            "src/law/zig.cpp:3: class 'Policy' is in src/law/policy.cpp too; expected one .cpp",
        ),
        ("docs/bad.md", "ok\nsee /" + "home/me/x\n", "docs/bad.md:2: path of one machine: '/"),
        (
            "docs/bad.md",
            "see `src/law/gone.cpp`\n",
            "docs/bad.md:1: 'src/law/gone.cpp' is not there",
        ),
        ("docs/bad.md", "`/" + "work`\n", "docs/bad.md:1: path of one machine"),
        (
            "include/carom/laws/orphan.h",
            CPP + "LawDescription describe() const;\n",
            "include/carom/laws/orphan.h:1: law 'orphan' has no src/law/orphan.cpp",
        ),
    ],
)
def test_violation_is_named(tmp_path, name, text, message):
    result = run(tmp_path, GOOD | {name: text})
    assert message in result.stdout
    assert result.returncode == 1


@pytest.mark.parametrize(
    "code",
    [
        "Eigen::LLT<Eigen::MatrixXd> factor;",
        "Eigen::LLT factor(M);",
        "Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factor(M);",
        "Eigen::LDLT<Eigen::Matrix<double, 6, Eigen::Dynamic>> factor;",
        "Eigen::PartialPivLU<Eigen::Matrix<double, Dynamic, Dynamic>> factor;",
        "using System = Eigen::SelfAdjointEigenSolver<MatrixXd>;",
        "x = A.completeOrthogonalDecomposition().solve(b);",
        "x = A.lu().solve(b);",
        "const auto svd = A.jacobiSvd(Eigen::ComputeThinU);",
    ],
)
@pytest.mark.parametrize("name", ["src/law/heavy.cpp", "include/carom/heavy.h"])
def test_decomposition_of_any_size_is_named(tmp_path, name, code):
    result = run(tmp_path, GOOD | {name: CPP + code + "\n"})
    assert result.stdout.startswith(f"{name}:3: '")
    assert "expected a call of src/solver/decompositions.h, or a type with" in result.stdout
    assert result.returncode == 1


def test_small_number_without_reason_is_named(tmp_path):
    code = "\n" * 5 + "if (gap < 1e-9) return;\n"
    result = run(tmp_path, GOOD | {"src/law/inert.cpp": CPP + code})
    assert "src/law/inert.cpp:8: '1e-9' without a reason; say why that size" in result.stdout
    assert result.returncode == 1
    result = run(
        tmp_path, GOOD | {"src/law/inert.cpp": CPP + "// [m] rounding\n" + code.strip() + "\n"}
    )
    assert "without a reason" not in result.stdout


@pytest.mark.parametrize("missing", ["docs/laws/inert.md", "tests/unit/law/inert_test.cpp"])
def test_law_without_its_mirror_fails(tmp_path, missing):
    result = run(tmp_path, {name: text for name, text in GOOD.items() if name != missing})
    assert result.stdout.startswith(f"include/carom/laws/inert.h:1: law 'inert' has no {missing}\n")
    assert result.returncode == 1


def test_crowded_folder_is_named(tmp_path):
    result = run(tmp_path, GOOD | {f"src/report/page/p{k}.cpp": CPP for k in range(28)})
    assert "src/report/page:1: 28 files; expected at most 27" in result.stdout
    assert result.returncode == 1


def test_ignored_files_are_left_out(tmp_path):
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    result = run(tmp_path, GOOD | {".gitignore": "/out/\n", "out/bad.cpp": "no head\n"})
    assert result.stdout == f"{len(GOOD) + 1} files, 0 faults\n"
