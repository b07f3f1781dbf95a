// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The right side of a piece in which slips turn, y' = f(ζ) with the pattern of the rate kept, so
// that it is smooth. Entries of y: ζ, the normal work W of the piece (for the error of a step),
// then five per member: share, two friction forces, normal power and friction power. Only ζ enters
// f: the others are quadratures.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "law/regular/events/event_state.h"

namespace carom::law {

class TurningSystem {
 public:
  /// Both are kept by reference. The rate is left at the last state evaluated.
  TurningSystem(const EventState& at, Rate& rate) : at_(at), rate_(rate) {}

  int states() const { return at_.points.rank; }
  int size() const { return states() + 1 + 5 * at_.points.count; }
  int member_count() const { return static_cast<int>(rate_.members().size()); }
  static constexpr int share = 0, force = 1, normal_power = 3, friction_power = 4;
  /// Entry of y.
  int entry(int member, int quantity) const { return states() + 1 + 5 * member + quantity; }
  const EventState& at() const { return at_; }

  /// f at ζ; where the rate has no solution `good` becomes false, and f stays.
  void rate(const double* zeta, double* f);
  /// ∂f/∂ζ, size() × states(), after rate() at the same state.
  void jacobian(const double* zeta, Eigen::MatrixXd& D);
  bool good = true;

 private:
  const EventState& at_;
  Rate& rate_;
  std::vector<double> response_;
};

}  // namespace carom::law
