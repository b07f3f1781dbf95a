# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""The page of a walk: how it went, its touch-downs, its balance and torques."""

import json

import pytest
from recipes import carom, picture

UNNAMED = """() => [...document.querySelectorAll("[data-part=touchdowns] button")]
  .filter((button) => !(button.getAttribute("aria-label") ?? "").trim()).length"""
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def walk(tmp_path_factory):
    folder = tmp_path_factory.mktemp("walk") / "atlas"
    carom("run", "atlas", "--set", "steps=2", "--no-verdict", "-o", folder)
    return folder


def rows(shown):
    return shown.part("touchdowns").locator("tbody tr")


def test_says_how_it_went(show, walk):
    shown = show(walk / "report.html")
    picture(shown, "run-walk")
    summary = shown.text("summary")
    assert "The robot made 2 of 2 steps" in summary
    more = shown.text("more")
    for words in ("tilted", "slipped", "ZMP margin", "of their limits", "J per step"):
        assert words in more
    assert shown.errors == []
    assert shown.others() == []
    assert shown.tab.locator('[data-part="faults"]:visible').count() == 0


def test_a_touchdown_leads_to_its_impact(show, walk):
    shown = show(walk / "report.html")
    touchdowns = json.loads((walk / "touchdowns.json").read_text())
    assert rows(shown).count() == len(touchdowns) == 2
    assert shown.tab.locator("[data-part=touchdowns] [aria-current]").count() == 0
    second = touchdowns[1]
    text = rows(shown).nth(1).inner_text()
    assert "+".join(str(len(hit)) for hit in second["points"]) in text
    assert second["foot"] in text and second["jump_joint"] in text
    heads = shown.part("touchdowns").locator("thead").inner_text()
    assert "Points" in heads and "Verdict" not in heads  # nobody asked: no empty columns
    shown.tab.get_by_role("button", name="Go to touch-down 2").press("Enter")
    assert rows(shown).nth(1).get_attribute("aria-current") == "true"
    assert shown.part("impact").get_attribute("data-impact") == str(second["first_impact"])
    assert float(shown.state()["t"]) == pytest.approx(second["time"], abs=1e-6)
    rows(shown).nth(0).locator("td").first.click()
    assert rows(shown).nth(0).get_attribute("aria-current") == "true"
    assert shown.part("impact").get_attribute("data-impact") == "0"


def test_balance_and_torques_are_curves(show, walk):
    shown = show(walk / "report.html")
    titles = shown.tab.locator(".chart h3").all_inner_texts()
    assert titles[:5] == [
        "Balance, across (y) [m]",
        "Balance, along (x) [m]",
        "ZMP margin [m]",
        "Tilt of the pelvis [rad]",
        "Torques [N m]",
    ]
    across = shown.tab.locator(".chart").nth(0)
    names = across.locator(".curve-name").all_inner_texts()
    assert names == ["com_y", "zmp_y", "zmp_ref_y", "dcm_y", "dcm_ref_y"]
    busiest = json.loads((walk / "run.json").read_text())["summary"]["effort_joint"]
    torques = shown.tab.locator(".chart").nth(4)
    torques.scroll_into_view_if_needed()
    assert torques.locator(".curve-name").first.inner_text() == busiest
    shown.tab.get_by_role("button", name="Walk", exact=True).click()
    assert not across.is_visible() and torques.is_visible()


def test_fits_a_narrow_screen_in_the_dark(show, walk):
    shown = show(walk / "report.html", width=390, height=844, dark=True)
    shown.part("touchdowns").scroll_into_view_if_needed()
    picture(shown, "run-walk-narrow")
    assert shown.tab.evaluate(TOO_WIDE) <= 0
    assert shown.tab.evaluate(UNNAMED) == 0
    assert shown.errors == []


def test_other_runs_have_no_touchdowns(show, made):
    shown = show(made("run-block"))
    assert not shown.part("touchdowns").is_visible()
    assert shown.tab.get_by_role("button", name="Torques", exact=True).count() == 0
