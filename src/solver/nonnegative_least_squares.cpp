// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Lawson & Hanson's active-set method with the active columns kept as an orthogonal basis.
#include "solver/nonnegative_least_squares.h"

#include <algorithm>

namespace carom::solver {
namespace {
constexpr double optimal = 1e-14;  // gradient, relative to ‖b‖ and the column, that counts as zero
constexpr double acceptable = 1e-11;  // and what is still accepted if the limit is hit
}  // namespace

void NonnegativeLeastSquares::prepare(Eigen::Index rows, Eigen::Index columns) {
  const auto rank = static_cast<std::size_t>(std::min(rows, columns));
  x_.setZero(columns);
  gradient_.resize(columns);
  candidate_.resize(std::min(rows, columns));
  residual_.resize(rows);
  basis_.reset(rows, columns);
  active_.clear();
  active_.reserve(rank);
  kept_.reserve(rank);
  barred_.assign(static_cast<std::size_t>(columns), 0);
}

bool NonnegativeLeastSquares::append(const Eigen::Ref<const Eigen::MatrixXd>& A, int column) {
  barred_[static_cast<std::size_t>(column)] = 1;
  if (!basis_.append(A.col(column))) return false;
  active_.push_back(column);
  return true;
}

// Drops the variables that reached zero.
void NonnegativeLeastSquares::rebuild(const Eigen::Ref<const Eigen::MatrixXd>& A) {
  kept_.assign(active_.begin(), active_.end());
  active_.clear();
  basis_.reset(A.rows(), A.cols());
  for (const int column : kept_) {
    if (x_[column] > 0.0) append(A, column);
  }
}

// The column along which the residual falls fastest, or -1 if none falls by more than the
// threshold.
int NonnegativeLeastSquares::steepest(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                      double threshold) {
  gradient_.noalias() = A.transpose() * residual_;
  int entering = -1;
  double lowest = -threshold;
  for (Eigen::Index j = 0; j < A.cols(); ++j) {
    if (barred_[static_cast<std::size_t>(j)]) continue;
    const double length = A.col(j).norm();
    if (length > 0.0 && gradient_[j] / length < lowest) {
      lowest = gradient_[j] / length;
      entering = static_cast<int>(j);
    }
  }
  return entering;
}

// Moves x towards the candidate until the first active variable reaches zero. True if the whole
// step was taken.
bool NonnegativeLeastSquares::step_to_boundary() {
  // The share of the step after which a variable is zero; the same expression finds and marks the
  // first, so that rounding cannot tell them apart.
  const auto share = [](double from, double to) { return from > 0.0 ? from / (from - to) : 0.0; };
  double fraction = 1.0;
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const double from = x_[active_[k]], to = candidate_[static_cast<Eigen::Index>(k)];
    if (to <= 0.0) fraction = std::min(fraction, share(from, to));
  }
  bool whole = true;
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const double from = x_[active_[k]], to = candidate_[static_cast<Eigen::Index>(k)];
    const bool stops_here = to <= 0.0 && share(from, to) <= fraction;
    x_[active_[k]] = stops_here ? 0.0 : from + fraction * (to - from);
    whole = whole && !stops_here;
  }
  return whole;
}

bool NonnegativeLeastSquares::solve(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                    const Eigen::Ref<const Eigen::VectorXd>& b) {
  prepare(A.rows(), A.cols());
  residual_ = -b;
  const double scale = b.norm();
  const Eigen::Index limit = 100 + 10 * A.cols();
  for (Eigen::Index iteration = 0; iteration < limit; ++iteration) {
    const int entering = steepest(A, optimal * scale);
    if (entering < 0) return true;
    if (!append(A, entering)) continue;  // depends on the active ones: barred until they change
    for (;;) {
      basis_.solve(b, candidate_);
      if (step_to_boundary()) break;
      rebuild(A);
    }
    const double before = residual_.squaredNorm();
    residual_ = -b;
    for (const int column : active_) residual_ += x_[column] * A.col(column);
    std::fill(barred_.begin(), barred_.end(), char{0});
    for (const int column : active_) barred_[static_cast<std::size_t>(column)] = 1;
    // A variable that came back to zero and gained nothing would enter again for ever.
    if (x_[entering] == 0.0 && residual_.squaredNorm() >= before)
      barred_[static_cast<std::size_t>(entering)] = 1;
  }
  return steepest(A, acceptable * scale) < 0;
}

}  // namespace carom::solver
