# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Pages of robots: the picture comes first and is wholly in sight, nothing is said twice, nothing
is cut off, and several runs stand on one page."""

import copy
import re
from pathlib import Path

import pytest
from recipes import carom, picture, robot
from samples import fill, run_page

STRIDER = Path(__file__).parents[2] / "scenes/robots/strider.urdf"
ROBOTS = ["run-robot", "resolve-robot", "compare-robot", "analyze-robot"]

CUT_OFF = """() => [...document.querySelectorAll("table, pre")].filter((element) => {
  if (!element.checkVisibility()) return false;
  const right = element.getBoundingClientRect().right;
  for (let box = element.parentElement; box; box = box.parentElement) {
    const style = getComputedStyle(box);
    if (/auto|scroll/.test(style.overflowX)) return false;
    if (/hidden|clip/.test(style.overflowX) && right > box.getBoundingClientRect().right + 1)
      return true;
  }
  return right > document.documentElement.clientWidth + 1;
}).map((element) => element.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("kind", ROBOTS)
def test_the_picture_is_wholly_in_sight_and_large(show, made, kind):
    shown = show(made(kind), width=1440, height=900)
    picture(shown, f"{kind}-1440")
    box = shown.part("view").locator("canvas").first.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 900
    share = box["width"] * box["height"] / (1440 * 900)
    assert share > (0.08 if kind == "compare-robot" else 0.35)  # three laws share the width
    assert shown.part("summary").bounding_box()["y"] < box["y"]


@pytest.mark.parametrize("kind", ["run-robot", "resolve-robot", "analyze-robot"])
def test_on_a_phone_the_picture_follows_the_answer(show, made, kind):
    shown = show(made(kind), width=390, height=844)
    summary = shown.part("summary").bounding_box()
    box = shown.part("view").locator("canvas").first.bounding_box()
    assert 0 <= box["y"] - (summary["y"] + summary["height"]) < 40
    assert box["y"] + box["height"] <= 844
    assert box["height"] > 300


@pytest.mark.parametrize("kind", ROBOTS)
@pytest.mark.parametrize("width", [1440, 390])
def test_no_table_is_cut_off(show, made, kind, width):
    shown = show(made(kind), width=width, height=844)
    assert shown.tab.evaluate(CUT_OFF) == []


@pytest.fixture(scope="module")
def strider(tmp_path_factory):
    """A robot whose contacts are points of links: their names are long."""
    page = tmp_path_factory.mktemp("strider") / "strider.html"
    carom("run", STRIDER, "--drop", "0.2", "--hold", "--duration", "0.5", "--html", page)
    return page


SCROLLED = """() => [...document.querySelectorAll(".contacts-box")].filter((box) =>
  box.checkVisibility() &&
  (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
).map((box) => box.outerHTML.slice(0, 120))"""
SHORTENED = """() => [...document.querySelectorAll(".curve-name, .energy-legend .grow")]
  .filter((name) => name.checkVisibility() && name.scrollWidth > name.clientWidth + 1)
  .map((name) => name.textContent)"""


@pytest.mark.parametrize("width", [1440, 390])
def test_tables_and_names_show_all_of_themselves(show, strider, width):
    shown = show(strider, width=width, height=844)
    shown.tab.keyboard.press("n")
    shown.part("contacts").wait_for()
    assert shown.tab.evaluate(SCROLLED) == []
    gaps = shown.tab.locator('[data-group="gap"]').first
    gaps.scroll_into_view_if_needed()
    gaps.get_by_text("left_foot[-0.04, 0, -0.03]").first.wait_for()
    assert shown.tab.evaluate(SHORTENED) == []


def test_points_of_links_have_short_names(show):
    name = "l_sole[-0.0115806, -0.0325881, 3.2095e-08]"
    page = run_page(impacts=1)
    for contact in page["tracks"][0]["impacts"][0]["contacts"]:
        contact["name"] = contact["name"].replace("a-b", name)
    shown = show(fill(page))
    shown.tab.keyboard.press("n")
    row = shown.part("contacts").locator("tbody th").first
    assert row.inner_text() == "l_sole[-0.012, -0.033, 0]"
    assert row.get_attribute("title") == name  # as files have it
    near = "l_sole[-0.0115809, -0.0325881, 3.2095e-08]"  # two names stay two
    page["tracks"][0]["impacts"][0]["contacts"][1]["name"] = near
    shown = show(fill(page))
    shown.tab.keyboard.press("n")
    rows = shown.part("contacts").locator("tbody th").all_inner_texts()
    assert rows == [name, near]


@pytest.mark.parametrize(
    "run",
    [
        (STRIDER, "--drop", "0.05", "--hold", "--ground", "stairs=0.3x0.05"),  # 6 m of stairs
        ("bouncing_ball",),  # falls ten times its radius
    ],
)
def test_the_picture_shows_all_of_the_motion_and_no_more(show, tmp_path, run):
    carom("run", *run, "--duration", "0.2", "--html", tmp_path / "run.html")
    shown = show(tmp_path / "run.html", width=1440, height=900)
    # It need not follow: what moves fills the picture, however large what stands is.
    assert shown.part("follow").get_attribute("aria-pressed") == "false"


def test_an_answer_does_not_repeat_the_title(show, made):
    shown = show(made("analyze-robot"))
    title = shown.tab.locator("h1").inner_text()
    assert title not in shown.text("summary") and "4 contacts: " in shown.text("summary")


def test_rounding_shows_as_zero(show, made):
    shown = show(made("analyze-robot"))
    assert not re.search(r"e−1\d", shown.text("answer"))


def test_matrices_have_no_timeline(show, made):
    shown = show(made("resolve-matrices"), width=1440, height=900)
    assert shown.part("timeline").count() == 0 and shown.part("straight").count() == 0
    table = shown.part("velocity-list").bounding_box()
    assert table["y"] + table["height"] < 900
    assert shown.errors == []


def test_collision_shapes_are_on_a_switch(show, made):
    shown = show(made("analyze-robot"), width=1440, height=900)
    canvas = shown.part("view").locator("canvas").first
    shown.tab.wait_for_timeout(500)
    seen = canvas.screenshot()
    shown.part("collision").click()
    shown.tab.wait_for_timeout(500)
    picture(shown, "analyze-robot-collision")
    assert shown.part("collision").get_attribute("aria-pressed") == "true"
    assert canvas.screenshot() != seen
    shown.part("collision").click()
    shown.tab.mouse.move(5, 5)
    shown.tab.wait_for_timeout(500)
    assert canvas.screenshot() == seen


def test_advice_and_verdict_are_said_once(show, made):
    shown = show(made("analyze-robot"))
    text = shown.tab.inner_text("body")
    advice = shown.part("advice").locator("li").all_inner_texts()
    assert len(advice) > 1
    for sentence in [*advice, shown.text("summary").strip()]:
        assert text.count(sentence) == 1, sentence


def test_notes_on_triangles_are_folded_away(show, made):
    shown = show(made("analyze-robot"))
    details = shown.part("details")
    assert "fewer triangles" in details.text_content()
    assert not details.is_visible()
    shown.part("facts").locator("summary").click()
    assert details.is_visible()


def test_velocities_after_are_shown_with_the_base_first(show, made):
    shown = show(made("resolve-robot"))
    rows = shown.part("velocity-list").locator("tbody tr").all_inner_texts()
    assert len(rows) == 18
    assert rows[0].split()[0].endswith("vx") and rows[0].rstrip().endswith("m/s")
    assert rows[3].rstrip().endswith("rad/s")
    vz = rows[2].split()
    assert vz[1].startswith("−1.4")  # fell 0.1 m
    assert vz[1] != vz[2]


def test_curves_that_coincide_are_told_apart(show):
    page = run_page(impacts=2)
    channels = page["tracks"][0]["channels"]
    twin = copy.deepcopy(next(one for one in channels if one["group"] == "gap"))
    twin["name"] = "gap_twin"
    channels.append(twin)
    shown = show(fill(page))
    gaps = shown.tab.locator('[data-group="gap"]')
    gaps.scroll_into_view_if_needed()
    gaps.get_by_text("twin").first.wait_for()
    assert gaps.locator(".curve-name").last.inner_text() == "twin = 1"  # lies on the first
    assert gaps.locator(".curve-chip.above").count() == 1


@pytest.fixture(scope="module")
def two_runs(tmp_path_factory):
    """A robot and a block beside it: two models on one page."""
    folder = tmp_path_factory.mktemp("beside")
    go2 = robot("go2_description/urdf/go2.urdf")
    carom("run", "block", "--set", "height=0.2", "--duration", "0.3", "-o", folder / "block")
    carom("run", go2, "--drop", "0.05", "--hold", "--duration", "0.3", "-o", folder / "soft")
    beside = ["--beside", folder / "soft", "--beside", folder / "block"]
    carom(
        "run", go2, "--drop", "0.1", "--hold", "--duration", "0.3", *beside, "-o", folder / "hard"
    )
    return folder / "hard/report.html"


def test_runs_beside_each_other_share_the_timeline(show, two_runs):
    shown = show(two_runs, width=1440, height=900)
    text = shown.text("tracks")
    assert "3 runs" in text
    for name in ("hard", "soft", "block"):
        assert name in text
    assert shown.part("view").get_attribute("data-ghosts") == "2"
    picture(shown, "run-beside")
    shown.part("tracks").locator("input[type=radio]").nth(2).check()
    shown.tab.wait_for_timeout(500)
    picture(shown, "run-beside-block")
    assert shown.part("view").get_attribute("data-ghosts") == "2"
    note = shown.tab.locator('[data-group="energy"] .chart-note')
    note.scroll_into_view_if_needed()
    assert "Solid: block; dashed: hard" in note.inner_text()
    assert shown.errors == [] and shown.others() == []


def test_runs_stand_side_by_side(show, two_runs):
    shown = show(two_runs, width=1440, height=900)
    button = shown.part("apart")
    button.click()
    shown.tab.wait_for_timeout(700)
    picture(shown, "run-side-by-side")
    assert button.get_attribute("aria-pressed") == "true"
    assert shown.part("view").get_attribute("data-ghosts") == "0"  # each is solid in its place
    button.click()
    assert shown.part("view").get_attribute("data-ghosts") == "2"
    assert shown.errors == []


def test_one_run_alone_has_no_such_button(show, made):
    assert not show(made("run-robot")).part("apart").is_visible()
