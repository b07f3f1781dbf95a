// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "solver/active_set.h"

#include <algorithm>

namespace carom::solver {

void ActiveSet::reset(const Columns& A) {
  const Eigen::Index rank = std::min(A.rows(), A.cols());
  x_.setZero(A.cols());
  candidate_.resize(rank);
  basis_.reset(A.rows(), A.cols());
  columns_.clear();
  columns_.reserve(static_cast<std::size_t>(rank) + 1);
  kept_.reserve(static_cast<std::size_t>(rank) + 1);
}

bool ActiveSet::append(const Columns& A, int column) {
  if (!basis_.append(A.col(column))) return false;
  columns_.push_back(column);
  return true;
}

bool ActiveSet::step_to_boundary() {
  // The share of the step after which a variable is zero; the same expression finds and marks the
  // first, so that rounding cannot tell them apart.
  const auto share = [](double from, double to) { return from > 0.0 ? from / (from - to) : 0.0; };
  double fraction = 1.0;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const double from = x_[columns_[k]], to = candidate_[static_cast<Eigen::Index>(k)];
    if (to <= 0.0) fraction = std::min(fraction, share(from, to));
  }
  bool whole = true;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const double from = x_[columns_[k]], to = candidate_[static_cast<Eigen::Index>(k)];
    const bool stops_here = to <= 0.0 && share(from, to) <= fraction;
    x_[columns_[k]] = stops_here ? 0.0 : from + fraction * (to - from);
    whole = whole && !stops_here;
  }
  return whole;
}

// A column that was independent of more of them is so of fewer, up to rounding at the threshold:
// should that refuse one, it is not active any more, and zero.
void ActiveSet::drop_zeros(const Columns& A) {
  kept_.assign(columns_.begin(), columns_.end());
  columns_.clear();
  basis_.reset(A.rows(), A.cols());
  for (const int column : kept_)
    if (x_[column] > 0.0 && !append(A, column)) x_[column] = 0.0;
}

}  // namespace carom::solver
