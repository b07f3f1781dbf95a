# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""Sample pages of the kinds compare, analyze, map and reproduce, made by hand as in samples.py."""

import math

from samples import f32, f64, impact, run_page, track, u8

LAWS = ["propagative", "sequential", "newton", "poisson", "plastic"]
AFTER = [[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [-0.1, 0.4, 0.7], [0.2, 0.3, 0.5], [1 / 3, 1 / 3, 1 / 3]]


def page(kind, title, **parts):
    """The frame of a page of this kind, with the drawing of three balls."""
    base = run_page(1, 1)
    for name in ("tracks", "facts"):
        del base[name]
    return {
        **base,
        "kind": kind,
        "title": title,
        "summary": [f"A sample of the page {kind}."],
        "facts": [["scene", "cradle"]],
        **parts,
    }


def one_impact(identifier, label, velocity, verdict="unique"):
    """Half a second before an impact of three balls and half a second after it."""
    times = [0.1 * k - 0.5 for k in range(6)] + [0.1 * k for k in range(6)]
    poses, points, states = [], [], []
    for k, time in enumerate(times):
        before = k < 6
        at = [
            0.2 * body + time * ([1.0, 0.0, 0.0] if before else velocity)[body] for body in range(3)
        ]
        for x in at:
            poses += [x, 0, 0.1, 0, 0, 0, 1]
        points += [at[0] + 0.1, 0, 0.1, at[1] + 0.1, 0, 0.1]
        states += [1, 1] if time == 0 else [0, 0]
    hit = impact(0, 0.0, verdict)
    hit["law"] = label
    after = 0.5 * sum(v * v for v in velocity)
    hit["energy"] = {"before": 0.5, "after": after, "lost": 0.5 - after}
    hit["contacts"][0]["separation"] = velocity[1] - velocity[0]
    hit["contacts"][1]["separation"] = velocity[2] - velocity[1]
    hit["contacts"][0]["impulse"] = 1 - velocity[0]
    hit["contacts"][1]["impulse"] = velocity[2]
    for contact, share in zip(hit["contacts"], (0.6, 0.4), strict=True):
        contact["normal_work"] = -share * (0.5 - after)
        contact["friction_work"] = 0.0
        contact["vector"] = [contact["impulse"], 0, 0]
    hit["followed_by"] = []
    return {
        **track(identifier, 0, 1),
        "label": label,
        "parent": None,
        "impact": None,
        "status": "resolved",
        "time": f64(times),
        "poses": f32(poses),
        "points": f32(points),
        "states": u8(states),
        "straight": True,
        "channels": [],
        "marks": {
            "time": f64([0.0]),
            "verdict": u8([2 if verdict == "several" else 1]),
            "lost": f64([0.5 - after]),
        },
        "impacts": [hit],
    }


def unanswered(identifier, label):
    """A law that did not converge: no impact, no velocity."""
    return {
        **one_impact(identifier, label, [1.0, 0.0, 0.0]),
        "status": "not_converged",
        "message": "no velocity separates every contact (residual 3e-4)",
        "marks": {"time": f64([]), "verdict": u8([]), "lost": f64([])},
        "impacts": [],
    }


def compare_page(laws=5, drawn=True):
    """`laws` laws side by side; the last has no answer if there are more than three."""
    tracks, after = [], []
    for k in range(laws):
        name = LAWS[k] if k < len(LAWS) else f"law {k}"
        if laws > 3 and k == laws - 1:
            tracks.append(unanswered(k, name))
            after.append(None)
        else:
            velocity = AFTER[k % len(AFTER)]
            tracks.append(one_impact(k, name, velocity, "several" if k == 1 else "unique"))
            after.append(velocity)
    result = page(
        "compare",
        "three balls, by law",
        tracks=tracks,
        comparison={
            "left_out": [
                {"law": "corner", "reason": "needs one body at two walls"},
                {"law": "inert", "reason": "needs friction"},
                {"law": "slip_share", "reason": "needs friction"},
            ],
            "velocities": ["a", "b", "c"],
            "before": [1.0, 0.0, 0.0],
            "after": after,
            "difference": "Farthest apart: propagative and plastic, by 0.82 of the momentum.",
        },
    )
    if not drawn:
        del result["drawing"]
        for entry in tracks:
            entry["poses"] = entry["points"] = f32([])
            entry["states"] = u8([])
    return result


def variant(restitution, rotor):
    share = 0.0003 + 0.002 * restitution + (0.3 * rotor if rotor else 0)
    w = -0.5 + 0.4 * restitution
    practical = "several" if share > 0.002 else "slight" if share > 0.001 else "one"
    return {
        "practical": practical,
        "words": f"{practical} at restitution {restitution}: {100 * share:.3g} % of the momentum",
        "spread": share,
        "base_linear": [0.0, 0.0, 0.01 * share],
        "base_angular": [0.02 * share, 0.0, 0.0],
        "gram": [[1.0, w], [w, 1.0]],
        "impulses": [1.0 + restitution, 1.0],
        "separations": [0.0, restitution],
    }


def analyze_page(contacts=2):
    """Two contacts of three balls; more: a matrix of that size, without a drawing."""
    names = ["a-b", "b-c"] if contacts == 2 else [f"foot {k}" for k in range(contacts)]
    gram = [
        [
            1.0 if j == k else -0.5 if contacts == 2 else math.cos(1.7 * (j + k))
            for k in range(contacts)
        ]
        for j in range(contacts)
    ]
    pairs = [
        {
            "contacts": [names[j], names[k]],
            "inner_product": gram[j][k],
            "inner_product_raw": 2 * gram[j][k],
            "coxeter_order": 3 if contacts == 2 else None,
            "worst_case_steps": 3,
            "indeterminacy_worst": 0.01,
            "collapse_restitution": 0.072,
        }
        for j in range(contacts)
        for k in range(j + 1, contacts)
    ]
    document = {
        "format": "carom-analysis/1",
        "contacts": names,
        "gram": gram,
        "pairs": pairs,
        "verdict": "unique",
        "reason": "every pair of contacts meets at a Coxeter angle",
        "restitution": 1.0,
        "practical": "several",
        "advice": ["the outcome is the same over orders, not over laws", "<b>no markup</b>"],
        "feasibility_margin": 0.5,
        "constrained_energy_ratio": 0.6667,
        "spread": {"value": 0.78, "orders": 0.0, "stiffness_ratios": 0.78, "complete": True},
        "indeterminacy": 0.0,
        "indeterminacy_worst": 0.01,
        "energy_split": {"constrained": 0.333, "admissible": 0.167, "rank": 2},
        "sensitivity": [{"contacts": pair["contacts"], "bound": 1.6} for pair in pairs],
        "impulses_unique": True,
    }
    restitutions, rotors = [0.0, 0.3, 0.6, 1.0], [None, 0.001, 0.01]
    analysis = {
        "document": document,
        "words": [
            "Several outcomes at restitution 1 (78.4 %).",
            "The stiffness decides, not the order.",
        ],
        "report": "cradle: 2 contacts (a-b, b-c)\nverdict     several outcomes",
    }
    if contacts == 2:
        answers = [[variant(e, r) for e in restitutions] for r in rotors]
        answers[2][3] = None
        analysis["variants"] = {
            "restitutions": restitutions,
            "rotors": rotors,
            "restitution": 3,
            "rotor": 0,
            "answers": answers,
        }
    result = page(
        "analyze",
        "three balls, analysed",
        tracks=[one_impact(0, "propagative", AFTER[0], "several")],
        analysis=analysis,
    )
    if contacts != 2:
        del result["drawing"]
        del result["tracks"]
    return result


def surface(x, y):
    return math.cos(2 * x) * math.cos(3 * y)


def grid_axes(axes, counts):
    units = ["rad", "rad", "kg", "m"]
    names = ["phi_r", "gamma", "mass", "height"]
    ranges = [(-1.5, 1.5), (-1.0, 1.0), (1.0, 3.0), (0.1, 0.4)]
    return [
        {
            "name": names[k],
            "unit": units[k],
            "values": [low + (high - low) * i / max(count - 1, 1) for i in range(count)],
        }
        for k, count in zip(range(axes), counts, strict=False)
        for low, high in [ranges[k]]
    ]


def map_page(axes=2, counts=(61, 41, 4, 3), holes=True):
    """A wavy and a positive measure over one to four axes, with critical points and postures."""
    grid = grid_axes(axes, counts)
    points = [[]]
    for axis in grid:
        points = [[*point, value] for point in points for value in axis["values"]]
    first, second = [], []
    for point in points:
        x, y = point[0], point[1] if axes > 1 else 0.0
        hole = holes and axes > 1 and (x - 1.2) ** 2 + (y + 0.8) ** 2 < 0.08
        more = 0.1 * sum(point[2:])
        first.append(math.nan if hole else surface(x, y) + more)
        second.append(math.nan if hole else 10 ** (2 * x))
    found = [("maximum", 0.0, 0.0), ("minimum", 1.5, 0.0)]
    if axes > 1:
        found.append(("saddle", math.pi / 4, math.pi / 6))
    critical = [[x, y, 1.0, 0.1][:axes] for _, x, y in found]
    kept = critical + points[:: max(len(points) // 50, 1)]
    features = {
        "points": [
            {
                "kind": kind,
                "smooth": kind != "minimum",
                "at": critical[k],
                "value": surface(x, y if axes > 1 else 0.0),
                "uncertainty": 1e-9,
                "posture": k,
            }
            for k, (kind, x, y) in enumerate(found)
        ],
        "zeros": [
            {
                "points": [[math.pi / 4, -1 + 0.1 * t] for t in range(21)],
                "closed": False,
            }
        ]
        if axes == 2
        else [],
    }
    return page(
        "map",
        "three balls, mapped",
        map={
            "axes": [{**axis, "values": f64(axis["values"])} for axis in grid],
            "measures": [
                {
                    "name": "inner_product",
                    "unit": "",
                    "meaning": "cosine between the normals of two contacts",
                    "values": f64(first),
                    "features": features,
                },
                {
                    "name": "energy_lost",
                    "unit": "J",
                    "meaning": "kinetic energy that the impact takes",
                    "values": f64(second),
                    "features": None,
                },
            ],
            "rows": len(points) - 7,
            "postures": {
                "at": kept,
                "poses": f32(
                    number
                    for point in kept
                    for body in range(3)
                    for number in (0.2 * body, 0, 0.1 + 0.05 * body * point[0], 0, 0, 0, 1)
                ),
                "points": f32(
                    number
                    for point in kept
                    for k in range(2)
                    for number in (0.1 + 0.2 * k, 0, 0.1 + 0.05 * (k + 0.5) * point[0])
                ),
            },
        },
    )


def item(identifier, quantity, published, computed, status="met", law="", note="", digits=6):
    source = identifier.split(".")
    return {
        "id": identifier,
        "source": f"{source[0]} {source[1]}",
        "quantity": quantity,
        "published": published,
        "computed": computed,
        "digits": digits,
        "status": status,
        "note": note,
        "law": law,
    }


def reproduce_page(more=200):
    """Published numbers of every status, and `more` of the same kind."""
    items = [
        item(
            "S3.theorem3.inner_product", "⟨u,v⟩ with one outcome in three reflections", -0.5, -0.5
        ),
        item(
            "S3.eq15.uvu",
            "Γ(u)Γ(v)Γ(u)",
            [[0, 0, 1], [0, 1, 0], [1, 0, 0]],
            [[2e-16, 0, 1], [0, 1, 0], [1, 0, 0]],
            law="propagative",
        ),
        item(
            "S3.III-A.alpha",
            "share of the elastic outcome",
            0.866025,
            0.5,
            "refuted",
            "propagative",
            "the printed form swaps elastic and plastic",
        ),
        item(
            "S3.fig5.curve",
            "ξ(θ) between its zeros",
            None,
            None,
            "not_recoverable",
            note="a curve without numbers",
            digits=0,
        ),
        item("S0.table2.law", "verdict of the scene", "unique", "unique", law="sequential"),
        item("S1.<b>markup</b>", "<img src=x onerror=alert(1)>", 1.0, 1.0, law="no_such_law"),
    ]
    for k in range(more):
        items.append(
            item(
                f"S4.table{k % 7}.row{k}", f"impulse of row {k}", k / 7, k / 7 + 1e-9, law="newton"
            )
        )
    return page("reproduce", "published numbers", reproduce={"items": items})
