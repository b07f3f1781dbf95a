// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The normals of the active constraints are kept as Q R. A constraint n enters along z, the part of
// n across Q: d + t z moves towards it, and the multipliers of the others fall by t R⁻¹ Qᵀ n. The
// step ends where the constraint holds, or where a multiplier reaches zero and its constraint
// leaves. At the end d and the multipliers follow once more from the active set alone.
#include "control/whole_body/nearest_program.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::control {
namespace {

using Eigen::Index;

// Of a violation, where the largest is 1 and normals have length 1: rounding of the products is
// 1e-15; the caller asks for 1e-10 (quadratic_program.cpp, exact).
constexpr double tolerance = 1e-12;
// Of the part of a normal across the others: two passes leave 1e-16 to 1e-15 of it, and multipliers
// then are at most 1e10 times the bounds, with six digits.
constexpr double dependence = 1e-10;
// Of rates of multipliers, most of them about 1: rounding 1e-16 times a condition of up to 1e3. A
// rate that is rounding would let the wrong constraint leave, after an endless step.
constexpr double rounding = 1e-13;
constexpr int most_steps = 100;
constexpr double never = std::numeric_limits<double>::infinity();

}  // namespace

NearestPoint::Active NearestPoint::worst(const Eigen::MatrixXd& normals,
                                         const Eigen::VectorXd& lower,
                                         const Eigen::VectorXd& upper) {
  value_.noalias() = normals.transpose() * point_;
  for (const Active& one : active_) value_[one.constraint] = one.sign * one.bound;
  Active most{.constraint = -1};
  double largest = tolerance;
  for (Index k = 0; k < value_.size(); ++k) {
    const double below = lower[k] - value_[k], above = value_[k] - upper[k];
    if (std::max(below, above) <= largest) continue;
    largest = std::max(below, above);
    const bool low = below > above;
    most = {k, low ? 1.0 : -1.0, low ? lower[k] : -upper[k], 0.0};
  }
  return most;
}

void NearestPoint::project() {
  const auto size = static_cast<Index>(active_.size());
  const Index rows = normal_.size();
  across_ = normal_;
  overlap_.setZero();
  for (int pass = 0; pass < 2; ++pass) {  // once more against rounding
    for (Index i = 0; i < size; ++i) {
      const double* const q = Q_.data() + i * rows;
      double part = 0.0;
      for (Index k = 0; k < rows; ++k) part += q[k] * across_[k];
      for (Index k = 0; k < rows; ++k) across_[k] -= part * q[k];
      overlap_[i] += part;
    }
  }
  along_.head(size) = overlap_.head(size);
  for (Index j = size - 1; j >= 0; --j) {
    along_[j] /= R_(j, j);
    for (Index i = 0; i < j; ++i) along_[i] -= R_(i, j) * along_[j];
  }
}

void NearestPoint::append(const Active& entering, double length) {
  const auto size = static_cast<Index>(active_.size());
  R_.col(size).head(size) = overlap_.head(size);
  R_(size, size) = length;
  Q_.col(size) = across_ / length;
  active_.push_back(entering);
}

// Without its column R is triangular but for one diagonal, which rotations remove.
void NearestPoint::leave(std::size_t position) {
  active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(position));
  const auto size = static_cast<Index>(active_.size());
  for (Index j = static_cast<Index>(position); j < size; ++j) {
    for (Index i = 0; i <= j + 1; ++i) R_(i, j) = R_(i, j + 1);
  }
  for (Index k = static_cast<Index>(position); k < size; ++k) {
    const double length = std::hypot(R_(k, k), R_(k + 1, k));
    const double c = R_(k, k) / length, s = R_(k + 1, k) / length;
    for (Index j = k; j < size; ++j) {
      const double one = R_(k, j), other = R_(k + 1, j);
      R_(k, j) = c * one + s * other;
      R_(k + 1, j) = c * other - s * one;
    }
    for (Index i = 0; i < Q_.rows(); ++i) {
      const double one = Q_(i, k), other = Q_(i, k + 1);
      Q_(i, k) = c * one + s * other;
      Q_(i, k + 1) = c * other - s * one;
    }
  }
}

bool NearestPoint::enter(const Eigen::MatrixXd& normals, Active entering) {
  normal_ = entering.sign * normals.col(entering.constraint);
  while (++steps_ <= most_steps) {
    project();
    std::size_t first = 0;
    double until_zero = never;
    for (std::size_t i = 0; i < active_.size(); ++i) {
      const double rate = along_[static_cast<Index>(i)];
      if (rate <= rounding || active_[i].push / rate >= until_zero) continue;
      until_zero = active_[i].push / rate;
      first = i;
    }
    const double square = across_.squaredNorm();
    const double until_held =
        square > dependence * dependence ? (entering.bound - normal_.dot(point_)) / square : never;
    const double step = std::min(until_zero, until_held);
    if (!(step < never)) return false;
    if (until_held < never) point_ += step * across_;
    for (std::size_t i = 0; i < active_.size(); ++i) {
      active_[i].push -= step * along_[static_cast<Index>(i)];
    }
    entering.push += step;
    if (until_held <= until_zero) {
      append(entering, std::sqrt(square));
      return true;
    }
    leave(first);
  }
  return false;
}

// Rᵀ y = bounds, d = Q y, R push = y.
void NearestPoint::finish() {
  const auto size = static_cast<Index>(active_.size());
  point_.setZero();
  for (Index i = 0; i < size; ++i) {
    double value = active_[static_cast<std::size_t>(i)].bound;
    for (Index j = 0; j < i; ++j) value -= R_(j, i) * along_[j];
    along_[i] = value / R_(i, i);
    point_ += along_[i] * Q_.col(i);
  }
  for (Index i = size - 1; i >= 0; --i) {
    for (Index j = i + 1; j < size; ++j) along_[i] -= R_(i, j) * along_[j];
    along_[i] /= R_(i, i);
    const Active& one = active_[static_cast<std::size_t>(i)];
    multipliers_[one.constraint] = -one.sign * along_[i];
  }
}

bool NearestPoint::solve(const Eigen::MatrixXd& normals, const Eigen::VectorXd& lower,
                         const Eigen::VectorXd& upper) {
  const Index size = normals.rows();
  point_.setZero(size);
  multipliers_.setZero(normals.cols());
  along_.resize(size);
  active_.clear();
  active_.reserve(static_cast<std::size_t>(size + 1));
  overlap_.resize(size);
  Q_.resize(size, size);
  R_.resize(size, size);
  steps_ = 0;
  for (;;) {
    const Active entering = worst(normals, lower, upper);
    if (entering.constraint < 0) break;
    if (!enter(normals, entering)) return false;
  }
  finish();
  return true;
}

}  // namespace carom::control
