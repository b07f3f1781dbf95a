// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The count of outcomes says little, their distance much: the practical verdict is the larger of
// two spreads relative to ‖p⁻‖, over orders of the sequential law (S0) at a Newton coefficient and
// over stiffness ratios of the compliant law.
#include "analysis/spread.h"

#include "analysis/stiffness_spread.h"
#include "solver/farthest_pair.h"

namespace carom {
namespace {

double spread_of(const ImpactProblem& problem, const Eigen::MatrixXd& velocities) {
  if (velocities.cols() < 2) return 0.0;
  Eigen::MatrixXd momenta(velocities.rows(), velocities.cols());
  for (Eigen::Index k = 0; k < velocities.cols(); ++k) {
    momenta.col(k) = problem.whiten(velocities.col(k));
  }
  return solver::farthest_pair(momenta).distance / problem.momentum_norm();
}

/// The outcomes listed, the two farthest apart, and those of the springs.
Eigen::MatrixXd columns_of(const ImpactProblem& problem, const OutcomeSet& orders,
                           const std::optional<Eigen::MatrixXd>& springs) {
  const auto listed = static_cast<Eigen::Index>(orders.branches.size());
  const Eigen::Index far = orders.farthest.first.size() > 0 ? 2 : 0;
  const Eigen::Index soft = springs ? springs->cols() : 0;
  Eigen::MatrixXd columns(problem.coordinate_count(), listed + far + soft);
  for (Eigen::Index k = 0; k < listed; ++k) {
    columns.col(k) = orders.branches[static_cast<std::size_t>(k)].velocity_plus;
  }
  if (far > 0) {
    columns.col(listed) = orders.farthest.first;
    columns.col(listed + 1) = orders.farthest.second;
  }
  if (soft > 0) columns.rightCols(soft) = *springs;
  return columns;
}

}  // namespace

namespace analysis {

Spread spread_over(const ImpactProblem& problem, double restitution, const OutcomeSet& orders,
                   std::uint64_t seed) {
  const auto springs = stiffness_outcomes(problem, restitution, seed);
  Spread spread;
  spread.restitution = restitution;
  spread.orders = orders.indeterminacy;
  spread.complete = orders.complete && orders.indeterminacy_exact;
  spread.ends = orders.count > 0.0;
  if (springs) spread.stiffness = spread_of(problem, *springs);
  spread.velocities = columns_of(problem, orders, springs);
  spread.velocities_complete =
      orders.complete && static_cast<double>(orders.branches.size()) == orders.count;
  return spread;
}

}  // namespace analysis

Spread measure_spread(const ImpactProblem& problem, double restitution,
                      const EnumerationOptions& options) {
  EnumerationOptions search = options;
  search.minimal = false;
  search.restitution = {};
  if (restitution != 1.0) {
    search.restitution = Eigen::VectorXd::Constant(problem.contact_count(), restitution);
  }
  return analysis::spread_over(problem, restitution, all_outcomes(problem, search), options.seed);
}

std::optional<Analysis::Practical> practical_verdict(const Spread& spread) {
  if (!spread.ends) return std::nullopt;
  if (spread.value() < analysis::practically_one) return Analysis::Practical::one;
  return spread.value() < analysis::slightly_different ? Analysis::Practical::slight
                                                       : Analysis::Practical::several;
}

}  // namespace carom
