// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "simulation/contact/impact.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "carom/resolve.h"
#include "simulation/contact/landing_verdict.h"

namespace carom::simulation {

using Eigen::VectorXd;

namespace {
constexpr int listed_draws = 4;
}  // namespace

namespace {

/// With the law's own verdict, or with branches to follow: the full resolve. Branches to follow are
/// chosen from a list of all outcomes.
Outcome resolve_fully(const ImpactProblem& problem, const Law& law,
                      const SimulationOptions& options, const ResolveOptions& how) {
  ResolveOptions listing = how;
  if (options.branches > 1) listing.branches = ResolveOptions::Branches::all;
  if (law.description().multiplicity != Multiplicity::sampled || options.branches == 1) {
    return resolve(problem, law, listing);
  }
  // With friction a list is a sample of hundreds of impacts: made only where there are several,
  // and a smaller one, since a run has many impacts.
  Outcome outcome = resolve(problem, law, how);
  if (outcome.uniqueness.verdict == Uniqueness::Verdict::several) {
    listing.draws = std::min(listing.draws, listed_draws);
    listing.practical = false;
    outcome.branches = resolve(problem, law, listing).branches;
  }
  return outcome;
}

}  // namespace

Outcome resolve_impact(const Model& model, const State& state, const std::vector<int>& contacts,
                       bool plastic, const SimulationOptions& options, ModelWorkspace& workspace,
                       Workspace& scratch) {
  // The problem has all closed contacts, approaching or not: which of them take an impulse is for
  // the law to say.
  ProblemOptions problem_options;
  for (const int k : contacts) {
    problem_options.closed.push_back(model.contacts()[static_cast<std::size_t>(k)].name);
  }
  const ImpactProblem problem = make_problem(model, state, problem_options, workspace);
  // Plastic is the same law with restitution 0, so that friction is treated alike.
  const Law law = plastic ? options.law.with_restitution(0.0) : options.law;
  if (options.verdict || options.branches > 1) {
    const bool feet = lands_together(model, options);
    ResolveOptions how = options.resolve;
    how.practical = how.practical && !feet;
    Outcome outcome = resolve_fully(problem, law, options, how);
    if (feet && options.resolve.practical && outcome.ok()) {
      outcome.practical = landing_verdict(model, state, contacts, outcome, options, workspace);
    }
    return outcome;
  }
  Outcome outcome;
  // Neither is asked for: the outcome alone, in memory that is used again.
  solve(problem, law, scratch, outcome);
  return outcome;
}

bool are_stops(const Model& model, const std::vector<int>& contacts) {
  return !contacts.empty() && std::ranges::all_of(contacts, [&](int k) {
    return std::holds_alternative<JointStop>(model.contacts()[static_cast<std::size_t>(k)].against);
  });
}

std::vector<VectorXd> most_different(const Outcome& outcome, const Eigen::MatrixXd& mass_matrix,
                                     int count) {
  // Farthest-point sampling: each choice is the outcome whose nearest chosen one is the farthest.
  // The run's own outcome is the first, and is taken off the list at the end.
  std::vector<VectorXd> chosen = {outcome.velocity_plus};
  const auto distance = [&](const VectorXd& a, const VectorXd& b) {
    return std::sqrt(std::max(0.0, (a - b).dot(mass_matrix * (a - b))));
  };
  // Lengths are √(ΔvᵀMΔv) [kg^½ m/s]; the scale is ‖p⁻‖ = √(2 K) before the impact.
  const double scale = std::sqrt(2.0 * outcome.energy.before);
  while (static_cast<int>(chosen.size()) <= count) {
    // As far as outcomes are told apart when they are listed: nearer ones are the same.
    double farthest = 1e-9 * scale;
    const Branch* best = nullptr;
    for (const Branch& branch : outcome.branches) {
      double nearest = std::numeric_limits<double>::infinity();
      for (const VectorXd& other : chosen) {
        nearest = std::min(nearest, distance(branch.velocity_plus, other));
      }
      // Of outcomes at the same distance the first in the list is taken.
      if (nearest <= farthest) continue;
      farthest = nearest;
      best = &branch;
    }
    if (best == nullptr) break;
    chosen.push_back(best->velocity_plus);
  }
  chosen.erase(chosen.begin());
  return chosen;
}

}  // namespace carom::simulation
