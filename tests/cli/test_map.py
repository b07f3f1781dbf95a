# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""carom map: the rows of a grid, against analyze at the same values and independent references.

The values of rhex, billiards and biped come from independent computations with the corrected
equations of S0, S3 and S4 (double precision, the biped's printed to twelve digits). Files are in
test_map_files.py, robots in test_map_robots.py, refusals in test_map_bad_input.py.
"""

import math

import pytest
from conftest import SCENES


def table(result):
    """The header and the rows of a CSV."""
    assert result.code == 0, result.err
    header, *lines = result.out.splitlines()
    return header.split(","), [[float(word) for word in line.split(",")] for line in lines]


def linear(first, last, count):
    return [first + (last - first) * (k / (count - 1)) for k in range(count)]


def test_csv_has_the_last_axis_fastest(carom):
    axes = ["--axis", "phi_r=-1:1:3", "--axis", "gamma=0.25:1:2"]
    result = carom("map", "rhex", *axes, "--measure", "inner_product,inner_product_raw")
    assert result.err == ""
    header, rows = table(result)
    assert header == [
        "phi_r [rad]",
        "gamma [rad]",
        "inner_product []",
        "inner_product_raw [1/kg]",
        "penetration [m]",
    ]
    grid = [[phi, gamma] for phi in (-1, 0, 1) for gamma in (0.25, 1)]
    assert [row[:2] for row in rows] == grid
    assert all(len(row) == 5 for row in rows)


def test_three_axes_and_several_measures(carom):
    axes = ["--axis", "phi_r=0.5:1:2", "--axis", "gamma=0:1:3", "--axis", "mb=5:7:2"]
    lists = ["--measure", "inner_product,energy_ratio", "--measure", "feasibility_margin"]
    header, rows = table(carom("map", "rhex", *axes, *lists))
    measures = ["inner_product []", "energy_ratio []", "feasibility_margin []"]
    assert header[3:] == [*measures, "penetration [m]"]
    grid = [[phi, gamma, mb] for phi in (0.5, 1) for gamma in (0, 0.5, 1) for mb in (5, 7)]
    assert [row[:3] for row in rows] == grid


def test_angles_in_degrees_end_exactly(carom):
    _, rows = table(carom("map", "billiards", "--axis", "theta=60deg:180deg:4"))
    assert rows[0][0] == math.radians(60)
    assert rows[-1][0] == math.pi


def test_one_point(carom):
    _, rows = table(carom("map", "billiards", "--axis", "theta=2:2:1"))
    assert len(rows) == 1
    assert rows[0][0] == 2


def constrained_share(split):
    """T_c/T over every row of every contact, tangents included."""
    return split["constrained"] / (split["constrained"] + split["admissible"])


ANALYSIS = {
    "inner_product": lambda a: a["pairs"][0]["inner_product"],
    "inner_product_raw": lambda a: a["pairs"][0]["inner_product_raw"],
    "indeterminacy": lambda a: a["indeterminacy"],
    "indeterminacy_worst": lambda a: a["indeterminacy_worst"],
    "constrained_energy": lambda a: a["energy_split"]["constrained"],
    "admissible_energy": lambda a: a["energy_split"]["admissible"],
    "energy_ratio": lambda a: constrained_share(a["energy_split"]),
    "feasibility_margin": lambda a: a["feasibility_margin"],
    "outcomes": lambda a: a["outcomes"]["count"],
    "spread": lambda a: a["spread"]["value"],
    "spread_orders": lambda a: a["spread"]["orders"],
    "spread_stiffness": lambda a: a["spread"]["stiffness_ratios"],
}


@pytest.mark.parametrize(
    ("scene", "axis", "settings"),
    [
        ("rhex", "phi_r=0.3:1.4:2", {"gamma": "0.7", "mb": "6.5"}),
        ("billiards", "theta=1.3:2.9:2", {"radius_c": "0.7"}),
        ("cradle", "velocity[2]=-1:-0.5:2", {"masses": "[2,1,1]"}),
        ("trex", "pW=1.9:2.1:2", {}),
        ("vee", "half_angle=0.4:1.2:2", {"masses": "[1,2]"}),
    ],
)
def test_every_measure_is_that_of_analyze(carom, scene, axis, settings):
    words = [word for item in settings.items() for word in ("--set", "=".join(item))]
    measures = ",".join(ANALYSIS)
    _, rows = table(carom("map", scene, *words, "--axis", axis, "--measure", measures))
    name = axis.split("=")[0]
    for value, *mapped in rows:
        here = ["--set", f"{name}={value!r}"]
        if "[" in name:
            here = ["--set", f"velocity=[1,0,{value!r}]"]
        result = carom("analyze", scene, *words, *here, "--json")
        assert result.code == 0, result.err
        analyzed = [of(result.json) for of in ANALYSIS.values()]
        assert mapped[: len(ANALYSIS)] == pytest.approx(analyzed, rel=1e-12, abs=1e-12)


# φ_r, γ, normalised inner product
RHEX = [
    (0.5235987755982987, 0.0, 0.014720962317382692),
    (1.178097245096172, 0.7853981633974483, 0.003782644538023995),
    (2.094395102393195, -0.9162978572970231, 0.0038283578375074155),
    (-1.8325957145940461, 1.0471975511965974, 0.0034548999653947164),
    (0.0, -1.5707963267948966, 0.0015810103782091054),
    (0.0, 1.5707963267948966, 0.0015810103782091054),
    (-3.141592653589793, 0.0, 1.0),
    (0.7853981633974478, -1.1780972450961724, 0.0006712797282565193),
    (-1.0471975511965979, 0.3926990816987239, 0.0020010884136267776),
    (2.7488935718910685, -0.39269908169872414, 0.006340835335312745),
    (1.5707963267948966, 0.0, 0.0002325040688211952),
]


def test_rhex_grid(carom):
    axes = ["--axis", "phi_r=-180deg:180deg:49", "--axis", "gamma=-90deg:90deg:25"]
    _, rows = table(carom("map", "rhex", *axes))
    assert len(rows) == 49 * 25
    for phi, gamma, s in RHEX:
        row = round((phi + math.pi) / math.radians(7.5)) * 25
        row += round((gamma + math.pi / 2) / math.radians(7.5))
        assert rows[row][:3] == pytest.approx([phi, gamma, s], abs=1e-12)


# S0 Fig. 3: A and B are minima, C is a maximum; φ_r, γ, value, curvatures
A = (1.1852093781403215, 0.0, 2.8958778745426925e-05, [0.009915555092, 0.032541195752])
B = (-1.1852093781403215, 0.0, 2.8958778745426925e-05, [0.009915555092, 0.032541195752])
C = (1.128439284283798, 0.8847141325025089, 0.0038513647874226977, [-0.0168484726, -0.0061391244])


def test_rhex_critical_points(carom):
    axes = ["--axis", "phi_r=-1.5:1.5:25", "--axis", "gamma=-1.2:1.2:21"]
    result = carom("map", "rhex", *axes, "--critical", "--json")
    assert result.code == 0, result.err
    measure = result.json["measures"][0]
    points = measure["critical"]["points"]
    assert [point["value"] for point in points] == sorted(point["value"] for point in points)
    for kind, (phi, gamma, value, curvatures) in [("minimum", A), ("minimum", B), ("maximum", C)]:
        (found,) = (
            point
            for point in points
            if math.dist(point["at"].values(), (phi, gamma)) < 1e-7 and point["smooth"]
        )
        assert found["kind"] == kind
        assert found["value"] == pytest.approx(value, rel=1e-9)
        assert found["hessian_eigenvalues"] == pytest.approx(curvatures, rel=1e-4)
        assert found["uncertainty"] < 1e-7


def test_critical_points_as_text(carom):
    axes = ["--axis", "phi_r=0.8:1.5:15", "--axis", "gamma=-0.3:0.3:13"]
    result = carom("map", "rhex", *axes, "--critical")
    assert result.code == 0
    assert "map of 195 points" in result.out
    (line,) = (line for line in result.out.splitlines() if "minimum" in line)
    assert "1.185209363" in line
    assert "2.8958779e-05" in line


# r_c, first angle, last angle, (row of 180, ξ)
XI = [
    (
        1,
        1.0471975511965979,
        [(0, 0.75), (20, 0.4258373366582716), (60, 0.23272731031612026)]
        + [(100, 0.6108097670228098), (140, 0.11174548807083254), (180, 0)],
    ),
    (
        0.7,
        1.2577498509901035,
        [(0, 0.7946501957868094), (20, 0.2685629969339431), (60, 0.7336560472813667)]
        + [(100, 0.0072309446015603705), (140, 0.13305479460892108), (180, 0)],
    ),
]


@pytest.mark.parametrize(("radius", "first", "points"), XI)
def test_billiards_curve(carom, radius, first, points):
    axis = f"theta={first!r}:{math.pi!r}:181"
    words = ["--set", f"radius_c={radius}", "--axis", axis, "--measure", "indeterminacy"]
    header, rows = table(carom("map", "billiards", *words))
    assert header == ["theta [rad]", "indeterminacy []"]
    for k, xi in points:
        assert rows[k][1] == pytest.approx(xi, abs=1e-10)


def test_billiards_zeros_and_kinks(carom):
    words = ["--set", "radius_c=0.7", "--axis", "theta=1.3:180deg:121"]
    result = carom("map", "billiards", *words, "--measure", "indeterminacy", "--critical", "--json")
    (measure,) = result.json["measures"]
    # k cos θ = −cos(π/m), k = 0.7446016381236039, and the collinear balls
    zeros = [math.pi / 2, 2.3070275414035994, 2.822895381507897, math.pi]
    found = [zero["points"] for zero in measure["critical"]["zeros"]]
    assert found == [[[pytest.approx(zero, abs=1e-9)]] for zero in zeros]
    peaks = {
        point["at"]["theta"]: (point["value"], point["smooth"])
        for point in measure["critical"]["points"]
        if point["kind"] == "maximum"
    }
    assert sorted(peaks) == pytest.approx([1.9987499070, 2.5632080010, 2.9616756628], abs=1e-7)
    values = [peaks[angle][0] for angle in sorted(peaks)]
    assert values == pytest.approx([0.9333644677, 0.4921622252, 0.0620376539], abs=1e-7)
    assert [peaks[angle][1] for angle in sorted(peaks)] == [False, False, True]
    minima = [p for p in measure["critical"]["points"] if p["kind"] == "minimum"]
    assert [p["value"] for p in minima] == pytest.approx([0, 0, 0], abs=1e-10)
    assert not any(p["smooth"] for p in minima)


ENERGY = "constrained_energy,admissible_energy,normal_impulse,tangential_impulse"
# ρ, θ [deg]: T_c, T_a, normal and tangential impulse, rate at which the stance foot lifts
BIPED = {
    (0, 10): [0.284556196715, 6.93975139847, 4.08114525423, -0.369638450266, 0.128443600813],
    (0, 60): [5.08571428571, 2.91428571429, 12.7142857143, -7.17563905993, -0.285714285714],
    (0.25, 10): [0.161600438931, 7.04597541211, 3.09026182778, -0.20469275561, 0.0995142164795],
    (0.25, 60): [3.60114843091, 3.82372269968, 12.003828103, -4.76305334764, 0.000859390840364],
    (0.5, 10): [0.0723342959924, 7.12764253549, 2.07485742511, -0.0870424976002, 0.0679794795317],
    (0.5, 60): [1.92580051581, 5.2454807763, 9.62900257906, -2.31698729811, 0.160923350205],
}
# μ at θ = 40°, ρ = 0.25 and a lean of −20°
LEANING = {
    0.1: [2.05386975464, 3.5635556286, 10.0085223766, -2.5315861018, 0.189736267957],
    1.0: [2.22218157118, 5.08970443528, 10.8287070929, -2.74149090448, 0.23273453689],
    10.0: [2.31617182264, 6.69017480703, 11.2867222776, -2.98069892646, 0.294302129539],
}


def test_biped(carom):
    words = ["--axis", "rho=0:0.5:3", "--axis", "theta=10deg:60deg:2"]
    measures = ["--measure", ENERGY + ",post_impact_gap_rate"]
    header, rows = table(carom("map", "biped", *words, *measures))
    assert header[2:] == [
        "constrained_energy [J]",
        "admissible_energy [J]",
        "normal_impulse [N s]",
        "tangential_impulse [N s]",
        "post_impact_gap_rate [m/s]",
        "penetration [m]",
    ]
    assert [row[2:7] for row in rows] == [pytest.approx(row, abs=1e-9) for row in BIPED.values()]


@pytest.mark.parametrize("mu", LEANING)
def test_biped_that_leans(carom, mu):
    settings = ["--set", f"mu={mu}", "--set", "theta=40deg", "--set", "rho=0.25"]
    measures = ["--measure", ENERGY + ",post_impact_gap_rate"]
    _, rows = table(carom("map", "biped", *settings, "--axis", "q5=-20deg:20deg:3", *measures))
    assert rows[0][1:6] == pytest.approx(LEANING[mu], abs=1e-9)


def test_entry_of_a_list(carom):
    # two contacts of a chain m_a, m, m_c: −√(m_a m_c / ((m_a+m)(m_c+m)))
    header, rows = table(carom("map", "cradle", "--axis", "masses[1]=1:3:3"))
    assert header == ["masses[1] [kg]", "inner_product []"]
    assert rows == [pytest.approx([m, -1 / (1 + m)], abs=1e-15) for m in (1, 2, 3)]


def test_restitution_as_an_axis(carom):
    words = ["--set", "masses=[2,1,1]", "--set", "velocity=[1,0,-1]"]
    measures = ["--measure", "spread_orders,energy_lost"]
    header, rows = table(carom("map", "cradle", *words, "--axis", "restitution=0:1:3", *measures))
    assert header == ["restitution []", "spread_orders []", "energy_lost [J]"]
    for restitution, spread, lost in rows:
        word = ["--restitution", restitution, "--json"]
        analysis = carom("analyze", "cradle", *words, *word).json
        assert spread == pytest.approx(analysis["spread"]["orders"], abs=1e-12)
        outcome = carom("resolve", "cradle", *words, "--law", "propagative", *word).json
        assert lost == pytest.approx(outcome["energy"]["lost"], abs=1e-12)


def test_law(carom):
    words = ["--set", "masses=[2,1,1]", "--axis", "velocity[2]=-1:0:2", "--measure"]
    chosen = ["energy_lost,normal_impulse", "--law", "newton", "--restitution", 0.5]
    header, rows = table(carom("map", "cradle", *words, *chosen))
    assert header[2:] == ["normal_impulse:a-b [N s]", "normal_impulse:b-c [N s]"]
    for speed, *mapped in rows:
        here = ["--set", "masses=[2,1,1]", "--set", f"velocity=[1,0,{speed}]"]
        outcome = carom("resolve", "cradle", *here, *chosen[1:], "--json").json
        impulses = [impulse["normal"] for impulse in outcome["impulse"]]
        assert mapped == pytest.approx([outcome["energy"]["lost"], *impulses], abs=1e-12)


def test_one_contact_and_one_pair(carom):
    scene = ["cradle", "--set", "masses=[1,1,1,2]", "--set", "velocity=[1,0,0,0]"]
    measures = "normal_impulse:b-c,inner_product:b-c:c-d,inner_product:c-d:b-c,inner_product"
    header, rows = table(carom("map", *scene, "--axis", "masses[2]=1:4:4", "--measure", measures))
    assert header[1] == "normal_impulse:b-c [N s]"
    assert header[2].startswith("inner_product:")
    for mass, _, one, other, worst in rows:
        assert one == pytest.approx(-math.sqrt(2 / ((1 + mass) * (2 + mass))), abs=1e-14)
        assert other == one
        assert abs(worst) >= abs(one)


def test_set(carom):
    axis = ["--axis", "theta=1.3:2:2"]
    _, light = table(carom("map", "billiards", "--set", "radius_c=0.7", *axis))
    _, equal = table(carom("map", "billiards", *axis))
    assert light[0][1] == pytest.approx(math.cos(1.3) / 1.343, abs=1e-14)
    assert equal[0][1] == pytest.approx(math.cos(1.3) / 2, abs=1e-14)


@pytest.mark.parametrize(
    ("scene", "axis"),
    [
        ("rhex", "gamma=-1:1:3"),  # a scene of the gallery
        ("stool", "speed=0.5:1:3"),  # bodies written in the file
        ("atlas_stance", "friction=0.1:0.9:3"),  # a robot file
    ],
)
def test_scene_files_of_every_kind(carom, scene, axis):
    words = ["--axis", axis, "--measure", "inner_product,energy_ratio"]
    header, rows = table(carom("map", SCENES / f"{scene}.toml", *words))
    assert header[0].split(" ")[0] == axis.split("=")[0]
    assert len(rows) == 3
    assert all(math.isfinite(value) for row in rows for value in row)
    if scene == "rhex":
        assert rows == table(carom("map", "rhex", *words))[1]


def test_scene_file_with_set(carom):
    axis = ["--axis", "theta=1:2:2"]
    file = carom("map", SCENES / "billiards.toml", "--set", "radius_c=0.7", *axis)
    assert file.out == carom("map", "billiards", "--set", "radius_c=0.7", *axis).out


@pytest.mark.parametrize(
    "words",
    [
        ["rhex", "--axis", "phi_r=-3:3:61", "--axis", "gamma=-1:1:31"],
        ["cradle", "--axis", "velocity[2]=-1:1:40", "--measure", "indeterminacy,spread,outcomes"],
    ],
)
def test_any_number_of_threads_gives_the_same_bytes(carom, words):
    outputs = {carom("map", *words, "--threads", threads).out for threads in (1, 2, 3)}
    assert len(outputs) == 1
    assert len(outputs.pop().splitlines()) > 40


def test_json(carom):
    words = ["--axis", "masses[1]=1:3:2", "--axis", "velocity[2]=-1:0:2"]
    result = carom("map", "cradle", *words, "--measure", "inner_product,normal_impulse", "--json")
    assert result.code == 0
    assert result.err == ""
    document = result.json
    assert document["format"] == "carom-map/1"
    assert document["title"] == "cradle"
    assert document["axes"] == [
        {"name": "masses[1]", "unit": "kg", "from": 1, "to": 3, "count": 2},
        {"name": "velocity[2]", "unit": "m/s", "from": -1, "to": 0, "count": 2},
    ]
    names = ["inner_product", "normal_impulse:a-b", "normal_impulse:b-c"]
    assert [measure["name"] for measure in document["measures"]] == names
    assert [measure["unit"] for measure in document["measures"]] == ["", "N s", "N s"]
    assert document["points"] == document["rows"] == 4
    assert document["status"] == "finished"
    assert document["unreachable"] == document["unanswered"] == 0
    csv = carom("map", "cradle", *words, "--measure", "inner_product,normal_impulse")
    assert document["values"] == table(csv)[1]
    for k, measure in enumerate(document["measures"]):
        column = [row[2 + k] for row in document["values"]]
        assert (measure["lowest"], measure["highest"]) == (min(column), max(column))


def test_json_has_null_where_there_is_no_value(carom):
    # legs of 9 cm and 5 cm stand, of 9 cm and −1 cm nothing does
    result = carom("map", "rhex", "--axis", "ll=-0.01:0.09:2", "--json")
    assert result.code == 0, result.err
    assert result.json["unreachable"] == 1
    assert result.json["values"][0][1] is None
    assert result.json["values"][1][1] == pytest.approx(0.0020470610633485224, abs=1e-12)


def test_usual_maps(carom):
    header, rows = table(carom("map", "billiards"))
    assert header == ["theta [rad]", "indeterminacy []", "inner_product []"]
    assert len(rows) == 481
    assert (rows[0][0], rows[-1][0]) == (math.radians(60), math.pi)
    header, rows = table(carom("map", "rhex"))
    assert header == ["phi_r [rad]", "gamma [rad]", "inner_product []", "penetration [m]"]
    assert len(rows) == 241 * 121
