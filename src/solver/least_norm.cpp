// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "solver/least_norm.h"

#include <algorithm>

#include "solver/decompositions.h"

namespace carom::solver {

void grow_basis(const Eigen::Ref<const Eigen::MatrixXd>& A, OrthogonalBasis& basis,
                Eigen::VectorXd& left) {
  // left_j = ‖a_j − Q Qᵀa_j‖²: squared length of what is new in column j.
  basis.reset(A.rows(), A.cols());
  left.resize(A.cols());
  for (Eigen::Index j = 0; j < A.cols(); ++j) left[j] = A.col(j).squaredNorm();
  const double largest = A.cols() ? left.maxCoeff() : 0.0;
  // Relative to the longest column, and squared as `left` is: a column much shorter than the others
  // counts as dependent even where it points elsewhere.
  const double smallest = OrthogonalBasis::dependence * OrthogonalBasis::dependence * largest;
  while (basis.size() < std::min(A.rows(), A.cols())) {
    Eigen::Index pivot = 0;
    if (!(left.maxCoeff(&pivot) > smallest)) return;
    // Each column is tried once: appended or refused, it has nothing new left.
    left[pivot] = 0.0;
    if (!basis.append(A.col(pivot))) continue;
    // By Pythagoras, (qᵀa_j)² is what the new direction takes from column j. The subtraction can
    // round below zero. It only chooses the order; append() measures what is new by itself.
    const auto q = basis.Q().col(basis.size() - 1);
    for (Eigen::Index j = 0; j < A.cols(); ++j) {
      const double part = q.dot(A.col(j));
      left[j] = std::max(0.0, left[j] - part * part);
    }
  }
}

void LeastNorm::solve(const Eigen::Ref<const Eigen::MatrixXd>& A,
                      const Eigen::Ref<const Eigen::VectorXd>& b) {
  grow_basis(A, basis_, left_);
  const Eigen::Index r = basis_.size();
  const Eigen::Index size = std::min(A.rows(), A.cols());
  S_.resize(size, A.cols());
  square_.resize(size, size);
  inner_.resize(size);
  x_.setZero(A.cols());
  if (r == 0) return;
  // A = Q S with S = QᵀA of full row rank r. ‖A x − b‖ is least where S x = Qᵀb, and the shortest
  // such x has no part in the null space of S: x = Sᵀy with S Sᵀ y = Qᵀb.
  auto S = S_.topRows(r);
  auto square = square_.topLeftCorner(r, r);
  auto inner = inner_.head(r);
  // Lazy products: plain loops that need no temporary memory; the sizes are small.
  S.noalias() = basis_.Q().transpose().lazyProduct(A);
  square.noalias() = S.lazyProduct(S.transpose());
  inner.noalias() = basis_.Q().transpose() * b;
  // S Sᵀ is symmetric and positive definite, as the rows of S are independent: y = L⁻ᵀL⁻¹Qᵀb.
  cholesky_in_place(square);
  solve_lower(square, inner);
  solve_lower_transposed(square, inner);
  x_.noalias() = S.transpose() * inner;
}

}  // namespace carom::solver
