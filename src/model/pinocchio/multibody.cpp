// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Multibody by Pinocchio: mass matrix and joint Jacobians in one pass (crba, world convention),
// bias by recursive Newton-Euler, integrate and difference on the joints' Lie groups.
// Column k of the joint Jacobian is the twist (v, ω) at the world origin per unit of velocity k, so
// a point p that moves with a joint has velocity v + ω × p per unit of every joint that carries it.
#include "model/multibody.h"

#include <fmt/format.h>

#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/joint-configuration.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <utility>

#include "carom/error.h"
#include "model/pinocchio/pinocchio_model.h"

namespace carom {
namespace {

using Eigen::MatrixXd;
using Eigen::Ref;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// pinocchio::Data holds tensors of this size cubed: 4 GB at the limit, 0.3 GB at 200.
constexpr int most_velocities = 512;

/// Velocities of a joint and of all joints that carry it: ranges (start, count).
using Support = std::vector<std::pair<int, int>>;

class PinocchioBodies : public Multibody {
 public:
  PinocchioBodies(pinocchio::Model&& source, MatrixXd map)
      : model(std::move(source)), coordinate_map(std::move(map)) {
    supports.resize(static_cast<std::size_t>(model.njoints));
    for (std::size_t j = 1; j < supports.size(); ++j) {
      for (const auto ancestor : model.supports[j]) {
        if (ancestor > 0) supports[j].emplace_back(model.idx_vs[ancestor], model.nvs[ancestor]);
      }
    }
  }

  std::unique_ptr<MultibodyScratch> make_scratch() const override;

  bool mapped() const { return coordinate_map.size() > 0; }
  BodyTree tree() const override { return make_tree(model, coordinate_map); }

  VectorXd neutral() const override {
    return mapped() ? VectorXd::Zero(configuration_size) : pinocchio::neutral(model);
  }
  void integrate(const Ref<const VectorXd>& q, const Ref<const VectorXd>& dv,
                 Ref<VectorXd> to) const override {
    if (mapped()) {
      to = q + dv;
    } else {
      pinocchio::integrate(model, q, dv, to);
    }
  }
  void difference(const Ref<const VectorXd>& from, const Ref<const VectorXd>& to,
                  Ref<VectorXd> dv) const override {
    if (mapped()) {
      dv = to - from;
    } else {
      pinocchio::difference(model, from, to, dv);
    }
  }

  pinocchio::Model model;
  MatrixXd coordinate_map;
  std::vector<Support> supports;
};

class PinocchioScratch : public MultibodyScratch {
 public:
  explicit PinocchioScratch(const PinocchioBodies& bodies) : bodies_(bodies), data_(bodies.model) {
    const auto n = bodies.velocity_size;
    mass_matrix_ = MatrixXd::Zero(n, n);
    q_ = VectorXd::Zero(bodies.model.nq);
    if (bodies.mapped()) {
      unmapped_ = Eigen::Matrix3Xd::Zero(3, n);
      joint_mass_ = product_ = MatrixXd::Zero(n, n);
      v_ = VectorXd::Zero(n);
    }
  }

  void set_configuration(const Ref<const VectorXd>& q) override {
    if (bodies_.mapped()) {
      q_.noalias() = bodies_.coordinate_map * q;
    } else {
      q_ = q;
    }
    pinocchio::crba(bodies_.model, data_, q_, pinocchio::Convention::WORLD);
    if (bodies_.mapped()) {
      joint_mass_ = data_.M.selfadjointView<Eigen::Upper>();
      product_.noalias() = joint_mass_ * bodies_.coordinate_map;
      mass_matrix_.noalias() = bodies_.coordinate_map.transpose() * product_;
      mass_matrix_ = mass_matrix_.selfadjointView<Eigen::Upper>();
    } else {
      mass_matrix_ = data_.M.selfadjointView<Eigen::Upper>();
    }
  }

  MatrixXd& mass_matrix() override { return mass_matrix_; }

  Eigen::Isometry3d placement(int frame) const override {
    const auto& description = bodies_.model.frames[static_cast<std::size_t>(frame)];
    const pinocchio::SE3 pose = data_.oMi[description.parentJoint] * description.placement;
    Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
    result.linear() = pose.rotation();
    result.translation() = pose.translation();
    return result;
  }

  void add_point_jacobian(int frame, const Vector3d& point, double sign,
                          Ref<Eigen::Matrix3Xd> jacobian) const override {
    accumulate(frame, jacobian, [&](Eigen::Index k) -> Vector3d {
      return sign * (data_.J.col(k).head<3>() + data_.J.col(k).tail<3>().cross(point));
    });
  }

  void add_angular_jacobian(int frame, double sign, Ref<Eigen::Matrix3Xd> jacobian) const override {
    accumulate(frame, jacobian,
               [&](Eigen::Index k) -> Vector3d { return sign * data_.J.col(k).tail<3>(); });
  }

  // Leaves placements, Jacobians and mass matrix as they are.
  void bias(const Ref<const VectorXd>& v, Ref<VectorXd> out) override {
    if (bodies_.mapped()) {
      v_.noalias() = bodies_.coordinate_map * v;
      out.noalias() = bodies_.coordinate_map.transpose() *
                      pinocchio::nonLinearEffects(bodies_.model, data_, q_, v_);
    } else {
      out = pinocchio::nonLinearEffects(bodies_.model, data_, q_, v);
    }
  }

  // nonLinearEffects leaves each joint's velocity and its acceleration less that of gravity, both
  // in the joint's axes: a point r of it has the acceleration a + α × r + ω × (v + ω × r).
  Vector3d point_drift(int frame, const Vector3d& point) const override {
    const auto joint = bodies_.model.frames[static_cast<std::size_t>(frame)].parentJoint;
    if (joint == 0) return Vector3d::Zero();
    const auto& pose = data_.oMi[joint];
    return moving_drift(joint, pose.actInv(point));
  }

  Vector3d angular_drift(int frame) const override {
    const auto joint = bodies_.model.frames[static_cast<std::size_t>(frame)].parentJoint;
    if (joint == 0) return Vector3d::Zero();
    return data_.oMi[joint].rotation() * data_.a_gf[joint].angular();
  }

  Vector3d center_of_mass_drift() const override {
    Vector3d sum = Vector3d::Zero();
    for (std::size_t j = 1; j < bodies_.supports.size(); ++j) {
      const auto& inertia = bodies_.model.inertias[j];
      if (inertia.mass() > 0.0) sum += inertia.mass() * moving_drift(j, inertia.lever());
    }
    return bodies_.total_mass > 0.0 ? Vector3d(sum / bodies_.total_mass) : sum;
  }

  // oYcrb of crba: all that a joint carries.
  void center_of_mass_jacobian(Ref<Eigen::Matrix3Xd> jacobian) const override {
    jacobian.setZero();
    for (std::size_t j = 1; j < bodies_.supports.size(); ++j) {
      const double share = data_.oYcrb[j].mass() / bodies_.total_mass;
      const Vector3d center = data_.oYcrb[j].lever();
      const Eigen::Index start = bodies_.model.idx_vs[j];
      for (Eigen::Index k = start; k < start + bodies_.model.nvs[j]; ++k) {
        jacobian.col(k) =
            share * (data_.J.col(k).head<3>() + data_.J.col(k).tail<3>().cross(center));
      }
    }
    if (bodies_.mapped()) jacobian = (jacobian * bodies_.coordinate_map).eval();
  }

  double potential_energy() const override {
    return -bodies_.total_mass * bodies_.gravity.dot(center_of_mass());
  }

  Vector3d center_of_mass() const override {
    Vector3d sum = Vector3d::Zero();
    for (std::size_t j = 0; j < bodies_.supports.size(); ++j) {
      const auto& inertia = bodies_.model.inertias[j];
      if (inertia.mass() > 0.0) sum += inertia.mass() * data_.oMi[j].act(inertia.lever());
    }
    return bodies_.total_mass > 0.0 ? Vector3d(sum / bodies_.total_mass) : sum;
  }

 private:
  /// Of a point in a joint's axes.
  Vector3d moving_drift(std::size_t joint, const Vector3d& point) const {
    const auto& velocity = data_.v[joint];
    const auto& acceleration = data_.a_gf[joint];
    const Vector3d turning = velocity.angular();
    const Vector3d inside = acceleration.linear() + acceleration.angular().cross(point) +
                            turning.cross(velocity.linear() + turning.cross(point));
    return data_.oMi[joint].rotation() * inside + bodies_.gravity;
  }

  /// Adds column(k) for every velocity k that moves the frame.
  template <class Column>
  void accumulate(int frame, Ref<Eigen::Matrix3Xd>& jacobian, const Column& column) const {
    const auto joint = bodies_.model.frames[static_cast<std::size_t>(frame)].parentJoint;
    if (!bodies_.mapped()) {
      for (const auto& [start, count] : bodies_.supports[joint]) {
        for (Eigen::Index k = start; k < start + count; ++k) jacobian.col(k) += column(k);
      }
      return;
    }
    unmapped_.setZero();
    for (const auto& [start, count] : bodies_.supports[joint]) {
      for (Eigen::Index k = start; k < start + count; ++k) unmapped_.col(k) = column(k);
    }
    jacobian.noalias() += unmapped_ * bodies_.coordinate_map;
  }

  const PinocchioBodies& bodies_;
  pinocchio::Data data_;
  VectorXd q_, v_;
  MatrixXd mass_matrix_, joint_mass_, product_;
  mutable Eigen::Matrix3Xd unmapped_;
};

std::unique_ptr<MultibodyScratch> PinocchioBodies::make_scratch() const {
  return std::make_unique<PinocchioScratch>(*this);
}

JointKind kind_of(const std::string& type, int q_size, int v_size) {
  const auto starts = [&](const char* text) { return type.rfind(text, 0) == 0; };
  if (q_size == 7 && v_size == 6) return JointKind::free;
  if (q_size == 2 && v_size == 1) return JointKind::continuous;
  if (starts("JointModelSpherical")) return JointKind::spherical;
  if (starts("JointModelTranslation")) return JointKind::translation;
  if (starts("JointModelPlanar")) return JointKind::planar;
  if (starts("JointModelP")) return JointKind::prismatic;
  if (starts("JointModelR")) return JointKind::revolute;
  return JointKind::composite;
}

/// Names of the entries of a joint's q or v; `suffixes` when there are as many.
void append_names(const std::string& joint, int size, const std::vector<const char*>& suffixes,
                  std::vector<std::string>& names) {
  for (int k = 0; k < size; ++k) {
    const auto index = static_cast<std::size_t>(k);
    names.push_back(size == 1                                   ? joint
                    : static_cast<int>(suffixes.size()) == size ? joint + "." + suffixes[index]
                                                                : joint + "." + std::to_string(k));
  }
}

std::vector<const char*> position_suffixes(JointKind kind) {
  switch (kind) {
    case JointKind::free: return {"x", "y", "z", "qx", "qy", "qz", "qw"};
    case JointKind::spherical: return {"qx", "qy", "qz", "qw"};
    case JointKind::translation: return {"x", "y", "z"};
    case JointKind::planar: return {"x", "y", "cos", "sin"};
    case JointKind::continuous: return {"cos", "sin"};
    default: return {};
  }
}

std::vector<const char*> velocity_suffixes(JointKind kind) {
  switch (kind) {
    case JointKind::free: return {"vx", "vy", "vz", "wx", "wy", "wz"};
    case JointKind::spherical: return {"wx", "wy", "wz"};
    case JointKind::translation: return {"vx", "vy", "vz"};
    case JointKind::planar: return {"vx", "vy", "wz"};
    default: return {};
  }
}

void describe_joints(const pinocchio::Model& model, Multibody& bodies) {
  for (std::size_t j = 1; j < static_cast<std::size_t>(model.njoints); ++j) {
    Joint joint;
    joint.name = model.names[j];
    joint.parent = static_cast<int>(model.parents[j]) - 1;
    joint.q = model.idx_qs[j];
    joint.q_size = model.nqs[j];
    joint.v = model.idx_vs[j];
    joint.v_size = model.nvs[j];
    joint.kind = kind_of(model.joints[j].shortname(), joint.q_size, joint.v_size);
    append_names(joint.name, joint.q_size, position_suffixes(joint.kind), bodies.coordinate_names);
    append_names(joint.name, joint.v_size, velocity_suffixes(joint.kind), bodies.velocity_names);
    bodies.joints.push_back(std::move(joint));
  }
}

void describe_frames(const pinocchio::Model& model, Multibody& bodies) {
  for (const auto& frame : model.frames) {
    bodies.frame_names.push_back(frame.name == "universe" ? "world" : frame.name);
    bodies.frame_joints.push_back(static_cast<int>(frame.parentJoint) - 1);
  }
}

/// Limits that a file gives as huge numbers are none; so are those of a free base, and of joints
/// that a map mixes with others.
void describe_limits(const pinocchio::Model& model, Multibody& bodies) {
  constexpr double huge = 1e10;
  const double infinity = std::numeric_limits<double>::infinity();
  bodies.lower_limit = model.lowerPositionLimit;
  bodies.upper_limit = model.upperPositionLimit;
  const auto open_huge = [&](VectorXd& limit, double none) {
    limit = limit.unaryExpr([&](double x) { return std::abs(x) < huge ? x : none; }).eval();
  };
  open_huge(bodies.lower_limit, -infinity);
  open_huge(bodies.upper_limit, infinity);
  for (std::size_t k = 0; k < bodies.joints.size(); ++k) {
    const Joint& joint = bodies.joints[k];
    if (joint.q_size == joint.v_size && bodies.joint_is_coordinate[k]) continue;
    bodies.lower_limit.segment(joint.q, joint.q_size).setConstant(-infinity);
    bodies.upper_limit.segment(joint.q, joint.q_size).setConstant(infinity);
  }
}

}  // namespace

std::shared_ptr<const Multibody> make_multibody(pinocchio::Model&& model, std::string name,
                                                MatrixXd coordinate_map,
                                                std::vector<std::string> coordinate_names) {
  if (model.nv > most_velocities) {
    throw InvalidInput(fmt::format(
        "{}: {} velocities; expected at most {}; the memory of a workspace grows with their cube",
        name, model.nv, most_velocities));
  }
  // Armature is the Model's to change, and so is not left in Pinocchio's mass matrix; under a map
  // it belongs to the joints, and stays.
  VectorXd armature = model.armature;
  if (coordinate_map.size() > 0) {
    armature.setZero();
  } else {
    model.armature.setZero();
  }
  auto bodies = std::make_shared<PinocchioBodies>(std::move(model), std::move(coordinate_map));
  const pinocchio::Model& source = bodies->model;
  bodies->name = std::move(name);
  bodies->configuration_size = source.nq;
  bodies->velocity_size = source.nv;
  bodies->gravity = source.gravity.linear();
  for (const auto& inertia : source.inertias) bodies->total_mass += inertia.mass();
  describe_joints(source, *bodies);
  for (const Joint& joint : bodies->joints) {
    const auto unit = VectorXd::Unit(source.nv, joint.v);
    bodies->joint_is_coordinate.push_back(!bodies->mapped() ||
                                          bodies->coordinate_map.row(joint.v).transpose() == unit);
  }
  describe_frames(source, *bodies);
  describe_limits(source, *bodies);
  bodies->effort_limit = source.upperEffortLimit;
  bodies->velocity_limit = source.upperVelocityLimit;
  bodies->armature = armature;
  if (!coordinate_names.empty()) {
    bodies->coordinate_names = bodies->velocity_names = std::move(coordinate_names);
  }
  return bodies;
}

}  // namespace carom
