// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Passes over a tree of bodies, each linear in the number of joints.
// Input: configuration and velocity in the joints' own coordinates. Output, per joint i with its
// constant columns s: subtree momentum H, subtree moment of mass, and the rows
//   p = sᵀH,   −V_q = sᵀW (weights),   T_q = −sᵀ(v_before ×* H),
// v_before the parent's velocity in frame i (a joint's own velocity adds nothing for one column;
// spherical, planar and free joints are one block).
//
// Small spatial algebra of the passes: velocities and forces as two 3-vectors at the
// origin of a link and in its axes, and the exponential of SO(3) with its Jacobians
//   Jl(x) = 1 + a [x] + b [x]²,  Jr(x) = Jl(−x),  Jr(x)⁻¹ = 1 + ½ [x] + c [x]²,  θ = |x|,
//   a = (1 − cos θ)/θ²,  b = (θ − sin θ)/θ³,  c = (1 − ½θ cot ½θ)/θ²;  near 0 by their series.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>
#include <vector>

#include "model/body_tree.h"

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

/// A joint and its body, ready for the passes.
struct TreeLink {
  TreeJoint::Kind kind = TreeJoint::Kind::revolute;
  int parent = -1, q = 0, v = 0;
  int root = 0;         ///< Link of this tree that stands on the world.
  bool block = false;   ///< Several columns: spherical, planar, free.
  bool slides = false;  ///< One column with a linear part.
  double mass = 0.0;
  double subtree_mass = 0.0;
  Place base = {};                     ///< At q = 0.
  Matrix3d first = {}, second = {};    ///< base.R [axis] and base.R [axis]².
  Vector3d slide = {};                 ///< Of the origin per unit of q, parent's axes.
  Vector3d linear = {}, angular = {};  ///< The one column s.
  Vector3d moment = {};                ///< Mass times centre.
  Matrix3d inertia = {};               ///< About the link's origin.

  int columns() const { return !block ? 1 : kind == TreeJoint::Kind::free ? 6 : 3; }
};

class TreePasses {
 public:
  explicit TreePasses(const BodyTree& tree);

  void place_links(const double* q);
  void place_root(int link, const double* q);  ///< One link alone.
  /// After place_links: velocities and subtree momenta.
  void move_links(const double* v);
  /// Both, in one pass down and one up; subtree moments of mass too if asked for.
  void pass(const double* q, const double* v, bool moments);
  /// After place_links.
  void sum_moments();
  /// After place_links: places in the world.
  void place_in_world();

  /// p of every joint; after move_links.
  void momentum_rows(double* p) const;
  /// p, and T_q plus the rows of the weights in a field `pull` of acceleration per link that stands
  /// on the world (indexed by link), where it is not zero; and the magnitudes of what is summed.
  /// After pass; needs moments where a pull is not zero.
  void rows(const std::vector<Vector3d>& pull, double* p, double* force, double* size_p,
            double* size_force);
  /// Adds the rows of weights alone, for one tree.
  void add_weights(int root, const Vector3d& pull, double* force);
  /// Adds sᵀ of the forces on links in `wrench`, which it sums up to the roots.
  void add_wrenches(std::vector<Spatial>& wrench, double* force) const;

  Vector3d center_of_mass(int root) const;  ///< World; after sum_moments or pass with moments.

  std::vector<TreeLink> links;
  std::vector<Place> place;  ///< In the parent.
  std::vector<Place> world;  ///< After place_in_world.
  std::vector<Spatial> velocity, momentum;
  std::vector<Vector3d> moment;  ///< Of the subtree.

 private:
  std::vector<Vector3d> pull_;  ///< In link axes.
};

/// Adds joint velocity · columns.
inline void add_columns(const TreeLink& link, const double* v, Spatial& velocity) {
  using Kind = TreeJoint::Kind;
  if (!link.block) {
    velocity.angular += link.angular * v[0];
    if (link.slides) velocity.linear += link.linear * v[0];
  } else if (link.kind == Kind::spherical) {
    velocity.angular += Eigen::Map<const Vector3d>(v);
  } else if (link.kind == Kind::planar) {
    velocity.linear.head<2>() += Eigen::Map<const Eigen::Vector2d>(v);
    velocity.angular.z() += v[2];
  } else {
    velocity.linear += Eigen::Map<const Vector3d>(v);
    velocity.angular += Eigen::Map<const Vector3d>(v + 3);
  }
}

/// sᵀ force, one per column.
inline void take_rows(const TreeLink& link, const Spatial& force, double* rows) {
  using Kind = TreeJoint::Kind;
  if (!link.block) {
    rows[0] = link.angular.dot(force.angular);
    if (link.slides) rows[0] += link.linear.dot(force.linear);
  } else if (link.kind == Kind::spherical) {
    Eigen::Map<Vector3d>{rows} = force.angular;
  } else if (link.kind == Kind::planar) {
    Eigen::Map<Eigen::Vector2d>{rows} = force.linear.head<2>();
    rows[2] = force.angular.z();
  } else {
    Eigen::Map<Vector3d>{rows} = force.linear;
    Eigen::Map<Vector3d>{rows + 3} = force.angular;
  }
}

}  // namespace carom::simulation
