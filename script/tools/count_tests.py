#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Counts the tests in JUnit XML as ctest, GoogleTest and pytest write it.

Usage: count_tests.py FILE… Prints one line per suite over all files, "name passed failed skipped
seconds". The suite of a ctest test "folder/Suite.name" is its folder; all others are in the suite
"-". A test that did not run, such as one whose program is missing, has failed.
"""

import sys
import xml.etree.ElementTree as ElementTree


def count(paths):
    """suite -> [passed, failed, skipped, seconds]"""
    suites = {}
    cases = (case for path in paths for case in ElementTree.parse(path).iter("testcase"))
    for case in cases:
        folder, slash, _ = case.get("name", "").partition("/")
        is_ctest = case.get("status") is not None and case.get("result") is None
        row = suites.setdefault(folder if is_ctest and slash else "-", [0, 0, 0, 0.0])
        skipped = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            row[1] += 1
        elif skipped is not None:
            regular = not is_ctest or "SKIP" in skipped.get("message", "")
            row[2 if regular else 1] += 1
        elif case.get("status", "run") == "run":
            row[0] += 1
        else:
            row[1] += 1
        row[3] += float(case.get("time") or 0)
    return suites


def main():
    for name, (passed, failed, skipped, seconds) in count(sys.argv[1:]).items():
        print(name, passed, failed, skipped, f"{seconds:.1f}")


if __name__ == "__main__":
    main()
