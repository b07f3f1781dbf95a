// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the posture solver works on, at one configuration q, over the velocities that may move:
//   g(q) = (gaps of the contacts, residuals of loops and couplings),   G = ∂g/∂x at q ⊕ x,
//   d(q) = difference(start, q),   cost ½‖d‖², its gradient Dᵀd with D = ∂d/∂x,
// and the room to the joint limits. Metres and radians count alike in ‖d‖. Levenberg–Marquardt
// closes g (levenberg_marquardt.h).
#pragma once

#include <Eigen/Core>
#include <vector>

#include "carom/model.h"
#include "model/posture/free_coordinates.h"
#include "model/posture/levenberg_marquardt.h"

namespace carom::posture {

/// A point, and how far it is from the start.
struct Evaluation : Point {
  Eigen::VectorXd gradient;  ///< Dᵀd, the entries that may move.
  double cost = 0.0;         ///< ½‖d‖²
};

class Target final : public LeastSquares {
 public:
  Target(const Model& model, const Eigen::VectorXd& start, std::vector<int> contacts,
         const std::vector<int>& held_joints, bool joint_limits);

  /// Number of velocities that may move.
  int size() const { return free_.size(); }
  void evaluate(const Eigen::VectorXd& q, Point& at) override;
  Evaluation evaluate(const Eigen::VectorXd& q);
  /// Σ λᵢ ∇gᵢ + Dᵀd at q: the gradient of the Lagrangian function.
  Eigen::VectorXd lagrangian_gradient(const Eigen::VectorXd& q, const Eigen::VectorXd& multipliers);
  /// q ⊕ x.
  Eigen::VectorXd displaced(const Eigen::VectorXd& q, const Eigen::VectorXd& x);
  /// The same inside the limits; a coordinate within rounding of its limit is put on it.
  Eigen::VectorXd moved(const Eigen::VectorXd& q, const Eigen::VectorXd& x);
  void move(const Eigen::VectorXd& q, const Eigen::VectorXd& x, Eigen::VectorXd& to) override;
  double distance(const Point& at) const override { return at.largest(); }
  double damping(const Point& at, const Eigen::MatrixXd& rows, double boost) const override;
  /// Limits, and what they apply to.
  const FreeCoordinates& free() const { return free_; }

 private:
  void add_gradient(const Eigen::VectorXd& q, Eigen::VectorXd& gradient, double& cost) const;

  const Model& model_;
  FreeCoordinates free_;
  ModelWorkspace workspace_;
  Eigen::VectorXd start_;
  std::vector<int> contacts_;
  Eigen::MatrixXd contact_rows_, bilateral_rows_;
};

}  // namespace carom::posture
