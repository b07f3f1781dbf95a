// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "solver/normal_complementarity.h"

#include <algorithm>
#include <cmath>

namespace carom::solver {
namespace {

/// c below minus this share of the terms it is made of is more than their rounding. Ten times
/// smaller: rounding enters the active set, and leaves it again; ten times larger: weak contacts at
/// the end of a chain are left out.
constexpr double entering_share = 1e-14;
/// A column that depends on the active ones (to OrthogonalBasis::dependence) has c = 0 with them,
/// up to ten times that; only a linear term makes it more.
constexpr double inconsistent = 10.0 * OrthogonalBasis::dependence;
/// c up to this, relative, counts as zero where uniqueness is asked for.
constexpr double closed_share = 1e-9;

}  // namespace

void NormalComplementarity::prepare(const Columns& A, const Vector& w, const Vector& d) {
  const auto rank = static_cast<std::size_t>(std::min(A.rows(), A.cols()));
  x_.setZero(A.cols());
  c_.resize(A.cols());
  shift_.resize(std::min(A.rows(), A.cols()));
  candidate_.resize(shift_.size());
  along_.resize(shift_.size());
  state_ = w;
  turned_.resize(A.rows());
  basis_.reset(A.rows(), A.cols());
  active_.clear();
  active_.reserve(rank + 1);
  kept_.reserve(rank + 1);
  barred_.assign(static_cast<std::size_t>(A.cols()), 0);
  scale_ = reach_ = w.norm() + (d.size() > 0 ? d.cwiseAbs().maxCoeff() : 0.0);
}

// The column whose c is lowest, or -1 if none is below rounding.
int NormalComplementarity::steepest(const Columns& A, const Vector& d) {
  c_ = d;
  c_.noalias() += A.transpose() * state_;
  int entering = -1;
  double lowest = -entering_share * reach_;
  for (Eigen::Index j = 0; j < A.cols(); ++j) {
    if (barred_[static_cast<std::size_t>(j)] || !(c_[j] < lowest)) continue;
    lowest = c_[j];
    entering = static_cast<int>(j);
  }
  return entering;
}

bool NormalComplementarity::append(const Columns& A, int column) {
  if (!basis_.append(A.col(column))) return false;
  active_.push_back(column);
  return true;
}

// Column j = A_F u: along x_j += t, x_F −= t u the state rests and the program falls by |c_j| t,
// until an active variable is zero; that one leaves. False: none ever is, and there is no answer.
bool NormalComplementarity::exchange(const Columns& A, int column) {
  basis_.solve(A.col(column), along_);
  double step = -1.0;
  std::size_t leaving = 0;
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const double rate = along_[static_cast<Eigen::Index>(k)];
    if (!(rate > OrthogonalBasis::dependence)) continue;
    const double share = x_[active_[k]] / rate;
    if (step >= 0.0 && share >= step) continue;
    step = share;
    leaving = k;
  }
  if (step < 0.0) return false;
  for (std::size_t k = 0; k < active_.size(); ++k) {
    double& x = x_[active_[k]];
    x = k == leaving ? 0.0 : std::max(0.0, x - step * along_[static_cast<Eigen::Index>(k)]);
  }
  rebuild(A);
  x_[column] = step;
  append(A, column);
  return true;
}

// x_F = −R⁻¹(Qᵀw + R⁻ᵀd_F) into candidate_; the state with it into state_.
void NormalComplementarity::find_candidate(const Vector& w, const Vector& d) {
  turned_ = w;
  double size = 0.0;
  for (Eigen::Index i = 0; i < basis_.size(); ++i) {  // R⁻ᵀd_F, forwards
    double value = d[active_[static_cast<std::size_t>(i)]];
    for (Eigen::Index k = 0; k < i; ++k) value -= basis_.R(k, i) * shift_[k];
    shift_[i] = value / basis_.R(i, i);
    size = std::max(size, std::abs(shift_[i]));
    turned_ += shift_[i] * basis_.Q().col(i);
  }
  reach_ = scale_ + size;
  basis_.solve(turned_, candidate_);
  candidate_.head(basis_.size()) *= -1.0;
  state_ = w;
  for (Eigen::Index i = 0; i < basis_.size(); ++i)
    state_ -= basis_.Q().col(i).dot(turned_) * basis_.Q().col(i);
}

// Moves x towards the candidate until the first active variable is zero. True if the whole step was
// taken.
bool NormalComplementarity::step_to_boundary() {
  // The same expression finds and marks the first, so that rounding cannot tell them apart.
  const auto share = [](double from, double to) { return from > 0.0 ? from / (from - to) : 0.0; };
  double fraction = 1.0;
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const double to = candidate_[static_cast<Eigen::Index>(k)];
    if (to <= 0.0) fraction = std::min(fraction, share(x_[active_[k]], to));
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

// Drops the variables that are zero.
void NormalComplementarity::rebuild(const Columns& A) {
  kept_.assign(active_.begin(), active_.end());
  active_.clear();
  basis_.reset(A.rows(), A.cols());
  for (const int column : kept_)
    if (x_[column] > 0.0 && !append(A, column)) x_[column] = 0.0;
}

void NormalComplementarity::measure(const Columns& A, const Vector& d) {
  c_ = d;
  c_.noalias() += A.transpose() * state_;
  residual_ = 0.0;
  for (Eigen::Index j = 0; j < A.cols(); ++j)
    residual_ = std::max(residual_, std::abs(std::min(x_[j], c_[j])));
  if (scale_ > 0.0) residual_ /= scale_;
}

bool NormalComplementarity::solve(const Columns& A, const Vector& w, const Vector& d) {
  prepare(A, w, d);
  const Eigen::Index limit = 100 + 10 * A.cols();
  for (Eigen::Index iteration = 0; iteration < limit; ++iteration) {
    const int entering = steepest(A, d);
    if (entering < 0) break;
    barred_[static_cast<std::size_t>(entering)] = 1;
    if (!append(A, entering)) {
      if (c_[entering] > -inconsistent * reach_) continue;  // as good as zero
      if (!exchange(A, entering)) break;
    }
    for (;;) {
      find_candidate(w, d);
      if (step_to_boundary()) break;
      rebuild(A);
    }
    std::fill(barred_.begin(), barred_.end(), char{0});
    for (const int column : active_) barred_[static_cast<std::size_t>(column)] = 1;
    // A variable that came back to zero would enter again for ever.
    if (x_[entering] == 0.0) barred_[static_cast<std::size_t>(entering)] = 1;
  }
  measure(A, d);
  return residual_ <= acceptable;
}

bool NormalComplementarity::unique(const Columns& A) {
  basis_.reset(A.rows(), A.cols());
  for (Eigen::Index j = 0; j < A.cols(); ++j) {
    if (c_[j] > closed_share * scale_ || A.col(j).isZero(0.0)) continue;
    if (!basis_.append(A.col(j))) return false;
  }
  return true;
}

}  // namespace carom::solver
