# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Pages in a real browser: headless Chromium with software WebGL, driven by Playwright.

`show` opens a page from disk, as a reader would, and notes everything that goes wrong or is asked
from anywhere; `picture` keeps a screenshot in the folder CAROM_PAGES, for people to look at.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import samples
from playwright.sync_api import sync_playwright

CAROM = os.environ.get("CAROM", "carom")
PICTURES = os.environ.get("CAROM_PAGES", "")
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
        self.tab.wait_for_timeout(400)
        fragment = self.tab.evaluate("location.hash").lstrip("#")
        return dict(pair.split("=", 1) for pair in fragment.split("&") if "=" in pair)

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


def picture(shown, name):
    if not PICTURES:
        return
    Path(PICTURES).mkdir(parents=True, exist_ok=True)
    shown.tab.wait_for_timeout(300)
    shown.tab.screenshot(path=Path(PICTURES) / f"{name}.png")


def carom(*arguments, code=0):
    done = subprocess.run(
        [CAROM, *map(str, arguments)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == code, done.stderr
    return done


def robot(name):
    return Path(os.environ["CAROM_ROBOTS"]) / name


def recipe(name, folder):
    """Writes the page of this name with the command."""
    file = folder / f"{name}.html"
    several = ("--set", "masses=[2,1,1]", "--set", "velocity=[1,0,-1]")
    go2 = (robot("go2_description/urdf/go2.urdf"), "--contacts", "FL_foot,FR_foot,RL_foot,RR_foot")
    commands = {
        "run-block": ("run", "block", "--set", "height=0.05", "--set", "tilt=10deg"),
        "run-cradle": ("run", "pendulum_cradle", "--duration", "3"),
        "run-branches": ("run", "trex", "--branches", "2", "--duration", "0.3", "--hold"),
        "run-robot": ("run", *go2, "--drop", "0.1", "--hold", "--duration", "0.5"),
        "resolve-cradle": ("resolve", "cradle", *several),
        "resolve-matrices": ("resolve", samples.three_balls(folder)),
        "compare-cradle": ("compare", "cradle", *several),
        "compare-block": ("compare", "block", "--set", "velocity=[0.6,0.3,-1,0,0,4]"),
        "analyze-rhex": ("analyze", "rhex"),
        "analyze-robot": ("analyze", *go2, "--drop", "0.1"),
        "analyze-matrices": ("analyze", samples.three_balls(folder)),
        "map-rhex": (
            "map",
            "rhex",
            *("--axis", "phi_r=-100deg:100deg:41", "--axis", "gamma=-80deg:80deg:33"),
        ),
        "map-billiards": (
            "map",
            "billiards",
            *("--axis", "theta=60deg:180deg:121", "--measure", "indeterminacy,outcomes"),
        ),
        "reproduce": ("reproduce",),
        "design-rhex": ("design", "rhex"),
    }
    carom(*commands[name], "--html", file)
    return file


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
