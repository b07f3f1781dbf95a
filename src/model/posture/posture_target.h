// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the posture solver works on, at one configuration q, over the velocities that may move:
//   g(q) = (gaps of the contacts, residuals of loops and couplings),   G = ∂g/∂x at q ⊕ x,
//   d(q) = difference(start, q),   cost ½‖d‖², its gradient Dᵀd with D = ∂d/∂x,
// and the room to the joint limits. Metres and radians count alike in ‖d‖.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "carom/model.h"

namespace carom::posture {

struct Evaluation {
  Eigen::VectorXd q;
  Eigen::VectorXd residual;      ///< g
  Eigen::MatrixXd rows;          ///< G, only the columns that may move.
  Eigen::VectorXd gradient;      ///< Dᵀd, likewise.
  Eigen::VectorXd lower, upper;  ///< Room to the limits, lower ≤ 0 ≤ upper; ±infinity.
  double cost = 0.0;             ///< ½‖d‖²

  double largest() const { return residual.size() > 0 ? residual.cwiseAbs().maxCoeff() : 0.0; }
};

class Target {
 public:
  Target(const Model& model, const Eigen::VectorXd& start, std::vector<int> contacts,
         const std::vector<int>& held_joints, bool joint_limits);

  /// Number of velocities that may move.
  int size() const { return static_cast<int>(moving_.size()); }
  Evaluation evaluate(const Eigen::VectorXd& q);
  /// Σ λᵢ ∇gᵢ + Dᵀd at q: the gradient of the Lagrangian function.
  Eigen::VectorXd lagrangian_gradient(const Eigen::VectorXd& q, const Eigen::VectorXd& multipliers);
  /// q ⊕ x.
  Eigen::VectorXd displaced(const Eigen::VectorXd& q, const Eigen::VectorXd& x) const;
  /// The same inside the limits; a coordinate within rounding of its limit is put on it.
  Eigen::VectorXd moved(const Eigen::VectorXd& q, const Eigen::VectorXd& x) const;
  /// Inside the limits, as it is; what is held stays.
  Eigen::VectorXd clipped(const Eigen::VectorXd& q) const;
  /// For each velocity that may move: is its coordinate exactly on a limit?
  std::vector<char> at_limit(const Eigen::VectorXd& q) const;
  /// Index of the joint of each velocity that may move.
  const std::vector<int>& joints() const { return joint_of_; }

 private:
  void add_gradient(const Eigen::VectorXd& q, Eigen::VectorXd& gradient, double& cost) const;

  const Model& model_;
  ModelWorkspace workspace_;
  Eigen::VectorXd start_;
  std::vector<int> contacts_;
  std::vector<int> moving_;      // velocity
  std::vector<int> joint_of_;    // its joint
  std::vector<int> coordinate_;  // its entry of q if that has limits, else -1
  std::vector<char> held_;       // per joint
  Eigen::MatrixXd contact_rows_, bilateral_rows_;
};

}  // namespace carom::posture
