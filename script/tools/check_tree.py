#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Checks what every file of the tree must have, that code can be read where it stands (a class in
one file, functions that fit a screen, folders of one idea), and that each law has page and test.

Usage: check_tree.py [ROOT]. Prints "file:line: what is wrong" and exits with 1 if anything is.
Ignored files are left out where ROOT is a git checkout.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

SPDX = ("SPDX-FileCopyrightText: 2026 The carom authors", "SPDX-License-Identifier: MIT")
SPDX_SUFFIXES = {".h", ".cpp", ".py", ".sh", ".cmake", ".in", ".ts", ".mjs", ".css"}
LEFT_OUT = {
    "build",
    ".venv",
    ".pinocchio",
    ".robots",
    ".mujoco",
    ".plots",
    ".git",
    "node_modules",
    "dist",
}
MAX_FUNCTION = 72  # lines: what a screen shows
MAX_FILES = 27  # of a folder: what fits one listing, and one idea
# A method that is defined outside its class: "Class::name(", where a line begins.
METHOD = re.compile(r"^[A-Za-z][\w:<>,&*\[\] ]*?\b((?:[A-Z]\w*::)+)(?:~?\w+|operator\S+)\(", re.M)
MACHINE_PATH = re.compile(r"(?<![\w./~-])/(?:work|root|home)(?![\w-])")
# Eigen's decompositions, unless a small fixed size can be read off the type. Functions of matrices
# that lead to one, such as llt(), hide the type.
DECOMPOSITION = re.compile(
    r"\b(?:JacobiSVD|BDCSVD|(?:SelfAdjoint)?EigenSolver|CompleteOrthogonalDecomposition"
    r"|(?:ColPiv|FullPiv)?HouseholderQR|(?:Full|Partial)PivLU|LDLT|LLT)\b"
    r"(?!<(?:Eigen::)?Matrix(?:[2-6](?!X)|<double, (?!Dynamic)\w+, (?!Dynamic)\w+>))"
    r"|\.(?:llt|ldlt|lu|(?:full|partial)PivLu|householderQr|(?:col|full)PivHouseholderQr"
    r"|completeOrthogonalDecomposition|jacobiSvd|bdcSvd)\("
)
DECOMPOSITIONS = ("src/solver/decompositions.h", "src/solver/decompositions.cpp")
SMALL_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?e-\d+\b")
NEAR = 5  # lines: a reason may stand above a group of numbers


MENTION = re.compile(r"`((?:src|include|tests|script|cmake|scenes|benchmarks)/[^`\s,]*)`")


def files(root):
    """The files of the project, relative to *root*: tracked ones and new ones not ignored."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        text=True,
        env={**os.environ, "GIT_CEILING_DIRECTORIES": str(root.parent)},
    )
    if listing.returncode == 0:
        names = {Path(name) for name in listing.stdout.split("\0") if name}
    else:
        names = {path.relative_to(root) for path in root.rglob("*")}
        names = {name for name in names if not LEFT_OUT & set(name.parts)}
    return sorted(name for name in names if (root / name).is_file())


def check_spdx(name, lines):
    is_script = bool(lines) and lines[0].startswith("#!")
    if name.suffix not in SPDX_SUFFIXES and name.name != "CMakeLists.txt" and not is_script:
        return
    for number, wanted in enumerate(SPDX, 2 if is_script else 1):
        if len(lines) < number or wanted not in lines[number - 1]:
            yield f"{name}:{number}: expected '{wanted}'"


def check_functions(name, lines):
    """By the indentation of the format: a definition ends at the first brace that stands below its
    first letter, in a namespace or in a class."""
    if name.suffix not in {".h", ".cpp"} or name.parts[0] not in {"src", "include"}:
        return
    if "data" in name.parts:  # tables of numbers
        return
    for indent in ("", "  "):
        start = None
        for number, line in enumerate(lines):
            if re.match(rf"{indent}[A-Za-z~]", line):
                start = number
            elif start is not None and line.startswith(indent + "}"):
                head = " ".join(lines[start : start + 6]).split("{")[0]
                length = number - start + 1
                if "(" in head and length > MAX_FUNCTION:
                    yield (
                        f"{name}:{start + 1}: function of {length} lines; "
                        f"expected at most {MAX_FUNCTION}: give its parts names"
                    )
                start = None


def check_mentions(root, name, lines):
    """Docs name files that are there; x stands for any name."""
    if name.suffix != ".md" or name.name == "CHANGELOG.md":
        return
    for number, line in enumerate(lines, 1):
        for mention in MENTION.findall(line):
            found = any(root.glob(mention)) or any(root.glob(mention.rstrip("/") + ".*"))
            if not found and not re.search(r"(^|/)x[._]", mention):
                yield f"{name}:{number}: '{mention}' is not there"


def check_paths(name, lines):
    for number, line in enumerate(lines, 1):
        found = MACHINE_PATH.search(line)
        if found:
            yield f"{name}:{number}: path of one machine: '{line[found.start() :][:40]}'"


def check_decompositions(name, lines):
    """Each costs the compiler seconds in every file that instantiates it: one file does."""
    if name.parts[0] not in {"src", "include"} or name.as_posix() in DECOMPOSITIONS:
        return
    for number, line in enumerate(lines, 1):
        found = DECOMPOSITION.search(line.split("//")[0])
        if found:
            yield (
                f"{name}:{number}: '{found.group()}' of any size; "
                f"expected a call of {DECOMPOSITIONS[0]}, or a type with a small fixed size"
            )


def check_tolerances(name, lines):
    """A small number says why that size: a comment beside it, or above its group."""
    if name.suffix not in {".h", ".cpp"} or name.parts[0] not in {"src", "include"}:
        return
    if name.parts[:2] == ("src", "reproduce") or name.parts[:3] == ("src", "model", "gallery"):
        return  # numbers of the papers, sizes of scenes
    for number, line in enumerate(lines, 1):
        code = re.sub(r'"(?:\\.|[^"\\])*"', '""', line.split("//")[0])
        small = SMALL_NUMBER.search(code)
        near = lines[max(0, number - 1 - NEAR) : number]
        if small and not any("//" in text and "SPDX" not in text for text in near):
            yield f"{name}:{number}: '{small.group()}' without a reason; say why that size"


def check_classes(root, names):
    """The methods of a class stand in one .cpp; one too long for that is several classes."""
    homes = {}
    for name in names:
        if name.suffix == ".cpp" and name.parts[0] == "src":
            text = (root / name).read_text(encoding="utf-8")
            for method in METHOD.finditer(text):
                found = homes.setdefault((name.parts[1], method.group(1)[:-2]), {})
                found.setdefault(name.as_posix(), text.count("\n", 0, method.start()) + 1)
    for (_, which), places in sorted(homes.items()):
        (first, _), *others = places.items()
        for place, number in others:
            yield f"{place}:{number}: class '{which}' is in {first} too; expected one .cpp"


def check_folders(names):
    counts = {}
    for name in names:
        if name.suffix in {".h", ".cpp", ".py"} and name.parts[0] in {"src", "tests"}:
            counts[name.parent] = counts.get(name.parent, 0) + 1
    for folder, count in sorted(counts.items()):
        if count > MAX_FILES:
            yield (f"{folder}:1: {count} files; expected at most {MAX_FILES}: a folder is one idea")


def check_laws(root):
    """A header in include/carom/laws that declares describe() is a law; one stem names it all."""
    for header in sorted((root / "include" / "carom" / "laws").glob("*.h")):
        if not re.search(r"\bdescribe\s*\(", header.read_text(encoding="utf-8")):
            continue
        stem = header.stem
        for wanted in (
            f"src/law/{stem}.cpp",
            f"docs/laws/{stem}.md",
            f"tests/unit/law/{stem}_test.cpp",
        ):
            if not (root / wanted).is_file():
                yield f"{header.relative_to(root)}:1: law '{stem}' has no {wanted}"


def check(root):
    """All faults of the tree below *root*, and the number of files read."""
    root = Path(root).resolve()
    faults = []
    names = files(root)
    for name in names:
        try:
            lines = (root / name).read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        for check_file in (
            check_spdx,
            check_functions,
            check_paths,
            check_decompositions,
            check_tolerances,
        ):
            faults.extend(check_file(name, lines))
        faults.extend(check_mentions(root, name, lines))
    faults.extend(check_classes(root, names))
    faults.extend(check_folders(names))
    faults.extend(check_laws(root))
    return faults, len(names)


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]
    faults, count = check(root)
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{count} files, {len(faults)} faults")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
