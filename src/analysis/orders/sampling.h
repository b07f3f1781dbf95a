// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Outcomes of one block by random greedy orders, for blocks that are out of reach of enumeration.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/orders/enumeration.h"
#include "analysis/orders/enumerator.h"
#include "base/random.h"

namespace carom::analysis {

/// One greedy order, contacts drawn uniformly among those that approach. Reusable.
struct RandomOrder {
  Eigen::VectorXd c;            ///< At the end.
  Eigen::VectorXd multipliers;  ///< Momentum given along each unit normal.
  std::vector<int> sequence;    ///< Contacts of the block.
  /// False: it did not end within `max_steps`.
  bool draw(const ContactBlock& block, base::Random& random, std::size_t max_steps);

 private:
  std::vector<int> allowed_;
};

/// Adds to what `partial` (a run that hit its cap) has found. Sequences are listed for the first
/// `max_branches`; lengths are those seen, and the longest is not determined.
BlockOutcomes sample_block(const ImpactProblem& problem, const ContactBlock& block,
                           const Enumerator& partial, std::size_t draws, std::size_t max_branches,
                           std::uint64_t seed);

/// With confidence 1 − `risk`, the probability that a random order gives an outcome not seen in
/// `draws` draws, of which `seen` distinct and `seen_once` exactly once.
double unseen_probability(std::size_t draws, std::size_t seen, std::size_t seen_once, double risk);

}  // namespace carom::analysis
