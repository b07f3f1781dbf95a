// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// See tree_group.h. The series of SE(3) are summed until a term is below rounding: |x| = h |v| is
// small, and a closed form would need series of its own near 0.
#include "simulation/variational/tree_group.h"

#include <Eigen/LU>

namespace carom::simulation {
namespace {

using Kind = TreeJoint::Kind;

constexpr int most_terms = 60;

/// For the test of rounding alone: lengths and angles are mixed.
double size(const Spatial& y) { return y.linear.norm() + y.angular.norm(); }

/// Σ (ad_xᵀ)ᵏ y / (k + shift)!
Spatial series(const Spatial& x, const Spatial& y, int shift) {
  Spatial sum = y, term = y;
  for (int k = 1; k < most_terms; ++k) {
    // Each term from the one before, times ad_xᵀ/(k + shift).
    term = coadjoint(x, term);
    term.linear /= k + shift;
    term.angular /= k + shift;
    sum.linear += term.linear;
    sum.angular += term.angular;
    // Below half a unit in the last place of the sum: further terms change no bit.
    if (size(term) <= 1e-18 * size(sum)) break;
  }
  return sum;
}

/// A joint without bounds has (cos, sin) as coordinates. The pair is made length 1 again: rounding
/// of its length would add up over the steps.
void turn_angle(const double* q, double angle, double* to) {
  // Addition of angles, without ever forming their sum: no wrap at ±π.
  const double cosine = std::cos(angle), sine = std::sin(angle);
  const double c = q[0] * cosine - q[1] * sine, s = q[1] * cosine + q[0] * sine;
  const double length = std::hypot(c, s);
  to[0] = c / length;
  to[1] = s / length;
}

/// Position of exp(x): Jl(angular) · linear.
Vector3d shift_of(const Spatial& x) { return left_transposed(Vector3d(-x.angular), x.linear); }

/// q exp(x) on SE(2): the origin moves by R Jl(φ) x_lin. `turn_only` is for trees that float,
/// whose origin follows from their centre of mass.
void advance_planar(bool turn_only, const double* q, const Spatial& x, double* to) {
  const double c = q[2], s = q[3];
  to[0] = q[0];
  to[1] = q[1];
  if (!turn_only) {
    const Vector3d shift = shift_of(x);
    // R(φ₀) · shift: from link axes to those that carry the joint.
    to[0] += c * shift.x() - s * shift.y();
    to[1] += s * shift.x() + c * shift.y();
  }
  turn_angle(q + 2, x.angular.z(), to + 2);
}

/// The same on SE(3), with a unit quaternion.
void advance_free(bool turn_only, const double* q, const Spatial& x, double* to) {
  const Eigen::Quaterniond turn(q[6], q[3], q[4], q[5]);
  const Eigen::Map<const Vector3d> position(q);
  Eigen::Map<Vector3d> moved(to);
  if (turn_only) {
    moved = position;
  } else {
    moved = position + turn * shift_of(x);
  }
  Eigen::Map<Eigen::Vector4d>{to + 3} = turned(turn, x.angular).coeffs();
}

}  // namespace

void advance_joint(Kind kind, bool turn_only, const double* q, const double* dv, double scale,
                   double* to) {
  switch (kind) {
    case Kind::revolute:
    case Kind::prismatic: to[0] = q[0] + scale * dv[0]; return;
    case Kind::continuous: turn_angle(q, scale * dv[0], to); return;
    case Kind::spherical: {
      const Eigen::Quaterniond turn(q[3], q[0], q[1], q[2]);
      Eigen::Map<Eigen::Vector4d>{to} =
          turned(turn, scale * Eigen::Map<const Vector3d>(dv)).coeffs();
      return;
    }
    default: {
      // Free and planar joints: the exponential of scale · dv, a velocity in link axes.
      Spatial x = spread(kind, dv);
      x.linear *= scale;
      x.angular *= scale;
      if (kind == Kind::planar) {
        advance_planar(turn_only, q, x, to);
      } else {
        advance_free(turn_only, q, x, to);
      }
    }
  }
}

Spatial spread(Kind kind, const double* rows) {
  if (kind == Kind::planar) return {{rows[0], rows[1], 0.0}, {0.0, 0.0, rows[2]}};
  return {Eigen::Map<const Vector3d>(rows), Eigen::Map<const Vector3d>(rows + 3)};
}

/// The rows of a joint out of a spatial vector; what it has no column for is dropped.
void gather(Kind kind, const Spatial& value, double* rows) {
  rows[0] = value.linear.x();
  rows[1] = value.linear.y();
  if (kind == Kind::planar) {
    rows[2] = value.angular.z();
  } else {
    rows[2] = value.linear.z();
    Eigen::Map<Vector3d>{rows + 3} = value.angular;
  }
}

/// Σ (ad_xᵀ)ᵏ y/(k + 1)!
Spatial left_transposed(const Spatial& x, const Spatial& y) { return series(x, y, 1); }

/// Σ (ad_xᵀ)ᵏ y/k! = Ad(x)ᵀ y.
Spatial move_back(const Spatial& x, const Spatial& y) { return series(x, y, 0); }

Spatial right_inverse_transposed(const Spatial& x, const Spatial& y) {
  using Vector6d = Eigen::Matrix<double, 6, 1>;
  // Jr(x)ᵀ = Jl(−x)ᵀ column by column, then one solve of 6 × 6. A series for the inverse would
  // converge for turns below 2π alone, and slowly near it.
  const Spatial back = {-x.linear, -x.angular};
  Eigen::Matrix<double, 6, 6> J;
  for (int k = 0; k < 6; ++k) {
    const Vector6d unit = Vector6d::Unit(k);
    // Column k is Jl(−x)ᵀ eₖ.
    const Spatial column = left_transposed(back, Spatial{unit.head<3>(), unit.tail<3>()});
    J.col(k) << column.linear, column.angular;
  }
  Vector6d right;
  right << y.linear, y.angular;
  const Vector6d z = Eigen::PartialPivLU<Eigen::Matrix<double, 6, 6>>(J).solve(right);
  return {z.head<3>(), z.tail<3>()};
}

}  // namespace carom::simulation
