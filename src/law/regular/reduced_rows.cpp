// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Kᵀ = Qᵀ X with Q an orthonormal basis of the whitened rows X. Which rows span the others is told
// by a pivoted Cholesky factorisation of XᵀX, which the problem has anyway; only these are
// orthogonalised, twice. Where its rounding could matter the rests are computed from X itself.
#include "law/regular/reduced_rows.h"

#include <algorithm>

#include "law/regular/scaled_points.h"

namespace carom::law {
namespace {

/// Rests of the Cholesky factorisation are wrong by rounding, 1e-15 or so of the longest row's
/// square; between these two shares they do not decide. The lower is ten times that, and a rest at
/// the upper has five digits.
constexpr double surely_nothing = 1e-14, surely_something = 1e-10;

}  // namespace

void ReducedRows::compute(const ImpactProblem& problem) {
  const Eigen::MatrixXd& X = problem.whitened_rows();
  if (X.rows() <= 6 || X.cols() == 0) {
    // No more coordinates than one body has: K = Xᵀ, and ζ is the whitened velocity as it is. A
    // smaller basis could save little.
    rank_ = X.rows();
    columns_ = X;
    start_ = problem.whitened_velocity();
    return;
  }
  // Which rows span the others, then Q from these rows and Kᵀ = Qᵀ X.
  gather(X, problem.whitened_velocity());
  if (!choose(problem.delassus())) choose_carefully();
  project();
}

// Whitened rows of a robot are zero on the branches that touch nothing (problem/square_root.h).
// Coordinates that no row moves are dropped here: they change no product of rows, and no impulse
// changes their velocity.
void ReducedRows::gather(const Eigen::MatrixXd& X, const Eigen::VectorXd& velocity) {
  moved_.clear();
  for (Eigen::Index i = 0; i < X.rows(); ++i) {
    Eigen::Index j = 0;
    while (j < X.cols() && X(i, j) == 0.0) ++j;
    if (j < X.cols()) moved_.push_back(i);
  }
  const auto n = static_cast<Eigen::Index>(moved_.size());
  rows_.resize(n, X.cols());
  velocity_.resize(n);
  for (Eigen::Index i = 0; i < n; ++i) velocity_[i] = velocity[moved_[std::size_t(i)]];
  for (Eigen::Index j = 0; j < X.cols(); ++j) {
    const double* from = X.data() + j * X.rows();
    double* column = rows_.data() + j * n;
    for (Eigen::Index i = 0; i < n; ++i) column[i] = from[moved_[std::size_t(i)]];
  }
  basis_.resize(n, std::min(n, X.cols()));
}

// Pivoted Cholesky of XᵀX, without its factor's rows in place: rest_ holds them one after another.
// False where a rest is neither clearly nothing nor clearly something.
bool ReducedRows::choose(const Eigen::MatrixXd& products) {
  const Eigen::Index m = products.cols(), most = basis_.cols();
  rest_.resize(m, most);
  // lengths_ is, of each row, the squared length of its part outside the span of those chosen.
  lengths_ = products.diagonal();
  chosen_.clear();
  const double longest = lengths_.maxCoeff();
  for (Eigen::Index k = 0; k < most; ++k) {
    Eigen::Index pivot = 0;
    // The longest rest comes next. When the longest is rounding, the rows chosen span all of them.
    const double square = lengths_.maxCoeff(&pivot);
    if (!(square > surely_nothing * longest)) break;
    if (square < surely_something * longest) return false;
    // The k-th direction times every row: products with the pivot row, less what the directions
    // before account for, over the length of the pivot's rest.
    double* row = rest_.data() + k * m;
    std::copy_n(products.data() + pivot * m, m, row);
    for (Eigen::Index l = 0; l < k; ++l)
      add_scaled(row, -rest_(pivot, l), rest_.data() + l * m, int(m));
    const double scale = 1.0 / std::sqrt(square);
    for (Eigen::Index j = 0; j < m; ++j) {
      row[j] *= scale;
      lengths_[j] -= row[j] * row[j];
    }
    // Exactly zero, so that rounding cannot choose a row twice.
    lengths_[pivot] = 0.0;
    chosen_.push_back(pivot);
  }
  return true;
}

// The same by Gram–Schmidt on all rows: rests as small as the square of rounding are seen.
void ReducedRows::choose_carefully() {
  const Eigen::Index most = basis_.cols();
  rest_ = rows_;
  chosen_.clear();
  rank_ = 0;
  lengths_ = rest_.colwise().squaredNorm();
  const double longest = lengths_.maxCoeff();
  while (rank_ < most) {
    Eigen::Index pivot = 0;
    if (!(lengths_.maxCoeff(&pivot) > dependence * longest)) break;
    // Every rest loses its part along the new direction at once. The lengths are taken anew, not
    // updated: a difference of squares would have the rounding of the Cholesky way.
    append(rest_.data() + pivot * rest_.rows());
    const auto direction = basis_.col(rank_ - 1);
    for (Eigen::Index j = 0; j < rest_.cols(); ++j) {
      rest_.col(j) -= direction.dot(rest_.col(j)) * direction;
      lengths_[j] = rest_.col(j).squaredNorm();
    }
    chosen_.push_back(pivot);
  }
}

// A column joins the basis: Gram–Schmidt, twice.
void ReducedRows::append(const double* column) {
  const auto n = static_cast<int>(basis_.rows());
  double* direction = basis_.data() + rank_ * n;
  std::copy_n(column, n, direction);
  // One pass leaves rounding of what it takes off, which can be large beside a short rest. The
  // second takes off that rounding: QᵀQ = I to a few units in the last place.
  for (int pass = 0; pass < 2; ++pass) {
    for (Eigen::Index k = 0; k < rank_; ++k) {
      const double* other = basis_.data() + k * n;
      add_scaled(direction, -dot(other, direction, n), other, n);
    }
  }
  const double scale = 1.0 / std::sqrt(dot(direction, direction, n));
  for (int i = 0; i < n; ++i) direction[i] *= scale;
  ++rank_;
}

void ReducedRows::project() {
  const auto n = static_cast<int>(basis_.rows());
  rank_ = 0;
  // Q anew from the rows themselves: choose() knows products only, and the rests of
  // choose_carefully() have lost digits.
  for (const Eigen::Index row : chosen_) append(rows_.data() + row * n);
  // Kᵀ = Qᵀ X, one column per row of J.
  columns_.resize(rank_, rows_.cols());
  double* out = columns_.data();
  for (Eigen::Index j = 0; j < rows_.cols(); ++j)
    for (Eigen::Index k = 0; k < rank_; ++k)
      *out++ = dot(basis_.data() + k * n, rows_.data() + j * n, n);
  // ζ = Qᵀ times the whitened velocity. Its part outside the span is left out: no contact sees it.
  start_.resize(rank_);
  for (Eigen::Index k = 0; k < rank_; ++k)
    start_[k] = dot(basis_.data() + k * n, velocity_.data(), n);
}

}  // namespace carom::law
