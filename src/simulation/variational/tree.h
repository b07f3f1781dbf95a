// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Nodes of the variational integrator, in the model's own coordinates. A tree that floats (free or
// planar joint on the world, without armature) is split at its centre of mass: the node holds
//   c its centre, P its momentum, L its angular momentum about c (all in world axes), and
//   π = p − J_comᵀP, whose linear rows are 0.
// Where the root stands, and p, follow from them and are computed when asked for.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "carom/model.h"
#include "carom/simulation.h"
#include "model/multibody.h"
#include "simulation/variational/tree_factor.h"
#include "simulation/variational/tree_passes.h"
#include "solver/decompositions.h"

namespace carom::simulation {

using Eigen::Ref;
using Eigen::VectorXd;

/// A tree that floats.
struct FloatingTree {
  int root = 0;  ///< Link.
  int q = 0, v = 0;
  bool planar = false;
  double mass = 0.0;
  Vector3d gravity = Vector3d::Zero();  ///< That moves its centre of mass.
};

/// State of its centre of mass; `spin` is L, of a planar tree it is in the node's `rows`.
using Flight = VariationalMemory::Flight;

struct VariationalNode {
  VectorXd q;     ///< Roots of floating trees: turned, not yet placed.
  VectorXd rows;  ///< p, or π of floating trees.
  std::vector<Flight> flights;
  bool placed = true;
  VectorXd p;
  bool summed = false;  ///< p is up to date.
};

class VariationalTree : public FramePlacements {
 public:
  explicit VariationalTree(const Model& model);

  bool mapped() const { return tree.coordinate_map.size() > 0; }
  /// In the joints' own coordinates (the argument itself where there is no map).
  const double* joint_q(const VectorXd& q);
  const double* joint_v(const VectorXd& v);
  /// Rows of the joints to rows of the model.
  void to_model(const VectorXd& joint_rows, VectorXd& rows) const;

  /// q ⊕ scale · v; roots of floating trees turn only.
  void advance(const VectorXd& q, const VectorXd& v, double scale, VectorXd& to) const;
  /// Root position of floating tree k such that its centre of mass, at the places and moments of
  /// the last pass, is at `center`.
  void put_root(std::size_t k, const Vector3d& center, VectorXd& q) const;

  void momentum(const Ref<const VectorXd>& q, const Ref<const VectorXd>& v, Ref<VectorXd> p);
  void velocity(const Ref<const VectorXd>& q, const Ref<const VectorXd>& p, Ref<VectorXd> v);
  double gravity_energy(const VectorXd& q);
  /// World places at q.
  void place_in_world(const VectorXd& q);
  Eigen::Isometry3d placement(int frame) const override;

  /// M at the places of the last pass, and `diagonal` (armature and more).
  void factorise(const VectorXd& diagonal);
  void solve(const VectorXd& r, VectorXd& x);

  /// Node of (q, p).
  void split(VariationalNode& node);
  /// Adds an impulse to a node.
  void push(const Ref<const VectorXd>& impulse, VariationalNode& node);
  void place(VariationalNode& node);  ///< Roots of floating trees.
  void sum(VariationalNode& node);    ///< node.p

  BodyTree tree;
  TreePasses passes;
  VectorXd armature;  ///< Of the model's velocities.
  std::vector<FloatingTree> floating;
  std::vector<Vector3d> weight;  ///< Acceleration of gravity in the rows, per link on the world.
  bool weighs = false;           ///< Any of them is not zero.

 private:
  void find_floating();
  /// Adds p at node.q to the node's π, P and L.
  void take_apart(const Ref<const VectorXd>& p, VariationalNode& node);

  TreeFactor factor_;
  VectorXd q_joint_, v_joint_, p_joint_, p_work_, v_work_, q_work_;
  Eigen::MatrixXd mass_;
  solver::PivotedCholesky dense_;
  double world_energy_ = 0.0;  ///< Of masses fixed to the world.
};

}  // namespace carom::simulation
