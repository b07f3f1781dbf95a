# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Pages in a real browser: headless Chromium with software WebGL, driven by Playwright.

`show` opens a page from disk, as a reader would, and notes everything that goes wrong or is asked
from anywhere; recipes.py writes pages with the command.
"""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright
from recipes import recipe

ARGUMENTS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]


class Shown:
    """A page that is open."""

    def __init__(self, tab, path):
        self.tab = tab
        self.path = path
        self.errors = []
        self.requests = []
        tab.on("console", self._console)
        tab.on("pageerror", lambda error: self.errors.append(str(error)))
        tab.on("request", lambda request: self.requests.append(request.url))

    def _console(self, message):
        if message.type in ("error", "warning") and "GPU stall" not in message.text:
            self.errors.append(message.text)

    def open(self, fragment=""):
        self.tab.goto(f"file://{self.path}{fragment}")
        self.tab.wait_for_selector("#app > *")
        return self

    def part(self, name):
        return self.tab.locator(f'[data-part="{name}"]').first

    def text(self, name):
        return self.part(name).inner_text()

    def state(self):
        """The position in the address: t, impact, side …"""
        self.tab.wait_for_timeout(1500)  # it is written now and then
        fragment = self.tab.evaluate("location.hash").lstrip("#")
        return dict(pair.split("=", 1) for pair in fragment.split("&") if "=" in pair)

    def reaches(self, name, value):
        """Waits until the address has this; fails where it never does."""
        reached = (
            "([name, value]) => new URLSearchParams(location.hash.slice(1)).get(name) === value"
        )
        self.tab.wait_for_function(reached, arg=[name, value])
        return True

    def others(self):
        """What was asked for beyond the page itself."""
        own = ("file://", "data:", "blob:")
        asked = [url for url in self.requests if not url.startswith(own)]
        files = [url for url in self.requests if url.startswith("file://")]
        return asked + files[1:]


@pytest.fixture(scope="session")
def browser():
    program = shutil.which("chromium")
    assert program, "chromium is missing; script/test installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def show(browser, tmp_path):
    """show(path or HTML, width=1920, dark=False, …) -> Shown"""
    contexts = []

    def opened(page, width=1920, height=1080, dark=False, fragment="", **settings):
        if not isinstance(page, Path):
            path = tmp_path / f"page_{len(contexts)}.html"
            path.write_text(page, encoding="utf-8")
            page = path
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            **settings,
        )
        contexts.append(context)
        context.set_default_timeout(20_000)
        return Shown(context.new_page(), page).open(fragment)

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """made("resolve-cradle") -> the page, written once."""
    folder = tmp_path_factory.mktemp("pages")
    pages = {}

    def page(name):
        if name not in pages:
            pages[name] = recipe(name, folder)
        return pages[name]

    return page
