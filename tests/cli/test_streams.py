# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Which stream says what: JSON alone on standard output, colour on a terminal, no lost writes."""

import json
import os
import pty
import subprocess

import pytest

ESCAPE = "\x1b"
VERBS = [
    ["resolve", "cradle"],
    ["compare", "cradle"],
    ["analyze", "cradle"],
    ["reproduce", "S3.eq15"],
    ["laws"],
    ["scenes"],
]


def on_a_terminal(command, *arguments, **environment):
    """Standard output of the command when it is a terminal."""
    leader, follower = pty.openpty()
    child = subprocess.Popen(
        [command, *arguments],
        stdout=follower,
        stderr=subprocess.PIPE,
        env={**os.environ, "TERM": "xterm", "NO_COLOR": "", **environment},
    )
    os.close(follower)
    text = b""
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        text += piece
    os.close(leader)
    errors = child.stderr.read().decode()
    child.stderr.close()
    assert child.wait(60) == 0, errors
    return text.decode()


@pytest.mark.parametrize("arguments", VERBS, ids=lambda verb: verb[0])
def test_colour_on_a_terminal_only(carom, command, arguments):
    assert ESCAPE not in carom(*arguments, TERM="xterm").out
    coloured = on_a_terminal(command, *arguments)
    assert ESCAPE in coloured
    assert ESCAPE not in on_a_terminal(command, *arguments, NO_COLOR="1")
    assert ESCAPE not in on_a_terminal(command, *arguments, TERM="dumb")
    assert ESCAPE not in on_a_terminal(command, *arguments, "--json")


@pytest.mark.parametrize("arguments", VERBS, ids=lambda verb: verb[0])
def test_json_and_nothing_else(carom, arguments):
    result = carom(*arguments, "--json")
    assert result.code == 0
    assert result.err == ""
    assert result.out.endswith("\n")
    assert result.out.count("\n") == 1
    json.loads(result.out)
    indented = carom(*arguments, "--indent", 3)
    assert json.loads(indented.out) == json.loads(result.out)
    assert "\n   " in indented.out


def test_no_progress_when_piped(carom, write, three_balls):
    result = carom("resolve", write("p.jsonl", (json.dumps(three_balls) + "\n") * 3000))
    assert result.err == ""
    assert len(result.lines) == 3000


@pytest.mark.slow
def test_progress_on_a_terminal(command, tmp_path, three_balls):
    path = tmp_path / "p.jsonl"
    path.write_text((json.dumps(three_balls) + "\n") * 60000)
    leader, follower = pty.openpty()
    child = subprocess.Popen(
        [command, "resolve", str(path)], stdout=subprocess.DEVNULL, stderr=follower
    )
    os.close(follower)
    text = b""
    try:
        while piece := os.read(leader, 65536):
            text += piece
    except OSError:
        pass
    os.close(leader)
    assert child.wait(60) == 0
    assert b"problems," in text
    assert b"per second" in text
    assert text.endswith(b"\r\x1b[K")


def test_a_full_disk_is_told(command):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([command, "laws"], stdout=full, stderr=subprocess.PIPE, timeout=60)
    assert done.returncode == 1
    assert b"standard output cannot be written: No space left on device" in done.stderr


def test_messages_have_no_colour_in_a_pipe(carom):
    assert ESCAPE not in carom("resolve", "nothing").err
