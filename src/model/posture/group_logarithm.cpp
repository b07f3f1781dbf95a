// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Below θ = 0.05 the two coefficients come from their series, which there is exact to rounding.
#include "model/posture/group_logarithm.h"

#include <Eigen/Geometry>
#include <cmath>

namespace carom::posture {
namespace {

Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& a) {
  Eigen::Matrix3d A;
  A << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return A;
}

/// ad of the Lie algebra: ω×, or [ω× v×; 0 ω×] for (v, ω).
Eigen::MatrixXd adjoint(const Eigen::Ref<const Eigen::VectorXd>& xi) {
  if (xi.size() == 3) return cross_matrix(xi.head<3>());
  Eigen::MatrixXd ad = Eigen::MatrixXd::Zero(6, 6);
  ad.topLeftCorner<3, 3>() = ad.bottomRightCorner<3, 3>() = cross_matrix(xi.tail<3>());
  ad.topRightCorner<3, 3>() = cross_matrix(xi.head<3>());
  return ad;
}

}  // namespace

Eigen::MatrixXd logarithm_derivative(const Eigen::Ref<const Eigen::VectorXd>& xi) {
  const Eigen::MatrixXd ad = adjoint(xi), ad2 = ad * ad;
  const double angle = xi.tail<3>().norm(), square = angle * angle;
  double a = 0.0, b = 0.0;
  if (angle < 0.05) {
    // h = −θ²/12 − θ⁴/720 − θ⁶/30240 − θ⁸/1209600 − …
    a = 1.0 / 12.0 - square * square / 30240.0 - square * square * square / 604800.0;
    b = -1.0 / 720.0 - square / 15120.0 - square * square / 403200.0;
  } else {
    const double half = 0.5 * angle, cotangent = std::cos(half) / std::sin(half);
    const double h = half * cotangent - 1.0;
    const double slope = 0.5 * cotangent - 0.25 * angle / (std::sin(half) * std::sin(half));
    a = (angle * slope - 4.0 * h) / (2.0 * square);
    b = (angle * slope - 2.0 * h) / (2.0 * square * square);
  }
  return Eigen::MatrixXd::Identity(xi.size(), xi.size()) + 0.5 * ad + a * ad2 + b * (ad2 * ad2);
}

}  // namespace carom::posture
