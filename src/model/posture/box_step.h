// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A step inside a box: minimise ½(z − z₀)ᵀH(z − z₀) over lower ≤ Z z ≤ upper, where lower ≤ 0 ≤
// upper and H is positive definite. With H = LLᵀ and w = Lᵀ(z − z₀) it is the least-distance
// problem min ‖w‖ over E w ≥ f, which nonnegative least squares solves (Lawson & Hanson 1974,
// ch. 23, LDP): u = argmin ‖(Eᵀ; fᵀ)u − (0; 1)‖, r its residual, w = −r/r_last.
#pragma once

#include <Eigen/Core>
#include <utility>
#include <vector>

#include "solver/decompositions.h"
#include "solver/nonnegative_least_squares.h"

namespace carom::posture {

/// Reusable: after the first call with sizes and finite bounds, later ones allocate nothing.
class BoxStep {
 public:
  /// `map` is Z; entries of the bounds may be infinite.
  void solve(const Eigen::MatrixXd& hessian, const Eigen::VectorXd& target,
             const Eigen::MatrixXd& map, const Eigen::VectorXd& lower,
             const Eigen::VectorXd& upper);
  const Eigen::VectorXd& z() const { return z_; }

 private:
  void set_bounds(const Eigen::MatrixXd& map, const Eigen::VectorXd& lower,
                  const Eigen::VectorXd& upper, double length);

  solver::Cholesky factor_;
  solver::NonnegativeLeastSquares squares_;
  std::vector<std::pair<Eigen::Index, double>> bounds_;  // entry of Z z; 1: lower, −1: upper
  Eigen::MatrixXd response_, A_;
  Eigen::VectorXd wanted_, scaled_, last_, z_;
};

/// The same, once.
Eigen::VectorXd nearest_in_box(const Eigen::MatrixXd& hessian, const Eigen::VectorXd& target,
                               const Eigen::MatrixXd& map, const Eigen::VectorXd& lower,
                               const Eigen::VectorXd& upper);

}  // namespace carom::posture
