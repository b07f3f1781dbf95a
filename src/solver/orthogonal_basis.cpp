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
  R_(k, k) = rest_.norm();
  if (R_(k, k) <= dependence * column.norm()) return false;
  Q_.col(k) = rest_ / R_(k, k);
  ++size_;
  return true;
}

void OrthogonalBasis::solve(const Eigen::Ref<const Eigen::VectorXd>& b, Eigen::VectorXd& x) const {
  for (Eigen::Index i = size_ - 1; i >= 0; --i) {
    double value = Q_.col(i).dot(b);
    for (Eigen::Index j = i + 1; j < size_; ++j) value -= R_(i, j) * x[j];
    x[i] = value / R_(i, i);
  }
}

}  // namespace carom::solver
