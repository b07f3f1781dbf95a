# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Pages that are damaged, hostile, empty or very long: said in words, and the rest is shown."""

import copy
import json
import math

import pytest
from recipes import picture
from samples import changed, f32, fill, run_page

HOSTILE = [
    "<img src=x onerror=\"document.title='taken'\">",
    "</script><script>document.title='taken'</script>",
    "<!--<script>",
    "'\"><svg onload=alert(1)>",
    "\u202egnp.exe",
    "a" * 3000,
]


def test_another_version_is_named(show):
    shown = show(fill(changed(run_page(), format="carom-page/9")))
    assert "carom-page/9" in shown.text("faults") and "carom-page/1" in shown.text("faults")
    assert shown.errors == []


def test_no_page_at_all(show):
    shown = show(fill({"hello": 1}))
    assert shown.part("faults").is_visible()
    assert shown.errors == []


def test_truncated(show):
    text = json.dumps(run_page())
    shown = show(fill(text[: len(text) // 2]))
    picture(shown, "truncated")
    assert "cut off" in shown.text("faults") or "damaged" in shown.text("faults")
    assert shown.errors == []


def test_no_impact(show):
    shown = show(fill(run_page(impacts=0, tracks=1)))
    assert "No impact" in shown.text("impact")
    assert shown.part("timeline").is_visible()
    assert shown.errors == []


def test_ten_thousand_impacts(show):
    shown = show(fill(run_page(impacts=10_000, tracks=1)))
    picture(shown, "ten-thousand")
    shown.tab.keyboard.press("End")
    assert "of 10000" in shown.text("impact").replace(",", "").replace(" ", " ")
    assert "impacts.json" in shown.text("impact")
    assert shown.errors == []
    # Scrubbing stays smooth: 20 positions, each drawn, in a few seconds at most on a slow machine.
    slider = shown.part("timeline").locator("input[type=range]").first
    for k in range(20):
        slider.evaluate(
            "(e, k) => { e.value = e.min * 1 + (e.max - e.min) * k / 20;"
            " e.dispatchEvent(new Event('input', { bubbles: true })); }",
            k,
        )
        shown.tab.evaluate("new Promise(requestAnimationFrame)")
    assert shown.errors == []


def test_not_a_number_in_a_channel(show):
    page = run_page()
    channel = page["tracks"][0]["channels"][1]
    channel["values"] = f32([math.nan] * 5 + [0.1] * 44)
    shown = show(fill(page))
    assert channel["name"] in shown.text("faults")
    assert shown.part("plots").is_visible() and shown.part("timeline").is_visible()
    assert shown.errors == []


def test_lists_that_do_not_fit(show):
    page = run_page()
    page["tracks"][0]["poses"] = f32([0.0] * 13)
    del page["tracks"][1]["marks"]
    shown = show(fill(page))
    assert shown.part("faults").is_visible()
    assert "three balls" in shown.tab.inner_text("body")
    assert shown.errors == []


@pytest.mark.parametrize("part", ["drawing", "tracks", "units", "summary", "facts", "notes"])
def test_a_part_is_missing(show, part):
    page = run_page()
    del page[part]
    shown = show(fill(page))
    assert "three balls" in shown.tab.inner_text("body")
    assert shown.errors == []


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_data(show, name):
    page = json.loads(json.dumps(run_page()).replace("a-b", "NAME"))
    page = json.loads(json.dumps(page).replace('"NAME"', json.dumps(name)))
    page = changed(page, title=name, summary=[name], notes=[name], facts=[[name, name]])
    for body in page["drawing"]["bodies"]:
        body["name"] = name
    shown = show(fill(copy.deepcopy(page), title="x"))
    shown.part("next").click()
    shown.tab.wait_for_timeout(200)
    assert shown.tab.title() != "taken"
    assert shown.tab.locator("img, svg[onload]").count() == 0
    assert name[:20] in shown.tab.evaluate("document.body.textContent")
    assert shown.errors == []
    assert shown.others() == []


def test_markup_in_a_robot_file_shows_as_text(show, tmp_path):
    """By way of the command: a URDF whose links carry markup in their names."""
    from recipes import carom

    name = "foot&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"
    urdf = f"""<robot name="&lt;b&gt;hop&lt;/b&gt;"><link name="base"><inertial><mass value="1"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
      <link name="{name}"><inertial><mass value="1"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
      <joint name="knee" type="revolute"><parent link="base"/><child link="{name}"/>
      <origin xyz="0 0 -1"/><axis xyz="0 1 0"/>
      <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"""
    (tmp_path / "hop.urdf").write_text(urdf)
    plain = name.replace("&lt;", "<").replace("&gt;", ">")
    file = tmp_path / "hop.html"
    carom("resolve", tmp_path / "hop.urdf", "--contacts", plain, "--law", "plastic", "--html", file)
    shown = show(file)
    assert shown.tab.locator("img").count() == 0
    assert plain in shown.tab.evaluate("document.body.textContent")
    assert shown.errors == []
