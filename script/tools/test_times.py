#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Where the time of script/test went.

Usage: test_times.py LOGS BUILD START. LOGS holds steps.txt and folders.txt ("name passed failed
seconds" a line), the JUnit files of the tests and ccache.log; BUILD holds the presets; START is the
time in seconds since 1970 at which the run began. Writes LOGS/times.json; prints the slowest files
and tests, and the table of the steps.
"""

import json
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

MOST = 20


def counted(file):
    """The rows of a file of script/test's."""
    rows = []
    if not file.is_file():
        return rows
    for line in file.read_text(encoding="utf-8").splitlines():
        name, passed, failed, seconds = line.split()
        rows.append(
            {"name": name, "passed": int(passed), "failed": int(failed), "seconds": float(seconds)}
        )
    return rows


def compiled(build, start):
    """Seconds of each file that ninja made since *start*, in every preset."""
    rows = []
    for log in sorted(build.glob("*/.ninja_log")):
        latest = {}
        for line in log.read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                continue
            if line.count("\t") != 4:
                continue
            begin, end, _, output, _ = line.split("\t")
            latest[output] = (int(end) - int(begin)) / 1000.0
        for output, seconds in latest.items():
            made = log.parent / output
            if made.is_file() and made.stat().st_mtime >= start:
                rows.append({"name": f"{log.parent.name}: {output}", "seconds": seconds})
    return rows


def tested(logs):
    """Seconds of each test."""
    rows = []
    for report in sorted(logs.glob("*.xml")):
        for case in ElementTree.parse(report).iter("testcase"):
            suite = case.get("classname", "")
            place = "" if suite == case.get("name") else f"{suite}."
            rows.append(
                {
                    "name": f"{report.stem}: {place}{case.get('name')}",
                    "seconds": float(case.get("time") or 0),
                }
            )
    return rows


def cached(logs):
    """Hits and misses of the compiler cache, from its log: a result per line that is no comment."""
    log = logs / "ccache.log"
    if not log.is_file():
        return None
    results = [line for line in log.read_text(encoding="utf-8").split("\n") if line[:1] != "#"]
    hits = sum(line in ("direct_cache_hit", "preprocessed_cache_hit") for line in results)
    return {"hits": hits, "misses": results.count("cache_miss")}


def slowest(rows):
    return sorted(rows, key=lambda row: (-row["seconds"], row["name"]))[:MOST]


def show(title, rows):
    if not rows:
        return
    print(f"\n{title:<86} seconds")
    for row in rows:
        name = row["name"] if len(row["name"]) <= 84 else "…" + row["name"][-83:]
        print(f"  {name:<84} {row['seconds']:7.1f}")


def show_steps(steps, folders):
    """Each step with its seconds by the clock; below it its folders, with those of their tests."""
    line = "{:<24} {:>8} {:>8} {:>10.1f}"
    print(f"\n{'step':<24} {'passed':>8} {'failed':>8} {'seconds':>10}")
    for step in steps:
        print(line.format(*step.values()))
        for folder in folders:
            if folder["name"].startswith(step["name"] + "/"):
                name = "  " + folder["name"].split("/", 1)[1]
                print(line.format(name, *list(folder.values())[1:]))
    print(line.format("all", *(sum(s[k] for s in steps) for k in ("passed", "failed", "seconds"))))


def main():
    logs, build, start = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    sys.stdout.reconfigure(errors="replace")
    times = {
        "steps": counted(logs / "steps.txt"),
        "folders": counted(logs / "folders.txt"),
        "files": slowest(compiled(build, start)),
        "tests": slowest(tested(logs)),
        "ccache": cached(logs),
    }
    (logs / "times.json").write_text(json.dumps(times, indent=2) + "\n", encoding="utf-8")
    show("slowest files", times["files"])
    show("slowest tests", times["tests"])
    if times["ccache"]:
        print("\ncompiler cache: {hits} hits, {misses} misses".format(**times["ccache"]))
    show_steps(times["steps"], times["folders"])


if __name__ == "__main__":
    main()
