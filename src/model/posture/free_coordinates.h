// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a search for a configuration may move: the velocities of the joints that are not held, and
// the limits of those whose coordinates are plain numbers. A step x has one entry per velocity.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "carom/model.h"

namespace carom::posture {

class FreeCoordinates {
 public:
  /// `held`: for each joint. The model must outlive this.
  FreeCoordinates(const Model& model, std::vector<char> held, bool joint_limits);

  /// Number of velocities that may move.
  int size() const { return static_cast<int>(moving_.size()); }
  const std::vector<int>& moving() const { return moving_; }
  /// Of each velocity that may move: its joint; its entry of q if that has limits, else -1.
  const std::vector<int>& joints() const { return joint_of_; }
  const std::vector<int>& coordinates() const { return coordinate_; }

  /// q ⊕ x; held joints keep their coordinates bit by bit. No allocation after the first call.
  void displace(const Eigen::VectorXd& q, const Eigen::VectorXd& x, Eigen::VectorXd& to);
  /// Onto the limits, from outside or from within rounding of them.
  void clip(Eigen::VectorXd& q) const;
  /// Room to the limits: lower ≤ 0 ≤ upper, ±infinity where there is none.
  void room(const Eigen::VectorXd& q, Eigen::VectorXd& lower, Eigen::VectorXd& upper) const;
  /// For each velocity that may move: is its coordinate exactly on a limit?
  std::vector<char> at_limit(const Eigen::VectorXd& q) const;

 private:
  const Model& model_;
  std::vector<char> held_;       // per joint
  std::vector<int> moving_;      // velocity
  std::vector<int> joint_of_;    // its joint
  std::vector<int> coordinate_;  // its entry of q if that has limits, else -1
  Eigen::VectorXd step_;         // x among all velocities
};

}  // namespace carom::posture
