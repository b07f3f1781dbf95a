# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Pictures of pages for README.md and docs/gallery.md.

Usage: pages.py CAROM FOLDER, with the packages of requirements-dev.txt and chromium. Writes each
page with the command, opens it in headless Chromium, goes where there is something to see, and
takes its picture.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ARGUMENTS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
SEVERAL = ("--set", "masses=[2,1,1]", "--set", "velocity=[1,0,-1]")
BLOCK = ("--set", "tilt=10deg", "--set", "height=0.05", "--law", "regular", "--duration", "0.3")

# name: arguments of carom, keys to press, width and height, colours
PAGES = {
    "run": (("run", "block", *BLOCK, "--plastic-speed", "0.02"), "nnn", (1400, 900), "light"),
    "branches": (
        ("run", "trex", "--drop", "17", "--hold", "--branches", "2", "--duration", "0.3"),
        "n",
        (1400, 900),
        "light",
    ),
    "resolve": (("resolve", "billiards"), "", (1400, 860), "light"),
    "compare": (("compare", "cradle", *SEVERAL), "", (1400, 1000), "light"),
    "analyze": (("analyze", "rhex"), "", (1400, 1000), "light"),
    "map": (
        (
            *("map", "rhex", "--axis", "phi_r=-180deg:180deg:181"),
            *("--axis", "gamma=-90deg:90deg:91"),
        ),
        "",
        (1400, 900),
        "light",
    ),
    "reproduce": (("reproduce",), "", (1400, 800), "dark"),
}


def main():
    carom, folder = sys.argv[1], Path(sys.argv[2])
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=ARGUMENTS
        )
        for name, (arguments, keys, (width, height), colours) in PAGES.items():
            page = Path(scratch) / f"{name}.html"
            subprocess.run([carom, *arguments, "--html", page], check=True, capture_output=True)
            tab = browser.new_page(
                viewport={"width": width, "height": height}, color_scheme=colours
            )
            tab.goto(page.as_uri())
            tab.wait_for_timeout(1500)
            for key in keys:
                tab.keyboard.press(key)
            tab.wait_for_timeout(1000)
            tab.screenshot(path=folder / f"page_{name}.png")
            tab.close()
        browser.close()


if __name__ == "__main__":
    main()
