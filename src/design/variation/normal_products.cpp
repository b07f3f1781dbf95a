// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "design/variation/normal_products.h"

#include <cmath>
#include <limits>
#include <utility>

namespace carom::design {
namespace {

/// In place, lower triangle; plain loops, because the matrices are small. False: not definite.
bool cholesky(Eigen::MatrixXd& A) {
  const Eigen::Index n = A.rows();
  for (Eigen::Index j = 0; j < n; ++j) {
    if (!(A(j, j) > 0.0)) return false;
    const double inverse = 1.0 / std::sqrt(A(j, j));
    for (Eigen::Index i = j; i < n; ++i) A(i, j) *= inverse;
    for (Eigen::Index k = j + 1; k < n; ++k) {
      const double factor = A(k, j);
      for (Eigen::Index i = k; i < n; ++i) A(i, k) -= factor * A(i, j);
    }
  }
  return true;
}

}  // namespace

NormalProducts::NormalProducts(const Model& model, std::vector<int> contacts)
    : contacts_(std::move(contacts)) {
  const auto n = model.velocity_size();
  const auto count = static_cast<Eigen::Index>(contacts_.size());
  rows_.resize(1, n);
  columns_.resize(n, count);
  products_.resize(count, count);
}

const Eigen::MatrixXd& NormalProducts::at(const ModelWorkspace& workspace) {
  factor_ = workspace.mass_matrix();
  const Eigen::Index n = factor_.rows(), count = columns_.cols();
  if (!cholesky(factor_)) {
    products_.setConstant(std::numeric_limits<double>::quiet_NaN());
    return products_;
  }
  for (Eigen::Index k = 0; k < count; ++k) {
    workspace.contact_rows(contacts_[static_cast<std::size_t>(k)], rows_);
    columns_.col(k) = rows_.row(0).transpose();
    for (Eigen::Index j = 0; j < n; ++j) {
      const double solved = columns_(j, k) / factor_(j, j);
      columns_(j, k) = solved;
      for (Eigen::Index i = j + 1; i < n; ++i) columns_(i, k) -= solved * factor_(i, j);
    }
  }
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      products_(i, j) = products_(j, i) = columns_.col(i).dot(columns_.col(j));
    }
  }
  return products_;
}

}  // namespace carom::design
