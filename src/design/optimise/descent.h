// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Descent of a function along the constraints and within the bounds, from a point on both: every
// point it accepts is on both, and lower than the one before. For smooth functions `descend`, for
// kinks `descend_kinks`.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "design/optimise/newton.h"

namespace carom::design::optimise {

/// Directions, in scales, that keep the linearised constraints and leave no bound; and the
/// steepest of them for one gradient, or for all gradients met near a kink.
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

struct Descending {
  std::function<double(const Eigen::VectorXd&)> value;
  /// By x/scale; `step` for differences, in scales.
  std::function<Eigen::VectorXd(const Eigen::VectorXd&, double step)> gradient;
  double first_step = 0.0;  ///< Length of the first trial, in scales; 0: that of the gradient.
};

enum class Ended { stationary, no_descent, iterations };

/// Moves x, which is valid throughout, also if interrupted.
Ended descend(Space& space, const Descending& function, Eigen::VectorXd& x);

/// The same, and on from a stationary point that a small push shows to be a saddle or a maximum:
/// symmetric starts lead to such.
Ended descend_past_saddles(Space& space, const Descending& function, Eigen::VectorXd& x);

/// `stationary`: no descent within 1e-8 scales of x.
Ended descend_kinks(Space& space, const Descending& function, Eigen::VectorXd& x);

/// The share of `step` after which the first bound is met, 1 at most.
double share_within(const Space& space, const Eigen::VectorXd& x, const Eigen::VectorXd& step);

}  // namespace carom::design::optimise
