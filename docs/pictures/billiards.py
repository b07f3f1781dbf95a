# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
#
# Draws docs/pictures/billiards.svg from carom's own answers: the indeterminacy of a billiard break
# against the angle between the balls, for two cue balls (S3 Fig. 5, corrected).
# Usage: script/picture (which passes the command), or  billiards.py CAROM OUT.svg
import json
import math
import subprocess
import sys

WIDTH, HEIGHT = 920, 470
LEFT, RIGHT, TOP, BOTTOM = 84, 250, 64, 66
FROM, TO, MOST = 55.0, 181.0, 1.05
SERIES = [
    ("equal balls", {"radius_c": 1.0}, "#1b5e9b"),
    ("light cue ball (r = 0.7)", {"radius_c": 0.7}, "#c4521c"),
]


def smallest_angle(radius_c: float) -> float:
    """Degrees at which the two target balls touch."""
    return math.degrees(2 * math.asin(1 / (1 + radius_c)))


def curve(carom: str, settings: dict, count: int = 500) -> list[tuple[float, float]]:
    points = []
    start = smallest_angle(settings["radius_c"])
    for k in range(count + 1):
        theta = start + (180.0 - start) * k / count
        command = [carom, "analyze", "billiards", "--json", "--set", f"theta={theta!r}deg"]
        for name, value in settings.items():
            command += ["--set", f"{name}={value}"]
        answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        points.append((theta, json.loads(answer)["indeterminacy"]))
    return points


def x(theta: float) -> float:
    return LEFT + (theta - FROM) / (TO - FROM) * (WIDTH - LEFT - RIGHT)


def y(xi: float) -> float:
    return HEIGHT - BOTTOM - xi / MOST * (HEIGHT - TOP - BOTTOM)


def text(px: float, py: float, words: str, size: int = 13, **style: str) -> str:
    # A white rim keeps labels readable where they cross a curve.
    style = {"paint_order": "stroke", "stroke": "white", "stroke_width": "4"} | style
    extra = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in style.items())
    return f'<text x="{px:.1f}" y="{py:.1f}" font-size="{size}"{extra}>{words}</text>'


def axes() -> list[str]:
    parts = []
    for theta in range(60, 181, 20):
        parts.append(
            f'<line x1="{x(theta):.1f}" y1="{y(0):.1f}" x2="{x(theta):.1f}" '
            f'y2="{y(MOST):.1f}" stroke="#e4e4e4"/>'
        )
        parts.append(text(x(theta), y(0) + 20, f"{theta}°", text_anchor="middle"))
    for xi in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(
            f'<line x1="{LEFT}" y1="{y(xi):.1f}" x2="{WIDTH - RIGHT}" y2="{y(xi):.1f}" '
            f'stroke="{"#888" if xi == 0 else "#e4e4e4"}"/>'
        )
        parts.append(text(LEFT - 8, y(xi) + 4, f"{xi:g}", text_anchor="end"))
    parts.append(
        text(
            (LEFT + WIDTH - RIGHT) / 2,
            HEIGHT - 18,
            "angle θ between the two lines of centres",
            text_anchor="middle",
        )
    )
    parts.append(
        text(
            22,
            (y(0) + y(MOST)) / 2,
            "indeterminacy ξ",
            text_anchor="middle",
            transform=f"rotate(-90 22 {(y(0) + y(MOST)) / 2:.1f})",
        )
    )
    return parts


def zeros(radius_c: float, color: str, label_shift: float) -> list[str]:
    """Angles with one outcome: k cos θ = −cos(π/m), the Coxeter angles."""
    k = 1 / (1 + radius_c**3)
    parts = []
    for m in range(2, 8):
        cosine = -math.cos(math.pi / m) / k
        if cosine < -1 - 1e-12:
            break
        theta = math.degrees(math.acos(max(-1.0, cosine)))
        parts.append(
            f'<circle cx="{x(theta):.1f}" cy="{y(0):.1f}" r="5" fill="white" '
            f'stroke="{color}" stroke-width="2.5"/>'
        )
        if m > 2:
            parts.append(
                text(x(theta), y(0) - label_shift, f"m = {m}", 12, text_anchor="middle", fill=color)
            )
    return parts


def balls() -> list[str]:
    """The scene: cue ball c comes down on a and b."""
    cx, cy, r, half = WIDTH - 118, 170, 30, math.radians(52)
    a = (cx - 2 * r * math.sin(half), cy + 2 * r * math.cos(half))
    b = (cx + 2 * r * math.sin(half), cy + 2 * r * math.cos(half))
    parts = []
    for px, py in (a, b):
        parts.append(f'<line x1="{cx}" y1="{cy}" x2="{px:.1f}" y2="{py:.1f}" stroke="#999"/>')
    for (px, py), name, fill in (
        ((cx, cy), "c", "#f3d9a4"),
        (a, "a", "#e8eef5"),
        (b, "b", "#e8eef5"),
    ):
        parts.append(
            f'<circle cx="{px:.1f}" cy="{py:.1f}" r="{r}" fill="{fill}" stroke="#555" '
            'fill-opacity="0.75"/>'
        )
        parts.append(text(px, py + 5, name, 15, text_anchor="middle", font_style="italic"))
    parts.append(
        f'<line x1="{cx}" y1="{cy - r - 42}" x2="{cx}" y2="{cy - r - 8}" stroke="#333" '
        'stroke-width="2.5" marker-end="url(#tip)"/>'
    )
    parts.append(text(cx, cy + 62, "θ", 15, text_anchor="middle", font_style="italic"))
    return parts


def draw(carom: str) -> str:
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="Helvetica, Arial, sans-serif" fill="#222">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="5" '
        'markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" fill="#333"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        text(
            LEFT,
            26,
            "A billiard break hits two balls at once: how far apart are its outcomes?",
            17,
            font_weight="bold",
        ),
        text(
            LEFT,
            47,
            "Elastic, every order of reflections. At the circles there is one outcome: "
            "the contacts meet at a Coxeter angle.",
            13,
            fill="#555",
        ),
        *axes(),
    ]
    for index, (name, settings, color) in enumerate(SERIES):
        path = " ".join(f"{x(t):.2f},{y(v):.2f}" for t, v in curve(carom, settings))
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{color}" '
            'stroke-width="2.2" stroke-linejoin="round"/>'
        )
        parts.append(
            f'<line x1="{WIDTH - RIGHT + 26}" y1="{300 + 24 * index}" '
            f'x2="{WIDTH - RIGHT + 54}" y2="{300 + 24 * index}" stroke="{color}" '
            'stroke-width="3"/>'
        )
        parts.append(text(WIDTH - RIGHT + 62, 304 + 24 * index, name))
    for index, (_, settings, color) in enumerate(SERIES):
        parts += zeros(settings["radius_c"], color, 12 + 15 * (1 - index))
    parts.append(text(x(90), y(0) - 12, "m = 2", 12, text_anchor="middle", fill="#444"))
    parts += balls()
    return "\n".join(parts) + "\n</svg>\n"


if __name__ == "__main__":
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(draw(sys.argv[1]))
