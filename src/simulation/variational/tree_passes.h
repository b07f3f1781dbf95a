// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Passes over a tree of bodies, each linear in the number of joints.
// Input: configuration and velocity in the joints' own coordinates. Output, per joint i with its
// constant columns s: subtree momentum H, subtree moment of mass, and the rows
//   p = sᵀH,   −V_q = sᵀW (weights),   T_q = −sᵀ(v_before ×* H),
// v_before the parent's velocity in frame i (a joint's own velocity adds nothing for one column;
// spherical, planar and free joints are one block).
#pragma once

#include <Eigen/Core>
#include <vector>

#include "model/body_tree.h"
#include "simulation/variational/tree_math.h"

namespace carom::simulation {

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
