// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Descent of a function along the constraints and within the bounds, from a point on both: every
// point it accepts is on both, and lower than the one before. For smooth functions `descend`, for
// kinks `descend_kinks`.
#pragma once

#include <Eigen/Core>
#include <functional>

#include "design/optimise/tangent.h"

namespace carom::design::optimise {

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

/// Moves x, on a kink, to the minimum along it, if that is lower. `gradients`: within `radius` of
/// x, as last given to tangent.steepest. `minimum`: the pieces found certify it.
enum class Met { nothing, lower, minimum };
Met meet_pieces(Space& space, const Descending& function, const Tangent& tangent,
                const Eigen::MatrixXd& gradients, double radius, Eigen::VectorXd& x);

/// The share of `step` after which the first bound is met, 1 at most.
double share_within(const Space& space, const Eigen::VectorXd& x, const Eigen::VectorXd& step);

}  // namespace carom::design::optimise
