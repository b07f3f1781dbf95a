// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "solver/least_norm.h"

#include <algorithm>

#include "solver/decompositions.h"

namespace carom::solver {

void grow_basis(const Eigen::Ref<const Eigen::MatrixXd>& A, OrthogonalBasis& basis,
                Eigen::VectorXd& left) {
  basis.reset(A.rows(), A.cols());
  left.resize(A.cols());
  for (Eigen::Index j = 0; j < A.cols(); ++j) left[j] = A.col(j).squaredNorm();
  const double largest = A.cols() ? left.maxCoeff() : 0.0;
  const double smallest = OrthogonalBasis::dependence * OrthogonalBasis::dependence * largest;
  while (basis.size() < std::min(A.rows(), A.cols())) {
    Eigen::Index pivot = 0;
    if (!(left.maxCoeff(&pivot) > smallest)) return;
    left[pivot] = 0.0;
    if (!basis.append(A.col(pivot))) continue;
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
  auto S = S_.topRows(r);
  auto square = square_.topLeftCorner(r, r);
  auto inner = inner_.head(r);
  // Lazy products: plain loops that need no temporary memory; the sizes are small.
  S.noalias() = basis_.Q().transpose().lazyProduct(A);
  square.noalias() = S.lazyProduct(S.transpose());
  inner.noalias() = basis_.Q().transpose() * b;
  cholesky_in_place(square);
  solve_lower(square, inner);
  solve_lower_transposed(square, inner);
  x_.noalias() = S.transpose() * inner;
}

}  // namespace carom::solver
