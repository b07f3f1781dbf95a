// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Solves the equations of a step (rule.h). Quasi-Newton with the factorisation of the
// first configuration, Anderson acceleration over five steps (Walker & Ni, SIAM J. Numer. Anal. 49,
// 2011); if that stalls, again from M⁻¹p; then, up to `dense_limit` unknowns, Newton with a
// Jacobian by finite differences and a line search.
#pragma once

#include <Eigen/Core>

#include "simulation/variational/rule.h"
#include "solver/decompositions.h"

namespace carom::simulation {

class VariationalSolver {
 public:
  explicit VariationalSolver(VariationalRule& rule);

  enum class Result { solved, stalled, bad_force };
  /// From the guess x, which becomes the solution.
  Result solve(VectorXd& x);
  int evaluations() const { return evaluations_; }

 private:
  static constexpr int window = 5;
  static constexpr int most_iterations = 60;
  static constexpr int most_newton_iterations = 30;
  static constexpr Eigen::Index dense_limit = 80;
  // Of the largest velocity: rounding of a step is 1e-15 and grows with the condition of M; what a
  // step leaves adds up to a drift of the energy, 1e-9 in a thousand steps.
  static constexpr double tolerance = 1e-12;
  static constexpr double rounding = 2e-16;  // of a row, relative to its summands

  Result quasi_newton(VectorXd& x);
  Result newton(VectorXd& x);
  bool evaluate(const VectorXd& x);
  bool rows_vanish(double limit) const;
  /// max|dx| · ratio is below tolerance, for velocities and drifts each.
  bool small(const VectorXd& x, const VectorXd& dx, double ratio) const;
  /// Turns the step f at x into the accelerated one; `k` counts iterations.
  void accelerate(int k, const VectorXd& x, VectorXd& f);
  double merit() const;

  VariationalRule& rule_;
  int evaluations_ = 0;
  VectorXd step_, start_, trial_, base_;
  VectorXd last_x_, last_f_;
  Eigen::MatrixXd dx_, df_;
  Eigen::MatrixXd jacobian_;
  solver::PivotedLu lu_;
};

}  // namespace carom::simulation
