# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""The page of a run under a motor program: torques with their limits, where the energy goes."""

import pytest
from samples import f32, fill, run_page


def channels(frames):
    """Two hips, one near its limit of 2 N m, one far from its limit of 100 N m; and the account."""
    wave = [1.9 * (-1) ** (k // 7) for k in range(frames)]
    rising = [0.1 * k for k in range(frames)]
    energy = {"unit": "J", "group": "energy", "card": "Where the energy goes"}
    torque = {"unit": "N m", "group": "torque"}
    return [
        {**torque, "name": "torque_hip_1", "limit": 2.0, "values": f32(wave)},
        {**torque, "name": "torque_hip_2", "limit": 100.0, "values": f32(wave)},
        {**torque, "name": "torque_hip_3", "limit": "much", "values": f32(wave)},
        {**energy, "name": "change", "values": f32([0.25 * x for x in rising])},
        {**energy, "name": "motors", "values": f32(rising)},
        {**energy, "name": "impacts", "values": f32([-0.5 * x for x in rising])},
        {**energy, "name": "friction, dampers", "values": f32([-0.25 * x for x in rising])},
    ]


@pytest.fixture
def page():
    page = run_page(tracks=1)
    frames = 40 + 1 + 2 * 4  # of samples.track
    page["tracks"][0]["channels"] += channels(frames)
    return fill(page)


def chart(shown, title):
    found = shown.tab.locator(".chart").filter(has=shown.tab.get_by_role("heading", name=title))
    found.first.scroll_into_view_if_needed()
    return found.first


def test_limits_are_said_and_drawn_where_near(show, page):
    shown = show(page)
    torques = chart(shown, "Torques [N m]")
    note = torques.locator(".chart-note")
    note.wait_for()
    assert note.inner_text() == "Limits ±2, ±100 N m (dashed lines across, where near)."
    # Short names; those that coincide with the first say so.
    assert torques.locator(".curve-name").all_inner_texts() == ["hip_1", "hip_2 = 1", "hip_3 = 1"]
    # Without the motor that is near its limit: a line far away would squeeze the curves.
    torques.locator("summary").click()
    torques.get_by_label("torque_hip_1", exact=True).uncheck()
    assert note.inner_text() == "Limit ±100 N m (outside this chart)."
    assert shown.errors == []


def test_account_has_a_chart_of_its_own(show, page):
    shown = show(page, width=390, height=844)
    account = chart(shown, "Where the energy goes [J]")
    account.locator(".curve-name").first.wait_for()  # drawn when it comes into sight
    assert account.locator(".curve-name").all_inner_texts() == [
        "change",
        "motors",
        "impacts",
        "friction, dampers",
    ]
    wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert shown.tab.evaluate(wide) <= 0
    assert shown.errors == []
