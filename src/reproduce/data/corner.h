// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S1's ball between floor and wall (disk ½mR², R = 0.5 m, m = 1 kg, μ_s = 0.5, μ = 0.25, velocity
// (8, −4.43, 0)), computed independently of carom: the readings of S1's text, good to 1e-6, and
// springs of two stiffnesses, good to 1e-9. S1 gives neither the inertia nor e*: the disk and
// 0.46234 are fitted.
#pragma once

#include <vector>

#include "carom/laws/corner.h"

namespace carom::published {

struct CornerPathCase {
  const char* name;
  CornerMode mode;
  double restitution;
  std::vector<double> after, works;  ///< Works: friction and normal of the floor, then of the wall.
  double floor_impulse, change;      ///< p_n of the floor; T⁺ − T⁻.
};

inline const std::vector<CornerPathCase> corner_paths = {
    {"published_table",
     CornerMode::published_table,
     0.46234,
     {-3.00402844045, 3.83159685009, -5.17836632492},
     {-8.01879053989, 3.6838946408, -2.83566068654, -21.1132654058},
     9.63281264527,
     -28.2838219915},
    {"literal",
     CornerMode::literal,
     0.46234,
     {-2.92501640432, 4.12363076573, -7.08859389099},
     {-9.99686739312, 5.10376828815, -1.67045841434, -19.3283564425},
     9.73932358502,
     -25.8919139618},
    {"literal_half",
     CornerMode::literal,
     0.5,
     {-3.22913043691, 4.24885419091, -7.23170637691},
     {-10.3541377941, 6.00242363979, -1.72467724254, -18.227437376},
     9.95399231391,
     -24.3038287728},
    {"stick_tested",
     CornerMode::stick_tested,
     0.46234,
     {-3.46784098821, 4.12372477385, -8.24744954769},
     {-10.6763244858, 6.34710082038, -1.54933421053, -17.1671020565},
     10.010782881,
     -23.0456599324},
    {"stick_tested_half",
     CornerMode::stick_tested,
     0.5,
     {-3.76169979046, 4.22167770793, -8.44335541586},
     {-11.0577273334, 7.16455747957, -1.54933421053, -15.9278312767},
     10.2066887492,
     -21.370335341},
};

struct CornerSprings {
  double restitution, ratio;
  std::vector<double> after, works, impulse;  ///< Tangential and normal, of the floor, of the wall.
};

inline const std::vector<CornerSprings> corner_springs = {
    {0.46234,
     1.0,
     {-3.1700244289, 1.31130672548, -2.0642687029},
     {-5.57897477121, -5.47991231731, -2.40360425096, -22.1993432266},
     {-0.353008702452, 5.90436519875, -0.163058473274, 10.8170157264}},
    {0.5,
     1.0,
     {-3.42448483228, 1.42231762099, -2.2117743733},
     {-5.82438548169, -5.22731637159, -2.40389263255, -21.176067006},
     {-0.3037173018, 6.10154391251, -0.249226291524, 11.1207675305}},
    {1.0,
     1.0,
     {-6.80252497917, 2.89957442861, -4.15361710622},
     {-10.981839819, 0, -2.41138775983, 0},
     {0.350502535938, 8.7184812411, -1.38890681249, 15.1530275151}},
    {0.46234,
     0.25,
     {-3.18349903158, 1.86085326546, -3.72170653093},
     {-7.22599582067, -6.86966407954, -1.41380549755, -18.6385704035},
     {-1.44425597964, 5.77702391856, 0.513829346907, 9.73924305194}},
    {0.46234,
     4.0,
     {-2.82176675653, 1.60313355458, 5.64353351307},
     {-2.55972516518, -4.72653156793, -2.98804953484, -24.2813494139},
     {0.501982770001, 5.12423294632, 0.908900608265, 11.3237495265}},
};

}  // namespace carom::published
