// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where a function of the part of a step changes its sign, by Boost.Math's TOMS 748, to 1e-13 of
// the step; and where a yes-or-no question changes its answer, by halving. At 1e-14 of the step the
// ends are some fifty spacings of doubles apart; ten times less is at the spacing of times within
// the step.
#pragma once

#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>

namespace carom::simulation {

/// The end of the bracket on the side of `right`, where value(s) <= 0; value(left) > 0 expected.
template <class Function>
double find_crossing(const Function& value, double left, double right, double at_left,
                     double at_right, double step) {
  if (at_left <= 0.0) return left;
  if (!(at_right < 0.0)) return right;
  std::uintmax_t evaluations = 100;
  // A hundred roundings of the step: TOMS 748 reaches it, and a gap is then located to 1e-14 of the
  // way.
  const auto close = [&](double a, double b) { return std::abs(b - a) <= 1e-14 * step; };
  const auto [low, high] =
      boost::math::tools::toms748_solve(value, left, right, at_left, at_right, close, evaluations);
  return high;
}

/// The first s (to 1e-13 of the step) where `changed` says yes; it says no at `left`, yes at
/// `right`.
template <class Question>
double find_change(const Question& changed, double left, double right, double step) {
  while (right - left > 1e-13 * step) {
    const double middle = 0.5 * (left + right);
    if (middle <= left || middle >= right) break;
    (changed(middle) ? right : left) = middle;
  }
  return right;
}

}  // namespace carom::simulation
