// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The one door to the library of rigid-body dynamics (Pinocchio): a tree of bodies and joints, and
// what is computed from it. Only src/model/pinocchio/ includes that library.
// A coordinate map S may stand between the coordinates q that users see and the joints' own:
//   q_joints = S q,  M = Sᵀ M_joints S,  J = J_joints S,  bias = Sᵀ bias_joints.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <memory>
#include <string>
#include <vector>

#include "carom/model.h"
#include "model/body_tree.h"

namespace carom {

/// Where frames are.
class FramePlacements {
 public:
  virtual ~FramePlacements() = default;
  virtual Eigen::Isometry3d placement(int frame) const = 0;
};

/// What Multibody computes from one configuration.
class MultibodyScratch : public FramePlacements {
 public:
  /// Kinematics, Jacobians and mass matrix.
  virtual void set_configuration(const Eigen::Ref<const Eigen::VectorXd>& q) = 0;
  /// Without armature, which the caller may add; symmetric, both triangles. Written anew by
  /// set_configuration.
  virtual Eigen::MatrixXd& mass_matrix() = 0;
  /// Linear (world axes) velocity of a point given in world coordinates that moves with the frame;
  /// ADDED to `jacobian` with `sign`.
  virtual void add_point_jacobian(int frame, const Eigen::Vector3d& world_point, double sign,
                                  Eigen::Ref<Eigen::Matrix3Xd> jacobian) const = 0;
  virtual void add_angular_jacobian(int frame, double sign,
                                    Eigen::Ref<Eigen::Matrix3Xd> jacobian) const = 0;
  /// C(q,v)v + g(q) at the configuration set.
  virtual void bias(const Eigen::Ref<const Eigen::VectorXd>& v,
                    Eigen::Ref<Eigen::VectorXd> out) = 0;
  // After bias(v): accelerations where the joints have none.
  virtual Eigen::Vector3d point_drift(int frame, const Eigen::Vector3d& world_point) const = 0;
  virtual Eigen::Vector3d angular_drift(int frame) const = 0;
  virtual Eigen::Vector3d center_of_mass_drift() const = 0;
  virtual void center_of_mass_jacobian(Eigen::Ref<Eigen::Matrix3Xd> jacobian) const = 0;
  virtual double potential_energy() const = 0;  ///< Of gravity.
  virtual Eigen::Vector3d center_of_mass() const = 0;
};

/// Immutable.
class Multibody {
 public:
  virtual ~Multibody() = default;

  /// Throws InvalidInput with all faults of the bodies.
  static std::shared_ptr<const Multibody> build(const ModelDescription& description);

  virtual std::unique_ptr<MultibodyScratch> make_scratch() const = 0;
  virtual BodyTree tree() const = 0;
  virtual Eigen::VectorXd neutral() const = 0;
  virtual void integrate(const Eigen::Ref<const Eigen::VectorXd>& q,
                         const Eigen::Ref<const Eigen::VectorXd>& dv,
                         Eigen::Ref<Eigen::VectorXd> to) const = 0;
  virtual void difference(const Eigen::Ref<const Eigen::VectorXd>& from,
                          const Eigen::Ref<const Eigen::VectorXd>& to,
                          Eigen::Ref<Eigen::VectorXd> dv) const = 0;

  std::string name;
  int configuration_size = 0;
  int velocity_size = 0;
  double total_mass = 0.0;
  Eigen::Vector3d gravity = Eigen::Vector3d::Zero();
  std::vector<Joint> joints;
  /// False where a coordinate map mixes the joint with others: its position is then no entry of q.
  std::vector<bool> joint_is_coordinate;
  std::vector<std::string> coordinate_names;
  std::vector<std::string> velocity_names;
  std::vector<std::string> frame_names;  ///< [0] is "world".
  std::vector<int> frame_joints;         ///< Joint that carries the frame; -1: the world.
  Eigen::VectorXd lower_limit, upper_limit, effort_limit, velocity_limit;
  Eigen::VectorXd armature;  ///< Of the description or file; zero where none.
};

}  // namespace carom
