// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "simulation/contact/reaction.h"

#include <algorithm>

namespace carom::simulation {

void ShortestReaction::solve(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                             const Eigen::VectorXd& b) {
  const Eigen::Index rows = X.cols(), most = std::min(X.rows(), X.cols());
  r_.setZero(rows);
  if (most == 0) return;
  // Xᵀ = Q S: the independent part of the rows. Qᵀ times the equations leaves as many as the rank;
  // what of b lies outside Q contradicts itself and is left out.
  Y_ = X.transpose();
  solver::grow_basis(Y_, basis_, left_);
  const Eigen::Index rank = basis_.size();
  S_.resize(most, X.rows());
  equations_.resize(rows, most);
  right_.resize(most);
  inner_.resize(most);
  // Lazy products: plain loops that need no temporary memory; the sizes are small.
  S_.topRows(rank).noalias() = basis_.Q().transpose().lazyProduct(Y_);
  equations_.leftCols(rank).noalias() = Z.transpose().lazyProduct(S_.topRows(rank).transpose());
  right_.head(rank).noalias() = basis_.Q().transpose().lazyProduct(b);
  // The shortest r with (S Z) r = Qᵀb lies in the span of the rows of S Z. With (S Z)ᵀ = short Q
  // R, forward substitution Rᵀy = Qᵀb, and r = short Q y.
  short_.reset(rows, most);
  for (Eigen::Index k = 0; k < rank; ++k) {
    if (!short_.append(equations_.col(k))) break;
    double value = right_[k];
    for (Eigen::Index i = 0; i < k; ++i) value -= short_.R(i, k) * inner_[i];
    inner_[k] = value / short_.R(k, k);
  }
  if (short_.size() == rank) {
    r_.noalias() = short_.Q().lazyProduct(inner_.head(rank));
    return;
  }
  square_ = equations_.leftCols(rank).transpose();  // friction jams: not every b can be reached
  least_.solve(square_, right_.head(rank));
  r_ = least_.x();
}

}  // namespace carom::simulation
