// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "control/standing.h"

#include <algorithm>
#include <set>
#include <variant>

#include "control/motors.h"
#include "model/multibody.h"
#include "solver/decompositions.h"

namespace carom::control {
namespace {

using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

const Joint& joint_at(const Model& model, int index) {
  return model.joints()[static_cast<std::size_t>(index)];
}

/// The joint before all others on the way to this one.
int root_of(const Model& model, int joint) {
  while (joint_at(model, joint).parent >= 0) joint = joint_at(model, joint).parent;
  return joint;
}

bool is_beyond(const Model& model, int joint, int other) {
  for (int k = joint; k >= 0; k = joint_at(model, k).parent) {
    if (k == other) return true;
  }
  return false;
}

/// The joint's own frame; else one that moves with it. None: -1.
int frame_on(const Model& model, int joint) {
  const Multibody& bodies = model.bodies();
  int found = -1;
  for (std::size_t k = 0; k < bodies.frame_joints.size(); ++k) {
    if (bodies.frame_joints[k] != joint) continue;
    if (bodies.frame_names[k] == joint_at(model, joint).name) return static_cast<int>(k);
    if (found < 0) found = static_cast<int>(k);
  }
  return found;
}

/// Velocity at the world's origin and angular velocity of what moves with a frame, per velocity.
MatrixXd twists(const ModelWorkspace& workspace, int frame) {
  const int n = workspace.model().velocity_size();
  MatrixXd rows(6, n);
  Matrix3Xd part(3, n);
  const Vector3d origin = workspace.placement(frame).inverse() * Vector3d::Zero();
  workspace.point_jacobian(frame, origin, part);
  rows.topRows(3) = part;
  workspace.angular_jacobian(frame, part);
  rows.bottomRows(3) = part;
  return rows;
}

std::set<int> feet_joints(const Model& model) {
  std::set<int> joints;
  for (const GroundContact& contact : ground_contacts_of(model)) joints.insert(contact.joint);
  return joints;
}

int feet_beyond(const Model& model, const std::set<int>& feet, int joint) {
  return static_cast<int>(std::count_if(feet.begin(), feet.end(),
                                        [&](int foot) { return is_beyond(model, foot, joint); }));
}

VectorXd rotors_of(const Model& model) {
  const VectorXd& given = model.parts().armature;
  return given.size() == model.velocity_size() ? given : VectorXd::Zero(model.velocity_size());
}

/// Rows of all that stays where it is: points on the ground, three each in the order given, loops;
/// without points the bases.
MatrixXd fixed_rows(const ModelWorkspace& workspace, const std::vector<GroundContact>& points) {
  const Model& model = workspace.model();
  const int n = model.velocity_size();
  const auto count = static_cast<Eigen::Index>(points.size());
  MatrixXd loops = MatrixXd::Zero(workspace.bilateral_count(), n);
  if (loops.rows() > 0) workspace.bilateral_rows(loops);
  std::vector<int> bases;
  for (const Joint& joint : model.joints()) {
    for (int k = 0; points.empty() && is_base(joint) && k < joint.v_size; ++k) {
      bases.push_back(joint.v + k);
    }
  }
  MatrixXd rows =
      MatrixXd::Zero(3 * count + loops.rows() + static_cast<Eigen::Index>(bases.size()), n);
  Matrix3Xd part(3, n);
  for (Eigen::Index k = 0; k < count; ++k) {
    const GroundContact& point = points[static_cast<std::size_t>(k)];
    const Vector3d at =
        workspace.placement(point.frame).inverse() * workspace.contact_point(point.contact);
    workspace.point_jacobian(point.frame, at, part);
    rows.middleRows(3 * k, 3) = part;
  }
  rows.middleRows(3 * count, loops.rows()) = loops;
  for (std::size_t k = 0; k < bases.size(); ++k) {
    rows(3 * count + loops.rows() + static_cast<Eigen::Index>(k), bases[k]) = 1.0;
  }
  return rows;
}

/// The small motion δ under `load`, over those that the rows allow. What nothing holds back (a fall
/// about the line between two points) stays still.
VectorXd small_motion(const MatrixXd& rows, const VectorXd& stiffness, const VectorXd& load) {
  // Relative to the largest pivot; rows are lengths of levers or 1. Contacts of one sole are
  // redundant to rounding, 1e-15; points that differ by less than this of a lever are one.
  constexpr double redundant = 1e-9;
  // Relative to the stiffest joint: motors of a finger and a hip are 1e8 apart, rounding is 1e-15.
  constexpr double loose = 1e-12;
  MatrixXd Z = MatrixXd::Identity(load.size(), load.size());
  if (rows.rows() > 0) Z = solver::PivotedQr(rows.transpose(), redundant).complement();
  if (Z.cols() == 0) return VectorXd::Zero(load.size());
  const MatrixXd reduced = Z.transpose() * stiffness.asDiagonal() * Z;
  solver::CompleteOrthogonal factor(loose);
  factor.compute(reduced);
  return -(Z * factor.solve(Z.transpose() * load));
}

/// Index of the point that pulls most at the ground; none: -1.
int pulling(const ModelWorkspace& workspace, const std::vector<GroundContact>& points,
            const MatrixXd& rows, const VectorXd& held) {
  if (points.size() < 2) return -1;
  // Redundant points of a sole share a force that is known to rounding; a leg without load counts
  // as standing.
  constexpr double rounding = 1e-9;
  const VectorXd forces = solver::CompleteOrthogonal(rows.transpose()).solve(held);
  int worst = -1;
  double least = -rounding * (1.0 + forces.cwiseAbs().maxCoeff());
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double push = workspace.contact_normal(points[k].contact)
                            .dot(forces.segment<3>(3 * static_cast<Eigen::Index>(k)));
    if (push >= least) continue;
    least = push;
    worst = static_cast<int>(k);
  }
  return worst;
}

Vector3d upwards(const Model& model) {
  const double size = model.gravity().norm();
  return size > 0.0 ? Vector3d(-model.gravity() / size) : Vector3d::UnitZ();
}

double longest_leg(const ModelWorkspace& workspace) {
  const Model& model = workspace.model();
  double length = 0.0;
  for (const GroundContact& point : ground_contacts_of(model)) {
    int hip = point.joint;
    while (joint_at(model, hip).parent >= 0 &&
           !is_base(joint_at(model, joint_at(model, hip).parent))) {
      hip = joint_at(model, hip).parent;
    }
    const int frame = frame_on(model, hip);
    if (frame < 0) continue;
    const Vector3d top = workspace.placement(frame).translation();
    const Vector3d leg = top - workspace.contact_point(point.contact);
    length = std::max(length, upwards(model).dot(leg));
  }
  return length;
}

/// How far the base of the first foot sinks.
double sinking(const ModelWorkspace& workspace, const std::vector<GroundContact>& points,
               const VectorXd& motion) {
  if (points.empty()) return 0.0;
  const Model& model = workspace.model();
  const int root = root_of(model, points.front().joint);
  const int frame = frame_on(model, root);
  if (frame < 0 || !is_base(joint_at(model, root))) return 0.0;
  Matrix3Xd rows(3, model.velocity_size());
  workspace.point_jacobian(frame, Vector3d::Zero(), rows);
  return -upwards(model).dot(rows * motion);
}

}  // namespace

std::vector<GroundContact> ground_contacts_of(const Model& model) {
  std::vector<GroundContact> found;
  for (std::size_t k = 0; k < model.contacts().size(); ++k) {
    const ContactCandidate& candidate = model.contacts()[k];
    std::string other = "world";
    if (candidate.is_internal() || !candidate.stands) continue;
    if (const auto* plane = std::get_if<ContactPlane>(&candidate.against)) other = plane->body;
    if (const auto* sphere = std::get_if<ContactSphere>(&candidate.against)) other = sphere->body;
    const int first = model.frame(candidate.sphere.body), second = model.frame(other);
    const int on_first = model.bodies().frame_joints[static_cast<std::size_t>(first)];
    const int on_second = model.bodies().frame_joints[static_cast<std::size_t>(second)];
    if ((on_first < 0) == (on_second < 0)) continue;
    const bool is_first = on_first >= 0;
    found.push_back({.contact = static_cast<int>(k),
                     .frame = is_first ? first : second,
                     .joint = is_first ? on_first : on_second});
  }
  return found;
}

VectorXd standing_inertia(const ModelWorkspace& workspace) {
  const Model& model = workspace.model();
  const MatrixXd& M = workspace.mass_matrix();
  const VectorXd rotors = rotors_of(model);
  const std::set<int> feet = feet_joints(model);
  VectorXd inertia = M.diagonal();
  for (int k = 0; k < static_cast<int>(model.joints().size()); ++k) {
    const Joint &joint = joint_at(model, k), &base = joint_at(model, root_of(model, k));
    const int beyond = feet_beyond(model, feet, k);
    const int frame = frame_on(model, k);
    if (beyond == 0 || frame < 0 || is_base(joint) || !is_base(base)) continue;
    const double share = static_cast<double>(beyond) / static_cast<double>(feet.size());
    const MatrixXd all = twists(workspace, frame);
    const solver::CompleteOrthogonal of_base(all.middleCols(base.v, base.v_size));
    const MatrixXd block = M.block(base.v, base.v, base.v_size, base.v_size);
    for (int v = joint.v; v < joint.v + joint.v_size; ++v) {
      const VectorXd s = of_base.solve(VectorXd(all.col(v)));
      const double own = M(v, v) - rotors[v];
      inertia[v] = std::max(own, share * (s.dot(block * s) - own)) + rotors[v];
    }
  }
  return inertia;
}

VectorXd resting_load(ModelWorkspace& workspace) {
  const VectorXd still = VectorXd::Zero(workspace.model().velocity_size());
  VectorXd load = still, springs = still;
  workspace.bias(still, load);
  workspace.passive_force(still, springs);
  return load - springs;
}

std::vector<bool> carries_feet(const Model& model) {
  const std::set<int> feet = feet_joints(model);
  std::vector<bool> carries(static_cast<std::size_t>(model.velocity_size()), false);
  for (int k = 0; k < static_cast<int>(model.joints().size()); ++k) {
    const Joint& joint = joint_at(model, k);
    for (int v = joint.v; v < joint.v + joint.v_size; ++v) {
      carries[static_cast<std::size_t>(v)] = feet_beyond(model, feet, k) > 0;
    }
  }
  return carries;
}

StaticLoad static_load(ModelWorkspace& workspace, const VectorXd& stiffness) {
  const Model& model = workspace.model();
  const VectorXd load = resting_load(workspace);
  VectorXd all = stiffness;
  for (const JointSpring& spring : model.parts().joint_springs) {
    all[joint_at(model, model.joint(spring.joint)).v] += spring.stiffness;
  }
  std::vector<GroundContact> points = ground_contacts_of(model);
  VectorXd motion;
  for (;;) {
    const MatrixXd rows = fixed_rows(workspace, points);
    motion = small_motion(rows, all, load);
    const int pulls = pulling(workspace, points, rows, all.cwiseProduct(motion) + load);
    if (pulls < 0) break;
    points.erase(points.begin() + pulls);
  }
  return {.torque = -stiffness.cwiseProduct(motion),
          .sag = sinking(workspace, points, motion),
          .leg_length = longest_leg(workspace)};
}

}  // namespace carom::control
