// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The search for the pattern, the continuation from large compliance where the search fails, and
// the derivative of a rate by the state.
#include "law/regular/rate/rate.h"

#include <algorithm>
#include <cmath>

namespace carom::law {
namespace {

// Clipped directions have converged, or are down to the rounding of a small ε.
bool directions_settled(double change, double before) {
  // Unit vectors. Newton is quadratic: the change after 1e-12 would be below rounding. A force
  // that ε alone determines has rounding of up to 1e-16/ε, 3e-6 at the ε of a clipped rate
  // (event_flow.cpp); where the change no longer falls, 1e-6 counts as that.
  return change < 1e-12 || (change < 1e-6 && change > 0.2 * before);
}

}  // namespace

void Rate::prepare(const ScaledPoints& points) {
  members_.prepare(points);
  matrix_.prepare(points.rank);
  const auto size = static_cast<std::size_t>(points.rank) + 1;
  for (auto* vector : {&x_, &trial_, &previous_, &older_}) vector->resize(size);
  q_.resize(size - 1);
}

bool Rate::any_clipped() const {
  return std::any_of(members().begin(), members().end(),
                     [](const Member& m) { return !m.carries || m.clipped; });
}

// q of the solution that the members have.
bool Rate::finish() {
  members_.sum(q_.data());
  return true;
}

// x ← M⁻¹ (−offset, 1) with M of the present pattern.
bool Rate::newton_step(double epsilon, const double* offset) {
  // The equations are homogeneous of degree one in x for a given pattern, M(x) x = (−offset, 1):
  // the full Newton step from any x is the solution itself, and x enters through the pattern only.
  matrix_.assemble(members_, epsilon);
  if (!matrix_.factor()) return false;
  const int D = dimension();
  for (int d = 0; d < D; ++d) x_[static_cast<std::size_t>(d)] = offset ? -offset[d] : 0.0;
  // Σ l = 1.
  x_[static_cast<std::size_t>(D)] = 1.0;
  matrix_.solve(x_.data());
  return true;
}

// Ends where a step asks for the pattern with which it was made. Σ l = 1 needs a point at the level
// c: with sustained points alone c has no equation.
bool Rate::newton(double epsilon, const double* offset, int most) {
  double before = 1.0;
  for (int iteration = 0; iteration < most; ++iteration) {
    if (!newton_step(epsilon, offset)) return false;
    double change = 0.0;
    // The step was exact for its pattern: if the values ask for the same one, the problem is
    // solved.
    if (members_.update(x_.data(), false, &change) && directions_settled(change, before))
      return true;
    before = change;
    // The next matrix would be singular.
    if (std::none_of(members().begin(), members().end(),
                     [](const Member& m) { return m.carries && !m.held; }))
      return false;
  }
  return false;
}

bool Rate::solve(double epsilon, bool warm) {
  if (!warm) members_.start_pattern();
  // From the whole set, each step clips whoever would pull and lets go of whoever would slip.
  return (newton(epsilon, nullptr, 25) || continuation(epsilon)) && finish();
}

bool Rate::attempt(double epsilon, const double* offset) {
  members_.start_pattern();
  // Without continuation: the caller has another way where this is not quickly found.
  return newton(epsilon, offset, 15) && finish();
}

bool Rate::attempt_from_here(double epsilon) { return newton(epsilon, nullptr, 15) && finish(); }

bool Rate::solve_cold(double epsilon) { return continuation(epsilon) && finish(); }

// The factors of `from` serve as an approximate inverse: two or three corrections, no new LU.
bool Rate::sharpen(double from, double to) {
  matrix_.add_compliance(to - from);
  const int size = matrix_.size();
  // Each correction gains the ratio of the two matrices, some seven digits: two reach rounding, and
  // five are in vain where ε is not small beside what it holds.
  // At the smaller ε a share can fall below zero: the pattern is checked at the end, and a change
  // refuses the result.
  double correction = 1.0, largest = 1.0;
  // Of the largest unknown: a few units in its last place end the corrections.
  for (int k = 0; k < 5 && correction > 1e-15 * largest; ++k) {
    for (int i = 0; i < size; ++i)
      // The residual (0, 1) − M x at the new ε; solve() below still has the factors at the old one.
      trial_[static_cast<std::size_t>(i)] =
          (i + 1 == size ? 1.0 : 0.0) - matrix_.times(i, x_.data());
    matrix_.solve(trial_.data());
    correction = largest = 0.0;
    for (int i = 0; i < size; ++i) {
      const auto at = static_cast<std::size_t>(i);
      x_[at] += trial_[at];
      correction = std::max(correction, std::abs(trial_[at]));
      largest = std::max(largest, std::abs(x_[at]));
    }
  }
  double change = 0.0;
  // Ten times that is accepted: corrections at the level of rounding need not fall further.
  return correction <= 1e-14 * largest && members_.update(x_.data(), false, &change) && finish();
}

// From ε = 1 down by tenths, the next start predicted by y = A + B/ε through the last two.
bool Rate::continuation(double goal) {
  const auto size = static_cast<std::size_t>(dimension() + 1);
  members_.start_pattern();
  // At large ε there is one solution (rate.h). Followed down to the ε asked for, it leads to one of
  // those that may exist there.
  double now = 1.0, before = 0.0, factor = 0.1;
  if (!newton(now, nullptr, 60)) return false;
  std::copy_n(x_.begin(), size, previous_.begin());
  for (int step = 0; step < 200 && now > goal; ++step) {
    const double next = std::max(goal, now * factor);
    // Predict: forces that the equations leave open grow like 1/ε until they have their size.
    if (before > 0.0) {
      const double slope = (1.0 / next - 1.0 / now) / (1.0 / now - 1.0 / before);
      for (std::size_t i = 0; i < size; ++i)
        x_[i] = previous_[i] + slope * (previous_[i] - older_[i]);
      x_[size - 1] = previous_[size - 1];
    } else {
      std::copy_n(previous_.begin(), size, x_.begin());
    }
    double change = 0.0;
    members_.update(x_.data(), false, &change);
    // Correct, from the prediction or else from the last solution.
    // newton() starts from a pattern, not from x: update() above made that of the prediction.
    bool found = newton(next, nullptr, 40);
    if (!found) {
      std::copy_n(previous_.begin(), size, x_.begin());
      members_.update(x_.data(), false, &change);
      found = newton(next, nullptr, 40);
    }
    // A found one makes the next step longer again, a missed one shorter, down to 3 %.
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
  // Where every active friction is slip or inside its cone one linear solve is the answer.
  bool nonlinear = false;
  for (const Member& m : members()) nonlinear = nonlinear || (m.rests && m.clipped && m.carries);
  double before = 1.0;
  for (int iteration = 0; iteration < 12; ++iteration) {
    if (!newton_step(epsilon, nullptr)) return false;
    double change = 0.0;
    members_.update(x_.data(), true, &change);
    if (!nonlinear || directions_settled(change, before)) return finish();
    before = change;
  }
  return false;
}

// What slips add: dt = (I − ttᵀ) T dζ/‖u_t‖ turns their friction by −μ l dt, the first part of
// `change`; −Q Σ Tᵀ(−μ l dt) is the right side of M dx.
void Rate::turn_slips(const double* state, int entry, double* dx,
                      std::vector<double>& change) const {
  const ScaledPoints& points = members_.points();
  const int D = dimension();
  for (std::size_t i = 0; i < members().size(); ++i) {
    const Member& m = members()[i];
    const auto at = static_cast<std::size_t>(m.point);
    double* out = change.data() + 3 * i;
    out[0] = out[1] = out[2] = 0.0;
    // In one tangent a slip cannot turn. Rest friction does not see the slip at all.
    if (!m.carries || m.rests || points.tangents[at] < 2) continue;
    const double slip = length_of(dot(points.row(m.point, 1), state, points.rank),
                                  dot(points.row(m.point, 2), state, points.rank));
    // (I − ttᵀ) T dζ is along the normal to t in the plane: one number, over the slip speed [rad
    // per unit of ζ].
    const double turn = (-m.direction[1] * points.row(m.point, 1)[entry] +
                         m.direction[0] * points.row(m.point, 2)[entry]) /
                        slip;
    const double force = -points.friction[at] * m.share * turn;
    out[1] = -m.direction[1] * force, out[2] = m.direction[0] * force;
    const double* a = members_.projected(i);
    for (int d = 0; d < D; ++d) dx[d] -= out[1] * a[D + d] + out[2] * a[2 * D + d];
  }
}

// Pressures and rest friction follow the turning slips by the matrix already factored:
//   M dx = −(Q Σ Tᵀ(−μ l dt), 0).
void Rate::differentiate(const double* state, int entry, std::vector<double>& change) {
  const ScaledPoints& points = members_.points();
  const int D = dimension();
  // Differentiate M x = (0, 1) with the pattern kept: what the turn adds to Q q must be made up by
  // dx.
  double* dx = trial_.data();
  std::fill(dx, dx + D + 1, 0.0);
  turn_slips(state, entry, dx, change);
  // Nothing is held: the shares do not depend on the state, and only friction turns.
  if (D == 0) return;
  matrix_.solve(dx);
  for (std::size_t i = 0; i < members().size(); ++i) {
    const Member& m = members()[i];
    if (!m.carries) continue;
    const auto at = static_cast<std::size_t>(m.point);
    const double k = points.stiffness[at], mu = points.friction[at];
    const double* a = members_.projected(i);
    double* out = change.data() + 3 * i;
    // dl = k (dc + n dp), without dc where the level is 0.
    out[0] = k * ((m.held ? 0.0 : dx[D]) + dot(a, dx, D));
    if (!m.rests) {  // slip: friction grows with the share
      for (int c = 0; c < 2; ++c) out[1 + c] -= mu * out[0] * m.direction[c];
      continue;
    }
    const double g[2] = {dot(a + D, dx, D), dot(a + 2 * D, dx, D)};
    if (!m.clipped) {  // inside the cone
      for (int c = 0; c < 2; ++c) out[1 + c] = k * g[c];
      continue;
    }
    // At the cone: along the direction with the share, across it as the direction turns.
    const double across = m.ratio * (-m.direction[1] * g[0] + m.direction[0] * g[1]);
    out[1] = mu * out[0] * m.direction[0] - across * m.direction[1];
    out[2] = mu * out[0] * m.direction[1] + across * m.direction[0];
  }
}

}  // namespace carom::law
