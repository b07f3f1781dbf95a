// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A step inside a box: minimise ½(z − z₀)ᵀH(z − z₀) over lower ≤ Z z ≤ upper, where lower ≤ 0 ≤
// upper and H is positive definite. With H = LLᵀ and w = Lᵀ(z − z₀) it is the least-distance
// problem min ‖w‖ over E w ≥ f, which nonnegative least squares solves (Lawson & Hanson 1974,
// ch. 23, LDP): u = argmin ‖(Eᵀ; fᵀ)u − (0; 1)‖, r its residual, w = −r/r_last.
#pragma once

#include <Eigen/Core>

namespace carom::posture {

/// `map` is Z; entries of the bounds may be infinite.
Eigen::VectorXd nearest_in_box(const Eigen::MatrixXd& hessian, const Eigen::VectorXd& target,
                               const Eigen::MatrixXd& map, const Eigen::VectorXd& lower,
                               const Eigen::VectorXd& upper);

}  // namespace carom::posture
