# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
#
# Draws docs/pictures/trex_fig8.svg from carom's own answers: how far the momenta of TREX diverge
# over its drive where impacts are resolved in two orders, in three stances (S3 Fig. 8).
# Usage: script/picture (which passes the command), or  trex_fig8.py CAROM OUT.svg
import csv
import math
import subprocess
import sys
import tempfile
from pathlib import Path

WIDTH, HEIGHT = 920, 470
LEFT, RIGHT, TOP, BOTTOM = 84, 150, 64, 66
DURATION = 5.0
LOWEST, HIGHEST = -17, 1  # decades
STANCES = [
    ("straight", "straight legs", "#c4521c"),
    ("initial", "initial", "#1b5e9b"),
    ("optimised", "optimised", "#2c7a3f"),
]


def curve(carom: str, stance: str) -> list[tuple[float, float]]:
    with tempfile.TemporaryDirectory() as folder:
        command = [carom, "run", "trex", "--program", "drive", "--set", f"stance={stance}"]
        command += ["--duration", str(DURATION), "--no-verdict", "--orders", "-o", folder]
        subprocess.run(command, capture_output=True, check=True)
        with open(Path(folder) / "parting.csv", newline="") as file:
            rows = list(csv.reader(file))[1:]
    # A picture shows no more than some two points per pixel.
    return [(float(row[0]), float(row[1])) for row in rows[:: max(1, len(rows) // 1500)]]


def x(time: float) -> float:
    return LEFT + time / DURATION * (WIDTH - LEFT - RIGHT)


def y(share: float) -> float:
    decade = max(LOWEST, min(HIGHEST, math.log10(share)))
    return HEIGHT - BOTTOM - (decade - LOWEST) / (HIGHEST - LOWEST) * (HEIGHT - TOP - BOTTOM)


def text(px: float, py: float, words: str, size: int = 13, **style: str) -> str:
    extra = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in style.items())
    return f'<text x="{px:.1f}" y="{py:.1f}" font-size="{size}"{extra}>{words}</text>'


def grid() -> list[str]:
    parts = []
    for time in range(int(DURATION) + 1):
        parts.append(
            f'<line x1="{x(time):.1f}" y1="{y(10**LOWEST):.1f}" x2="{x(time):.1f}" '
            f'y2="{y(10**HIGHEST):.1f}" stroke="#e4e4e4"/>'
        )
        parts.append(text(x(time), HEIGHT - BOTTOM + 20, f"{time}", text_anchor="middle"))
    for decade in range(LOWEST + 1, HIGHEST + 1, 4):
        level = y(10.0**decade)
        parts.append(
            f'<line x1="{LEFT}" y1="{level:.1f}" x2="{WIDTH - RIGHT}" y2="{level:.1f}" '
            'stroke="#e4e4e4"/>'
        )
        parts.append(text(LEFT - 8, level + 4, f"1e{decade}", text_anchor="end"))
    return parts


def pieces(points: list[tuple[float, float]]) -> list[str]:
    """Of a path; where the momenta do not differ there is none."""
    path, pen = [], "M"
    for time, share in points:
        if share > 0.0:
            path.append(f"{pen}{x(time):.1f} {y(share):.1f}")
        pen = "L" if share > 0.0 else "M"
    return path


def main() -> None:
    carom, out = sys.argv[1], Path(sys.argv[2])
    parts = grid()
    for k, (stance, label, colour) in enumerate(STANCES):
        path = " ".join(pieces(curve(carom, stance)))
        parts.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.3"/>')
        parts.append(text(WIDTH - RIGHT + 12, TOP + 20 + 22 * k, label, fill=colour))
    title = "TREX drives: difference of momentum between two orders of impact"
    parts.append(text(LEFT, 34, title, 17, font_weight="600"))
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 18, "time [s]", text_anchor="middle"))
    body = "\n".join(parts)
    out.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="system-ui, sans-serif" fill="#222">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n{body}\n</svg>\n'
    )


if __name__ == "__main__":
    main()
