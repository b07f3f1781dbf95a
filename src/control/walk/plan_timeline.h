// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The timeline of a walk: when its phases end, where its feet stand, and from both the ZMP, the DCM
// and the height of the ground as functions of time.
#pragma once

#include <vector>

#include "carom/walking.h"

namespace carom::control {

struct WalkTimeline {
  double omega = 1.0;                                              ///< [1/s]
  double shift = 1.0, single_support = 1.0, double_support = 1.0;  ///< As in the gait [s].
  Foothold left = {}, right = {};                                  ///< At time 0.
  Side first = Side::right;

  // Change as it walks; one per step.
  std::vector<Foothold> footholds = {};
  std::vector<double> levels = {};  ///< Heights of the footholds as planned [m].
  std::vector<double> single_end = {}, double_end = {};  ///< [s]

  // Follow from the above, by plan_dcm: knots of the ZMP, which is linear between them: 0, inside
  // the shift, end of the shift, then two per step: end of its single and of its double support.
  std::vector<double> time = {};
  std::vector<Eigen::Vector2d> zmp = {}, dcm = {};

  [[nodiscard]] int steps() const { return static_cast<int>(footholds.size()); }
  /// The foot that stands while step `step` swings.
  [[nodiscard]] const Foothold& stance(int step) const;
  /// Where the foot of a step stood before it.
  [[nodiscard]] const Foothold& origin(int step) const;
  [[nodiscard]] double single_begin(int step) const;
  [[nodiscard]] double end() const;
};

/// Times of the gait, feet and footholds as given, the DCM planned.
WalkTimeline make_timeline(const WalkGait& gait, const Foothold& left, const Foothold& right,
                           std::vector<Foothold> footholds, double omega);
/// Knots from footholds and times. Allocates nothing after the first call.
void plan_dcm(WalkTimeline& line);
/// Step 0's shift, then step `step`'s phases … : all that WalkMoment holds.
WalkMoment moment_at(const WalkTimeline& line, double time);

}  // namespace carom::control
