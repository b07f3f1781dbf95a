// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// From a description of bodies to a Pinocchio model, after all of it has been checked.
#include "model/check_description.h"
#include "model/pinocchio/pinocchio_model.h"

namespace carom {
namespace {

using Eigen::Vector3d;

pinocchio::SE3 pose(const Eigen::Isometry3d& placement) {
  return {placement.linear(), placement.translation()};
}

pinocchio::JointModel revolute(const Vector3d& axis) {
  if (axis == Vector3d::UnitX()) return pinocchio::JointModelRX();
  if (axis == Vector3d::UnitY()) return pinocchio::JointModelRY();
  if (axis == Vector3d::UnitZ()) return pinocchio::JointModelRZ();
  return pinocchio::JointModelRevoluteUnaligned(axis.normalized());
}

pinocchio::JointModel prismatic(const Vector3d& axis) {
  if (axis == Vector3d::UnitX()) return pinocchio::JointModelPX();
  if (axis == Vector3d::UnitY()) return pinocchio::JointModelPY();
  if (axis == Vector3d::UnitZ()) return pinocchio::JointModelPZ();
  return pinocchio::JointModelPrismaticUnaligned(axis.normalized());
}

pinocchio::JointModel joint_of(const BodyDescription& body) {
  switch (body.kind) {
    case JointKind::revolute: return revolute(body.axis);
    case JointKind::prismatic: return prismatic(body.axis);
    case JointKind::spherical: return pinocchio::JointModelSpherical();
    case JointKind::translation: return pinocchio::JointModelTranslation();
    default: return pinocchio::JointModelFreeFlyer();
  }
}

void add_body(const BodyDescription& body, pinocchio::Model& model) {
  auto before = static_cast<int>(body.parent == "world" ? 0 : model.getBodyId(body.parent));
  const auto parent = model.frames[static_cast<std::size_t>(before)];
  const pinocchio::SE3 placement = parent.placement * pose(body.placement);
  pinocchio::JointIndex joint = parent.parentJoint;
  pinocchio::SE3 in_joint = placement;
  if (body.kind != JointKind::fixed) {
    const pinocchio::JointModel kind = joint_of(body);
    const auto all = [](double value, int size) { return Eigen::VectorXd::Constant(size, value); };
    joint = model.addJoint(parent.parentJoint, kind, placement,
                           body.joint.empty() ? body.name : body.joint,
                           all(body.effort_limit, kind.nv()), all(body.velocity_limit, kind.nv()),
                           all(body.lower, kind.nq()), all(body.upper, kind.nq()));
    before = static_cast<int>(model.addJointFrame(joint, before));
    in_joint.setIdentity();
    model.armature.segment(kind.nv() == 0 ? 0 : model.idx_vs[joint], kind.nv())
        .setConstant(body.armature);
  }
  model.appendBodyToJoint(joint, pinocchio::Inertia(body.mass, body.center, body.inertia),
                          in_joint);
  model.addBodyFrame(body.name, joint, in_joint, before);
}

}  // namespace

std::shared_ptr<const Multibody> Multibody::build(const ModelDescription& description) {
  check_description(description);
  const std::vector<std::size_t> order = depth_first(description);
  pinocchio::Model model;
  model.name = description.name;
  model.gravity.linear(description.gravity);
  for (const std::size_t k : order) add_body(description.bodies[k], model);
  return make_multibody(std::move(model), description.name, description.coordinate_map,
                        description.coordinate_names);
}

}  // namespace carom
