// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "solver/active_set.h"

#include <algorithm>

namespace carom::solver {

void ActiveSet::reset(const Columns& A) {
  const Eigen::Index rank = std::min(A.rows(), A.cols());
  // x = 0 is feasible, the start of the method. At most rank columns are active at once; the
  // storage has one more, and nothing is allocated while columns come and go.
  x_.setZero(A.cols());
  candidate_.resize(rank);
  basis_.reset(A.rows(), A.cols());
  columns_.clear();
  columns_.reserve(static_cast<std::size_t>(rank) + 1);
  kept_.reserve(static_cast<std::size_t>(rank) + 1);
}

// The active columns stay independent, so that the solution on them is one and R of the basis can
// be inverted.
bool ActiveSet::append(const Columns& A, int column) {
  if (!basis_.append(A.col(column))) return false;
  columns_.push_back(column);
  return true;
}

// The step x ← x + fraction (candidate − x) with the largest fraction ≤ 1 that keeps x ≥ 0. The
// candidate minimises a convex function on the active columns, so that any share of the way goes
// downhill. A variable that just entered, x = 0, and is asked to become negative gives fraction 0:
// the set changes, x does not.
bool ActiveSet::step_to_boundary() {
  // The share of the step after which a variable is zero; the same expression finds and marks the
  // first, so that rounding cannot tell them apart.
  const auto share = [](double from, double to) { return from > 0.0 ? from / (from - to) : 0.0; };
  double fraction = 1.0;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const double from = x_[columns_[k]], to = candidate_[static_cast<Eigen::Index>(k)];
    if (to <= 0.0) fraction = std::min(fraction, share(from, to));
  }
  // Who stops here gets the exact 0 by which drop_zeros knows it, whatever the rounding of
  // from + fraction (to − from).
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
