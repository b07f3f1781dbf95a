// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the same law would give if the contacts were a little different: other stiffness ratios, or
// closing one after the other instead of at once.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "carom/law.h"

namespace carom::analysis {

struct ClosingDraws {
  std::vector<Eigen::VectorXd> velocities;  ///< After the impact, of the draws that ended.
  int unfinished = 0;                       ///< Draws without an outcome.
  bool refused = false;                     ///< The law does not take such problems; none drawn.
};

/// Every stiffness multiplied by a factor drawn log-uniformly from [0.1, 10].
ClosingDraws draw_stiffness(const ImpactProblem& problem, const Law& law, int count,
                            std::uint64_t seed);
/// One approaching contact after the other, in random order, each resolved alone by the law, until
/// none approaches.
ClosingDraws draw_orders(const ImpactProblem& problem, const Law& law, int count,
                         std::uint64_t seed);

}  // namespace carom::analysis
