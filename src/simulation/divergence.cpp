// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S3 Fig. 8: two copies of a mechanism whose impacts were resolved in different orders, and the
// distance of their momenta over time. S3 divides by the kinetic energy; ‖p‖ = √(2T) keeps the
// measure free of units, as its ξ of VII-A is.
#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/error.h"
#include "carom/simulation.h"
#include "solver/decompositions.h"

namespace carom {

using Eigen::VectorXd;

namespace {

// Of ‖p‖. Where the order does not matter rounding leaves 2e-15 to 1e-14 in 0.4 s (the optimised
// TREX, docs/simulation.md): ten times smaller still passes, a hundred times would call that a
// divergence. Where it matters the first difference is 6e-5 (TREX, held) and more, but contacts of
// nearly one speed begin at 1e-11 (rhex, sequential): ten times larger would see them a step late.
constexpr double order_rounding = 1e-12;

}  // namespace

Divergence divergence(const Model& model, const SimulationRecord& a, const SimulationRecord& b) {
  ModelWorkspace workspace(model);
  std::vector<double> times, momentum, configuration;
  VectorXd of_b, velocity;
  solver::Cholesky mass;
  double largest = 0.0;
  auto other = b.rows.begin();
  for (const TrajectoryRow& row : a.rows) {
    if (row.kind != TrajectoryRow::Kind::step) continue;
    while (other != b.rows.end() &&
           (other->time < row.time || other->kind != TrajectoryRow::Kind::step)) {
      ++other;
    }
    if (other == b.rows.end()) break;
    if (other->time != row.time) continue;
    workspace.set_configuration(other->state.q);
    of_b = workspace.mass_matrix() * other->state.v;
    workspace.set_configuration(row.state.q);
    const VectorXd apart = workspace.mass_matrix() * row.state.v - of_b;
    const double length = std::sqrt(2.0 * workspace.kinetic_energy(row.state.v));
    largest = std::max(largest, length);
    mass.compute(workspace.mass_matrix());
    velocity = apart;
    mass.solve(velocity);
    const double distance = std::sqrt(std::max(0.0, apart.dot(velocity)));
    // Nearly at rest a share of the momentum means nothing: then it is of the largest so far.
    const double scale = length > 1e-9 * largest ? length : largest;
    times.push_back(row.time);
    momentum.push_back(scale > 0.0 ? distance / scale : 0.0);
    configuration.push_back(model.difference(row.state.q, other->state.q).cwiseAbs().maxCoeff());
  }
  const auto vector = [](const std::vector<double>& list) {
    return Eigen::Map<const VectorXd>(list.data(), static_cast<Eigen::Index>(list.size())).eval();
  };
  return {vector(times), vector(momentum), vector(configuration)};
}

Divergence part(const Model& model, const SimulationRecord& a, const SimulationRecord& b) {
  return divergence(model, a, b);
}

std::optional<double> Divergence::begins() const {
  for (Eigen::Index k = 0; k < times.size(); ++k) {
    if (momentum[k] > order_rounding) return times[k];
  }
  return std::nullopt;
}

void require_orders(const Law& law) {
  const auto& parameters = law.description().parameters;
  const bool has = std::any_of(parameters.begin(), parameters.end(),
                               [](const auto& parameter) { return parameter.name == "policy"; });
  if (has) return;
  throw InvalidInput("law '" + law.description().name +
                     "' resolves contacts in no order; expected propagative or sequential");
}

OrderRuns simulate_orders(const Model& model, const State& start,
                          const SimulationOptions& options) {
  require_orders(options.law);
  const auto run = [&](Policy policy) {
    SimulationOptions how = options;
    how.law = options.law.with_policy(policy);
    return simulate(model, start, how);
  };
  OrderRuns runs{run(OrderRuns::first_policy), run(OrderRuns::other_policy), {}};
  runs.divergence = divergence(model, runs.first.record, runs.other.record);
  return runs;
}

}  // namespace carom
