#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Runs a build and says how far it is: "[n/N] file, about S left".

Usage: build_progress.py LOG COMMAND… The command is ninja, or cmake --build over it; its output
goes to LOG. Progress goes to stderr: on a terminal one line that is written over, elsewhere a line
every ten seconds. Exits with the exit code of the command.

Time left goes by lines of source, not by the number of files: a united file of twenty sources takes
a hundred times as long as a small one.
"""

import io
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

STATUS = re.compile(r"^\[(\d+)/(\d+)\] .*?(\S+)\s*$")
INCLUDE = re.compile(r'^#include "([^"]+\.cpp)"', re.MULTILINE)
# What is supposed before anything is measured: lines compiled per second, and for how long that
# counts as much as what has been measured.
LINES_PER_SECOND = 150.0
SUPPOSED_SECONDS = 20.0
LOG_INTERVAL = 10.0


def sources_of(source, roots):
    """The files that are compiled with a source: itself, and what it includes as a united file."""
    try:
        text = source.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    found = [source]
    for name in INCLUDE.findall(text):
        found += [root / name for root in roots if (root / name).is_file()][:1]
    return found


def lines_of(files):
    return sum(file.read_bytes().count(b"\n") for file in files)


def outdated(output, files):
    """Whether it will be compiled, as far as its own sources tell: headers are not looked at."""
    if not output.is_file():
        return True
    return any(file.stat().st_mtime > output.stat().st_mtime for file in files)


def planned(command):
    """What is to be compiled: lines of source per object; nothing where ninja cannot be asked."""
    folder = Path(command[command.index("--build") + 1] if "--build" in command else ".")
    targets = command[command.index("--target") + 1 :: 2] if "--target" in command else []
    try:
        commands = subprocess.run(
            ["ninja", "-C", folder, "-t", "commands", *targets], capture_output=True, text=True
        ).stdout
    except OSError:
        return {}
    checkout = Path(__file__).resolve().parents[2]
    roots = (checkout / "src", checkout / "tests")
    lines = {}
    for command in commands.splitlines():
        if " -c " not in command:
            continue
        words = shlex.split(command, comments=False)
        output, source = words[words.index("-o") + 1], words[words.index("-c") + 1]
        files = sources_of(folder / source, roots)
        if outdated(folder / output, files):
            lines[output] = lines_of(files)
    return lines


def text_of(seconds):
    minutes, seconds = divmod(int(seconds + 0.5), 60)
    return f"{minutes} min {seconds:02d} s" if minutes else f"{seconds} s"


class Progress:
    """Counts what is done, and writes it to stderr."""

    def __init__(self, lines, stream=sys.stderr):
        self.lines = lines
        self.total = sum(lines.values())
        self.done = self.files = 0
        self.stream = stream
        self.terminal = stream.isatty()
        self.start = self.written = time.monotonic()
        self.status = ""
        self.finish(0)

    def left(self):
        """Seconds: as estimated when a file was last finished, less what has passed since."""
        since = time.monotonic() - self.finished
        return max(self.estimate - since, self.estimate / 4.0)

    def finish(self, lines):
        """So many lines are compiled; the rate is from what was supposed and what was measured."""
        self.done += lines
        self.files += lines > 0
        self.finished = time.monotonic()
        supposed = LINES_PER_SECOND * SUPPOSED_SECONDS
        rate = (self.done + supposed) / (self.finished - self.start + SUPPOSED_SECONDS)
        # A file takes a second at least, however fast a compiler cache gave the others.
        self.estimate = max(
            max(self.total - self.done, 0) / rate, float(len(self.lines) - self.files)
        )

    def take(self, line):
        """A line of ninja's."""
        match = STATUS.match(line)
        if not match or match.group(1) == "0":  # ninja looks at its own files first
            return
        number, count, output = match.groups()
        if output in self.lines:
            self.finish(self.lines[output])
        name = re.sub(r"\.(cpp|cxx)\.o$", "", output.rsplit("/", 1)[-1])
        self.status = f"[{number}/{count}] {name}"

    def show(self):
        now = time.monotonic()
        if not self.status and now - self.start < 1.0:
            return
        if not self.terminal and now - self.written < LOG_INTERVAL:
            return
        self.written = now
        text = f"  {self.status or '[0/…] compiling'}"
        if self.estimate > 0.0:
            text += f", about {text_of(self.left())} left"
        if self.terminal:
            self.write(f"\r\033[K{text[: self.width() - 1]}")
        else:
            self.write(text + "\n")

    def width(self):
        try:
            return os.get_terminal_size(self.stream.fileno()).columns or 80
        except OSError:
            return 80

    def write(self, text):
        """To nobody, where the reader has gone: the build goes on."""
        try:
            self.stream.write(text)
            self.stream.flush()
        except OSError:
            self.stream = io.StringIO()

    def close(self):
        if self.terminal:
            self.write("\r\033[K")
        elif self.written > self.start:
            self.write(f"  took {text_of(time.monotonic() - self.start)}\n")


def follow(build, file, progress):
    """Copies the output of the build to the log until it ends."""
    rest = b""
    while True:
        ended = build.poll() is not None
        piece = build.stdout.read()
        if piece:
            file.write(piece)
            file.flush()
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                progress.take(line.decode("utf-8", "replace"))
        elif piece == b"" or ended:
            return
        else:
            time.sleep(0.2)
        progress.show()


def run(log, command):
    progress = Progress(planned(command))
    environment = {**os.environ, "NINJA_STATUS": "[%f/%t] "}
    with open(log, "ab") as file:
        build = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
        )
        os.set_blocking(build.stdout.fileno(), False)
        try:
            follow(build, file, progress)
        except KeyboardInterrupt:
            build.wait()
            progress.close()
            # Die of it: a shell that sees a plain exit code would go on.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGINT)
    code = build.wait()
    progress.close()
    return code


def main():
    return run(sys.argv[1], sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
