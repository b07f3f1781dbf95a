// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "solver/nonnegative_least_squares.h"

#include <algorithm>

namespace carom::solver {
namespace {
// Gradient, relative to ‖b‖ and the column, that counts as zero. The rounding of a sum of some tens
// of terms is 1e-15: below it columns would enter for ever; far above it the square of a small
// distance, which is what a column gains, would be lost.
constexpr double optimal = 1e-14;
// What is still accepted if the limit is hit. A choice: nearly dependent columns magnify rounding
// by 1e3 and more, and callers compare at 1e-9 (margin_tolerance).
constexpr double acceptable = 1e-11;
}  // namespace

// The column along which the residual falls fastest, or -1 if none falls by more than the
// threshold.
int NonnegativeLeastSquares::steepest(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                      double threshold) {
  // ∂/∂x ½‖A x − b‖² = Aᵀ(A x − b). Over the length of the column it is a cosine times ‖A x − b‖:
  // the choice does not depend on how columns are scaled.
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

bool NonnegativeLeastSquares::solve(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                    const Eigen::Ref<const Eigen::VectorXd>& b) {
  set_.reset(A);
  gradient_.resize(A.cols());
  barred_.assign(static_cast<std::size_t>(A.cols()), 0);
  residual_ = -b;
  const double scale = b.norm();
  // A round that gains lowers the residual, so that no active set comes twice; their number is
  // finite but large, and the limit is a choice.
  const Eigen::Index limit = 100 + 10 * A.cols();
  for (Eigen::Index iteration = 0; iteration < limit; ++iteration) {
    const int entering = steepest(A, optimal * scale);
    // No column left lowers the residual, active ones have gradient 0, x ≥ 0: the conditions of the
    // optimum hold.
    if (entering < 0) return true;
    // A column that depends on the active ones is barred until they change.
    barred_[static_cast<std::size_t>(entering)] = 1;
    if (!set_.append(A, entering)) continue;
    // Towards the least squares of the active columns; who becomes zero on the way leaves.
    for (;;) {
      set_.basis().solve(b, set_.candidate());
      if (set_.step_to_boundary()) break;
      set_.drop_zeros(A);
    }
    const double before = residual_.squaredNorm();
    // The residual from x itself: sums of changes would drift away from A x − b.
    residual_ = -b;
    for (const int column : active()) residual_ += x()[column] * A.col(column);
    std::fill(barred_.begin(), barred_.end(), char{0});
    for (const int column : active()) barred_[static_cast<std::size_t>(column)] = 1;
    // A variable that came back to zero and gained nothing would enter again for ever.
    if (x()[entering] == 0.0 && residual_.squaredNorm() >= before)
      barred_[static_cast<std::size_t>(entering)] = 1;
  }
  return steepest(A, acceptable * scale) < 0;
}

}  // namespace carom::solver
