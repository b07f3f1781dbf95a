// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The active columns of Lawson & Hanson's method (1974, ch. 23): min ‖A x − b‖ and its relatives
// over x ≥ 0. Their columns are kept as an orthogonal basis; x moves towards the solution on the
// active columns as far as no variable becomes negative.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/orthogonal_basis.h"

namespace carom::solver {

/// Reusable: after the first call with a size, later ones allocate nothing.
class ActiveSet {
 public:
  using Columns = Eigen::Ref<const Eigen::MatrixXd>;

  /// Nothing is active, x = 0.
  void reset(const Columns& A);
  /// Adds a column; false, and nothing happens, if it depends on the active ones.
  bool append(const Columns& A, int column);
  /// Moves x towards candidate() until the first active variable reaches zero. True if the whole
  /// step was taken.
  bool step_to_boundary();
  /// Drops the variables that are zero.
  void drop_zeros(const Columns& A);

  const OrthogonalBasis& basis() const { return basis_; }
  const std::vector<int>& columns() const { return columns_; }  ///< In the order of the basis.
  Eigen::VectorXd& x() { return x_; }
  const Eigen::VectorXd& x() const { return x_; }
  /// The solution on the active columns, in their order: for the caller to fill.
  Eigen::VectorXd& candidate() { return candidate_; }

 private:
  Eigen::VectorXd x_, candidate_;
  OrthogonalBasis basis_;
  std::vector<int> columns_, kept_;
};

}  // namespace carom::solver
