// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Since z = 0 is allowed, ‖w‖ ≤ ‖Lᵀz₀‖: lengths are divided by it, so that r_last stays in
// [−1, −1/2] and keeps its digits.
#include "model/posture/box_step.h"

#include <cmath>
#include <vector>

#include "solver/decompositions.h"
#include "solver/nonnegative_least_squares.h"

namespace carom::posture {
namespace {

bool inside(const Eigen::VectorXd& x, const Eigen::VectorXd& lower, const Eigen::VectorXd& upper) {
  return (x.array() >= lower.array()).all() && (x.array() <= upper.array()).all();
}

/// The part of the way to z that the box allows: where the other method fails.
Eigen::VectorXd shortened(const Eigen::VectorXd& z, const Eigen::MatrixXd& map,
                          const Eigen::VectorXd& lower, const Eigen::VectorXd& upper) {
  const Eigen::VectorXd x = map * z;
  double share = 1.0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (x[i] > upper[i]) share = std::min(share, upper[i] / x[i]);
    if (x[i] < lower[i]) share = std::min(share, lower[i] / x[i]);
  }
  return share * z;
}

}  // namespace

Eigen::VectorXd nearest_in_box(const Eigen::MatrixXd& hessian, const Eigen::VectorXd& target,
                               const Eigen::MatrixXd& map, const Eigen::VectorXd& lower,
                               const Eigen::VectorXd& upper) {
  const Eigen::VectorXd wanted = map * target;
  if (inside(wanted, lower, upper)) return target;
  solver::Cholesky factor;
  const bool definite = factor.compute(hessian);
  const double length = factor.upper_times(target).norm();
  if (!definite || !(length > 0.0)) {
    return shortened(target, map, lower, upper);
  }
  // Rows of Z L⁻ᵀ: how each bounded entry depends on w.
  Eigen::MatrixXd response = map.transpose();
  factor.solve_lower_columns(response);
  const Eigen::Index n = target.size();
  std::vector<std::pair<Eigen::Index, double>> bounds;
  for (Eigen::Index i = 0; i < map.rows(); ++i) {
    // An entry that does not depend on w bounds nothing, and would be divided by its length.
    // Rounding of L⁻¹ leaves 1e-16 times its condition. The floor serves rows of the map that are
    // zero themselves: the columns of an orthonormal map are of order 1.
    if (response.col(i).norm() <= 1e-12 * std::max(map.row(i).norm(), 1e-3)) continue;
    if (std::isfinite(lower[i])) bounds.emplace_back(i, 1.0);
    if (std::isfinite(upper[i])) bounds.emplace_back(i, -1.0);
  }
  Eigen::MatrixXd A(n + 1, static_cast<Eigen::Index>(bounds.size()));
  for (std::size_t k = 0; k < bounds.size(); ++k) {
    const auto [i, sign] = bounds[k];
    const double size = response.col(i).norm();
    const double distance = sign > 0.0 ? lower[i] - wanted[i] : wanted[i] - upper[i];
    A.col(static_cast<Eigen::Index>(k)) << sign / size * response.col(i),
        distance / (size * length);
  }
  solver::NonnegativeLeastSquares squares;
  if (!squares.solve(A, Eigen::VectorXd::Unit(n + 1, n)) || !(squares.residual()[n] < -0.25)) {
    return shortened(target, map, lower, upper);
  }
  Eigen::VectorXd z = -length / squares.residual()[n] * squares.residual().head(n);
  factor.solve_upper(z);
  return target + z;
}

}  // namespace carom::posture
