// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Least distance as nonnegative least squares (Lawson & Hanson 1974, ch. 23.4): with
//   E = [A; 1ᵀ], f = [0; 1],  min ‖E x − f‖ over x ≥ 0,   a = x / Σx.
#include "solver/hull_distance.h"

#include <limits>

#include "solver/nonnegative_least_squares.h"

namespace carom::solver {

HullDistance hull_distance(const Eigen::Ref<const Eigen::MatrixXd>& columns) {
  HullDistance result;
  if (columns.cols() == 0) {
    result.distance = std::numeric_limits<double>::infinity();
    result.point = Eigen::VectorXd::Zero(columns.rows());
    return result;
  }
  // With x = s a, Σa = 1, the problem is min s²‖A a‖² + (1 − s)². Its best s is 1/(1 + ‖A a‖²), and
  // what is left, ‖A a‖²/(1 + ‖A a‖²), grows with ‖A a‖: the a that minimises it is the point
  // sought. s > 0, so that the division by Σx below is safe.
  Eigen::MatrixXd E(columns.rows() + 1, columns.cols());
  E << columns, Eigen::RowVectorXd::Ones(columns.cols());
  Eigen::VectorXd f = Eigen::VectorXd::Zero(columns.rows() + 1);
  f[columns.rows()] = 1.0;
  NonnegativeLeastSquares solver;
  solver.solve(E, f);
  result.weights = solver.x() / solver.x().sum();
  result.point = columns * result.weights;
  result.distance = result.point.norm();
  return result;
}

}  // namespace carom::solver
