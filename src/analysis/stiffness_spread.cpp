// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stiffness kᵢ = 10^x, x in [−½, ½]: every ratio is between 0.1 and 10, the range of real feet on
// real ground. Frictionless, so that it compares with the spread over orders.
#include "analysis/stiffness_spread.h"

#include <cmath>
#include <vector>

#include "carom/law.h"
#include "carom/laws/compliant.h"
#include "solver/random.h"

namespace carom::analysis {
namespace {

constexpr int most_contacts = 64;
constexpr int grid = 9, draws = 32;

std::vector<Contact> smooth_contacts(const ImpactProblem& problem) {
  std::vector<Contact> contacts = problem.contacts();
  for (Contact& contact : contacts) {
    contact.tangents.resize(0, 0);
    contact.friction = 0.0;
    contact.static_friction.reset();
    contact.stiffness = 1.0;
  }
  return contacts;
}

void vary(std::vector<Contact>& contacts, int draw, solver::Random& random) {
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
  const int n = problem.contact_count();
  if (n > most_contacts) return std::nullopt;
  if (n < 2 || problem.momentum_norm() == 0.0)
    return Eigen::MatrixXd(problem.coordinate_count(), 0);
  std::vector<Contact> contacts = smooth_contacts(problem);
  const Law law = Compliant{.restitution = restitution, .tolerance = 1e-8};
  solver::Random random(seed);
  const int count = n == 2 ? grid : draws;
  Eigen::MatrixXd ends(problem.coordinate_count(), count);
  Workspace workspace;
  Outcome outcome;
  for (int draw = 0; draw < count; ++draw) {
    vary(contacts, draw, random);
    const ImpactProblem varied(problem.mass_matrix(), contacts, problem.velocity(),
                               problem.bilateral());
    solve(varied, law, workspace, outcome);
    if (!outcome.ok()) return std::nullopt;
    ends.col(draw) = outcome.velocity_plus;
  }
  return ends;
}

}  // namespace carom::analysis
