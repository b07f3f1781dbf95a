# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Pages of comparisons, analyses, maps and published numbers."""

from recipes import picture


def test_compare_has_a_column_for_each_law_at_one_time(show, made):
    shown = show(made("compare-cradle"))
    text = shown.text("compare")
    for law in ("propagative", "sequential", "plastic", "newton"):
        assert law in text
    views = shown.tab.locator('[data-part="compare"] canvas')
    assert views.count() >= 4
    shown.tab.keyboard.press("Home")
    shown.tab.wait_for_timeout(300)
    before = [views.nth(k).screenshot() for k in range(2)]
    shown.tab.keyboard.press("End")
    shown.tab.wait_for_timeout(300)
    picture(shown, "compare-cradle-end")
    assert all(views.nth(k).screenshot() != before[k] for k in range(2))
    assert shown.part("velocities").locator("tbody tr").count() >= 3


def test_compare_without_a_model(show, tmp_path):
    import samples
    from recipes import carom

    file = tmp_path / "laws.html"
    carom("compare", samples.three_balls(tmp_path), "--html", file)
    shown = show(file)
    assert "propagative" in shown.text("compare")
    assert shown.errors == []


def test_analyze_says_the_practical_verdict_first(show, made):
    shown = show(made("analyze-robot"))
    assert "outcome" in shown.text("summary") + shown.text("analyze")[:400]
    cells = shown.part("couplings").locator("td")
    assert cells.count() >= 16


def test_sliders_switch_between_answers(show, made):
    shown = show(made("analyze-robot"))
    variants = shown.part("variants")
    sliders = variants.locator("input[type=range]")
    assert sliders.count() == 2
    words = shown.text("analyze")
    sliders.nth(0).focus()
    shown.tab.keyboard.press("End")
    at_one = shown.text("analyze")
    assert at_one != words
    couplings = shown.text("couplings")
    sliders.nth(1).focus()
    shown.tab.keyboard.press("End")
    picture(shown, "analyze-robot-sliders")
    assert shown.text("couplings") != couplings  # rotors change the couplings
    assert "what is pale is as asked" in shown.text("analyze")
    variants.get_by_role("button").first.click()
    assert shown.text("analyze") == words
    assert shown.errors == []


def test_map_of_two_axes(show, made):
    shown = show(made("map-rhex"))
    canvas = shown.part("map").locator("canvas").first
    box = canvas.bounding_box()
    shown.tab.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.4 * box["height"])
    assert "phi_r" in shown.text("map") and "gamma" in shown.text("map")
    assert shown.part("critical").locator("tbody tr").count() >= 1
    shown.tab.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + 0.4 * box["height"])
    shown.tab.wait_for_timeout(400)
    picture(shown, "map-rhex-posture")
    assert shown.tab.locator('[data-part="posture"] canvas').count() >= 1
    assert "phi_r" in shown.text("posture")
    shown.part("critical").locator("tbody tr").first.locator("button").first.click()
    assert "phi_r" in shown.text("posture")
    assert shown.errors == []


def test_map_says_which_postures_cannot_be(show, made):
    shown = show(made("map-rhex"))
    assert "Impossible: a body is below the ground or inside another." in shown.text("barred")
    rows = shown.part("critical").locator("tbody tr")
    words = [rows.nth(k).inner_text() for k in range(rows.count())]
    barred = [text for text in words if "impossible: inside the ground by" in text]
    assert 0 < len(barred) < len(words)
    assert any("7.3 mm: body" in text for text in barred), "S0's A and B"
    # The posture shown first is one that can be; of others it is said.
    assert "Impossible" not in shown.text("posture")
    rows.filter(has_text="7.3 mm").first.locator("button").click()
    assert "Impossible: inside the ground by 7.3 mm: body." in shown.text("posture")
    area = shown.part("chart").locator(".map-area")
    area.focus()
    for key in ["Shift+ArrowRight"] * 30 + ["Enter"]:
        area.press(key)
    assert "; impossible: " in shown.text("readout") and "mm inside" in shown.text("readout")


def test_map_of_what_is_always_possible_says_nothing(show, made):
    shown = show(made("map-billiards"))
    assert shown.part("barred").is_hidden()


def test_map_of_one_axis_has_its_measures(show, made):
    shown = show(made("map-billiards"))
    select = shown.tab.locator('select[data-part="measure"], [data-part="measure"] select').first
    names = select.locator("option").all_inner_texts()
    assert len(names) == 2 and "indeterminacy" in names[0]
    select.select_option(index=1)
    assert shown.errors == []


def test_published_numbers_filter_and_lead_to_their_law(show, made):
    shown = show(made("reproduce"))
    rows = shown.part("reproduce").locator("tbody tr:visible")
    everything = rows.count()
    assert everything > 100
    search = shown.part("filter").locator("input[type=search], input[type=text]").first
    search.fill("S3.theorem")
    shown.tab.wait_for_timeout(300)
    assert 0 < rows.count() < everything
    rows.first.get_by_role("button").first.click()
    picture(shown, "reproduce-law")
    assert shown.part("law").is_visible()
    assert "propagative" in shown.text("law").lower()
    shown.tab.keyboard.press("Escape")
    assert not shown.part("law").is_visible()
    assert shown.errors == []


def test_design_has_the_practical_verdict_of_each_place(show, made):
    shown = show(made("design-rhex"))
    columns = shown.tab.locator('[data-part="law-column"]')
    for k in range(columns.count()):
        words = columns.nth(k).inner_text()
        assert "Practically one outcome at restitution 1" in words
        assert "Under the law:" in words
    assert "Designed: practically one outcome" in shown.tab.locator("body").inner_text()


def test_design_shows_what_changes(show, made):
    shown = show(made("design-rhex"))
    assert "start" in shown.text("compare") and "solution" in shown.text("compare")
    assert shown.part("parameters").locator("tbody tr").count() >= 2
    assert "one of 2 outcomes" in shown.text("compare")
    assert "the only outcome" in shown.text("compare")
