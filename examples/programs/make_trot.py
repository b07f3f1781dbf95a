#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Writes go2_trot.csv: one period of a made-up trot for Go2's joints.

Diagonal legs swing together. On the ground a foot moves straight back under its hip, in the air it
comes forward on half an ellipse; the angles of thigh and calf follow from the two links of a leg.
Each leg's phase is that of its diagonal pair. Usage: make_trot.py > go2_trot.csv
"""

import math

LINK = 0.213  # Of thigh and calf, hip to knee and knee to foot [m].
PERIOD = 0.5  # [s]
STRIDE = 0.10  # Of a foot on the ground, under its hip [m].
HEIGHT = 0.30  # Of the hips above the feet [m].
LIFT = 0.05  # Of a foot in the air [m].
DUTY = 0.55  # Share of the period on the ground: both pairs stand for a moment.
SAMPLES = 25
PHASES = {"FL": 0.0, "RR": 0.0, "FR": 0.5, "RL": 0.5}


def foot(phase):
    """Place of a foot under its hip, forward and up [m]."""
    if phase < DUTY:
        return STRIDE * (0.5 - phase / DUTY), -HEIGHT
    swing = (phase - DUTY) / (1.0 - DUTY)
    return -0.5 * STRIDE * math.cos(math.pi * swing), -HEIGHT + LIFT * math.sin(math.pi * swing)


def leg(x, z):
    """Thigh and calf that put the foot there; the knee points back."""
    length = math.hypot(x, z)
    knee = 2.0 * math.acos(length / (2.0 * LINK))
    return math.atan2(-x, -z) + 0.5 * knee, -knee


def main():
    names = [f"{side}_{part}_joint" for side in PHASES for part in ("hip", "thigh", "calf")]
    print("time [s]," + ",".join(names))
    for k in range(SAMPLES + 1):
        share = (k % SAMPLES) / SAMPLES
        row = [f"{PERIOD * k / SAMPLES:.4f}"]
        for phase in PHASES.values():
            thigh, calf = leg(*foot((share + phase) % 1.0))
            row += ["0", f"{thigh:.6f}", f"{calf:.6f}"]
        print(",".join(row))


if __name__ == "__main__":
    main()
