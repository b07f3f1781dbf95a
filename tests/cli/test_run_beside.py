# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom run --beside: other runs on the page of a run."""

import json
import re

BLOCK = ["run", "block", "--duration", 0.02]


def page(path):
    text = re.search(r'id="carom-page"[^>]*>([^<]*)<', path.read_text()).group(1)
    return json.loads(text)


def test_two_laws_side_by_side(carom, tmp_path):
    assert carom(*BLOCK, "-o", tmp_path / "before").code == 0
    assert carom(*BLOCK, "--set", "tilt=10deg", "-o", tmp_path / "after").code == 0
    both = ["--beside", tmp_path / "before", "--beside", tmp_path / "after"]
    assert carom(*BLOCK, "--law", "plastic", *both, "-o", tmp_path / "c").code == 0
    labels = [track["label"] for track in page(tmp_path / "c/report.html")["tracks"]]
    assert labels == ["c", "before", "after"]
    html = tmp_path / "page.html"
    assert carom(*BLOCK, "--beside", tmp_path / "before", "--html", html).code == 0
    assert [track["label"] for track in page(html)["tracks"]] == ["this run", "before"]


def test_what_is_refused(carom, tmp_path):
    done = carom(*BLOCK, "--beside", tmp_path / "none")
    assert done.code == 2
    assert "--beside: no page; expected -o DIR or --html FILE too" in done.err
    (tmp_path / "empty").mkdir()
    beside = [
        "--beside",
        tmp_path / "none",
        "--beside",
        tmp_path / "empty",
        "--beside",
        tmp_path / "c",
    ]
    done = carom(*BLOCK, *beside, "-o", tmp_path / "c")
    assert done.code == 2
    assert "none: no such folder; expected the folder of a run" in done.err
    assert "empty: holds no run.json; expected the folder of a run" in done.err
    assert "c: is the folder of this run; expected that of another one" in done.err
    assert not (tmp_path / "c").exists()
