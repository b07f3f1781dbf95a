// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The derivative of a logarithm on SO(3) and SE(3): with ξ = log(g),
//   log(g exp(δ)) = ξ + J δ + O(δ²),   J = ad/(1 − e^{−ad}) = 1 + ad/2 + a ad² + b ad⁴,  ad = ad_ξ.
// The series stops there because ad (ad² + θ²)² = 0, θ the angle. With h(θ) = (θ/2) cot(θ/2) − 1
// the even part must meet h and h′ at the eigenvalue iθ:
//   a = (θh′ − 4h)/(2θ²),   b = (θh′ − 2h)/(2θ⁴).
#pragma once

#include <Eigen/Core>

namespace carom::posture {

/// ξ = (ω) of SO(3): 3 × 3; ξ = (v, ω) of SE(3): 6 × 6. Regular for θ < 2π.
Eigen::MatrixXd logarithm_derivative(const Eigen::Ref<const Eigen::VectorXd>& xi);

}  // namespace carom::posture
