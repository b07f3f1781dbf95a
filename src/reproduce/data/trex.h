// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The specified TREX (S3 VII-B with the tail of the errata) in three stances, computed
// independently of carom. Units cm, g, s, rad. u: normal of the stance foot, v: of the tail.
// Settings: those of gallery::trex_stance_names.
#pragma once

#include <array>

#include "model/gallery/trex_stances.h"

namespace carom::published {

struct TrexStance {
  const char* name;
  std::array<double, 11> settings;
  double tail, anterior, posterior, upper, lower, tail_mass, total, inertia_1, inertia_2;
  double uv_raw, uv, uu, vv;
  double velocity, xi;  // after a drop of 17 cm
  std::array<int, 2> most_violated, least_violated;
  double knee, swing_foot;  // heights
};

// clang-format off
inline constexpr TrexStance trex_stances[] = {
    {"initial",
     gallery::trex_stances[0].values,
     14.666666666666666, 1436.7550402417319, 268.082573106329, 20.0,
     25.0, 36.666666666666664, 1831.5042800147276, 28160.398788737944, 1715.7284678805056,
     -2.781857781286278e-05, -0.0004259031866354848, 0.11123841274761832, 0.0383524652123569,
     -182.6307750626931, 0.00023576328913430295, {1, 0}, {0, 1}, 4.287741640515718, 24.539113193696558},
    {"optimized",
     gallery::trex_stances[1].values,
     15.842536696704743, 1408.5079610778305, 287.9540660313141, 19.994135272309435,
     24.974840858890715, 39.60634174176186, 1826.0063211133067, 27243.721277424476, 1932.8861641457167,
     -5.488773498207866e-18, -8.258122313791877e-17, 0.1126816761913954, 0.03920438973942195,
     -182.6307750626931, 7.716995821772154e-17, {1, 0}, {0, 1}, 4.484905985129929, 24.344653046886705},
    {"straight_legs",
     gallery::trex_stances[2].values,
     15.842536696704743, 1408.5079610778305, 287.9540660313141, 19.994135272309435,
     24.974840858890715, 39.60634174176186, 1826.0063211133067, 27243.721277424476, 1932.8861641457167,
     0.00011368775483229759, 0.004650858565488202, 0.02013959790816472, 0.029669506248915095,
     -182.6307750626931, 0.003965721944702048, {0, 1}, {1, 0}, 9.260879343233398, 33.349743006793645},
};
// clang-format on

}  // namespace carom::published
