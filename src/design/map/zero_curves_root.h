// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A zero of a function of one variable between two values of different signs.
// Method: regula falsi with halved weights (the Illinois rule; Dowell & Jarratt, BIT 11 (1971)
// 168), every fourth step a bisection.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::design {

/// Where f, given on [0, 1] with a change of sign between the ends, is zero; NaN at a jump, a pole
/// or a missing value.
template <class Function>
double zero_between(const Function& f, double at_low, double at_high, double tolerance) {
  constexpr double missing = std::numeric_limits<double>::quiet_NaN();
  double low = 0.0, high = 1.0, weight_low = at_low, weight_high = at_high;
  const double ends = std::max(std::abs(at_low), std::abs(at_high));
  tolerance = std::max(tolerance, 4.0 * std::numeric_limits<double>::epsilon());
  for (int k = 0; k < 200; ++k) {
    const bool nearer_low = std::abs(at_low) < std::abs(at_high);
    if (high - low <= tolerance) {
      const double left = std::max(std::abs(at_low), std::abs(at_high));
      return left <= 1e-2 * ends ? (nearer_low ? low : high) : missing;
    }
    double t = low + (high - low) * weight_low / (weight_low - weight_high);
    // From the end that is nearer, step a little beyond the zero: the bracket then closes at once.
    t += (nearer_low ? 0.25 : -0.25) * tolerance;
    const double margin = 0.25 * tolerance;
    t = k % 4 == 3 ? (low + high) / 2.0 : std::clamp(t, low + margin, high - margin);
    const double here = f(t);
    if (here == 0.0) return t;
    if (!std::isfinite(here)) return missing;
    if ((here > 0.0) == (at_low > 0.0)) {
      low = t;
      at_low = weight_low = here;
      weight_high /= 2.0;
    } else {
      high = t;
      at_high = weight_high = here;
      weight_low /= 2.0;
    }
  }
  return missing;
}

}  // namespace carom::design
