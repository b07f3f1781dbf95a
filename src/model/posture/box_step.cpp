// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Since z = 0 is allowed, ‖w‖ ≤ ‖Lᵀz₀‖: lengths are divided by it, so that r_last stays in
// [−1, −1/2] and keeps its digits.
#include "model/posture/box_step.h"

#include <algorithm>
#include <cmath>

namespace carom::posture {
namespace {

constexpr double unmoved = 1e-12;      // of a row of Z: w does not move this entry of Z z
constexpr double smallest_map = 1e-3;  // a row of Z shorter than this is compared with this
constexpr double least_drop = -0.25;   // r_last is at most −1/2 but for rounding

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

/// Columns of (Eᵀ; fᵀ), one per finite bound that w can meet, each of length 1 in Eᵀ.
void BoxStep::set_bounds(const Eigen::MatrixXd& map, const Eigen::VectorXd& lower,
                         const Eigen::VectorXd& upper, double length) {
  bounds_.clear();
  for (Eigen::Index i = 0; i < map.rows(); ++i) {
    if (response_.col(i).norm() <= unmoved * std::max(map.row(i).norm(), smallest_map)) continue;
    if (std::isfinite(lower[i])) bounds_.emplace_back(i, 1.0);
    if (std::isfinite(upper[i])) bounds_.emplace_back(i, -1.0);
  }
  A_.resize(map.cols() + 1, static_cast<Eigen::Index>(bounds_.size()));
  for (std::size_t k = 0; k < bounds_.size(); ++k) {
    const auto [i, sign] = bounds_[k];
    const double size = response_.col(i).norm();
    const double distance = sign > 0.0 ? lower[i] - wanted_[i] : wanted_[i] - upper[i];
    A_.col(static_cast<Eigen::Index>(k)) << sign / size * response_.col(i),
        distance / (size * length);
  }
}

void BoxStep::solve(const Eigen::MatrixXd& hessian, const Eigen::VectorXd& target,
                    const Eigen::MatrixXd& map, const Eigen::VectorXd& lower,
                    const Eigen::VectorXd& upper) {
  z_ = target;
  wanted_.noalias() = map * target;
  if (inside(wanted_, lower, upper)) return;
  const bool definite = factor_.compute(hessian);
  factor_.upper_times(target, scaled_);
  const double length = scaled_.norm();
  if (!definite || !(length > 0.0)) {
    z_ = shortened(target, map, lower, upper);
    return;
  }
  // Rows of Z L⁻ᵀ: how each bounded entry depends on w.
  response_ = map.transpose();
  factor_.solve_lower_columns(response_);
  set_bounds(map, lower, upper, length);
  const Eigen::Index n = target.size();
  last_.setZero(n + 1);
  last_[n] = 1.0;
  if (!squares_.solve(A_, last_) || !(squares_.residual()[n] < least_drop)) {
    z_ = shortened(target, map, lower, upper);
    return;
  }
  // w back in units of length, then z = z₀ + L⁻ᵀ w.
  z_ = -length / squares_.residual()[n] * squares_.residual().head(n);
  factor_.solve_upper(z_);
  z_ += target;
}

Eigen::VectorXd nearest_in_box(const Eigen::MatrixXd& hessian, const Eigen::VectorXd& target,
                               const Eigen::MatrixXd& map, const Eigen::VectorXd& lower,
                               const Eigen::VectorXd& upper) {
  BoxStep step;
  step.solve(hessian, target, map, lower, upper);
  return step.z();
}

}  // namespace carom::posture
