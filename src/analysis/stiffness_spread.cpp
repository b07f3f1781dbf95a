// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stiffness kᵢ = 10^x, x in [−½, ½]: every ratio is between 0.1 and 10, the range of real feet on
// real ground. Frictionless, so that it compares with the spread over orders.
#include "analysis/stiffness_spread.h"

#include <cmath>
#include <vector>

#include "analysis/orders/blocks.h"
#include "base/random.h"
#include "carom/law.h"
#include "carom/laws/compliant.h"

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

}  // namespace carom::analysis
