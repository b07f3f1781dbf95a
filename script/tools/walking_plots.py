# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Pictures of docs/walking.md, from the folders of finished walks (walking_runs.load)."""

import csv
import math
import xml.etree.ElementTree as ElementTree

import matplotlib
import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle
from matplotlib.transforms import Affine2D
from walking_pushes import DIRECTIONS, MODES, MOST, over_phases

MIDDLE = (8.0, 12.6)  # the part of the walk that is shown [s]
COLOURS = {"com": "#1f4e9c", "dcm": "#d1661a", "zmp": "#111111", "soles": "#9a9a9a"}
LEFT, RIGHT = "#2a7f4f", "#a03070"  # feet
BUSIEST = 4  # joints shown

matplotlib.rcParams.update(
    {
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "legend.frameon": False,
        "lines.linewidth": 1.2,
        "savefig.facecolor": "white",
        "svg.hashsalt": "carom",  # the same bytes each time
    }
)


def save(figure, path):
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None, dpi=110)
    plt.close(figure)


def read(run, span=None):
    """Columns of walk.csv by name without unit, between two times."""
    columns = {}
    with open(run["csv"], encoding="utf-8") as file:
        rows = csv.reader(file)
        names = [name.split(" [")[0] for name in next(rows)]
        columns = {name: [] for name in names}
        for row in rows:
            if span and not span[0] <= float(row[0]) <= span[1]:
                continue
            for name, value in zip(names, row, strict=True):
                columns[name].append(value if name == "phase" else number(value))
    return columns


def number(text):
    return float(text) if text else math.nan


def sole_of(run):
    sole = run["settings"]["walk"]["robot"]["sole"]
    return sole["front"] - sole["back"], sole["left"] - sole["right"]


def above(run, path):
    """Centre of mass, ZMP and soles from above."""
    data = read(run, MIDDLE)
    length, width = sole_of(run)
    figure, axes = plt.subplots(figsize=(8.0, 3.1), layout="constrained")
    low, high = min(data["com_x"]) - 0.12, max(data["com_x"]) + 0.12
    for one in run["touchdowns"]:
        (x, y, _), heading = one["foothold"]["center"], one["foothold"]["heading"]
        if not low < x < high:
            continue
        colour = LEFT if one["foot"] == "left" else RIGHT
        box = Rectangle((-length / 2, -width / 2), length, width, fc=colour, ec=colour, alpha=0.13)
        box.set_transform(Affine2D().rotate(heading).translate(x, y) + axes.transData)
        axes.add_patch(box)
        outer = math.copysign(width / 2 + 0.012, y)
        axes.text(
            x,
            y + outer,
            f"{one['step'] + 1}",
            ha="center",
            va="bottom" if y > 0 else "top",
            color=colour,
        )
        (xp, yp, _) = one["planned"]["center"]
        axes.plot(xp, yp, "+", color=colour, ms=7)
    axes.plot(data["com_x"], data["com_y"], color=COLOURS["com"], label="centre of mass")
    axes.plot(data["dcm_x"], data["dcm_y"], color=COLOURS["dcm"], label="DCM", lw=0.9)
    axes.plot(data["zmp_x"], data["zmp_y"], color=COLOURS["zmp"], label="ZMP", lw=0.9)
    axes.plot([], [], "+", color="#666666", label="planned foothold")
    axes.set(xlabel="x [m]", ylabel="y [m]", xlim=(low, high), ylim=(-0.2, 0.2))
    axes.set_aspect("equal")
    figure.legend(loc="outside upper center", ncols=4)
    save(figure, path)


def stance_edges(run, data):
    """Lateral edges of the soles that stand, at every row."""
    _, width = sole_of(run)
    feet = {}
    landings = iter(run["touchdowns"])
    following = next(landings, None)
    low, high = [], []
    for time, phase, step in zip(data["time"], data["phase"], data["step"], strict=True):
        while following and following["time"] <= time:
            feet[following["foot"]] = following["foothold"]["center"][1]
            following = next(landings, None)
        standing = dict(feet)
        if phase.startswith("single"):
            swings = run["touchdowns"][int(step)]
            if time < swings["time"]:
                standing.pop(swings["foot"], None)
        low.append(min(standing.values()) - width / 2)
        high.append(max(standing.values()) + width / 2)
    return low, high


def sideways(run, path):
    """Lateral ZMP, DCM and centre of mass against time, between the edges of the soles."""
    data = read(run, MIDDLE)
    low, high = stance_edges(run, data)
    figure, axes = plt.subplots(figsize=(8.0, 3.2), layout="constrained")
    time = data["time"]
    axes.fill_between(
        time, low, high, color=COLOURS["soles"], alpha=0.25, lw=0, label="soles that stand"
    )
    axes.plot(time, data["zmp_ref_y"], color=COLOURS["zmp"], lw=0.8, ls=":", label="ZMP, planned")
    axes.plot(time, data["zmp_y"], color=COLOURS["zmp"], label="ZMP")
    axes.plot(time, data["dcm_y"], color=COLOURS["dcm"], label="DCM")
    axes.plot(time, data["com_y"], color=COLOURS["com"], label="centre of mass")
    axes.set(xlabel="time [s]", ylabel="y, to the left [m]", xlim=MIDDLE)
    figure.legend(loc="outside upper center", ncols=5)
    save(figure, path)


def effort_limits(urdf):
    joints = ElementTree.parse(urdf).getroot().iter("joint")
    return {
        joint.get("name"): float(joint.find("limit").get("effort"))
        for joint in joints
        if joint.find("limit") is not None
    }


def torques(robots, path):
    """Shares of the limits of the busiest joints; (name, run, URDF) each."""
    figure, panels = plt.subplots(
        len(robots), 1, figsize=(8.0, 5.2), sharex=True, layout="constrained"
    )
    for axes, (name, run, urdf) in zip(panels, robots, strict=True):
        data = read(run, MIDDLE)
        shares = {}
        for joint, limit in effort_limits(urdf).items():
            column = data.get(f"torque_{joint}")
            if column:
                shares[joint] = [100 * abs(value) / limit for value in column]
        busiest = sorted(shares, key=lambda joint: max(shares[joint]), reverse=True)[:BUSIEST]
        colours = ("#1f4e9c", "#d1661a", "#2a7f4f", "#a03070")
        for joint, colour in zip(busiest, colours, strict=True):
            axes.plot(data["time"], shares[joint], color=colour, lw=1.0, label=joint)
        axes.axhline(100, color="#b00000", lw=1.0, ls="--", label="limit")
        axes.set(ylabel=f"{name}: torque [% of limit]", xlim=MIDDLE, ylim=(0, 108))
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    panels[-1].set_xlabel("time [s]")
    save(figure, path)


def energy(walks, path):
    """Lost at each touch-down; (name, run) each."""
    figure, axes = plt.subplots(figsize=(8.0, 2.9), layout="constrained")
    styles = (("o", "#1f4e9c", 7), ("x", "#d1661a", 5), ("s", "#2a7f4f", 4))
    for (name, run), (mark, colour, size) in zip(walks, styles, strict=True):
        axes.plot(
            [one["step"] + 1 for one in run["touchdowns"]],
            [1e3 * one["energy_lost"] for one in run["touchdowns"]],
            mark,
            mfc="none",
            color=colour,
            ms=size,
            label=name,
        )
    axes.set(xlabel="touch-down", ylabel="energy lost [mJ]")
    axes.set_ylim(0, 1.08 * axes.get_ylim()[1])
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    save(figure, path)


def pushes(found, path):
    """Largest impulse by direction, right foot standing: worst and best phase."""
    figure, axes = plt.subplots(
        figsize=(6.4, 5.2), layout="constrained", subplot_kw={"projection": "polar"}
    )
    axes.set_theta_zero_location("N")
    angles = [math.radians(direction) for direction in (*DIRECTIONS, 0)]
    names = {"steps and trunk": "footholds and trunk", "trunk": "trunk only (adjust=false)"}
    colours = {"steps and trunk": "#1f4e9c", "trunk": "#d1661a"}
    for mode in [mode for mode in MODES if mode in names]:
        both = [over_phases(found, mode, direction, ("right",)) for direction in DIRECTIONS]
        for index, (which, style) in enumerate((("worst phase", "-"), ("best phase", "--"))):
            values = [pair[index] for pair in both]
            axes.plot(
                angles,
                [*values, values[0]],
                style,
                color=colours[mode],
                marker=".",
                label=f"{names[mode]}, {which}",
            )
    axes.set_rlim(0, MOST)
    axes.set_rticks([20, 40, 60, MOST], labels=["20", "40", "60", f"{MOST} N s"])
    axes.set_rlabel_position(195)
    axes.set_thetagrids(
        range(0, 360, 30),
        [
            {0: "forwards", 90: "left", 180: "backwards", 270: "right"}.get(angle, "")
            for angle in range(0, 360, 30)
        ],
    )
    figure.legend(loc="outside lower center", ncols=2)
    save(figure, path)
