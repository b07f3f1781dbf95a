# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
#
# Draws docs/pictures/rhex_gaits.svg from carom's own answers: |s| of the two feet of RHex over hip
# and knee (S0 Fig. 2) with its points A, B, C, and where the feet of the scene's gaits really touch
# down. A touch-down is marked at the hip and the knee of the leg that lands; the other leg is
# where the gait has it, not where the map has it.
# Usage: script/picture (which passes the command), or  rhex_gaits.py CAROM OUT.svg
import json
import math
import subprocess
import sys

WIDTH, HEIGHT = 920, 500
LEFT, RIGHT, TOP, BOTTOM = 70, 230, 40, 60
HIPS, KNEES = 97, 49
POINTS = {"A": (1.18521, 0.0), "B": (-1.18521, 0.0), "C": (1.12844, 0.88471)}
GAITS = {"walk": "#1b5e9b", "run": "#c4521c", "bound": "#2e7d32", "symmetric": "#8e24aa"}
LEVELS = [3e-4, 1e-3, 2e-3, 4e-3, 1e-1]  # one shade each, from light to dark


def answer(carom: str, *words: str) -> dict:
    command = [carom, *words, "--json"]
    # A gait that does not work may end early: what it did until then is shown.
    return json.loads(subprocess.run(command, capture_output=True, text=True).stdout)


def x(hip: float) -> float:
    return LEFT + (hip + math.pi) / (2 * math.pi) * (WIDTH - LEFT - RIGHT)


def y(knee: float) -> float:
    return TOP + (math.pi / 2 - knee) / math.pi * (HEIGHT - TOP - BOTTOM)


def shade(s: float) -> str:
    level = sum(abs(s) > bound for bound in LEVELS)
    return ["#ffffff", "#eef2f6", "#dbe3ec", "#c4d1de", "#a9bccd", "#8aa2b8"][level]


def cells(carom: str) -> list[str]:
    axes = [f"phi_r=-180deg:180deg:{HIPS}", f"gamma=-90deg:90deg:{KNEES}"]
    words = [word for axis in axes for word in ("--axis", axis)]
    rows = answer(carom, "map", "rhex", *words, "--measure", "inner_product")["values"]
    width = (WIDTH - LEFT - RIGHT) / (HIPS - 1)
    height = (HEIGHT - TOP - BOTTOM) / (KNEES - 1)
    runs: list[list] = []  # knee, shade, first and last hip
    for hip, knee, s, *_ in sorted(rows, key=lambda row: (row[1], row[0])):
        if runs and runs[-1][:2] == [knee, shade(s)]:
            runs[-1][3] = hip
        else:
            runs.append([knee, shade(s), hip, hip])
    return [
        f'<rect x="{x(first) - width / 2:.1f}" y="{y(knee) - height / 2:.1f}" '
        f'width="{x(last) - x(first) + width + 0.3:.1f}" height="{height + 0.3:.1f}" '
        f'fill="{colour}"/>'
        for knee, colour, first, last in runs
    ]


def touchdowns(carom: str, program: str) -> list[tuple[float, float]]:
    run = answer(carom, "run", "rhex", "--program", program, "--no-verdict")
    points = []
    for one in run["trajectories"][0]["summary"]["gait"]["touchdowns"]:
        if one["contact"] not in ("left", "right"):
            continue
        first = 3 if one["contact"] == "left" else 5
        theta, hip, knee = one["q"][2], one["q"][first], one["q"][first + 1]
        points.append((math.remainder(theta + hip, 2 * math.pi), knee))
    return points


def text(px: float, py: float, words: str, size: int = 13, **style: str) -> str:
    style = {"paint_order": "stroke", "stroke": "white", "stroke_width": "3"} | style
    extra = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in style.items())
    return f'<text x="{px:.1f}" y="{py:.1f}" font-size="{size}"{extra}>{words}</text>'


def legend() -> list[str]:
    left, parts = WIDTH - RIGHT + 24, []
    for k, (program, colour) in enumerate(GAITS.items()):
        top = TOP + 16 + 24 * k
        parts.append(f'<circle cx="{left}" cy="{top - 4}" r="6" fill="{colour}"/>')
        parts.append(text(left + 14, top, f"touch-downs of {program}"))
    for k in range(len(LEVELS) + 1):
        top = TOP + 140 + 22 * k
        low = 0.0 if k == 0 else LEVELS[k - 1]
        words = f"|s| &gt; {low:g}" if k == len(LEVELS) else f"|s| {low:g} to {LEVELS[k]:g}"
        value = 1.0 if k == len(LEVELS) else LEVELS[k]
        parts.append(
            f'<rect x="{left - 8}" y="{top - 12}" width="18" height="14" '
            f'fill="{shade(value)}" stroke="#888"/>'
        )
        parts.append(text(left + 20, top, words))
    return parts


def axes() -> list[str]:
    parts = []
    for degrees in range(-180, 181, 60):
        at = x(math.radians(degrees))
        parts.append(text(at, HEIGHT - BOTTOM + 20, f"{degrees}°", text_anchor="middle"))
    for degrees in range(-90, 91, 30):
        at = y(math.radians(degrees))
        parts.append(text(LEFT - 8, at + 4, f"{degrees}°", text_anchor="end"))
    parts.append(text(x(0), HEIGHT - 14, "hip against the vertical", text_anchor="middle"))
    parts.append(text(LEFT - 54, TOP - 16, "knee"))
    return parts


def main(carom: str, out: str) -> None:
    parts = cells(carom)
    for program, colour in GAITS.items():
        for hip, knee in touchdowns(carom, program):
            parts.append(
                f'<circle cx="{x(hip):.1f}" cy="{y(knee):.1f}" r="6" fill="{colour}" '
                'stroke="white" stroke-width="1.5"/>'
            )
    for name, (hip, knee) in POINTS.items():
        parts.append(f'<path d="M{x(hip) - 6:.1f} {y(knee):.1f} h12 m-6 -6 v12" stroke="#000"/>')
        parts.append(text(x(hip) + 9, y(knee) - 7, name, size=15, font_weight="bold"))
    body = "\n".join(parts + legend() + axes())
    with open(out, "w", encoding="utf-8") as file:
        file.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
            f'font-family="sans-serif">\n<rect width="100%" height="100%" fill="white"/>\n'
            f"{body}\n</svg>\n"
        )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
