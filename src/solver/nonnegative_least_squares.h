// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Projection on a cone: minimise ‖A x − b‖ over x ≥ 0 (Lawson & Hanson 1974, ch. 23), dense.
// Works on A itself by orthogonalisation, never on AᵀA, so that small distances keep their digits.
// Columns that depend on the active ones never enter, so redundant columns are harmless.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/active_set.h"

namespace carom::solver {

/// Reusable solver: after the first call with a size, later ones allocate nothing.
class NonnegativeLeastSquares {
 public:
  /// Returns false if the iteration limit was hit (x is then the best so far).
  bool solve(const Eigen::Ref<const Eigen::MatrixXd>& A,
             const Eigen::Ref<const Eigen::VectorXd>& b);

  const Eigen::VectorXd& x() const { return set_.x(); }
  /// A x − b.
  const Eigen::VectorXd& residual() const { return residual_; }
  /// Indices with x > 0, in the order they entered; their columns are independent.
  const std::vector<int>& active() const { return set_.columns(); }

 private:
  int steepest(const Eigen::Ref<const Eigen::MatrixXd>& A, double threshold);

  ActiveSet set_;
  Eigen::VectorXd residual_, gradient_;
  std::vector<char> barred_;  // active, or refused since the last change of the active set
};

}  // namespace carom::solver
