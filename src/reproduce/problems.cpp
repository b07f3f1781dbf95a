// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The small problems and helpers that the published statements share.
#include <cmath>
#include <numbers>

#include "carom/analysis.h"
#include "carom/scene.h"
#include "reproduce/published.h"
#include "solver/decompositions.h"

namespace carom::published {

Eigen::MatrixXd number(double value) { return Eigen::MatrixXd::Constant(1, 1, value); }

Eigen::MatrixXd list(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

Outcome run(const ImpactProblem& problem, const Law& law) {
  Workspace workspace;
  Outcome outcome;
  solve(problem, law, workspace, outcome);
  return outcome;
}

double inner(const Eigen::MatrixXd& mass_matrix, const Eigen::RowVectorXd& a,
             const Eigen::RowVectorXd& b) {
  Eigen::VectorXd velocity = b.transpose();
  solver::Cholesky(mass_matrix).solve(velocity);
  return a.dot(velocity);
}

Eigen::MatrixXd momentum_map(const Eigen::MatrixXd& mass_matrix, const Eigen::RowVectorXd& normal,
                             const Law& law) {
  const Eigen::Index size = mass_matrix.rows();
  Contact contact;
  contact.normal = normal;
  ImpactProblem problem(mass_matrix, {contact}, Eigen::VectorXd::Zero(size));
  Eigen::MatrixXd basis = Eigen::MatrixXd::Identity(size, size);
  solver::Cholesky(mass_matrix).solve_columns(basis);
  Workspace workspace;
  Outcome outcome;
  Eigen::MatrixXd map(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    // The law acts on approaching momenta; the map is linear.
    const double sign = normal.dot(basis.col(i)) > 0.0 ? -1.0 : 1.0;
    problem.set_velocity(sign * basis.col(i));
    solve(problem, law, workspace, outcome);
    map.row(i) = sign * (mass_matrix * outcome.velocity_plus).transpose();
  }
  return map;
}

ImpactProblem cradle(const std::vector<double>& masses, const std::vector<double>& velocity,
                     bool wall) {
  return make_scene("cradle", {{"masses", masses}, {"velocity", velocity}, {"wall", wall}});
}

ImpactProblem billiards(double radius_c, double theta) {
  return make_scene("billiards", {{"radius_c", radius_c}, {"theta", theta}});
}

ImpactProblem pair(double inner_product, double approach_u, double approach_v) {
  const double sine = std::sqrt(1.0 - inner_product * inner_product);
  Contact u, v;
  u.name = "u";
  u.normal = Eigen::RowVector2d(1.0, 0.0);
  v.name = "v";
  v.normal = Eigen::RowVector2d(inner_product, sine);
  const Eigen::Vector2d velocity(approach_u, (approach_v - inner_product * approach_u) / sine);
  return ImpactProblem(Eigen::Matrix2d::Identity(), {u, v}, velocity, {}, "pair");
}

std::vector<std::pair<double, double>> both_violated(int count) {
  std::vector<std::pair<double, double>> directions;
  for (int i = 0; i < count; ++i) {
    const double angle = (i + 0.5) / count * std::numbers::pi / 2.0;
    directions.emplace_back(-std::cos(angle), -std::sin(angle));
  }
  return directions;
}

std::vector<double> unique_in(int steps) {
  std::vector<double> inner_products;
  for (int i = -19; i <= 19; ++i) {
    const double inner_product = i / 20.0;
    bool unique = true;
    for (const auto& [to_u, to_v] : both_violated(40)) {
      const OutcomeSet outcomes = all_outcomes(pair(inner_product, to_u, to_v));
      unique = unique && outcomes.count == 1.0 && outcomes.shortest == steps &&
               outcomes.longest == steps;
    }
    if (unique) inner_products.push_back(inner_product);
  }
  return inner_products;
}

}  // namespace carom::published
