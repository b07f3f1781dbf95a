// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// All outcomes of one block of contacts. Internal to analysis; the public call is all_outcomes().
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "analysis/orders/blocks.h"
#include "carom/analysis.h"
#include "carom/problem.h"

namespace carom::analysis {

/// One outcome of a block.
struct BlockOutcome {
  Eigen::VectorXd multipliers;  ///< Momentum given along each unit normal.
  std::vector<int> sequence;    ///< Contacts of the block.
  int shortest = 0;
  int longest = 0;
};

struct BlockOutcomes {
  ContactBlock block;
  std::size_t count = 0;
  std::size_t states = 0;
  bool complete = true;
  bool had_choice = false;
  int shortest = 0, longest = 0;
  std::vector<BlockOutcome> listed = {};  ///< Shortest first; at most max_branches.
  double distance = 0.0;                  ///< Largest distance of two momenta after the impact.
  bool distance_exact = true;
  Eigen::VectorXd farthest_first = {}, farthest_second = {};  ///< Multipliers of those two.
  std::size_t samples = 0;
  std::size_t seen_once = 0;  ///< Outcomes that a single sample gave.
  std::size_t seen = 0;       ///< Outcomes that samples gave.
};

/// Two outcomes nearer than this at every contact are one. Elastic: the tolerance of the problem.
/// Else an infinite sequence may have been cut where its reflections fall below that tolerance, and
/// its end is known a hundred times worse.
double outcome_tolerance(const ContactBlock& block);

/// The multipliers of the farthest two, and their distance computed from them, not from c.
void set_farthest(const ImpactProblem& problem, BlockOutcomes& outcomes, Eigen::VectorXd first,
                  Eigen::VectorXd second);

}  // namespace carom::analysis
