// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S3 Fig. 8: two copies of a mechanism whose impacts were resolved in different orders, and the
// distance of their momenta over time. S3 divides by the kinetic energy; ‖p‖ = √(2T) keeps the
// measure free of units, as its ξ of VII-A is.
#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/simulation.h"
#include "solver/decompositions.h"

namespace carom {

using Eigen::VectorXd;

Parting part(const Model& model, const SimulationRecord& a, const SimulationRecord& b) {
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

}  // namespace carom
