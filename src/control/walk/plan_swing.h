// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The path of a swinging foot's sole centre as a function of time, and how it changes on the way.
#pragma once

#include <array>

#include "carom/walking.h"

namespace carom::control {

struct CurvePoint {
  double value = 0.0, rate = 0.0, acceleration = 0.0;
};

/// A polynomial of degree 5 in time between two points with their derivatives; outside it holds
/// its ends.
struct Quintic {
  double begin = 0.0, end = 0.0;  ///< [s]
  std::array<double, 6> coefficient = {};

  [[nodiscard]] CurvePoint at(double time) const;
};
Quintic make_quintic(double begin, const CurvePoint& from, double end, const CurvePoint& to);

struct SwingCurve {
  int step = -1;     ///< −1: none.
  double end = 0.0;  ///< Planned touch-down [s].
  Quintic x = {}, y = {}, heading = {}, pitch = {}, rise = {}, fall = {};
};

/// Numbers that a curve consists of, beside its step.
constexpr int swing_curve_size = 1 + 6 * 8;
void store(const SwingCurve& curve, double* numbers);
void restore(const double* numbers, SwingCurve& curve);

SwingCurve make_swing(const WalkGait& gait, int step, double begin, double end,
                      const Foothold& from, const Foothold& target);
/// When a foot that is changed at `now` and lands at `end` stands over its foothold.
double arrival_time(double single_support, double now, double end);
/// From the point at `now` on to another target and time, smoothly.
void change_swing(SwingCurve& curve, const WalkGait& gait, double now, double end,
                  const Foothold& target);
SwingMoment swing_at(const SwingCurve& curve, const WalkGait& gait, double time);

}  // namespace carom::control
