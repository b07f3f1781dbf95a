// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Slips that stop: the right side is singular there, but one implicit increment to rest is of
// second order. The stopping points are taken for rest points, with Q (ζ + h q) = 0 instead of
// Q q = 0.
#pragma once

#include <vector>

#include "law/regular/events/event_state.h"

namespace carom::law {

class StoppingSlip {
 public:
  /// `rate` is that of the state; `probe` is free to be used.
  StoppingSlip(EventState& at, Rate& rate, Rate& probe) : at_(at), rate_(rate), probe_(probe) {}

  void begin();
  /// Impulse until the first slip stops at its present rate, or `never`.
  double soonest() const;
  /// Brings the slips that stop within `soonest` or so to rest, if that is near and friction holds
  /// them there. True: done, and the rate is that of the increment.
  bool try_to_stop(double soonest);

 private:
  double stop_of(const Rate::Member& m) const;
  bool would_hold();
  bool increment(double length);
  bool passes_event(double length, int anchor) const;
  double end_of(int point, int k, double length) const {
    return at_.velocities[static_cast<std::size_t>(3 * point + k)] +
           length * probe_.along(point, k);
  }

  EventState& at_;
  Rate& rate_;
  Rate& probe_;
  std::vector<char> stopping_;  // per point
  std::vector<double> offset_;
  double tried_ = 0.0;  // soonest() of the last attempt in vain, or never
};

}  // namespace carom::law
