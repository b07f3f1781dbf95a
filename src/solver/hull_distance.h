// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The point nearest to the origin in the convex hull of some columns: min ‖A a‖, a ≥ 0, Σa = 1.
// Distance 0 means that a nonnegative combination of the columns vanishes (Gordan).
#pragma once

#include <Eigen/Core>

namespace carom::solver {

struct HullDistance {
  double distance = 0.0;
  Eigen::VectorXd weights;  ///< a
  Eigen::VectorXd point;    ///< A a
};
/// No columns: distance +infinity.
HullDistance hull_distance(const Eigen::Ref<const Eigen::MatrixXd>& columns);

}  // namespace carom::solver
