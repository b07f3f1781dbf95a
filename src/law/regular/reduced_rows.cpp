// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/reduced_rows.h"

#include <algorithm>

namespace carom::law {

void ReducedRows::compute(const ImpactProblem& problem) {
  const Eigen::MatrixXd& X = problem.whitened_rows();
  if (X.rows() <= 6 || X.cols() == 0) {
    rank_ = X.rows();
    columns_ = X;
    start_ = problem.whitened_velocity();
    return;
  }
  orthogonalise(X);
  columns_.resize(rank_, X.cols());
  columns_.noalias() = basis_.leftCols(rank_).transpose() * X;
  start_.resize(rank_);
  start_.noalias() = basis_.leftCols(rank_).transpose() * problem.whitened_velocity();
}

// Pivoted Gram–Schmidt, every new direction orthogonalised twice.
void ReducedRows::orthogonalise(const Eigen::MatrixXd& X) {
  const Eigen::Index most = std::min(X.rows(), X.cols());
  basis_.resize(X.rows(), most);
  rest_ = X;
  rank_ = 0;
  lengths_ = rest_.colwise().squaredNorm();
  const double longest = lengths_.size() ? lengths_.maxCoeff() : 0.0;
  while (rank_ < most) {
    Eigen::Index pivot = 0;
    if (lengths_.maxCoeff(&pivot) <= dependence * longest) break;
    auto direction = basis_.col(rank_);
    direction = rest_.col(pivot);
    for (Eigen::Index k = 0; k < rank_; ++k)
      direction -= basis_.col(k).dot(direction) * basis_.col(k);
    direction.normalize();
    for (Eigen::Index j = 0; j < rest_.cols(); ++j) {
      rest_.col(j) -= direction.dot(rest_.col(j)) * direction;
      lengths_[j] = rest_.col(j).squaredNorm();
    }
    ++rank_;
  }
}

}  // namespace carom::law
