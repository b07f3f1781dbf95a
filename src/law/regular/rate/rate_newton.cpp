// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The Newton problem of one rate: assembly, LU, the search for the pattern, and the continuation
// from large compliance when the search fails.
#include <algorithm>
#include <cmath>
#include <utility>

#include "law/regular/rate/rate.h"

namespace carom::law {
namespace {

// Clipped directions have converged, or are down to the rounding of a small ε.
bool settled(double change, double before) {
  return change < 1e-12 || (change < 1e-6 && change > 0.2 * before);
}

}  // namespace

void Rate::start_pattern() {
  for (Member& m : members_) m.carries = true, m.clipped = false;
}

// M: d(Q q + ε y, Σ l)/d(y, c). A carrying point adds k b (a, 1), with a = Q n and b the projected
// row along which its share acts; a held one k b (a, 0), since c is not its level.
void Rate::assemble(double epsilon) {
  const int D = dimension_, size = D + 1;
  double* M = matrix_.data();
  std::fill(M, M + size * size, 0.0);
  for (int d = 0; d < D; ++d) M[d * size + d] = epsilon;
  double* b = column_.data();
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Member& m = members_[i];
    if (!m.carries) continue;
    const auto at = static_cast<std::size_t>(m.point);
    const double k = points_->stiffness[at], mu = points_->friction[at];
    const double* a = projected_.data() + 3 * i * static_cast<std::size_t>(D);
    const double *first = a + D, *second = first + D;
    const double pull = m.rests ? (m.clipped ? mu : 0.0) : -mu;
    const double by_first = pull * m.direction[0], by_second = pull * m.direction[1];
    for (int d = 0; d < D; ++d) {
      b[d] = k * (a[d] + by_first * first[d] + by_second * second[d]);
      if (!m.held) M[d * size + D] += b[d];
      M[D * size + d] += k * a[d];
    }
    if (!m.held) M[D * size + D] += k;
    if (!m.rests) {
      for (int d = 0; d < D; ++d) add_scaled(M + d * size, b[d], a, D);
    } else if (!m.clipped) {  // inside the cone: k T Tᵀ
      for (int d = 0; d < D; ++d)
        add_scaled(M + d * size, b[d], a, k * first[d], first, k * second[d], second, D);
    } else {  // the same across the direction, times μl/|g|
      const double x = -m.direction[1], y = m.direction[0];
      for (int d = 0; d < D; ++d) {
        const double across = m.ratio * (x * first[d] + y * second[d]);
        double* row = M + d * size;
        for (int e = 0; e < D; ++e) row[e] += b[d] * a[e] + across * (x * first[e] + y * second[e]);
      }
    }
  }
}

bool Rate::factor() {
  const int size = dimension_ + 1;
  double* A = factors_.data();
  std::copy(matrix_.data(), matrix_.data() + size * size, A);
  sign_ = 1.0;
  for (int k = 0; k < size; ++k) {
    int best = k;
    for (int i = k + 1; i < size; ++i)
      if (std::abs(A[i * size + k]) > std::abs(A[best * size + k])) best = i;
    pivots_[static_cast<std::size_t>(k)] = best;
    const double pivot = A[best * size + k];
    if (!(std::abs(pivot) > 0.0) || !std::isfinite(pivot)) return false;
    if (best != k) {
      sign_ = -sign_;
      for (int j = 0; j < size; ++j) std::swap(A[k * size + j], A[best * size + j]);
    }
    if (pivot < 0.0) sign_ = -sign_;
    for (int i = k + 1; i < size; ++i) {
      const double factor = A[i * size + k] / pivot;
      A[i * size + k] = factor;
      if (factor == 0.0) continue;
      for (int j = k + 1; j < size; ++j) A[i * size + j] -= factor * A[k * size + j];
    }
  }
  return true;
}

// x ← M⁻¹ x.
void Rate::substitute(double* x) const {
  const int size = dimension_ + 1;
  const double* A = factors_.data();
  for (int k = 0; k < size; ++k) std::swap(x[k], x[pivots_[static_cast<std::size_t>(k)]]);
  for (int i = 1; i < size; ++i) x[i] -= dot(A + i * size, x, i);
  for (int i = size; i-- > 0;) {
    for (int j = i + 1; j < size; ++j) x[i] -= A[i * size + j] * x[j];
    x[i] /= A[i * size + i];
  }
}

// x ← M⁻¹ (−offset, 1).
void Rate::solve_system(const double* offset) {
  for (int d = 0; d < dimension_; ++d) x_[static_cast<std::size_t>(d)] = offset ? -offset[d] : 0.0;
  x_[static_cast<std::size_t>(dimension_)] = 1.0;
  substitute(x_.data());
}

// Values of the members at x. Unless `frozen`, the pattern they ask for replaces the one assembled.
// True if the two are the same; `change` is how far clipped directions moved.
bool Rate::update_members(bool frozen, double* change) {
  const int D = dimension_;
  bool same = true;
  *change = 0.0;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    Member& m = members_[i];
    const auto at = static_cast<std::size_t>(m.point);
    const double k = points_->stiffness[at], mu = points_->friction[at];
    const double* a = projected_.data() + 3 * i * static_cast<std::size_t>(D);
    m.pressure = (m.held ? 0.0 : x_[static_cast<std::size_t>(D)]) + dot(a, x_.data(), D);
    if (!frozen && m.carries != (m.pressure > 0.0)) same = false, m.carries = !m.carries;
    m.share = m.carries ? k * m.pressure : 0.0;
    if (!m.rests) {
      for (int c = 0; c < 2; ++c) m.force[c] = -mu * m.share * m.direction[c];
      continue;
    }
    const double g[2] = {k * dot(a + D, x_.data(), D), k * dot(a + 2 * D, x_.data(), D)};
    const double length = length_of(g[0], g[1]);
    m.excess = length - mu * k * m.pressure;
    if (!frozen && m.clipped != (length > mu * m.share))
      same = same && !m.carries, m.clipped = !m.clipped;
    if (!m.clipped) {
      for (int c = 0; c < 2; ++c) m.force[c] = m.carries ? g[c] : 0.0;
      continue;
    }
    for (int c = 0; c < 2 && length > 0.0; ++c) {
      const double now = g[c] / length;
      if (m.carries) *change = std::max(*change, std::abs(now - m.direction[c]));
      m.direction[c] = now;
    }
    m.ratio = length > 0.0 ? k * mu * std::max(0.0, m.share) / length : k;
    for (int c = 0; c < 2; ++c) m.force[c] = mu * m.share * m.direction[c];
  }
  return same;
}

bool Rate::newton(double epsilon, const double* offset, int most) {
  double before = 1.0;
  for (int iteration = 0; iteration < most; ++iteration) {
    assemble(epsilon);
    if (!factor()) return false;
    solve_system(offset);
    double change = 0.0;
    if (update_members(false, &change) && settled(change, before)) return true;
    before = change;
    bool carried = false;
    for (const Member& m : members_) carried = carried || (m.carries && !m.held);
    if (!carried) return false;
  }
  return false;
}

bool Rate::solve(double epsilon, const double* offset, bool warm) {
  if (!warm) start_pattern();
  if (!newton(epsilon, offset, 25) && !continuation(epsilon, offset)) return false;
  finish();
  return true;
}

// The factors of `from` serve as an approximate inverse: two or three corrections, no new LU.
bool Rate::sharpen(double from, double to) {
  const int D = dimension_, size = D + 1;
  for (int d = 0; d < D; ++d) matrix_[static_cast<std::size_t>(d * size + d)] += to - from;
  double correction = 1.0, largest = 1.0;
  for (int k = 0; k < 5 && correction > 1e-15 * largest; ++k) {
    for (int i = 0; i < size; ++i)
      trial_[static_cast<std::size_t>(i)] =
          (i == D ? 1.0 : 0.0) - dot(matrix_.data() + i * size, x_.data(), size);
    substitute(trial_.data());
    correction = largest = 0.0;
    for (int i = 0; i < size; ++i) {
      const auto at = static_cast<std::size_t>(i);
      x_[at] += trial_[at];
      correction = std::max(correction, std::abs(trial_[at]));
      largest = std::max(largest, std::abs(x_[at]));
    }
  }
  double change = 0.0;
  if (!(correction <= 1e-14 * largest) || !update_members(false, &change)) return false;
  finish();
  return true;
}

bool Rate::attempt(double epsilon, const double* offset) {
  start_pattern();
  if (!newton(epsilon, offset, 15)) return false;
  finish();
  return true;
}

bool Rate::attempt_from_here(double epsilon) {
  if (!newton(epsilon, nullptr, 15)) return false;
  finish();
  return true;
}

bool Rate::solve_cold(double epsilon, const double* offset) {
  if (!continuation(epsilon, offset)) return false;
  finish();
  return true;
}

// From ε = 1 down by tenths, the next start predicted by y = A + B/ε through the last two.
bool Rate::continuation(double goal, const double* offset) {
  const auto size = static_cast<std::size_t>(dimension_ + 1);
  start_pattern();
  double now = 1.0, before = 0.0, factor = 0.1;
  if (!newton(now, offset, 60)) return false;
  std::copy_n(x_.begin(), size, previous_.begin());
  for (int step = 0; step < 200 && now > goal; ++step) {
    const double next = std::max(goal, now * factor);
    if (before > 0.0) {
      const double slope = (1.0 / next - 1.0 / now) / (1.0 / now - 1.0 / before);
      for (std::size_t i = 0; i < size; ++i)
        x_[i] = previous_[i] + slope * (previous_[i] - older_[i]);
      x_[size - 1] = previous_[size - 1];
    } else {
      std::copy_n(previous_.begin(), size, x_.begin());
    }
    double change = 0.0;
    update_members(false, &change);
    bool found = newton(next, offset, 40);
    if (!found) {
      std::copy_n(previous_.begin(), size, x_.begin());
      update_members(false, &change);
      found = newton(next, offset, 40);
    }
    if (found) {
      before = now, now = next;
      std::copy_n(previous_.begin(), size, older_.begin());
      std::copy_n(x_.begin(), size, previous_.begin());
      factor = std::max(0.1, factor * factor);
    } else {
      factor = std::sqrt(factor);
      if (factor > 0.97) return false;
    }
  }
  return now <= goal;
}

// The pattern stays; only directions of clipped rest friction iterate.
bool Rate::solve_frozen(double epsilon) {
  bool nonlinear = false;
  for (const Member& m : members_) nonlinear = nonlinear || (m.rests && m.clipped && m.carries);
  double before = 1.0;
  for (int iteration = 0; iteration < 12; ++iteration) {
    assemble(epsilon);
    if (!factor()) return false;
    solve_system(nullptr);
    double change = 0.0;
    update_members(true, &change);
    if (!nonlinear || settled(change, before)) {
      finish();
      return true;
    }
    before = change;
  }
  return false;
}

}  // namespace carom::law
