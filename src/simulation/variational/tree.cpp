// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// See tree.h. J_comᵀP is the row of weights in a field P/m: every body j feels m_j P/m.
// Models with a coordinate map S are small: their M = SᵀM_joints S is formed and factorised
// densely.
#include "simulation/variational/tree.h"

#include "simulation/variational/tree_group.h"

namespace carom::simulation {

using Kind = TreeJoint::Kind;

VariationalTree::VariationalTree(const Model& model)
    : tree(model.bodies().tree()),
      passes(tree),
      armature(model.parts().armature),
      weight(tree.joints.size(), tree.gravity),
      factor_(passes) {
  const int n = tree.velocity_size;
  if (armature.size() == 0) armature = VectorXd::Zero(n);
  q_joint_ = q_work_ = VectorXd::Zero(tree.configuration_size);
  v_joint_ = p_joint_ = p_work_ = v_work_ = VectorXd::Zero(n);
  if (mapped()) mass_ = Eigen::MatrixXd::Zero(n, n);
  // `weight` is the field of gravity in the rows, per tree: the model's gravity, or what of it
  // does not move the centre of mass of a tree that floats.
  find_floating();
  // Masses that are fixed to the world are in no link. Their potential energy is a constant: the
  // model's own sum at one configuration, less that of the links.
  double mass = 0.0;
  for (std::size_t i = 0; i < passes.links.size(); ++i) {
    if (passes.links[i].parent >= 0) continue;
    mass += passes.links[i].subtree_mass;
    weighs = weighs || weight[i] != Vector3d::Zero();
  }
  // Sums of the same masses in another order differ by 1e-16 times their number; a body that the
  // tree has not is a share that matters.
  if (std::abs(mass - model.total_mass()) > 1e-12 * model.total_mass()) {
    const auto scratch = model.bodies().make_scratch();
    scratch->set_configuration(model.neutral());
    world_energy_ = scratch->potential_energy() - gravity_energy(model.neutral());
  }
}

/// Free and planar joints on the world, without armature. Armature is inertia of the joint and not
/// of the bodies: with it p_lin is not the momentum of the tree, and the split at the centre of
/// mass would not hold.
void VariationalTree::find_floating() {
  if (mapped()) return;
  for (std::size_t i = 0; i < passes.links.size(); ++i) {
    const TreeLink& link = passes.links[i];
    const bool planar = link.kind == Kind::planar;
    if (link.parent >= 0 || !(planar || link.kind == Kind::free)) continue;
    if (!armature.segment(link.v, planar ? 3 : 6).isZero(0.0) || !(link.subtree_mass > 0.0)) {
      continue;
    }
    FloatingTree root{.root = static_cast<int>(i),
                      .q = link.q,
                      .v = link.v,
                      .planar = planar,
                      .mass = link.subtree_mass};
    // The plane's normal carries its part of gravity: it stays in the rows as a weight. The rest
    // moves the centre of mass and enters nowhere else. A free tree has no such part.
    const Vector3d normal = link.base.R.col(2);
    weight[i] = planar ? Vector3d(normal * normal.dot(tree.gravity)) : Vector3d::Zero();
    // A plane that is upright leaves rounding of its normal, 1e-16.
    if (weight[i].norm() <= 1e-15 * tree.gravity.norm()) weight[i].setZero();
    // P₁ = P₀ + h (m g + F) uses this g and no other.
    root.gravity = tree.gravity - weight[i];
    floating.push_back(root);
  }
}

/// q_joint = S q; without a map the coordinates are the joints' own.
const double* VariationalTree::joint_q(const VectorXd& q) {
  if (!mapped()) return q.data();
  q_joint_.noalias() = tree.coordinate_map * q;
  return q_joint_.data();
}

const double* VariationalTree::joint_v(const VectorXd& v) {
  if (!mapped()) return v.data();
  v_joint_.noalias() = tree.coordinate_map * v;
  return v_joint_.data();
}

/// Sᵀ: the power of the rows is the same in both coordinates.
void VariationalTree::to_model(const VectorXd& joint_rows, VectorXd& rows) const {
  if (mapped()) {
    rows.noalias() = tree.coordinate_map.transpose() * joint_rows;
  } else {
    rows = joint_rows;
  }
}

void VariationalTree::advance(const VectorXd& q, const VectorXd& v, double scale,
                              VectorXd& to) const {
  if (mapped()) {
    // Coordinates behind a map are a vector space.
    to = q + scale * v;
    return;
  }
  // Joint by joint on its own group. Roots of floating trees turn only: where they stand follows
  // from the centre of mass. `floating` is in the order of its links.
  std::size_t next = 0;
  for (std::size_t i = 0; i < passes.links.size(); ++i) {
    const TreeLink& link = passes.links[i];
    const bool floats = next < floating.size() && floating[next].root == static_cast<int>(i);
    if (floats) ++next;
    advance_joint(link.kind, floats, q.data() + link.q, v.data() + link.v, scale,
                  to.data() + link.q);
  }
}

void VariationalTree::put_root(std::size_t k, const Vector3d& center, VectorXd& q) const {
  const FloatingTree& root = floating[k];
  const TreeLink& link = passes.links[root.root];
  // c = t + R h/m, h the moment of mass of the tree in root axes: solved for the root's origin t,
  // then written in the coordinates of the joint, at its placement on the world.
  const Vector3d origin =
      center - passes.place[root.root].R * (passes.moment[root.root] / root.mass);
  const Vector3d local = link.base.R.transpose() * (origin - link.base.t);
  const int size = root.planar ? 2 : 3;
  q.segment(root.q, size) = local.head(size);
}

void VariationalTree::momentum(const Ref<const VectorXd>& q, const Ref<const VectorXd>& v,
                               Ref<VectorXd> p) {
  // Copies: the arguments may be views of what the passes write to.
  q_work_ = q;
  v_work_ = v;
  passes.place_links(joint_q(q_work_));
  // p = Sᵀ(sᵀH + armature of the joints · v_joint) + armature · v. The joints behind a map have
  // armature of their own.
  const double* moving = joint_v(v_work_);
  passes.move_links(moving);
  passes.momentum_rows(p_joint_.data());
  if (mapped()) p_joint_.array() += tree.armature.array() * v_joint_.array();
  to_model(p_joint_, p_work_);
  p = p_work_ + armature.cwiseProduct(v);
}

void VariationalTree::velocity(const Ref<const VectorXd>& q, const Ref<const VectorXd>& p,
                               Ref<VectorXd> v) {
  q_work_ = q;
  p_work_ = p;
  passes.place_links(joint_q(q_work_));
  // v = (M + armature)⁻¹p, in time linear in the joints where there is no map.
  factorise(armature);
  solve(p_work_, v_work_);
  v = v_work_;
}

void VariationalTree::factorise(const VectorXd& diagonal) {
  if (!mapped()) {
    factor_.factorise(passes, diagonal.data());
    return;
  }
  const Eigen::MatrixXd& S = tree.coordinate_map;
  // Column k of SᵀM S is the momentum at the velocity S e_k: one pass per column.
  for (Eigen::Index k = 0; k < S.cols(); ++k) {
    v_joint_ = S.col(k);
    passes.move_links(v_joint_.data());
    passes.momentum_rows(p_joint_.data());
    p_joint_.array() += tree.armature.array() * v_joint_.array();
    mass_.col(k).noalias() = S.transpose() * p_joint_;
  }
  // Armature and slopes are those of the model's coordinates: diagonal here.
  mass_.diagonal() += diagonal;
  dense_.compute(mass_);
}

void VariationalTree::solve(const VectorXd& r, VectorXd& x) {
  if (mapped()) {
    x = r;
    dense_.solve(x);
  } else {
    factor_.solve(r.data(), x.data());
  }
}

double VariationalTree::gravity_energy(const VectorXd& q) {
  passes.place_links(joint_q(q));
  passes.sum_moments();
  // V = −Σ m g·c over the trees [J], c the centre of mass of each.
  double energy = world_energy_;
  for (std::size_t i = 0; i < passes.links.size(); ++i) {
    if (passes.links[i].parent >= 0 || !(passes.links[i].subtree_mass > 0.0)) continue;
    energy -=
        passes.links[i].subtree_mass * tree.gravity.dot(passes.center_of_mass(static_cast<int>(i)));
  }
  return energy;
}

/// For frames that contacts and springs ask for; rows do not need the world.
void VariationalTree::place_in_world(const VectorXd& q) {
  passes.place_links(joint_q(q));
  passes.place_in_world();
}

/// After place_in_world. A frame on the world has its placement from the start.
Eigen::Isometry3d VariationalTree::placement(int frame) const {
  const TreeFrame& at = tree.frames[static_cast<std::size_t>(frame)];
  if (at.joint < 0) return at.placement;
  Eigen::Isometry3d carrier = Eigen::Isometry3d::Identity();
  carrier.linear() = passes.world[at.joint].R;
  carrier.translation() = passes.world[at.joint].t;
  return carrier * at.placement;
}

void VariationalTree::take_apart(const Ref<const VectorXd>& p, VariationalNode& node) {
  // P = R p_lin, π = p − J_comᵀP. All is linear in p: what comes is added to the node, and what
  // the node has is not rounded again.
  node.rows += p;
  for (std::size_t k = 0; k < floating.size(); ++k) {
    const FloatingTree& root = floating[k];
    const Matrix3d& R = passes.place[root.root].R;
    Vector3d local = Vector3d::Zero();
    local.head(root.planar ? 2 : 3) = p.segment(root.v, root.planar ? 2 : 3);
    // World axes: there a momentum without forces is constant.
    const Vector3d P = R * local;
    node.flights[k].momentum += P;
    // −J_comᵀP, as weights in the field −P/m. The linear rows are then 0 but for rounding, and are
    // set to 0: no later step finds a momentum there.
    passes.add_weights(root.root, -P / root.mass, node.rows.data());
    node.rows.segment(root.v, root.planar ? 2 : 3).setZero();
    // L of a planar tree has one component, which its row in π is.
    if (root.planar) continue;
    // The moment about the centre of mass, of p alone: L is not rounded again.
    const Vector3d lever = passes.moment[root.root] / root.mass;
    node.flights[k].spin += R * (p.segment<3>(root.v + 3) - lever.cross(local));
  }
}

/// (q, p) to (c, P, L, π); where nothing floats, π is p.
void VariationalTree::split(VariationalNode& node) {
  node.flights.assign(floating.size(), {});
  node.placed = node.summed = true;
  if (floating.empty()) {
    node.rows = node.p;
    return;
  }
  passes.place_links(node.q.data());
  // h of every subtree, for the centres of mass and for J_comᵀP.
  passes.sum_moments();
  for (std::size_t k = 0; k < floating.size(); ++k) {
    node.flights[k].center = passes.center_of_mass(floating[k].root);
  }
  node.rows.setZero(node.p.size());
  take_apart(node.p, node);
}

/// The impulse alone is taken apart: c stays, as an impulse moves nothing.
void VariationalTree::push(const Ref<const VectorXd>& impulse, VariationalNode& node) {
  if (impulse.size() == 0) return;
  node.summed = false;
  if (floating.empty()) {
    node.rows += impulse;
    return;
  }
  passes.place_links(node.q.data());
  passes.sum_moments();
  take_apart(impulse, node);
}

/// Root positions from c, at the turned q: moments of mass do not depend on where the root is.
void VariationalTree::place(VariationalNode& node) {
  if (node.placed) return;
  passes.place_links(node.q.data());
  passes.sum_moments();
  for (std::size_t k = 0; k < floating.size(); ++k) put_root(k, node.flights[k].center, node.q);
  node.placed = true;
}

/// p = π + J_comᵀP; L is in the rows of π already (rule.cpp, group_ends).
void VariationalTree::sum(VariationalNode& node) {
  if (node.summed) return;
  node.p = node.rows;
  node.summed = true;
  if (floating.empty()) return;
  // J_com at the node's own q.
  passes.place_links(node.q.data());
  passes.sum_moments();
  for (std::size_t k = 0; k < floating.size(); ++k) {
    passes.add_weights(floating[k].root, node.flights[k].momentum / floating[k].mass,
                       node.p.data());
  }
}

}  // namespace carom::simulation
