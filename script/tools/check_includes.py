#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Checks that includes point upstream only.

Rooms are the folders of src/; a public header belongs to the room named in
cmake/public_headers.txt. A file
may include its own room and those in UPSTREAM. The core rooms and all public headers may use
nothing but the standard library, Eigen and carom itself; Pinocchio stays in src/model/pinocchio.

Usage: check_includes.py [ROOT]. Prints "file:line: what is wrong" and exits with 1 if anything is.
"""

import re
import sys
from pathlib import Path

CORE = ["base", "solver", "problem", "outcome", "law", "analysis"]

# room -> the other rooms it may include
UPSTREAM = {
    "base": set(),
    "solver": {"base"},
    "problem": {"base", "solver"},
    "outcome": {"base", "solver", "problem"},
    "law": {"base", "solver", "problem", "outcome"},
    "analysis": {"base", "solver", "problem", "outcome", "law"},
    "model": {"base", "solver", "problem"},
    "control": {"base", "solver", "problem", "model"},
    "simulation": {*CORE, "model", "control"},
    "design": {*CORE, "model", "control", "simulation"},
    "report": {*CORE, "model", "control", "simulation", "design"},
    "reproduce": {*CORE, "model", "control", "simulation", "design", "report"},
    "top": {*CORE, "model", "control", "simulation", "design", "report", "reproduce"},
    "cli": {*CORE, "model", "control", "simulation", "design", "report", "reproduce", "top"},
}

HEADERS = Path(__file__).parents[2] / "cmake" / "public_headers.txt"


def public_headers():
    """public header below include/carom/ -> room"""
    lines = HEADERS.read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines if line and not line.startswith("#"))


PUBLIC_HEADERS = public_headers()
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
STANDARD = re.compile(r"^[a-z0-9_]+$")


def room_of_public_header(name):
    """The room of include/carom/*name*, or None if the table does not know it."""
    if re.fullmatch(r"laws/[^/]+\.h", name):
        name = "laws/*.h"
    return PUBLIC_HEADERS.get(name)


def room_of_target(root, path, quoted, target):
    """(room, is_public) of an included file, or None if it is not one of carom's."""
    if target.startswith("carom/"):
        return room_of_public_header(target.removeprefix("carom/")), True
    if not quoted:
        return None
    first = target.split("/")[0]
    if first in UPSTREAM:
        return first, False
    beside = (path.parent / target).resolve()
    for folder, is_public in ((root / "src", False), (root / "include" / "carom", True)):
        if beside.is_relative_to(folder):
            inside = beside.relative_to(folder)
            if is_public:
                return room_of_public_header(inside.as_posix()), True
            return inside.parts[0], False
    return None


def check_line(root, path, room, is_public, match):
    """What is wrong with one include, or None."""
    quoted, target = match.group(1) == '"', match.group(2)
    found = room_of_target(root, path, quoted, target)
    if target.startswith("pinocchio/") and path.parent != root / "src" / "model" / "pinocchio":
        return f"'{target}' outside src/model/pinocchio; use model/multibody.h"
    if found is None:
        if is_public or room in CORE:
            known = not quoted and (
                STANDARD.match(target) or target.startswith(("Eigen/", "unsupported/Eigen/"))
            )
            if not known:
                where = "a public header" if is_public else f"core room '{room}'"
                return f"{where} includes '{target}'; expected the standard library, Eigen or carom"
        return None
    target_room, target_is_public = found
    if target_room is None:
        return (
            f"'{target}' is not in the table of public headers; add it to cmake/public_headers.txt"
        )
    if is_public and not target_is_public:
        return f"a public header includes the private '{target}', which is not installed"
    if target_room != room and target_room not in UPSTREAM[room]:
        allowed = ", ".join(sorted(UPSTREAM[room])) or "nothing"
        return f"room '{room}' includes '{target}' of room '{target_room}'; may include: {allowed}"
    return None


def rooms(root):
    """(path, room, is_public) of every file to check; room is None where it is unknown."""
    public = root / "include" / "carom"
    for path in sorted(public.rglob("*.h")):
        yield path, room_of_public_header(path.relative_to(public).as_posix()), True
    source = root / "src"
    for path in sorted([*source.rglob("*.h"), *source.rglob("*.cpp")]):
        room = path.relative_to(source).parts[0]
        yield path, room if room in UPSTREAM else None, False


def check_forwarding(root):
    """carom.h includes every public header."""
    forward = root / "include" / "carom" / "carom.h"
    if not forward.is_file():
        return
    text = forward.read_text(encoding="utf-8")
    for header in sorted(forward.parent.glob("*.h")):
        if header != forward and f'"carom/{header.name}"' not in text:
            yield f"include/carom/carom.h:1: does not include carom/{header.name}"


def check(root):
    """All faults of the tree below *root*, as "file:line: message", and the number of files."""
    root = Path(root).resolve()
    faults = []
    count = 0
    for path, room, is_public in rooms(root):
        count += 1
        name = path.relative_to(root).as_posix()
        if room is None:
            what = "public header" if is_public else "room"
            table = "cmake/public_headers.txt" if is_public else "UPSTREAM in check_includes.py"
            faults.append(f"{name}:1: unknown {what}; add it to {table}")
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            fault = match and check_line(root, path, room, is_public, match)
            if fault:
                faults.append(f"{name}:{number}: {fault}")
    faults.extend(check_forwarding(root))
    return faults, count


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]
    faults, count = check(root)
    print(*faults, sep="\n", end="\n" if faults else "")
    if count == 0:
        print("no file found in include/carom or src")
    print(f"{count} files, {len(faults)} faults")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
