// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The shortest x that minimises ‖A x − b‖, dense, columns of A possibly dependent:
//   A = Q S with Q orthonormal,   x = Sᵀ (S Sᵀ)⁻¹ Qᵀ b.
#pragma once

#include <Eigen/Core>

#include "solver/orthogonal_basis.h"

namespace carom::solver {

/// The basis of A's columns, taken by falling length of what is new in them, so that it is well
/// conditioned. `left`: storage for these lengths.
void grow_basis(const Eigen::Ref<const Eigen::MatrixXd>& A, OrthogonalBasis& basis,
                Eigen::VectorXd& left);

/// Reusable: after the first call with a size, later ones allocate nothing.
class LeastNorm {
 public:
  void solve(const Eigen::Ref<const Eigen::MatrixXd>& A,
             const Eigen::Ref<const Eigen::VectorXd>& b);
  const Eigen::VectorXd& x() const { return x_; }
  Eigen::Index rank() const { return basis_.size(); }

 private:
  OrthogonalBasis basis_;
  Eigen::MatrixXd S_, square_;
  Eigen::VectorXd x_, inner_, left_;
};

}  // namespace carom::solver
