// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// How far apart the outcomes are at one Newton coefficient.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>

#include "carom/analysis.h"
#include "carom/problem.h"

namespace carom::analysis {

/// Outcomes closer than these shares of ‖p⁻‖ are practically one, or slightly different.
inline constexpr double practically_one = 0.01, slightly_different = 0.10;
/// For a sentence that has just named ξ > 0.
inline const char* negligible_words(double indeterminacy) {
  return indeterminacy < practically_one ? "; practically one outcome (below 1 %)" : "";
}

/// Columns: the velocities after the impact under the compliant law without friction, when the
/// ratio of any two stiffnesses is between 0.1 and 10. Two contacts: a grid of ratios; more: random
/// draws; fewer, or nothing that moves: no column. None if an outcome is not to be had, or for more
/// than 64 contacts.
std::optional<Eigen::MatrixXd> stiffness_outcomes(const ImpactProblem& problem, double restitution,
                                                  std::uint64_t seed);

/// From the outcomes over orders at that coefficient, which are known; `seed`: of the stiffnesses.
Spread spread_over(const ImpactProblem& problem, double restitution, const OutcomeSet& orders,
                   std::uint64_t seed);

}  // namespace carom::analysis
