// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "solver/dense_lu.h"

#include <cmath>
#include <utility>

namespace carom::solver {

// P A = L U by columns, in place: U on and above the diagonal, L below it without its diagonal of
// ones. Columns lie one after the other in memory, so the inner loops of the elimination run along
// one.
bool DenseLu::factor() {
  const Eigen::Index n = factors_.rows();
  pivot_.resize(static_cast<std::size_t>(n));
  for (Eigen::Index k = 0; k < n; ++k) {
    double* column = factors_.data() + k * n;
    // The largest entry left in the column is the pivot: no entry of L is above 1 in size, so that
    // rounding does not grow with it.
    Eigen::Index best = k;
    for (Eigen::Index i = k + 1; i < n; ++i)
      if (std::abs(column[i]) > std::abs(column[best])) best = i;
    pivot_[static_cast<std::size_t>(k)] = best;
    // Zero: the matrix is singular. The negated comparison catches a NaN pivot, too.
    if (!(std::abs(column[best]) > 0.0) || !std::isfinite(column[best])) return false;
    // Whole rows change places, those of L too: solve() can then do all exchanges before it starts.
    if (best != k)
      for (Eigen::Index j = 0; j < n; ++j) std::swap(factors_(k, j), factors_(best, j));
    const double inverse = 1.0 / column[k];
    for (Eigen::Index i = k + 1; i < n; ++i) column[i] *= inverse;
    for (Eigen::Index j = k + 1; j < n; ++j) {
      // What is left of the matrix loses the product of column k of L and row k of U.
      double* other = factors_.data() + j * n;
      const double factor = other[k];
      if (factor == 0.0) continue;
      for (Eigen::Index i = k + 1; i < n; ++i) other[i] -= factor * column[i];
    }
  }
  return true;
}

bool DenseLu::negative_determinant() const {
  // det A = ± Π U_kk: every exchange of rows changes the sign, and L has determinant 1.
  bool negative = false;
  for (Eigen::Index k = 0; k < factors_.rows(); ++k) {
    if (factors_(k, k) < 0.0) negative = !negative;
    if (pivot_[static_cast<std::size_t>(k)] != k) negative = !negative;
  }
  return negative;
}

void DenseLu::solve(double* x) const {
  const Eigen::Index n = factors_.rows();
  // x ← P x, in the order of the factorisation.
  for (Eigen::Index k = 0; k < n; ++k) std::swap(x[k], x[pivot_[static_cast<std::size_t>(k)]]);
  // x ← L⁻¹ x, column by column, forwards; L has ones on its diagonal.
  for (Eigen::Index k = 0; k < n; ++k) {
    const double* column = factors_.data() + k * n;
    for (Eigen::Index i = k + 1; i < n; ++i) x[i] -= x[k] * column[i];
  }
  // x ← U⁻¹ x, backwards.
  for (Eigen::Index k = n; k-- > 0;) {
    const double* column = factors_.data() + k * n;
    x[k] /= column[k];
    for (Eigen::Index i = 0; i < k; ++i) x[i] -= x[k] * column[i];
  }
}

}  // namespace carom::solver
