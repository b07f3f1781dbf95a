// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Descent of a symmetric function from a symmetric start stays symmetric, and may end where another
// direction leads down. A seeded push along the constraints, then descent again: back to the same
// value from a minimum, to a lower one from a saddle.
#include <cmath>

#include "base/random.h"
#include "design/optimise/descent.h"

namespace carom::design::optimise {
namespace {

/// x pushed along the constraints; false if there is nowhere to go.
bool push(Space& space, Eigen::VectorXd& x, std::uint64_t seed) {
  constexpr double length = 1e-3;  // scales
  const Constraints constraints(space, x);
  const Tangent tangent(space, constraints, x);
  if (tangent.dimension() == 0) return false;
  base::Random random(seed);
  Eigen::VectorXd direction(x.size());
  for (Eigen::Index i = 0; i < direction.size(); ++i) direction[i] = random.normal();
  direction = tangent.projected(direction);
  if (!(direction.norm() > 0.0)) return false;
  Eigen::VectorXd pushed = space.moved(x, direction * (length / direction.norm()));
  if (!constraints.settle(pushed)) return false;
  x = pushed;
  return true;
}

}  // namespace

Ended descend_past_saddles(Space& space, const Descending& function, Eigen::VectorXd& x) {
  constexpr double gain = 1e-10;  // relative to the function
  constexpr double share = 1e-3;  // of what the push itself changed
  constexpr int pushes = 4;
  Ended ended = descend(space, function, x);
  for (int k = 0; k < pushes && ended == Ended::stationary; ++k) {
    Eigen::VectorXd other = x;
    if (!push(space, other, static_cast<std::uint64_t>(k))) break;
    const double before = function.value(x), pushed = function.value(other);
    if (!std::isfinite(pushed)) break;
    const Ended other_ended = descend(space, function, other);
    const double least = gain * std::abs(before) + share * std::abs(pushed - before);
    if (!(function.value(other) < before - least)) break;
    x = other;
    ended = other_ended;
  }
  return ended;
}

}  // namespace carom::design::optimise
