// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "solver/orthogonal_basis.h"

#include <algorithm>

namespace carom::solver {

void OrthogonalBasis::reset(Eigen::Index rows, Eigen::Index capacity) {
  const Eigen::Index columns = std::min(rows, capacity);
  Q_.resize(rows, columns);
  R_.resize(columns, columns);
  rest_.resize(rows);
  size_ = 0;
}

// a = Σ R_ik q_i + R_kk q_k. The first pass leaves rounding of 1e-16 ‖a‖ along the old q_i, which
// is much of what is left where a nearly depends on them; the second pass removes it, so that Q
// stays orthogonal. R takes the overlaps of both.
bool OrthogonalBasis::append(const Eigen::Ref<const Eigen::VectorXd>& column) {
  const Eigen::Index k = size_;
  if (k == Q_.cols()) return false;
  rest_ = column;
  for (Eigen::Index i = 0; i < k; ++i) R_(i, k) = 0.0;
  for (int pass = 0; pass < 2; ++pass) {
    for (Eigen::Index i = 0; i < k; ++i) {
      const double overlap = Q_.col(i).dot(rest_);
      R_(i, k) += overlap;
      rest_ -= overlap * Q_.col(i);
    }
  }
  // What is new in the column, against its own length. If refused, column k of Q and R lies behind
  // size_ and counts for nothing; a column of zeros is refused as well.
  R_(k, k) = rest_.norm();
  if (R_(k, k) <= dependence * column.norm()) return false;
  Q_.col(k) = rest_ / R_(k, k);
  ++size_;
  return true;
}

void OrthogonalBasis::solve(const Eigen::Ref<const Eigen::VectorXd>& b, Eigen::VectorXd& x) const {
  // R x = Qᵀb, backwards. The part of b outside the span drops out with Qᵀ: if there is one, x is
  // the solution of least squares.
  for (Eigen::Index i = size_ - 1; i >= 0; --i) {
    double value = Q_.col(i).dot(b);
    for (Eigen::Index j = i + 1; j < size_; ++j) value -= R_(i, j) * x[j];
    x[i] = value / R_(i, i);
  }
}

}  // namespace carom::solver
