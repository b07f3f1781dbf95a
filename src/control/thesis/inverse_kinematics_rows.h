// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Targets of the inverse kinematics as rows: J v = ẋ, and Δx, what is left to do at one
// configuration. Δx of an orientation is log(R_wanted Rᵀ), a world vector: turning by it meets the
// target, and ½‖Δx‖² has the gradient −JᵀΔx, J the angular Jacobian.
#pragma once

#include <Eigen/Core>
#include <array>
#include <string>
#include <vector>

#include "carom/inverse_kinematics.h"

namespace carom::control {

class TargetRows {
 public:
  /// Appends what is wrong to `faults`.
  void set(const Model& model, const KinematicTargets& targets, std::vector<std::string>& faults);
  /// Columns of velocities that may not move are zero.
  void set_locked(std::vector<char> locked) { locked_ = std::move(locked); }

  /// Fills jacobian() and difference(); no allocation after the first call.
  void evaluate(const ModelWorkspace& at);
  const Eigen::MatrixXd& jacobian() const { return jacobian_; }
  const Eigen::VectorXd& difference() const { return difference_; }

  /// Velocities that the targets ask for.
  const Eigen::VectorXd& wanted_velocity();
  /// Accelerations that they ask for, less J̇ v; after evaluate(at) and at.bias(v). Moves the
  /// configuration of `at` where the model has loops.
  const Eigen::VectorXd& wanted_acceleration(ModelWorkspace& at, const Eigen::VectorXd& v);

  std::vector<TargetResidual> residuals() const;
  /// Unit of a residual.
  std::string unit(std::size_t index) const;

 private:
  enum class Kind { point, orientation, center_of_mass, loop };
  struct Part {
    Kind kind = Kind::point;
    std::string name = {};
    int frame = 0;
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    Eigen::Vector3d position = Eigen::Vector3d::Zero(), velocity = Eigen::Vector3d::Zero(),
                    acceleration = Eigen::Vector3d::Zero();
    Eigen::Matrix3d orientation = Eigen::Matrix3d::Identity();
    std::array<bool, 3> axes = {true, true, true};
    Eigen::Index row = 0, size = 0;
  };
  void add(Part part, std::vector<std::string>& faults);
  void add_loops(const ModelWorkspace& at);
  void store(const Part& part, const Eigen::Vector3d& values, Eigen::VectorXd& to) const;
  void store_block(const Part& part);
  Eigen::Vector3d left_to_do(const Part& part, const ModelWorkspace& at) const;
  void subtract_loop_drift(ModelWorkspace& at, const Eigen::VectorXd& v);

  std::vector<Part> parts_;
  std::vector<char> locked_;
  Eigen::Index rows_ = 0, loop_row_ = 0, loops_ = 0;
  Eigen::Matrix3Xd block_;
  Eigen::MatrixXd jacobian_;
  Eigen::VectorXd difference_, wanted_;
};

}  // namespace carom::control
