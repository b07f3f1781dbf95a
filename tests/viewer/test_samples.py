# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Pages that are large or odd on purpose: many contacts, outcomes, laws, tracks, axes; holes."""

import pytest
from samples import fill
from samples_impacts import SAMPLES
from samples_pages import analyze_page, compare_page, map_page, reproduce_page

PAGES = {
    **SAMPLES,
    "ten_laws": lambda: compare_page(laws=10),
    "laws_without_a_model": lambda: compare_page(drawn=False),
    "sixty_four_feet": lambda: analyze_page(contacts=64),
    "one_axis": lambda: map_page(axes=1),
    "four_axes": lambda: map_page(axes=4),
    "many_numbers": lambda: reproduce_page(more=1000),
}
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("name", PAGES)
def test_is_shown_whole(show, name):
    shown = show(fill(PAGES[name]()), width=1400)
    shown.tab.wait_for_timeout(300)
    assert shown.errors == []
    for key in ("n", "n", "b", "p", "End", "Home", "g", "f", "0"):
        shown.tab.keyboard.press(key)
    shown.tab.wait_for_timeout(200)
    assert shown.errors == []
    assert "cannot be shown" not in shown.tab.inner_text("body")
    shown.tab.set_viewport_size({"width": 390, "height": 844})
    shown.tab.wait_for_timeout(200)
    assert shown.tab.evaluate(TOO_WIDE) <= 0
    assert shown.errors == []
