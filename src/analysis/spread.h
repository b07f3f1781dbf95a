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

/// For a sentence that has just named ξ > 0.
inline const char* negligible_words(double indeterminacy) {
  return indeterminacy < PracticalVerdict::one_below ? "; practically one outcome (below 1 %)" : "";
}

/// What is compared: each contact with its own Newton coefficient (energetic where friction takes
/// part), `friction` or not.
struct SpreadQuestion {
  Eigen::VectorXd restitution;  ///< One per contact.
  bool friction = true;         ///< Where contacts have it.
  std::uint64_t seed = 0;       ///< Of the stiffnesses and of orders.
};
/// Of an outcome: the law's coefficient; a law without one leaves no bounce, unless the contacts
/// say what it should be.
Eigen::VectorXd practical_coefficients(const ImpactProblem& problem, const Outcome& outcome);
/// Of the contacts, each its own; `otherwise` where one has none.
Eigen::VectorXd own_coefficients(const ImpactProblem& problem, double otherwise);
/// Some contact has a coefficient, and not all have the same.
bool coefficients_differ(const ImpactProblem& problem);
/// Some contact has friction and rows for it.
bool has_friction(const ImpactProblem& problem);
/// The coefficient of all contacts; NaN: they differ.
double common_value(const Eigen::VectorXd& restitution);

/// Outcomes over ratios of stiffness.
struct StiffnessOutcomes {
  /// Columns: velocities after the impact under the compliant law, when the ratio of any two
  /// stiffnesses is between 0.1 and 10. Coupled contacts: a grid of ratios for two, random draws
  /// for more; groups without coupling vary at once. No column: there is nothing to vary.
  Eigen::MatrixXd velocities;
  double spread = 0.0;  ///< Of ‖p⁻‖; squares of groups without coupling add.
};
/// None if an outcome is not to be had, or for more than 64 contacts in a group.
std::optional<StiffnessOutcomes> stiffness_outcomes(const ImpactProblem& problem,
                                                    const SpreadQuestion& question);

/// From the outcomes over orders without friction, which are known.
Spread spread_over(const ImpactProblem& problem, const SpreadQuestion& question,
                   const OutcomeSet& orders);
/// With friction, if it is asked for and there is some.
Spread spread_of(const ImpactProblem& problem, const SpreadQuestion& question,
                 const EnumerationOptions& options);

}  // namespace carom::analysis
