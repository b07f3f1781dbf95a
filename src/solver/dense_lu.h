// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// LU factors of a small dense matrix with row pivoting, in plain loops on storage that is kept:
// nothing is allocated from the second matrix of a size on.
// Beside Eigen's PartialPivLU: it tells a singular or not finite matrix and the sign of the
// determinant, and multiplies by the reciprocal of a pivot, so that the bits differ (decision
// 0014).
#pragma once

#include <Eigen/Core>
#include <vector>

namespace carom::solver {

class DenseLu {
 public:
  /// The matrix to fill before factor(); its entries are replaced by the factors.
  Eigen::MatrixXd& matrix() { return factors_; }
  /// False when a pivot is zero or not finite.
  [[nodiscard]] bool factor();
  /// After factor().
  bool negative_determinant() const;
  /// x ← A⁻¹ x for the first rows() entries of x.
  void solve(double* x) const;

 private:
  Eigen::MatrixXd factors_;
  std::vector<Eigen::Index> pivot_;
};

}  // namespace carom::solver
