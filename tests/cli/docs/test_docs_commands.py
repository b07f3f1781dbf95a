# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Every command of README.md and docs/tutorial.md runs as it stands, in order, in one folder, and
prints what is shown. No time is asserted; script/tools/docs_output.py says how long each takes.
What the pages show of C++ is compiled and run as examples/10_readme.cpp."""

import re
import sys

import pytest
from conftest import SCENES

sys.path.insert(0, str(SCENES.parent / "script" / "tools"))
import docs_output  # noqa: E402


@pytest.mark.slow
def test_every_command_runs_and_prints_what_is_shown(command):
    faults = docs_output.run_pages(command)
    assert not faults, "\n\n".join(faults)


def test_both_pages_have_commands_and_show_what_they_print():
    for page, commands, shown in (("README.md", 15, 3), ("docs/tutorial.md", 30, 6)):
        blocks = docs_output.blocks_of(page, (docs_output.ROOT / page).read_text(encoding="utf-8"))
        assert sum(len(block.commands) for block in blocks) >= commands
        assert sum(block.shown is not None for block in blocks) >= shown
        # A block that is left out as a whole compares nothing.
        assert all(any("…" not in line for line in b.shown) for b in blocks if b.shown is not None)


def test_files_that_commands_name_ship():
    for page in docs_output.PAGES:
        text = (docs_output.ROOT / page).read_text(encoding="utf-8")
        words = " ".join(c for b in docs_output.blocks_of(page, text) for c in b.commands).split()
        made = {words[k + 1] for k in range(len(words) - 1) if words[k] in ("-o", "--html", ">")}
        made |= {words[k + 1] for k in range(len(words) - 1) if words[k] == "--plot"}
        for word in words:
            if word.endswith((".urdf", ".xml", ".toml", ".json", ".jsonl")) and word not in made:
                assert (docs_output.ROOT / word).is_file(), f"{page}: {word}"


def blocks_in(page, language):
    text = (docs_output.ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)


def statements(code):
    """Code without spaces, comments, includes, and what is around the body of main."""
    lines = [re.sub(r"//.*", "", line) for line in code.splitlines()]
    kept = [line for line in lines if not re.match(r"#include|int main\(\) \{|\}$", line)]
    return re.sub(r"\s+", "", "".join(kept))


def test_cpp_of_the_pages_is_compiled():
    example = statements((docs_output.ROOT / "examples" / "10_readme.cpp").read_text())
    blocks = [block for page in docs_output.PAGES for block in blocks_in(page, "cpp")]
    assert len(blocks) >= 5
    for block in blocks:
        assert statements(block) in example, block


def test_problem_files_of_the_pages_are_read(carom, write):
    blocks = [block for page in docs_output.PAGES for block in blocks_in(page, "json")]
    assert blocks
    for block in blocks:
        done = carom("resolve", write("problem.json", block))
        assert done.code == 0 and "unique" in done.out, done.err
