// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where the links of a tree are. Input: the tree, a configuration. Output: the place of every
// joint's moving frame, X_child = X_parent · placement · motion(q).
#include <algorithm>

#include "model/multibody.h"
#include "report/page/drawing/parts.h"

namespace carom::report {
namespace {

using Eigen::Isometry3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

Quaterniond quaternion_at(const Eigen::VectorXd& q, int at) {
  return Quaterniond(q[at + 3], q[at], q[at + 1], q[at + 2]);  // stored xyzw
}

Eigen::Matrix3d turn_about(const Vector3d& axis, double cosine, double sine) {
  Eigen::Matrix3d cross;
  cross << 0.0, -axis.z(), axis.y(), axis.z(), 0.0, -axis.x(), -axis.y(), axis.x(), 0.0;
  return Eigen::Matrix3d::Identity() + sine * cross + (1.0 - cosine) * cross * cross;
}

Isometry3d motion_of(const TreeJoint& joint, const Eigen::VectorXd& q) {
  Isometry3d motion = Isometry3d::Identity();
  const int k = joint.q;
  switch (joint.kind) {
    case TreeJoint::Kind::revolute:
      motion.linear() = turn_about(joint.axis, std::cos(q[k]), std::sin(q[k]));
      motion.translation() = joint.pitch * q[k] * joint.axis;
      break;
    case TreeJoint::Kind::continuous:
      motion.linear() = turn_about(joint.axis, q[k], q[k + 1]);
      break;
    case TreeJoint::Kind::prismatic: motion.translation() = q[k] * joint.axis; break;
    case TreeJoint::Kind::spherical:
      motion.linear() = quaternion_at(q, k).toRotationMatrix();
      break;
    case TreeJoint::Kind::planar:
      motion.linear() = turn_about(Vector3d::UnitZ(), q[k + 2], q[k + 3]);
      motion.translation() = Vector3d(q[k], q[k + 1], 0.0);
      break;
    case TreeJoint::Kind::free:
      motion.linear() = quaternion_at(q, k + 3).toRotationMatrix();
      motion.translation() = q.segment<3>(k);
      break;
  }
  return motion;
}

}  // namespace

void place_joints(const BodyTree& tree, const Eigen::VectorXd& q, std::vector<Isometry3d>& places) {
  const bool mapped = tree.coordinate_map.size() > 0;
  const Eigen::VectorXd own = mapped ? Eigen::VectorXd(tree.coordinate_map * q) : q;
  places.resize(tree.joints.size());
  for (std::size_t k = 0; k < tree.joints.size(); ++k) {
    const TreeJoint& joint = tree.joints[k];
    const Isometry3d local = joint.placement * motion_of(joint, own);
    places[k] = joint.parent < 0 ? local : places[static_cast<std::size_t>(joint.parent)] * local;
  }
}

DrawnModel::DrawnModel(const Model& source, const Eigen::VectorXd& start)
    : model(source), tree(source.bodies().tree()) {
  place_joints(tree, start, places);
}

const TreeFrame& DrawnModel::frame(const std::string& name) const {
  return tree.frames[static_cast<std::size_t>(model.frame(name))];
}

Vector3d DrawnModel::in_world(int joint, const Vector3d& point) const {
  return joint < 0 ? point : places[static_cast<std::size_t>(joint)] * point;
}

}  // namespace carom::report
