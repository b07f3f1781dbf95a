// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Directions, in scales, that keep the linearised constraints and leave no bound; and the
// steepest of them for one gradient, or for all gradients met near a kink.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "design/optimise/newton.h"

namespace carom::design::optimise {

class Tangent {
 public:
  Tangent(const Space& space, const Constraints& constraints, const Eigen::VectorXd& x);

  /// Free directions of the constraints, bounds aside.
  Eigen::Index dimension() const { return basis_.rows() - basis_.cols(); }
  /// On the constraints, bounds aside.
  Eigen::VectorXd projected(const Eigen::VectorXd& direction) const;
  /// The direction −w, w the point of least norm in hull(gradients) + (normals of the bounds at x):
  /// along it every gradient falls by ‖w‖² or more. Zero: x is stationary.
  Eigen::VectorXd steepest(const Eigen::MatrixXd& gradients);
  /// The share of each gradient in the last w; those above zero are affinely independent.
  const Eigen::VectorXd& shares() const { return shares_; }
  /// On the constraints and all bounds at x.
  Eigen::VectorXd within_face(const Eigen::VectorXd& direction) const;
  /// On the constraints, the bounds that pressed in the last `steepest`, and those it would leave.
  Eigen::VectorXd along_face(const Eigen::VectorXd& direction) const;

 private:
  Eigen::VectorXd along(const Eigen::VectorXd& direction,
                        const std::vector<Eigen::Index>& fixed) const;

  Eigen::VectorXd shares_;
  Eigen::MatrixXd basis_;  // orthonormal: what may not be moved along
  std::vector<Eigen::Index> bounds_;
  std::vector<double> outward_;  // ±1 for each of bounds_
  std::vector<char> presses_;
};

}  // namespace carom::design::optimise
