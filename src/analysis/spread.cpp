// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The count of outcomes says little, their distance much: the practical verdict is the larger of
// two spreads relative to ‖p⁻‖, over orders of the sequential law (S0) at a Newton coefficient and
// over stiffness ratios of the compliant law.
// Stiffness kᵢ = 10^x, x in [−½, ½]: every ratio is between 0.1 and 10, the range of real feet on
// real ground. Frictionless, so that it compares with the spread over orders.
#include "analysis/spread.h"

#include <cmath>
#include <vector>

#include "analysis/orders/blocks.h"
#include "base/random.h"
#include "carom/law.h"
#include "carom/laws/compliant.h"
#include "solver/farthest_pair.h"

namespace carom::analysis {
namespace {

constexpr int most_contacts = 64;
constexpr int grid = 9, draws = 32;
// Of the approach speed, per step of the integration: the verdict looks at hundredths, and some
// hundred steps leave 1e-4 at most. Smaller ones only cost time.
constexpr double tolerance = 1e-6;

/// The same impact among the contacts alone: coordinates z of the momentum in the span of their
/// normals, masses 1. Springs act along normals, so the rest of the motion goes on unchanged, and a
/// solve costs what the contacts cost, not what the robot does.
std::vector<Contact> smooth_contacts(const ImpactProblem& problem, const std::vector<int>& members,
                                     const SpanCoordinates& span) {
  std::vector<Contact> contacts(members.size());
  for (std::size_t k = 0; k < members.size(); ++k) {
    contacts[k].normal =
        problem.normal_length()[members[k]] * span.from_z.row(static_cast<Eigen::Index>(k));
  }
  return contacts;
}

void vary(std::vector<Contact>& contacts, int draw, base::Random& random) {
  if (contacts.size() == 2) {
    const double exponent = static_cast<double>(draw) / (grid - 1) - 0.5;
    contacts[0].stiffness = std::pow(10.0, exponent);
    contacts[1].stiffness = std::pow(10.0, -exponent);
    return;
  }
  for (Contact& contact : contacts) contact.stiffness = std::pow(10.0, random.uniform(-0.5, 0.5));
}

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

std::optional<Eigen::MatrixXd> stiffness_outcomes(const ImpactProblem& problem, double restitution,
                                                  std::uint64_t seed) {
  const std::vector<int> members = free_contacts(problem);
  const auto n = static_cast<int>(members.size());
  if (n > most_contacts) return std::nullopt;
  if (n < 2 || problem.momentum_norm() == 0.0)
    return Eigen::MatrixXd(problem.coordinate_count(), 0);
  const SpanCoordinates span(problem, members);
  std::vector<Contact> contacts = smooth_contacts(problem, members, span);
  const Eigen::MatrixXd masses = Eigen::MatrixXd::Identity(span.Q.cols(), span.Q.cols());
  const Eigen::VectorXd z = span.Q.transpose() * problem.whitened_velocity();
  const Law law = Compliant{.restitution = restitution, .tolerance = tolerance};
  base::Random random(seed);
  const int count = n == 2 ? grid : draws;
  Eigen::MatrixXd ends(problem.coordinate_count(), count);
  Workspace workspace;
  Outcome outcome;
  for (int draw = 0; draw < count; ++draw) {
    vary(contacts, draw, random);
    const ImpactProblem varied(masses, contacts, z);
    solve(varied, law, workspace, outcome);
    if (!outcome.ok()) return std::nullopt;
    ends.col(draw) =
        problem.unwhiten(problem.whitened_velocity() + span.Q * (outcome.velocity_plus - z));
  }
  return ends;
}

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

}  // namespace carom::analysis

namespace carom {

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
