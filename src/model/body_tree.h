// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A model's bodies as plain numbers, for passes over the tree that the library of rigid-body
// dynamics does not have (src/simulation/tree_*). Joints of one, three or six coordinates; series
// of joints in one (translation, universal, ZYX, composite) are split into joints with bodies
// without mass between them.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <vector>

namespace carom {

struct TreeJoint {
  enum class Kind {
    revolute,    ///< One angle about `axis`, advancing by `pitch` per radian (helical).
    continuous,  ///< The same angle, stored as cosine and sine.
    prismatic,
    spherical,  ///< Quaternion xyzw; velocity: angular, body axes.
    planar,     ///< x, y, cosine, sine; velocity: vx, vy, wz in body axes.
    free        ///< Position, quaternion xyzw; velocity: linear, angular, body axes.
  };
  Kind kind = Kind::revolute;
  int parent = -1;   ///< Index of the joint before it, always smaller; -1: the world.
  int q = 0, v = 0;  ///< First entries in the joints' own coordinates.
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
  double pitch = 0.0;
  Eigen::Isometry3d placement = Eigen::Isometry3d::Identity();  ///< Of the joint, in the parent.
  double mass = 0.0;  ///< Of what moves with the joint and with no later one.
  Eigen::Vector3d center = Eigen::Vector3d::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< About the centre of mass.

  int q_size() const;
  int v_size() const;
};

/// A frame of the model (Multibody::frame_names).
struct TreeFrame {
  int joint = -1;  ///< -1: the world.
  Eigen::Isometry3d placement = Eigen::Isometry3d::Identity();
};

struct BodyTree {
  std::vector<TreeJoint> joints;
  std::vector<TreeFrame> frames;
  Eigen::Vector3d gravity = Eigen::Vector3d::Zero();
  int configuration_size = 0, velocity_size = 0;
  /// Joint coordinates = coordinate_map · q; empty: the identity.
  Eigen::MatrixXd coordinate_map;
  /// Of the joints, where a coordinate map holds it; else zero (it is ModelParts::armature).
  Eigen::VectorXd armature;
};

inline int TreeJoint::q_size() const {
  switch (kind) {
    case Kind::continuous: return 2;
    case Kind::spherical:
    case Kind::planar: return 4;
    case Kind::free: return 7;
    default: return 1;
  }
}

inline int TreeJoint::v_size() const {
  switch (kind) {
    case Kind::spherical:
    case Kind::planar: return 3;
    case Kind::free: return 6;
    default: return 1;
  }
}

}  // namespace carom
