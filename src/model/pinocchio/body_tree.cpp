// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A Pinocchio model as plain numbers (body_tree.h). A joint that is a series (translation,
// universal, ZYX, composite) becomes that series; its body belongs to the last joint, the bodies in
// between have no mass. Joints keep their coordinates, so that q and v are Pinocchio's own.
#include <fmt/format.h>

#include <boost/variant.hpp>

#include "carom/error.h"
#include "model/pinocchio/pinocchio_model.h"

namespace carom {
namespace {

using Eigen::Vector3d;
using Kind = TreeJoint::Kind;

Eigen::Isometry3d isometry(const pinocchio::SE3& pose) {
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  result.linear() = pose.rotation();
  result.translation() = pose.translation();
  return result;
}

/// Appends the joints of one Pinocchio joint. The next one stands at `placement` in `parent`; its
/// coordinates begin at `q` and `v`.
class Splitter : public boost::static_visitor<void> {
 public:
  Splitter(const pinocchio::Model& model, std::size_t joint, int carrier, BodyTree& tree)
      : parent(carrier),
        q(model.idx_qs[joint]),
        v(model.idx_vs[joint]),
        placement(model.jointPlacements[joint]),
        model_(model),
        joint_(joint),
        tree_(tree) {}

  template <int axis>
  void operator()(const pinocchio::JointModelRevoluteTpl<double, 0, axis>&) {
    add(Kind::revolute, Vector3d::Unit(axis));
  }
  void operator()(const pinocchio::JointModelRevoluteUnaligned& joint) {
    add(Kind::revolute, joint.axis);
  }
  template <int axis>
  void operator()(const pinocchio::JointModelRevoluteUnboundedTpl<double, 0, axis>&) {
    add(Kind::continuous, Vector3d::Unit(axis));
  }
  void operator()(const pinocchio::JointModelRevoluteUnboundedUnaligned& joint) {
    add(Kind::continuous, joint.axis);
  }
  template <int axis>
  void operator()(const pinocchio::JointModelPrismaticTpl<double, 0, axis>&) {
    add(Kind::prismatic, Vector3d::Unit(axis));
  }
  void operator()(const pinocchio::JointModelPrismaticUnaligned& joint) {
    add(Kind::prismatic, joint.axis);
  }
  template <int axis>
  void operator()(const pinocchio::JointModelHelicalTpl<double, 0, axis>& joint) {
    add(Kind::revolute, Vector3d::Unit(axis), joint.m_pitch);
  }
  void operator()(const pinocchio::JointModelHelicalUnaligned& joint) {
    add(Kind::revolute, joint.axis, joint.m_pitch);
  }
  void operator()(const pinocchio::JointModelSpherical&) { add(Kind::spherical); }
  void operator()(const pinocchio::JointModelPlanar&) { add(Kind::planar); }
  void operator()(const pinocchio::JointModelFreeFlyer&) { add(Kind::free); }
  void operator()(const pinocchio::JointModelTranslation&) {
    for (int axis = 0; axis < 3; ++axis) add(Kind::prismatic, Vector3d::Unit(axis));
  }
  void operator()(const pinocchio::JointModelSphericalZYX&) {
    for (int axis = 2; axis >= 0; --axis) add(Kind::revolute, Vector3d::Unit(axis));
  }
  void operator()(const pinocchio::JointModelUniversal& joint) {
    add(Kind::revolute, joint.axis1);
    add(Kind::revolute, joint.axis2);
  }
  void operator()(const pinocchio::JointModelComposite& joint) {
    for (std::size_t k = 0; k < joint.joints.size(); ++k) {
      placement = placement * joint.jointPlacements[k];
      boost::apply_visitor(*this, joint.joints[k].toVariant());
    }
  }
  template <class Other>
  void operator()(const Other& joint) {
    throw InvalidInput(fmt::format(
        "{}: joint '{}' is a {}; expected a joint of one axis, translation, universal, spherical, "
        "planar, free or a series of these",
        model_.name, model_.names[joint_], joint.shortname()));
  }

  int parent, q, v;
  pinocchio::SE3 placement;

 private:
  void add(Kind kind, const Vector3d& axis = Vector3d::UnitZ(), double pitch = 0.0) {
    TreeJoint joint;
    joint.kind = kind;
    joint.parent = parent;
    joint.q = q;
    joint.v = v;
    joint.axis = axis;
    joint.pitch = pitch;
    joint.placement = isometry(placement);
    tree_.joints.push_back(joint);
    parent = static_cast<int>(tree_.joints.size()) - 1;
    q += joint.q_size();
    v += joint.v_size();
    placement.setIdentity();
  }

  const pinocchio::Model& model_;
  std::size_t joint_;
  BodyTree& tree_;
};

}  // namespace

BodyTree make_tree(const pinocchio::Model& model, const Eigen::MatrixXd& coordinate_map) {
  BodyTree tree;
  tree.gravity = model.gravity.linear();
  tree.configuration_size = model.nq;
  tree.velocity_size = model.nv;
  tree.coordinate_map = coordinate_map;
  tree.armature = Eigen::VectorXd::Zero(model.nv);
  if (coordinate_map.size() > 0) tree.armature = model.armature;
  std::vector<int> last(static_cast<std::size_t>(model.njoints), -1);
  for (std::size_t j = 1; j < last.size(); ++j) {
    Splitter split(model, j, last[model.parents[j]], tree);
    boost::apply_visitor(split, model.joints[j].toVariant());
    last[j] = split.parent;
    TreeJoint& carrier = tree.joints[static_cast<std::size_t>(split.parent)];
    carrier.mass = model.inertias[j].mass();
    carrier.center = model.inertias[j].lever();
    carrier.inertia = model.inertias[j].inertia().matrix();
  }
  for (const auto& frame : model.frames) {
    tree.frames.push_back({last[frame.parentJoint], isometry(frame.placement)});
  }
  return tree;
}

}  // namespace carom
