#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Runs the commands of README.md and docs/tutorial.md as they stand, and compares what is shown.

Usage: docs_output.py CAROM           runs them in order in one folder, and says how long each took;
                                      exits with 1 if one fails or prints what is not shown
       docs_output.py CAROM --write   puts what they print now into the pages; review the diff

The folder looks like the root of a fresh checkout: docs/, examples/, scenes/, script/demo, and
script/carom, which is CAROM without building. `carom` is found there, too. script/test is not run.

A block without a language right after a block of `sh` shows what the commands of that block print
on standard output, line by line. "…" stands for what is left out: alone in a line for any number
of lines, else for any text within its line. Everything else must be the same, but for spaces at
the end of a line. --write keeps the lines that a page chose to show, and leaves out the others.
"""

import argparse
import difflib
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "docs/tutorial.md"]
DEMO = "script/demo"  # A command of the README; what it names to try next is run, too.
NOT_RUN = {"script/test"}  # It runs this.
SHELL = ("sh", "bash", "console")
ELLIPSIS = "…"
LONGEST = 119  # Lines of pages are shorter than 120 characters.
# Two lines are the same one with other numbers where so much of their text agrees: labels and words
# of a report do, two different lines of one seldom reach half.
SAME_LINE = 0.5
SECONDS = 200  # A page shows what takes seconds; on a busy machine ten times that, not more.


@dataclass
class Block:
    """A block of shell, and the one that shows what it prints, if there is one."""

    page: str
    line: int  # Of its first command in the page, from 1.
    commands: list
    shown: list | None = None
    shown_line: int = 0  # Of the first line that is shown, from 1.


def commands_in(text):
    """Commands of a block of shell, comments apart; lines that end in a backslash are joined."""
    for line in text.replace("\\\n", " ").splitlines():
        command = re.sub(r"^\$ ", "", re.sub(r"(^|\s+)#.*$", "", line).strip())
        if command:
            yield command


def blocks_of(page, text):
    """The blocks of shell in a page, each with the output shown right after it."""
    blocks = []
    inside = language = None
    body, begin, after_shell = [], 0, False
    for number, line in enumerate(text.splitlines(), start=1):
        fence = re.match(r"^```(\w*)", line)
        if not fence:
            if inside:
                body.append(line)
            elif line.strip():
                after_shell = False
            continue
        if not inside:
            inside, language, body, begin = True, fence[1], [], number + 1
            continue
        inside = False
        if language in SHELL:
            blocks.append(Block(page, begin, list(commands_in("\n".join(body)))))
        elif language == "" and after_shell:
            blocks[-1].shown, blocks[-1].shown_line = body, begin
        after_shell = language in SHELL
    return blocks


def matches_line(shown, printed):
    parts = [re.escape(part) for part in shown.rstrip().split(ELLIPSIS)]
    return re.fullmatch(".*".join(parts), printed.rstrip()) is not None


def first_difference(shown, printed):
    """None if the lines printed are those shown; else a line of `shown` from which on they are not,
    by its index: the farthest that is reached."""
    # ends[k]: numbers of printed lines that the first k shown lines can stand for.
    reached = {0}
    for index, line in enumerate(shown):
        if line.strip() == ELLIPSIS:
            reached = set(range(min(reached), len(printed) + 1))
        else:
            reached = {
                at + 1 for at in reached if at < len(printed) and matches_line(line, printed[at])
            }
        if not reached:
            return index
    return None if len(printed) in reached else len(shown)


def difference(block, printed):
    """What is wrong with a shown block, in words; empty if nothing is."""
    at = first_difference(block.shown, printed)
    if at is None:
        return ""
    where = f"{block.page}:{block.shown_line + at}"
    lines = "\n".join(difflib.unified_diff(block.shown, printed, "shown", "printed", lineterm=""))
    what = repr(block.shown[at]) if at < len(block.shown) else "the end of the block"
    return f"{where}: shown is {what}, which is not what the commands print\n{lines}"


def shortened(line, like):
    """A printed line as the page shows it: with text left out where `like` leaves it out."""
    if matches_line(like, line):
        return like
    if ELLIPSIS in like:
        head, tail = like.split(ELLIPSIS)[0], like.split(ELLIPSIS)[-1]
        cut = max(line.rfind(" ", 0, len(head) + 1), 1)
        if tail and line.endswith(tail):
            return f"{line[:cut]} {ELLIPSIS}{tail}"
        return f"{line[:cut]} {ELLIPSIS}" if cut < len(line) else line
    return within_width(line)


def within_width(line):
    if len(line) <= LONGEST:
        return line
    return f"{line[: line.rfind(' ', 0, LONGEST - 1)]} {ELLIPSIS}"


def likeness(shown, printed):
    if matches_line(shown, printed):
        return 2.0
    if ELLIPSIS in shown:
        shown = shown.split(ELLIPSIS)[0]
        printed = printed[: len(shown)]
    ratio = difflib.SequenceMatcher(None, shown, printed, autojunk=False).ratio()
    return ratio if ratio >= SAME_LINE else 0.0


def aligned(shown, printed):
    """For each shown line the index of the printed one that it stands for, in order, or None: the
    assignment with the largest sum of likenesses."""
    rows, columns = len(shown), len(printed)
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    like = [[likeness(s, p) for p in printed] for s in shown]
    for i in reversed(range(rows)):
        for j in reversed(range(columns)):
            here = like[i][j] + best[i + 1][j + 1] if like[i][j] > 0.0 else 0.0
            best[i][j] = max(here, best[i + 1][j], best[i][j + 1])
    pairs, i, j = [None] * rows, 0, 0
    while i < rows and j < columns:
        if like[i][j] > 0.0 and best[i][j] == like[i][j] + best[i + 1][j + 1]:
            pairs[i] = j
            i, j = i + 1, j + 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            i += 1
    return pairs


def rewritten(shown, printed):
    """The shown lines with what is printed now, leaving out what was left out."""
    if first_difference(shown, printed) is None:
        return shown
    kept = [line for line in shown if line.strip() != ELLIPSIS]
    if not kept:
        return [within_width(line) for line in printed]
    # left_out[k]: something is, before the k-th of the lines kept.
    left_out, pending = [], False
    for line in shown:
        if line.strip() == ELLIPSIS:
            pending = True
        else:
            left_out.append(pending)
            pending = False
    result, next_line, skips = [], 0, False
    for line, skipped, at in zip(kept, left_out, aligned(kept, printed), strict=True):
        skips = skips or skipped
        if at is None:
            continue
        between = printed[next_line:at]
        if between and skips:
            result.append(ELLIPSIS)
        else:
            result.extend(within_width(other) for other in between)
        result.append(shortened(printed[at], line))
        next_line, skips = at + 1, False
    rest = printed[next_line:]
    if rest and (pending or skips):
        result.append(ELLIPSIS)
    else:
        result.extend(within_width(line) for line in rest)
    return result


def furnish(folder, carom):
    """A folder as the root of a fresh checkout, with CAROM in place of what would be built."""
    for name in ("scenes", "examples", "docs"):
        (folder / name).symlink_to(ROOT / name)
    script = folder / "script"
    script.mkdir()
    (script / "demo").write_text((ROOT / "script" / "demo").read_text(encoding="utf-8"))
    (script / "demo").chmod(0o755)
    (script / "carom").symlink_to(Path(carom).resolve())


def busy_seconds():
    """Of processors, by commands that are over."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def run(command, folder):
    """Exit code, lines on standard output, all that was said on standard error, how long it took:
    seconds, and those of processors, which a busy machine does not lengthen much."""
    environment = {**os.environ, "PATH": f"{folder / 'script'}:{os.environ['PATH']}"}
    start, start_busy = time.monotonic(), busy_seconds()
    try:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return "none", [], f"not over after {SECONDS} s", f"{SECONDS} s and more"
    seconds, busy = time.monotonic() - start, busy_seconds() - start_busy
    took = f"{seconds:6.2f} s, CPU {busy:6.2f} s"
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode(), took


def run_block(block, folder):
    """Lines that its commands print, and faults: commands that fail, with what they said."""
    printed, faults = [], []
    for command in block.commands:
        if command in NOT_RUN:
            continue
        code, lines, said, took = run(command, folder)
        print(f"{took}  {command}", flush=True)
        printed += lines
        if code != 0:
            faults.append(f"{block.page}:{block.line}: {command}: exit code {code}\n{said}")
    return printed, faults


def write(page, blocks):
    """Puts new lines into the page; `blocks` are those that changed, with their new lines."""
    path = ROOT / page
    lines = path.read_text(encoding="utf-8").split("\n")
    for block, new in sorted(blocks, key=lambda pair: -pair[0].shown_line):
        begin = block.shown_line - 1
        lines[begin : begin + len(block.shown)] = new
    path.write_text("\n".join(lines), encoding="utf-8")
    print(f"{page}: {len(blocks)} blocks written anew")


def run_page(page, folder, anew):
    """Faults of a page; with `anew` what it shows is no fault but written."""
    faults, changed = [], []
    for block in blocks_of(page, (ROOT / page).read_text(encoding="utf-8")):
        printed, failed = run_block(block, folder)
        faults += failed
        if block.shown is None or failed:
            continue
        wrong = difference(block, printed)
        if wrong and anew:
            changed.append((block, rewritten(block.shown, printed)))
        elif wrong:
            faults.append(wrong)
    if changed:
        write(page, changed)
    return faults


def named_by_demo(text):
    """Commands that script/demo names without running them: what stands after them is two or more
    spaces away."""
    return [
        Block(DEMO, number, [re.split(r"  +", line.strip())[0]])
        for number, line in enumerate(text.splitlines(), start=1)
        if line.startswith("  script/carom ")
    ]


def run_pages(carom, anew=False):
    """Runs all commands of all pages in one folder; what is wrong, in words."""
    with tempfile.TemporaryDirectory(prefix="carom-docs-") as name:
        folder = Path(name)
        furnish(folder, carom)
        faults = [fault for page in PAGES for fault in run_page(page, folder, anew)]
        for block in named_by_demo((folder / DEMO).read_text(encoding="utf-8")):
            faults += run_block(block, folder)[1]
        return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("carom")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    faults = run_pages(given.carom, given.write)
    print(*faults, sep="\n", end="\n" * bool(faults), file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
