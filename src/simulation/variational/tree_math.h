// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Small spatial algebra of the passes over a tree: velocities and forces as two 3-vectors at the
// origin of a link and in its axes, and the exponential of SO(3) with its Jacobians
//   Jl(x) = 1 + a [x] + b [x]²,  Jr(x) = Jl(−x),  Jr(x)⁻¹ = 1 + ½ [x] + c [x]²,  θ = |x|,
//   a = (1 − cos θ)/θ²,  b = (θ − sin θ)/θ³,  c = (1 − ½θ cot ½θ)/θ²;  near 0 by their series.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>

namespace carom::simulation {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Velocity (linear, angular) or force (force, moment).
struct Spatial {
  Vector3d linear = Vector3d::Zero();
  Vector3d angular = Vector3d::Zero();
};

/// Of a link in its parent: x_parent = R x + t.
struct Place {
  Matrix3d R = Matrix3d::Identity();
  Vector3d t = Vector3d::Zero();
};

inline Place operator*(const Place& a, const Place& b) { return {a.R * b.R, a.R * b.t + a.t}; }

/// A parent's velocity in the axes and at the origin of the link.
inline void to_child(const Place& X, const Spatial& parent, Spatial& child) {
  const Vector3d moved = parent.linear + parent.angular.cross(X.t);
  child.linear.noalias() = X.R.transpose() * moved;
  child.angular.noalias() = X.R.transpose() * parent.angular;
}

inline void add_to_parent(const Place& X, const Spatial& child, Spatial& parent) {
  const Vector3d force = X.R * child.linear;
  parent.linear += force;
  parent.angular.noalias() += X.R * child.angular;
  parent.angular += X.t.cross(force);
}

/// The transpose of ad_x on a covector: ⟨y, ad_x z⟩ = ⟨coadjoint(x, y), z⟩.
inline Spatial coadjoint(const Spatial& x, const Spatial& y) {
  return {y.linear.cross(x.angular), y.linear.cross(x.linear) + y.angular.cross(x.angular)};
}

struct TurnFactors {
  explicit TurnFactors(const Vector3d& x) {
    const double square = x.squaredNorm();
    const double angle = std::sqrt(square);
    half = angle > 0.0 ? std::sin(0.5 * angle) / angle : 0.5;
    a = 2.0 * half * half;
    b = square < 0.25
            ? 1.0 / 6.0 - square * (1.0 / 120.0 -
                                    square * (1.0 / 5040.0 -
                                              square * (1.0 / 362880.0 -
                                                        square * (1.0 / 39916800.0 -
                                                                  square * (1.0 / 6227020800.0)))))
            : (angle - std::sin(angle)) / (square * angle);
    cosine = std::cos(0.5 * angle);
  }
  double half = 0.0;    ///< sin(θ/2)/θ
  double cosine = 0.0;  ///< cos(θ/2)
  double a = 0.0, b = 0.0;
};

/// Jl(x)ᵀ y; with −x: Jr(x)ᵀ y.
inline Vector3d left_transposed(const Vector3d& x, const Vector3d& y) {
  const TurnFactors factors(x);
  const Vector3d once = x.cross(y);
  return y - factors.a * once + factors.b * x.cross(once);
}

/// exp([x])ᵀ y.
inline Vector3d turn_back(const Vector3d& x, const Vector3d& y) {
  const TurnFactors factors(x);
  const Vector3d once = x.cross(y);
  return y - 2.0 * factors.half * factors.cosine * once + factors.a * x.cross(once);
}

/// Jr(x)⁻ᵀ y.
inline Vector3d right_inverse_transposed(const Vector3d& x, const Vector3d& y) {
  const double square = x.squaredNorm();
  const double half = 0.5 * std::sqrt(square);
  const double c =
      square < 0.01
          ? 1.0 / 12.0 + square * (1.0 / 720.0 + square * (1.0 / 30240.0 +
                                                           square * (1.0 / 1209600.0 +
                                                                     square * (1.0 / 47900160.0))))
          : (1.0 - half * std::cos(half) / std::sin(half)) / square;
  const Vector3d once = x.cross(y);
  return y - 0.5 * once + c * x.cross(once);
}

/// q exp([x]), of length 1.
inline Eigen::Quaterniond turned(const Eigen::Quaterniond& q, const Vector3d& x) {
  const TurnFactors factors(x);
  Eigen::Quaterniond turn;
  turn.w() = factors.cosine;
  turn.vec() = factors.half * x;
  Eigen::Quaterniond result = q * turn;
  result.coeffs() /= result.coeffs().norm();
  return result;
}

}  // namespace carom::simulation
