# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Pages made by hand, for what no run of carom would write: damaged, hostile or very long ones.

A page is a dict in the format of viewer/src/format.ts; `fill` puts it into the built template.
"""

import base64
import copy
import json
import os
from array import array
from pathlib import Path

BUILT = Path(__file__).parents[2] / "viewer/dist/page.html"
TEMPLATE = Path(os.environ.get("CAROM_PAGE_TEMPLATE", BUILT))


def f32(values):
    return {"f32": base64.b64encode(array("f", values).tobytes()).decode()}


def f64(values):
    return {"f64": base64.b64encode(array("d", values).tobytes()).decode()}


def u8(values):
    return {"u8": base64.b64encode(bytes(values)).decode()}


def fill(page, title="sample"):
    """HTML of a page; `page` may be text, to be damaged on purpose."""
    text = page if isinstance(page, str) else json.dumps(page)
    html = TEMPLATE.read_text()
    return html.replace("CAROM-TITLE", title).replace("CAROM-PAGE", text.replace("<", "\\u003c"))


def impact(index, time, verdict="unique", names=("a-b", "b-c")):
    """Three balls of 1 kg: the first arrives, the last leaves; or one of two outcomes."""
    several = verdict == "several"
    branches = [
        {
            "label": label,
            "velocity": velocity,
            "distance": 0.5 * k,
            "sequence": [0, 1] if k == 0 else [1, 0],
            "shortest": 2,
            "longest": 3,
            "ghost_times": [0.0, 0.1, 0.2],
            "poses": f32(
                number
                for step in (0.0, 0.1, 0.2)
                for body in range(3)
                for number in (0.2 * body + step * velocity[body], 0, 0.1, 0, 0, 0, 1)
            ),
        }
        for k, (label, velocity) in enumerate(
            [("the law's own", [0.0, 0.0, 1.0]), ("outcome 2", [-0.33, 0.67, 0.67])][: 1 + several]
        )
    ]
    return {
        "index": index,
        "time": time,
        "law": "propagative, restitution 1",
        "status": "resolved",
        "message": "",
        "verdict": verdict,
        "words": "One of 2 outcomes" if several else "The only outcome",
        "reason": "the normals are not orthogonal" if several else "the normals are orthogonal",
        "outcomes": 1 + several,
        "complete": True,
        "indeterminacy": 0.5 if several else 0.0,
        "impulses_unique": True,
        "notes": [],
        "energy": {"before": 0.5, "after": 0.45, "lost": 0.05},
        "contacts": [
            {
                "name": name,
                "candidate": k,
                "approach": -1.0 + k,
                "separation": float(k),
                "impulse": 1.0,
                "tangential": [],
                "point": [0.1 + 0.2 * k, 0, 0.1],
                "vector": [1.0, 0, 0],
                "normal_work": -0.03 * (1 - k),
                "friction_work": -0.02 * k,
            }
            for k, name in enumerate(names)
        ],
        "sequence": [0, 1],
        "reflections": 2,
        "events": [],
        "branches": branches,
        "followed_by": [1] if several else [],
    }


def track(identifier=0, impacts=4, frames=40, duration=2.0):
    """Three balls on a line; every second impact has several outcomes."""
    hits = [duration * (k + 1) / (impacts + 1) for k in range(impacts)]
    times = sorted([duration * k / frames for k in range(frames + 1)] + hits + hits)
    poses, points, states = [], [], []
    for time in times:
        at = [0.0, 0.2, 0.4 + 0.1 * time + 0.2 * identifier * time]
        at[0] = -0.1 * (time % 0.5)
        for x in at:
            poses += [x, 0, 0.1, 0, 0, 0, 1]
        points += [at[0] + 0.1, 0, 0.1, at[1] + 0.1, 0, 0.1]
        states += [1, 1] if time in hits else [0, 2]
    several = [k % 2 for k in range(impacts)]
    channels = [
        ("energy", "J", "energy", [0.5 - 0.01 * t for t in times]),
        ("gap_a-b", "m", "gap", [0.1 * (t % 0.5) for t in times]),
        ("x_a", "m", "coordinate", [-0.1 * (t % 0.5) for t in times]),
        ("v_x_a", "m/s", "velocity", [-0.1 for t in times]),
        ("force_a-b", "N", "force", [0.0 for t in times]),
    ]
    return {
        "id": identifier,
        "label": f"trajectory {identifier}",
        "parent": None if identifier == 0 else 0,
        "impact": None if identifier == 0 else 1,
        "status": "finished",
        "message": "",
        "time": f64(times),
        "poses": f32(poses),
        "points": f32(points),
        "states": u8(states),
        "straight": False,
        "channels": [
            {"name": name, "unit": unit, "group": group, "values": f32(values)}
            for name, unit, group, values in channels
        ],
        "marks": {
            "time": f64(hits),
            "verdict": u8([1 + s for s in several]),
            "lost": f64([0.05] * impacts),
        },
        "impacts": [
            impact(k, hits[k], "several" if several[k] else "unique")
            for k in range(min(impacts, 2000))
        ],
        "elsewhere": "impacts.json" if impacts > 2000 else "",
    }


def ball(name):
    shape = {"kind": "sphere", "radius": 0.1, "position": [0, 0, 0], "quaternion": [0, 0, 0, 1]}
    return {"name": name, "shapes": [shape]}


def run_page(impacts=4, tracks=2):
    return {
        "format": "carom-page/1",
        "kind": "run",
        "title": "three balls",
        "carom": "0.1.0",
        "summary": [f"{impacts} impacts in 2 s; {impacts // 2} of them had several outcomes."],
        "facts": [["law", "propagative, restitution 1"], ["integrator", "variational"]],
        "notes": [],
        "units": {"length": "m", "mass": "kg", "energy": "J"},
        "drawing": {
            "name": "three balls",
            "planar": {"normal": [0, -1, 0], "up": [0, 0, 1]},
            "up": [0, 0, 1],
            "bodies": [ball("a"), ball("b"), ball("c")],
            "contacts": [{"name": "a-b", "tangents": 0}, {"name": "b-c", "tangents": 0}],
            "grounds": [{"point": [0, 0, 0], "normal": [0, 0, 1]}],
            "center": [0.2, 0, 0.1],
            "radius": 0.5,
        },
        "tracks": [track(k, impacts) for k in range(tracks)],
    }


def changed(page, **values):
    """A copy with other values at the top level."""
    return {**copy.deepcopy(page), **values}


def three_balls(folder):
    """A problem of matrices alone: nothing to draw."""
    file = Path(folder) / "three_balls.json"
    contacts = [{"name": "a-b", "normal": [-1, 1, 0]}, {"name": "b-c", "normal": [0, -1, 1]}]
    problem = {"format": "carom-problem/1", "name": "three balls", "velocity": [1, 0, 0]}
    problem["mass_matrix"] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    file.write_text(json.dumps({**problem, "contacts": contacts}))
    return file
