// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Forces of support points that balance what has no motor: with B the columns of Jᵀ's rows without
// motor and w what those rows need,
//   any sign:       f = B⁺ w, the shortest of those that come nearest;
//   pushing only:   f = D c, c ≥ 0, D the edges of a pyramid in each friction cone, nearest to
//                   B f = w and, for that, nearly the shortest: min ‖B D c − w‖² + ε²‖D c‖²,
//                   then B D c = w restored by the edges in use.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/least_norm.h"
#include "solver/nonnegative_least_squares.h"

namespace carom::control {

class BalancingForces {
 public:
  /// Of one point: normal of length 1, and friction.
  struct Cone {
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
    double friction = 0.0;
  };

  /// B: rows without motor, three columns per point (world). Any sign.
  const Eigen::VectorXd& shortest(const Eigen::MatrixXd& B, const Eigen::VectorXd& w);
  const Eigen::VectorXd& pushing(const Eigen::MatrixXd& B, const Eigen::VectorXd& w,
                                 const std::vector<Cone>& cones);

 private:
  void set_edges(const std::vector<Cone>& cones);
  void restore(const Eigen::MatrixXd& A, const Eigen::VectorXd& w, Eigen::VectorXd& c);

  solver::LeastNorm least_norm_;
  solver::NonnegativeLeastSquares nonnegative_;
  Eigen::MatrixXd edges_;
  Eigen::VectorXd force_;
};

}  // namespace carom::control
