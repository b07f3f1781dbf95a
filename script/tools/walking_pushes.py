# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""How hard Atlas may be pushed, and how uneven an unknown ground may be: what to try, and tables.

A trial looks for the largest value that a walk stands, in coarse steps up to the first fall and by
bisection below it, so that all smaller values that were tried stand too.
"""

import math
from dataclasses import dataclass

STEPS = 12  # of a pushed walk: at least 8 after the push
SHIFT, SINGLE, DOUBLE = 1.5, 0.8, 0.25  # of the gait [s]
# When a push of 0.1 s begins, after the beginning of a single support [s].
PHASES = {
    "begin": 0.0,
    "middle": 0.5 * SINGLE - 0.05,
    "late": SINGLE - 0.15,
    "double support": SINGLE + 0.5 * DOUBLE - 0.05,
}
# Step, counted from 0, in which the foot stands and the other swings.
STANCES = {"right": 3, "left": 2}
DIRECTIONS = range(0, 360, 30)  # 0: forwards, 90: to the left [degrees]
MAIN = {"forwards": 0, "backwards": 180, "left": 90, "right": 270}
MODES = {
    "steps and trunk": (),
    "trunk": ("adjust=false",),
    "neither": ("adjust=false", "zmp_overreach=0"),
}
MOST, COARSE, FINE = 80, 10, 1  # [N s]
MOST_HEIGHT, COARSE_HEIGHT, FINE_HEIGHT = 80, 10, 2  # [mm]
TERRACE_STEPS = 10


def largest(stands, most, coarse, fine):
    """The largest multiple of `fine` up to `most` that stands, with all smaller ones tried."""
    low = 0
    for value in range(coarse, most + 1, coarse):
        if not stands(value):
            break
        low = value
    else:
        return most
    high = value
    while high - low > fine:
        middle = low + fine * ((high - low) // (2 * fine))
        low, high = (middle, high) if stands(middle) else (low, middle)
    return low


def settings(*words):
    return tuple(part for word in words for part in ("--set", word))


@dataclass(frozen=True)
class Push:
    mode: str
    stance: str
    phase: str
    direction: int  # [degrees]

    @property
    def key(self):
        return (self.mode, self.stance, self.phase, self.direction)

    @property
    def label(self):
        return f"{self.direction}°, {self.phase}, {self.stance} foot stands, {self.mode}"

    def words(self, impulse):
        time = SHIFT + STANCES[self.stance] * (SINGLE + DOUBLE) + PHASES[self.phase]
        angle = math.radians(self.direction)
        x, y = (round(impulse * part(angle), 6) + 0.0 for part in (math.cos, math.sin))
        return settings(f"steps={STEPS}", f"push=[{time:g},{x:g},{y:g},0]", *MODES[self.mode])

    def find(self, runner):
        return largest(lambda impulse: runner(*self.words(impulse)), MOST, COARSE, FINE)


def push_trials():
    """The four main directions on both feet; the others where the right foot stands."""
    for mode in MODES:
        for phase in PHASES:
            for direction in DIRECTIONS:
                main = direction in MAIN.values()
                if mode == "neither" and not main:
                    continue
                yield Push(mode, "right", phase, direction)
                if main:
                    yield Push(mode, "left", phase, direction)


def ground(values):
    return "[" + ",".join(f"{0.001 * value:g}" for value in values) + "]"


# Heights under the footholds, from h [mm] and the number of steps.
TERRACES = {
    "right foot up, left foot down": lambda h, n: ground([h, -h] * (n // 2)),
    "two steps up, two down": lambda h, n: ground(([h, h, -h, -h] * n)[:n]),
}


@dataclass(frozen=True)
class Terraces:
    pattern: str
    adjust: bool

    @property
    def key(self):
        return (self.pattern, self.adjust)

    @property
    def label(self):
        return f"{self.pattern}, adjust={str(self.adjust).lower()}"

    def words(self, height):
        return settings(
            f"steps={TERRACE_STEPS}",
            f"ground={TERRACES[self.pattern](height, TERRACE_STEPS)}",
            f"adjust={str(self.adjust).lower()}",
        )

    def find(self, runner):
        stands = lambda height: runner(*self.words(height))  # noqa: E731
        return largest(stands, MOST_HEIGHT, COARSE_HEIGHT, FINE_HEIGHT)


def terrace_trials():
    return [Terraces(pattern, adjust) for pattern in TERRACES for adjust in (True, False)]


def over_phases(found, mode, direction, stances=tuple(STANCES)):
    """Worst and best [N s] over phases and feet."""
    values = [
        found[mode, stance, phase, direction]
        for stance in stances
        for phase in PHASES
        if (mode, stance, phase, direction) in found
    ]
    return min(values), max(values)


def impulse(value):
    return f"≥ {MOST}" if value >= MOST else f"{value}"


def push_table(found):
    lines = [
        "| push [N s] | " + " | ".join(f"{mode}: worst | best" for mode in MODES) + " |",
        "|---|" + "---|" * (2 * len(MODES)),
    ]
    for name, direction in MAIN.items():
        cells = []
        for mode in MODES:
            cells += map(impulse, over_phases(found, mode, direction))
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    left = [trial.label for trial in push_trials() if trial.key not in found]
    if left:
        lines += ["", f"Not tried yet ({len(left)} limits): {'; '.join(left)}."]
    lines += [
        "",
        "With both, by the phase in which the push begins (right foot stands / left):",
        "",
    ]
    lines += ["| push [N s] | " + " | ".join(PHASES) + " |", "|---|" + "---|" * len(PHASES)]
    for name, direction in MAIN.items():
        cells = [
            " / ".join(
                impulse(found["steps and trunk", stance, phase, direction]) for stance in STANCES
            )
            for phase in PHASES
        ]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return lines


def terrace_table(found):
    lines = [
        "| unknown terraces ±h, largest h [mm] | footholds adjusted | fixed |",
        "|---|---|---|",
    ]
    for pattern in TERRACES:
        lines.append(f"| {pattern} | {found[pattern, True]} | {found[pattern, False]} |")
    return lines
