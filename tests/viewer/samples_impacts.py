# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Pages for the impact panel, the outcomes and the plots: many contacts, friction, many outcomes,
events, impacts that were not resolved, holes in curves, very many impacts, long and hostile names.

Every function gives a page in the format of viewer/src/format.ts, for samples.fill.
"""

import math

from samples import f32, f64, impact, run_page, track, u8

HOSTILE = "<img src=x onerror=\"document.title='hacked'\">"


def with_first_impact(page, **values):
    """The page with other values in its first impact of every track."""
    bytes_of = {"not_checked": 0, "unique": 1, "several": 2}
    for one in page["tracks"]:
        one["impacts"][0].update(values)
        one["marks"]["verdict"] = u8(bytes_of[hit["verdict"]] for hit in one["impacts"])
    return page


def contact(name, impulse=1.0, tangential=(), normal_work=0.0, friction_work=0.0):
    return {
        "name": name,
        "candidate": None,
        "approach": -1.0 if impulse else 0.0,
        "separation": 0.0,
        "impulse": impulse,
        "tangential": list(tangential),
        "point": None,
        "vector": None,
        "normal_work": normal_work,
        "friction_work": friction_work,
    }


def many_contacts_page(count=64):
    """One impact of many contacts, every third without impulse; half of the energy is lost."""
    contacts = [
        contact(
            f"link_{k:02}/foot_{k % 4}-ground",
            impulse=0.0 if k % 3 == 0 else 0.1 * (k + 1),
            tangential=(0.01 * k, -0.02),
            normal_work=0.0 if k % 3 == 0 else -0.5 / count,
            friction_work=0.0 if k % 3 == 0 else -0.25 / count,
        )
        for k in range(count)
    ]
    lost = -sum(c["normal_work"] + c["friction_work"] for c in contacts)
    return with_first_impact(
        run_page(tracks=1),
        contacts=contacts,
        sequence=[(7 * k) % count for k in range(count)],
        reflections=340,
        energy={"before": 1.0, "after": 1.0 - lost, "lost": lost},
    )


def friction_page():
    """A robot lands: works of normals and friction, one contact that gains, events on the way."""
    contacts = [
        contact("front foot", 2.1, (0.4, -0.3), -0.8, -0.35),
        contact("rear foot", 1.2, (-0.2, 0.0), -0.3, -0.12),
        contact("knee", 0.05, (0.01, 0.0), 0.06, -0.01),
        contact("hand", 0.0, (0.0, 0.0)),
    ]
    events = [
        {"kind": kind, "contact": where, "impulse": impulse}
        for kind, where, impulse in [
            ("begins_slipping", 0, 0.0),
            ("begins_slipping", 1, 0.0),
            ("joins", 2, 0.9),
            ("begins_sticking", 0, 1.4),
            ("compression_ends", None, 2.0),
            ("reverses", 1, 2.4),
            ("opens", 2, 2.41),
            ("ends", None, 3.35),
        ]
    ]
    return with_first_impact(
        run_page(tracks=1),
        law="compliant, friction 0.4",
        verdict="not_checked",
        words="Not checked",
        reason="the law does not say how many outcomes it can have",
        indeterminacy=None,
        impulses_unique=False,
        notes=["friction 0.4 was given to every contact"],
        contacts=contacts,
        events=events,
        sequence=[],
        reflections=0,
        energy={"before": 4.0, "after": 2.48, "lost": 1.52},
    )


def ghost_poses(speeds, times=(0.0, 0.1, 0.2)):
    """Three balls that move on straight."""
    return f32(
        number
        for time in times
        for body, speed in enumerate(speeds)
        for number in (0.2 * body + speed * time, 0, 0.1, 0, 0, 0, 1)
    )


def outcomes_page(count=7, velocities=3):
    """The first impact has `count` outcomes, some listed with long sequences."""
    page = run_page()
    one = impact(0, page["tracks"][0]["impacts"][0]["time"], "several")
    first = one["branches"][0]
    one["branches"] = [
        {
            **first,
            "label": "the law's own" if k == 0 else f"outcome {k + 1}",
            "distance": 0.04 * k,
            "velocity": [0.1 * k - 0.3 * j for j in range(velocities)],
            "poses": ghost_poses([0.3 * k * (body - 1) for body in range(3)]),
            "sequence": [j % 2 for j in range(2 + 5 * k)],
            "shortest": 2 + k,
            "longest": 2 + 5 * k,
        }
        for k in range(count)
    ]
    return with_first_impact(
        page,
        verdict="several",
        words=f"One of at least {count} outcomes",
        reason="the normals are not orthogonal, and orders differ",
        outcomes=count,
        complete=False,
        indeterminacy=0.123,
        branches=one["branches"],
        followed_by=[1],
    )


def not_resolved_page():
    """The law gave no answer; nothing else is known of the impact, numbers are missing."""
    return with_first_impact(
        run_page(tracks=1),
        status="not_converged",
        message="no end after 100000 steps",
        verdict="not_checked",
        words="Not checked",
        reason="there is no outcome to compare",
        indeterminacy=None,
        energy={"before": 0.5, "after": None, "lost": None},
        contacts=[{**contact("a-b", None), "separation": None, "normal_work": None}],
        sequence=[],
        reflections=0,
        branches=[],
    )


def no_energy_page():
    """Nothing moved before; an actuated contact did work."""
    return with_first_impact(
        run_page(tracks=1),
        contacts=[contact("pusher", 0.3, normal_work=0.2)],
        sequence=[0],
        reflections=1,
        energy={"before": 0.0, "after": 0.2, "lost": -0.2},
    )


def bare_page():
    """An impact with hardly any field: other versions may leave some out."""
    page = run_page(tracks=1)
    page["tracks"][0]["impacts"] = [{"index": 0, "time": 0.4, "verdict": "several"}]
    return page


def long_run_page(impacts=10_000):
    """Details of the first 2000 impacts only."""
    return run_page(impacts=impacts, tracks=1)


def curves(frames=20_000, hits=30, duration=10.0):
    """Times with each impact twice, and a walk's curves with jumps there."""
    steps = [duration * (k + 1) / (hits + 1) for k in range(hits)]
    times = sorted([duration * k / frames for k in range(frames + 1)] + steps + steps)
    passed, jumps = 0, []
    for k, time in enumerate(times):
        passed += k > 0 and times[k - 1] == time
        jumps.append(passed)
    return times, steps, jumps


def curves_page(frames=20_000, joints=30, tracks=1, holes=False):
    """A run with many long curves; `holes`: some values are not numbers, one curve has none."""
    page = run_page(impacts=4, tracks=tracks)
    for one in page["tracks"]:
        times, steps, jumps = curves(frames)
        shift = 0.4 * one["id"]
        rows = [
            ("kinetic", "J", "energy", [3 + math.sin(4 * t + shift) for t in times]),
            ("potential", "J", "energy", [2 - math.sin(4 * t) for t in times]),
            ("total", "J", "energy", [6 - 0.08 * j - shift for j in jumps]),
        ]
        for k in range(joints):
            wave = [math.sin((1 + 0.2 * k) * t + shift) for t in times]
            speed = [
                math.cos((1 + 0.2 * k) * t + shift) + 0.5 * (j % 2)
                for t, j in zip(times, jumps, strict=True)
            ]
            rows.append((f"joint_{k:02}", "rad", "coordinate", wave))
            rows.append((f"v_joint_{k:02}", "rad/s", "velocity", speed))
        for k in range(4):
            gap = [abs(math.sin(3 * t + k)) * 0.1 for t in times]
            rows.append((f"gap_foot_{k}", "m", "gap", gap))
            rows.append((f"force_foot_{k}", "N", "force", [max(0, 40 - 900 * g) for g in gap]))
        rows.append(("base_x", "m", "coordinate", [0.3 * t for t in times]))
        rows.append(("v_base_x", "m/s", "velocity", [0.3 for _ in times]))
        if holes:
            gap = rows[-4][3]
            gap[frames // 3 : frames // 2] = [math.nan] * len(gap[frames // 3 : frames // 2])
            rows.append(("gap_lost", "m", "gap", [math.nan] * len(times)))
            rows[0][3][5] = math.inf
        one.update(
            time=f64(times),
            poses=f32([0, 0, 0, 0, 0, 0, 1] * 3 * len(times)),
            points=f32([0.0] * 6 * len(times)),
            states=u8([0] * 2 * len(times)),
            channels=[
                {"name": name, "unit": unit, "group": group, "values": f32(values)}
                for name, unit, group, values in rows
            ],
            marks={
                "time": f64(steps),
                "verdict": u8([k % 3 for k in range(len(steps))]),
                "lost": f64([0.08] * len(steps)),
            },
            impacts=[
                impact(k, t, "several" if k % 3 == 2 else "unique") for k, t in enumerate(steps)
            ],
        )
    return page


def hostile_page():
    """Markup in every name and text, and names far too long."""
    page = outcomes_page(count=3)
    long = "a_very_long_link_name_" * 12
    for one in page["tracks"]:
        one.update(label=HOSTILE, message=HOSTILE, status=HOSTILE)
        for channel in one["channels"]:
            channel["name"] = HOSTILE + channel["name"]
        for hit in one["impacts"]:
            hit.update(law=HOSTILE, words=HOSTILE, reason=long, notes=[HOSTILE, long])
            hit["contacts"][0]["name"] = HOSTILE
            hit["contacts"][1]["name"] = long
            hit["events"] = [{"kind": HOSTILE, "contact": 0, "impulse": 1.0}]
            for branch in hit["branches"]:
                branch["label"] = HOSTILE
    page["units"] = {"length": "cm", "mass": HOSTILE, "energy": "erg"}
    return page


def many_tracks_page(count=12):
    """Trajectories of every outcome met."""
    page = run_page(tracks=1)
    page["tracks"] = [track(k) for k in range(count)]
    return page


SAMPLES = {
    "many_contacts": many_contacts_page,
    "friction": friction_page,
    "outcomes": outcomes_page,
    "many_outcomes": lambda: outcomes_page(count=500, velocities=40),
    "not_resolved": not_resolved_page,
    "no_energy": no_energy_page,
    "bare": bare_page,
    "long_run": long_run_page,
    "curves": curves_page,
    "holes": lambda: curves_page(frames=2000, tracks=2, holes=True),
    "hostile": hostile_page,
    "many_tracks": many_tracks_page,
    "no_impact": lambda: run_page(impacts=0, tracks=1),
}
