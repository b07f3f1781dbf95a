# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""The indeterminacy of the billiard break over its angle (S3 Fig. 5), through carom analyze.

Points (θ, ξ) come from an independent computation with the corrected equations of S3, tolerance
1e-10: a grid, the zeros, the peaks, and both sides of every kink. The closed form for two contacts,
⟨u,v⟩ = k cos θ with k = √(m_a m_b/((m_a+m_c)(m_b+m_c))), gives the zeros.
"""

import math

import pytest

EQUAL = [
    (1.0471975511965979, 0.7500000000000001),
    (1.1868238913561442, 0.559943071565445),
    (1.3264502315156905, 0.3574714824244439),
    (1.4660765716752369, 0.15124521904766236),
    (1.5707963267948966, 0.0),
    (1.5707963267948968, 0.0),
    (1.6057029118347832, 0.04890766368810945),
    (1.7453292519943295, 0.23272731031612026),
    (1.8849555921538759, 0.39032791512801657),
    (2.0245819323134224, 0.5129990637211462),
    (2.1642082724729685, 0.593932993623663),
    (2.234021442552742, 0.6172906602435666),
    (2.2370357369972327, 0.6180339833348488),
    (2.2456569708993706, 0.6050039147737027),
    (2.3038346126325147, 0.5189913585473735),
    (2.443460952792061, 0.3323772213898118),
    (2.5830872929516078, 0.18473370820893917),
    (2.722713633111154, 0.08302930586792272),
    (2.8623399732707, 0.025732669759978597),
    (3.0019663134302466, 0.0033041913197710284),
    (3.129957125243164, 1.9291989031546462e-06),
    (3.141592653589793, 0.0),
]
LIGHT_CUE = [
    (1.2577498509901035, 0.7946501957868094),
    (1.383339371163416, 0.4841393249418125),
    (1.508928891336729, 0.15992774004781438),
    (1.5707963267948968, 0.0),
    (1.571723651423385, 0.0023830114583538154),
    (1.6345184115100415, 0.16207419719644936),
    (1.760107931683354, 0.46529740669568104),
    (1.8856974518566667, 0.7336560472813667),
    (1.9903553853344271, 0.9201183704904079),
    (1.998749907067287, 0.9333644677433495),
    (2.0008211786822034, 0.9271172859817679),
    (2.0112869720299793, 0.8953912421341947),
    (2.136876492203292, 0.5033396632737644),
    (2.2624660123766045, 0.12334226811653676),
    (2.304329185767709, 0.0072309446015603705),
    (2.3070275414035994, 0.0),
    (2.3880555325499175, 0.20019154890263344),
    (2.5136450527232297, 0.4315963022368567),
    (2.555508226114334, 0.48396575041583284),
    (2.5632080010942278, 0.4921622252461819),
    (2.56597401946211, 0.4847391665716398),
    (2.6392345728965427, 0.30171090680806767),
    (2.7648240930698553, 0.06790599410213093),
    (2.822895381507897, 0.0),
    (2.827618853156512, 0.004375394994419901),
    (2.890413613243168, 0.04670449697341415),
    (2.9616756627938488, 0.06203765388235955),
    (2.9636741666776003, 0.06202667842706934),
    (3.0160031334164805, 0.054584275306334945),
    (3.1311268602420173, 0.005463195276450359),
    (3.141592653589793, 0.0),
]


def analyze(carom, radius_c, theta):
    settings = ["--set", f"radius_c={radius_c}", "--set", f"theta={theta!r}"]
    result = carom("analyze", "billiards", *settings, "--json")
    assert result.code == 0, result.err
    return result.json


@pytest.mark.parametrize(("theta", "xi"), EQUAL)
def test_equal_balls(carom, theta, xi):
    assert analyze(carom, 1, theta)["indeterminacy"] == pytest.approx(xi, abs=1e-10)


@pytest.mark.parametrize(("theta", "xi"), LIGHT_CUE)
def test_light_cue_ball(carom, theta, xi):
    assert analyze(carom, 0.7, theta)["indeterminacy"] == pytest.approx(xi, abs=1e-10)


@pytest.mark.parametrize("theta", [1.3, math.pi / 2, 2.0, 3.0])
@pytest.mark.parametrize("radius_c", [0.7, 1.0])
def test_inner_product(carom, radius_c, theta):
    mass = radius_c**3
    (pair,) = analyze(carom, radius_c, theta)["pairs"]
    assert pair["inner_product"] == pytest.approx(math.cos(theta) / (1 + mass), abs=1e-14)
    assert pair["inner_product_raw"] == pytest.approx(math.cos(theta) / mass, abs=1e-14)


def test_degrees(carom):
    radians = analyze(carom, 1, 2 * math.pi / 3)
    degrees = carom("analyze", "billiards", "--set", "theta=120deg", "--json").json
    assert degrees["indeterminacy"] == pytest.approx(radians["indeterminacy"], abs=1e-14)
    assert carom("analyze", "billiards", "--json").json["indeterminacy"] == radians["indeterminacy"]
