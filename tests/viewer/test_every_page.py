# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Each kind of page as the command writes it: whole, quiet, for any screen, eye and printer."""

import pytest
from recipes import picture, recipe

KINDS = [
    "run-block",
    "run-cradle",
    "run-branches",
    "run-robot",
    "resolve-cradle",
    "resolve-matrices",
    "compare-cradle",
    "compare-block",
    "analyze-rhex",
    "analyze-robot",
    "analyze-matrices",
    "map-rhex",
    "map-billiards",
    "resolve-robot",
    "compare-robot",
    "reproduce",
    "design-rhex",
]

UNNAMED = """() =>
  [...document.querySelectorAll("button, input, select, textarea, a, canvas, [role=img]")]
  .filter((element) => element.checkVisibility())
  .filter((element) => {
    const words = [element.getAttribute("aria-label"), element.textContent, element.title];
    const by = element.getAttribute("aria-labelledby");
    if (by) words.push(document.getElementById(by)?.textContent);
    for (const label of element.labels ?? []) words.push(label.textContent);
    if (element.closest("[aria-hidden=true]")) return false;
    if (element.parentElement?.closest("[role=img]")) return false;
    return !words.some((text) => text && text.trim());
  })
  .map((element) => element.outerHTML.slice(0, 120))"""

BACKGROUND = """() => {
  const context = document.createElement("canvas").getContext("2d");
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}"""

TOO_WIDE = """() => {
  const page = document.documentElement;
  return page.scrollWidth - page.clientWidth;
}"""


@pytest.mark.parametrize("kind", KINDS)
def test_loads_without_a_complaint_or_a_request(show, made, kind):
    shown = show(made(kind))
    picture(shown, kind)
    assert shown.errors == []
    assert shown.others() == []
    assert shown.tab.locator('[data-part="faults"]:visible').count() == 0
    assert shown.text("summary").strip()
    assert "carom" in shown.tab.title()


@pytest.mark.parametrize("kind", KINDS)
def test_fits_a_narrow_screen(show, made, kind):
    shown = show(made(kind), width=390, height=844)
    picture(shown, f"{kind}-narrow")
    assert shown.errors == []
    assert shown.tab.evaluate(TOO_WIDE) <= 0


@pytest.mark.parametrize("kind", KINDS)
def test_every_control_and_picture_has_a_name(show, made, kind):
    assert show(made(kind)).tab.evaluate(UNNAMED) == []


@pytest.mark.parametrize("kind", ["run-block", "analyze-rhex", "map-rhex", "reproduce"])
def test_dark(show, made, kind):
    shown = show(made(kind), dark=True)
    picture(shown, f"{kind}-dark")
    red, green, blue = shown.tab.evaluate(BACKGROUND)
    assert red + green + blue < 200
    assert shown.errors == []


@pytest.mark.parametrize("kind", ["run-block", "compare-cradle", "analyze-rhex", "map-rhex"])
def test_prints(show, made, kind, tmp_path):
    shown = show(made(kind))
    pdf = shown.tab.pdf(format="A4")
    assert (
        pdf.startswith(b"%PDF")
        and 1 <= pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") <= 12
    )
    assert shown.errors == []


@pytest.mark.parametrize("kind", KINDS)
def test_one_file_with_a_strict_policy(made, kind):
    html = made(kind).read_text()
    assert "default-src 'none'" in html and "unsafe-inline" not in html.split("</head>")[0]
    assert html.count("<script") == 2
    assert len(html) < 25e6


@pytest.mark.parametrize("kind", ["run-block", "compare-cradle", "reproduce"])
def test_the_same_command_writes_the_same_page(made, tmp_path, kind):
    assert recipe(kind, tmp_path).read_bytes() == made(kind).read_bytes()
