// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// See forces.h. A spring between points pulls with k (|d| − l) + c ḋ along d; the two
// forces are put on their links and summed up to the roots: linear in the number of joints.
#include "simulation/variational/forces.h"

namespace carom::simulation {
namespace {

/// A point of a link in the world; link −1 is the world itself.
Vector3d at(const TreePasses& passes, int link, const Vector3d& point) {
  return link < 0 ? point : Vector3d(passes.world[link].R * point + passes.world[link].t);
}

}  // namespace

VariationalForces::VariationalForces(const Model& model, const Controller& controller)
    : controller_(controller) {
  const int n = model.velocity_size();
  stiffness = damping = joint_rows_ = rows_ = VectorXd::Zero(n);
  // `stiffness` and `damping` are the slopes of the quasi-Newton matrix M + ¼h²K + ½hD. They only
  // speed up the solution: the forces themselves are evaluated exactly.
  for (const JointSpring& spring : model.parts().joint_springs) {
    if (spring.stiffness == 0.0 && spring.damping == 0.0) continue;
    const Joint& joint = model.joints()[static_cast<std::size_t>(model.joint(spring.joint))];
    joints_.push_back({joint.q, joint.v, spring.stiffness, spring.rest, spring.damping});
    stiffness[joint.v] += spring.stiffness;
    damping[joint.v] += spring.damping;
  }
  // Ends of point springs in link coordinates, once: an evaluation then needs places of links
  // alone. These springs have no slope in the matrix.
  const std::vector<TreeFrame> frames = model.bodies().tree().frames;
  for (const PointSpring& spring : model.parts().point_springs) {
    const TreeFrame& first = frames[static_cast<std::size_t>(model.frame(spring.first))];
    const TreeFrame& second = frames[static_cast<std::size_t>(model.frame(spring.second))];
    points_.push_back({{{first.joint, first.placement * spring.first_point},
                        {second.joint, second.placement * spring.second_point}},
                       spring.stiffness,
                       spring.length,
                       spring.damping});
  }
  own_stiffness_ = stiffness;
  own_damping_ = damping;
  if (controller_.stiffness.size() == n) stiffness += controller_.stiffness;
  if (controller_.damping.size() == n) damping += controller_.damping;
  // A negative slope could make the matrix indefinite; without it the solver is only slower.
  stiffness = stiffness.cwiseMax(0.0);
  damping = damping.cwiseMax(0.0);
}

void VariationalForces::set_slopes() {
  if (!controller_.now) return;
  stiffness = (own_stiffness_ + controller_.now->stiffness).cwiseMax(0.0);
  damping = (own_damping_ + controller_.now->damping).cwiseMax(0.0);
}

bool VariationalForces::evaluate(double time, const VectorXd& q, const VectorXd& v,
                                 const std::vector<Vector3d>& drift, VariationalTree& tree,
                                 VectorXd& force) {
  force.setZero();
  for (const JointPart& part : joints_) {
    // −k (q − rest) − c q̇ [N, N m].
    force[part.v] -= part.stiffness * (q[part.q] - part.rest) + part.damping * v[part.v];
  }
  if (!points_.empty()) add_points(drift, tree, force);
  // The controller sees the middle of the step too: q̄, v̄ and t + ½h.
  if (controller_) {
    controller_.add_force(time, q, v, force);
    if (!force.allFinite()) return false;
  }
  return true;
}

void VariationalForces::add_points(const std::vector<Vector3d>& drift, VariationalTree& tree,
                                   VectorXd& force) {
  TreePasses& passes = tree.passes;
  passes.place_in_world();
  wrench_.assign(passes.links.size(), {});
  for (const PointPart& part : points_) {
    // d = x₁ − x₂ and ḋ, in the world. The velocity of an end is that of its link at the point,
    // turned to the world, and the drift of the tree's centre of mass, which the passes do not
    // have: their v̄ is relative to it.
    Vector3d apart = Vector3d::Zero(), rate = Vector3d::Zero();
    for (const double sign : {1.0, -1.0}) {
      const End& end = part.ends[sign < 0.0];
      apart += sign * at(passes, end.link, end.point);
      if (end.link < 0) continue;
      const Spatial& v = passes.velocity[end.link];
      rate += sign * (passes.world[end.link].R * (v.linear + v.angular.cross(end.point)) +
                      drift[passes.links[end.link].root]);
    }
    const double length = apart.norm();
    // Coincident ends have no direction, and the spring no force.
    if (length == 0.0) continue;
    const Vector3d along = apart / length;
    const double pull = part.stiffness * (length - part.length) + part.damping * along.dot(rate);
    for (const double sign : {1.0, -1.0}) {
      const End& end = part.ends[sign < 0.0];
      if (end.link < 0) continue;
      // Force and moment at the link's origin and in its axes, as the passes sum them.
      const Vector3d local = passes.world[end.link].R.transpose() * (-sign * pull * along);
      wrench_[end.link].linear += local;
      wrench_[end.link].angular += end.point.cross(local);
    }
  }
  joint_rows_.setZero();
  // Sᵀ of the sums of wrenches below each joint: one pass to the roots.
  passes.add_wrenches(wrench_, joint_rows_.data());
  tree.to_model(joint_rows_, rows_);
  force += rows_;
}

/// ½ k x² of each spring [J]; dampers and controllers have no energy here.
double VariationalForces::energy(const VectorXd& q, VariationalTree& tree) const {
  double energy = 0.0;
  for (const JointPart& part : joints_) {
    const double stretch = q[part.q] - part.rest;
    energy += 0.5 * part.stiffness * stretch * stretch;
  }
  if (points_.empty()) return energy;
  tree.place_in_world(q);
  for (const PointPart& part : points_) {
    const Vector3d apart = at(tree.passes, part.ends[0].link, part.ends[0].point) -
                           at(tree.passes, part.ends[1].link, part.ends[1].point);
    const double stretch = apart.norm() - part.length;
    energy += 0.5 * part.stiffness * stretch * stretch;
  }
  return energy;
}

}  // namespace carom::simulation
