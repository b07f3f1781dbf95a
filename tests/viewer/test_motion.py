# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Pages with motion: time, impacts, outcomes, curves. What the controls say is what they do."""

import re

import pytest
from recipes import picture
from samples import fill, run_page


@pytest.fixture
def run(show):
    return show(fill(run_page(impacts=4, tracks=2)))


def time_of(shown):
    """Where the address says; nothing there: where the page starts."""
    return float(shown.state().get("t", 0))


def test_jump_to_impact_3_shows_its_table(run):
    box = run.part("jump").locator("input").or_(run.tab.locator('input[data-part="jump"]')).first
    box.fill("3")
    box.press("Enter")
    assert "Impact 3 of 4" in run.text("impact")
    rows = run.part("contacts").locator("tbody tr")
    assert rows.count() == 2
    assert "a-b" in rows.nth(0).inner_text()
    assert run.part("impact").get_attribute("data-impact") == "2"
    assert run.reaches("impact", "3")


def test_next_and_previous_by_button_and_by_key(run):
    run.part("next").click()
    run.part("next").click()
    assert "Impact 2 of 4" in run.text("impact")
    run.part("previous").click()
    assert "Impact 1 of 4" in run.text("impact")
    run.tab.keyboard.press("n")
    run.tab.keyboard.press("n")
    assert "Impact 3 of 4" in run.text("impact")
    run.tab.keyboard.press("p")
    assert "Impact 2 of 4" in run.text("impact")


def test_play_moves_time_and_pause_stops_it(run):
    run.tab.keyboard.press("Home")
    assert time_of(run) == 0
    run.part("play").click()
    run.tab.wait_for_timeout(700)
    run.part("play").click()
    stopped = time_of(run)
    assert stopped > 0.1
    run.tab.wait_for_timeout(300)
    assert time_of(run) == stopped


def test_space_plays_unless_somebody_types(run):
    run.tab.keyboard.press("Home")
    run.part("jump").locator("input").or_(run.tab.locator('input[data-part="jump"]')).first.focus()
    run.tab.keyboard.press("Space")
    run.tab.wait_for_timeout(400)
    assert time_of(run) == 0


def test_before_and_after(run):
    run.part("next").click()
    assert run.reaches("side", "after")
    run.tab.keyboard.press("b")
    assert run.reaches("side", "before")


def test_position_is_shared_by_the_address(show):
    html = fill(run_page())
    shown = show(html, fragment="#t=0.8&impact=2&side=before&track=1")
    assert "Impact 2 of 4" in shown.text("impact")
    assert shown.reaches("track", "1") and shown.reaches("side", "before")
    assert float(shown.state()["t"]) == pytest.approx(0.8, abs=1e-6)


def test_nonsense_in_the_address_is_ignored(show):
    shown = show(fill(run_page()), fragment="#t=banana&impact=-7&track=99")
    assert shown.errors == []
    assert shown.part("timeline").is_visible()


def test_outcomes_are_ghosts_that_toggle(run):
    run.part("next").click()
    run.part("next").click()  # the second has several
    assert "One of 2 outcomes" in run.text("impact")
    boxes = run.part("outcomes").locator("input[type=checkbox]")
    assert boxes.count() == 2 and boxes.nth(1).is_checked()
    view = run.part("view").locator("canvas").first
    run.tab.wait_for_timeout(300)
    with_ghost = view.screenshot()
    boxes.nth(1).uncheck()
    run.tab.wait_for_timeout(300)
    assert view.screenshot() != with_ghost
    boxes.nth(1).check()
    run.tab.wait_for_timeout(300)
    assert view.screenshot() == with_ghost
    run.part("next").click()
    assert run.tab.locator('[data-part="outcomes"] input').count() == 0


def test_another_trajectory_can_be_followed(run):
    run.part("tracks").locator("input[type=radio]").nth(1).check()
    assert run.reaches("track", "1")


def test_energy_is_told_in_words(run):
    run.part("next").click()
    bar = run.part("energy")
    label = bar.get_attribute("aria-label") or bar.locator("[aria-label]").first.get_attribute(
        "aria-label"
    )
    assert "0.5" in label and "0.45" in label


def test_a_click_on_a_curve_sets_the_time(run):
    run.tab.keyboard.press("Home")
    chart = run.part("chart")
    chart.scroll_into_view_if_needed()
    run.tab.wait_for_timeout(300)
    box = chart.locator(".u-over").first.bounding_box()
    run.tab.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert time_of(run) == pytest.approx(1.0, abs=0.1)


def test_help_lists_the_keys(run):
    run.tab.keyboard.press("?")
    assert run.part("help").is_visible()
    assert re.search("impact", run.text("help"))
    run.tab.keyboard.press("Escape")
    assert not run.part("help").is_visible()


def test_everything_is_reached_by_tab(run):
    run.part("next").click()  # away from an impact there are no sides
    run.tab.evaluate("document.activeElement.blur()")
    seen = set()
    for _ in range(60):
        run.tab.keyboard.press("Tab")
        seen.add(
            run.tab.evaluate(
                "document.activeElement.closest('[data-part]')?.getAttribute('data-part')"
            )
        )
    assert {"play", "next", "previous", "speed", "side"} <= seen


def test_real_run_shows_its_impacts(show, made):
    shown = show(made("run-block"))
    shown.part("next").click()
    picture(shown, "run-block-impact")
    assert "Impact 1 of" in shown.text("impact")
    assert shown.part("contacts").locator("tbody tr").count() >= 1
    assert shown.errors == []


def test_real_outcomes(show, made):
    shown = show(made("resolve-cradle"))
    shown.part("next").click()
    picture(shown, "resolve-cradle-impact")
    assert "Under the law: one of 2 outcomes." in shown.text("impact")
    assert shown.part("outcomes").locator("input[type=checkbox]").count() == 2
    assert shown.part("straight").is_visible()


def test_without_a_model_there_is_no_view(show, made):
    shown = show(made("resolve-matrices"))
    assert shown.tab.locator('[data-part="view"] canvas').count() == 0
    assert "othing to draw" in shown.tab.inner_text("body")
    assert shown.part("contacts").is_visible()


def test_ghosts_of_followed_trajectories(show, made):
    shown = show(made("run-branches"))
    assert shown.part("tracks").locator("input[type=radio]").count() >= 2
    shown.tab.keyboard.press("End")
    picture(shown, "run-branches-end")
    assert shown.errors == []


def test_before_a_branch_its_parent_is_shown(show, made):
    """A trajectory that begins at an impact is not drawn backwards in time."""
    page = made("run-branches")
    shown = show(page, fragment="#t=0.05&track=1")
    assert "begins at" in shown.text("caption")
    branch = shown.part("view").locator("canvas").first.screenshot()
    own = show(page, fragment="#t=0.05&track=0")
    own.tab.wait_for_timeout(300)
    assert own.part("view").locator("canvas").first.screenshot() == branch


def test_a_run_of_a_blink_is_shown_slowly(show, made):
    shown = show(made("run-branches"))  # 0.3 s
    assert float(shown.part("speed").input_value()) <= 0.1
