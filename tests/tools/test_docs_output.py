# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""docs_output.py finds the commands of a page and what they print; compares, and rewrites."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "script" / "tools"))
import docs_output  # noqa: E402
from docs_output import blocks_of, commands_in, difference, first_difference, rewritten  # noqa: E402

PAGE = """# Page

```sh
# a comment
carom resolve cradle \\
  --json          # says why
carom laws
```
```
one
…
```

```sh
script/test
```

Text.

```
not the output of anything
```

```json
{}
```
"""


def test_blocks_have_their_commands_and_what_is_shown_right_after():
    first, second = blocks_of("page.md", PAGE)
    assert first.commands == ["carom resolve cradle    --json", "carom laws"]
    assert first.shown == ["one", "…"]
    assert PAGE.splitlines()[first.shown_line - 1] == "one"
    assert second.commands == ["script/test"] and second.shown is None


def test_a_number_sign_inside_a_word_is_no_comment():
    assert list(commands_in("carom a#b # c\n\n#d")) == ["carom a#b"]


@pytest.mark.parametrize(
    "shown, printed, wrong_at",
    [
        (["a", "b"], ["a", "b"], None),
        (["a  "], ["a"], None),
        (["a", "b"], ["a", "c"], 1),
        (["a"], ["a", "b"], 1),  # More is printed than shown.
        (["a", "b"], ["a"], 1),
        (["a", "…"], ["a"], None),
        (["a", "…"], ["a", "b", "c"], None),
        (["…", "c"], ["a", "b", "c"], None),
        (["…", "b"], ["a", "b", "c"], 2),
        (["…", "b", "…", "d"], ["b", "x", "b", "y", "d"], None),
        (["…", "b", "c"], ["b", "x", "b", "c"], None),
        (["x … y"], ["x 1 2 y"], None),
        (["x … y"], ["x 1 2 z"], 0),
        (["x (…), 1.0 …"], ["x (a+b), 1.0 kg"], None),
        (["x (…), 1.0 …"], ["x (a+b), 1.1 kg"], 0),
        (["1.0"], ["1x0"], 0),  # No pattern but the ellipsis.
    ],
)
def test_shown_lines_are_compared_exactly_but_for_what_is_left_out(shown, printed, wrong_at):
    assert first_difference(shown, printed) == wrong_at


def test_a_wrong_line_is_named_with_its_page_and_line():
    block = blocks_of("page.md", PAGE)[0]
    assert difference(block, ["one", "two"]) == ""
    assert difference(block, ["eins"]).startswith("page.md:10: shown is 'one', which is not")


def test_rewriting_keeps_what_was_chosen():
    shown = ["verdict  several: 16 % of …", "…", "base     0.026 m/s", "…"]
    printed = ["verdict  several: 17 % of the momentum", "x", "y", "base     0.031 m/s", "z"]
    assert rewritten(shown, printed) == [
        "verdict  several: 17 % of …",
        "…",
        "base     0.031 m/s",
        "…",
    ]


def test_rewriting_takes_lines_in_that_are_new_where_nothing_was_left_out():
    shown = ["law         lost", "plastic     0.3", "inert       0.3"]
    printed = ["law         lost", "plastic     0.4", "newton      0.1", "inert       0.4"]
    assert rewritten(shown, printed) == printed


def test_rewriting_drops_lines_that_are_no_longer_printed():
    assert rewritten(["a long line", "…", "gone away", "…"], ["a long line", "x"]) == [
        "a long line",
        "…",
    ]


def test_what_is_rewritten_is_what_is_printed():
    printed = [f"line {k} of many, value {k * k}" for k in range(9)] + ["w" * 50 + " " + "v" * 90]
    for shown in (["…", "line 3 of many, value 8", "…"], ["line 0 of few"], ["…", "last"], ["…"]):
        assert first_difference(rewritten(shown, printed), printed) is None


def test_lines_that_are_too_long_for_a_page_are_cut():
    new = rewritten(["short"], ["word " * 40])
    assert all(len(line) < 120 for line in new)


class TestPages:
    """Whole pages, with a command that only says what it was given."""

    @pytest.fixture
    def root(self, tmp_path, monkeypatch):
        root = tmp_path / "root"
        for folder in ("scenes", "examples", "docs", "script"):
            (root / folder).mkdir(parents=True)
        (root / "script" / "demo").write_text("echo demo\n  script/carom 7 a   says why\n")
        (root / "carom").write_text(
            '#!/bin/bash\n[[ "$1" != bad ]] && echo "said $*" | tee -a log\n'
        )
        (root / "carom").chmod(0o755)
        monkeypatch.setattr(docs_output, "ROOT", root)
        monkeypatch.setattr(docs_output, "PAGES", ["README.md", "docs/tutorial.md"])
        return root

    def page(self, root, name, command, shown):
        (root / name).write_text(f"```sh\n{command}\n```\n```\n{shown}\n```\n")

    def test_commands_of_all_pages_share_a_folder(self, root):
        self.page(root, "README.md", "script/carom 1", "said 1")
        self.page(root, "docs/tutorial.md", "carom 2; cat log", "said 2\nsaid 1\nsaid 2")
        assert docs_output.run_pages(root / "carom") == []

    def test_what_the_demo_names_is_run_too(self, root):
        self.page(root, "README.md", "carom 1", "said 1")
        self.page(root, "docs/tutorial.md", "carom 2", "said 2")
        demo = root / "script" / "demo"
        demo.write_text(demo.read_text() + "  script/carom bad   fails\n")
        (fault,) = docs_output.run_pages(root / "carom")
        assert fault.startswith("script/demo:3: script/carom bad: exit code 1")

    def test_a_command_that_fails_and_a_line_that_is_wrong_are_faults(self, root):
        self.page(root, "README.md", "carom bad", "…")
        self.page(root, "docs/tutorial.md", "carom 2", "said 3")
        failed, wrong = docs_output.run_pages(root / "carom")
        assert failed.startswith("README.md:2: carom bad: exit code 1")
        assert wrong.startswith("docs/tutorial.md:5: shown is 'said 3'")

    def test_write_puts_it_right(self, root):
        self.page(root, "README.md", "carom 1", "said 1")
        self.page(root, "docs/tutorial.md", "carom 2", "said 3")
        before = (root / "README.md").read_text()
        assert docs_output.run_pages(root / "carom", anew=True) == []
        assert (root / "README.md").read_text() == before
        assert "said 2" in (root / "docs/tutorial.md").read_text()
        assert docs_output.run_pages(root / "carom") == []
