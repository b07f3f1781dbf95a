// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One Dormand–Prince 5(4) step on (ζ, W) with the pattern of the rate kept, so that the right side
// is smooth; shares, friction and works are integrated with the same weights (Dormand & Prince
// 1980; dense output of order 4: Hairer, Nørsett & Wanner, section II.6).
#include <algorithm>
#include <cmath>

#include "law/regular/events/event_flow.h"

namespace carom::law {
namespace {

constexpr double coefficients[7][6] = {
    {},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
constexpr const double* weights = coefficients[6];
constexpr double error_weights[7] = {71.0 / 57600,      0.0,        -71.0 / 16695, 71.0 / 1920,
                                     -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
constexpr double dense_weights[7] = {-12715105075.0 / 11282082432,  0.0,
                                     87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                     701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                     69997945.0 / 29380423};

}  // namespace

bool EventFlow::evaluate(const double* state, int stage) {
  rate_.set_slips(state);
  if (!rate_.solve_frozen(epsilon_)) return false;
  const int r = points_.rank;
  double* out = stage_rate_.data() + stage * (r + 1);
  std::copy_n(rate_.velocity_rate().begin(), r, out);
  const auto at = static_cast<std::size_t>(stage * points_.count);
  double* share = stage_share_.data() + at;
  double* force = stage_force_.data() + 2 * at;
  double* power = stage_power_.data() + 2 * at;
  double total = 0.0;
  for (const auto& m : rate_.members()) {
    *share++ = m.share;
    *force++ = m.force[0], *force++ = m.force[1];
    const double normal = m.carries ? m.share * dot(points_.row(m.point, 0), state, r) : 0.0;
    double friction = 0.0;
    if (!m.rests)
      friction = (m.force[0] * m.direction[0] + m.force[1] * m.direction[1]) * m.slip;
    else
      for (int k = 0; k < 2; ++k)
        if (m.force[k] != 0.0) friction += m.force[k] * dot(points_.row(m.point, 1 + k), state, r);
    *power++ = normal, *power++ = friction;
    total += normal;
  }
  out[r] = total;
  return true;
}

bool EventFlow::try_step(double length) {
  return stiff_ ? try_stiff_step(length) : try_explicit_step(length);
}

bool EventFlow::try_explicit_step(double length) {
  const int size = points_.rank + 1;
  length_ = length;
  for (int stage = 1; stage < 7; ++stage) {
    const int r = points_.rank;
    std::copy_n(state_.begin(), r, trial_.begin());
    double work = 0.0;
    for (int s = 0; s < stage; ++s) {
      const double weight = length * coefficients[stage][s];
      if (weight == 0.0) continue;
      const double* rate = stage_rate_.data() + s * size;
      add_scaled(trial_.data(), weight, rate, r);
      work += weight * rate[r];
    }
    trial_[static_cast<std::size_t>(r)] = work;
    if (!evaluate(trial_.data(), stage)) return false;
  }
  for (int i = 0; i < size; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double start = i + 1 < size ? state_[at] : 0.0;
    double bend = 0.0;
    for (int s = 0; s < 7; ++s)
      bend += dense_weights[s] * stage_rate_[static_cast<std::size_t>(s * size + i)];
    double* out = dense_.data() + 5 * i;
    out[0] = start, out[1] = trial_[at] - start;
    out[2] = length * stage_rate_[at] - out[1];
    out[3] = out[1] - length * stage_rate_[static_cast<std::size_t>(6 * size + i)] - out[2];
    out[4] = length * bend;
  }
  const double* row = points_.rows.data();
  for (double& u : end_velocities_) u = dot(row, trial_.data(), points_.rank), row += points_.rank;
  return true;
}

double EventFlow::step_error() const {
  if (stiff_) return stiff_error();
  const int size = points_.rank + 1;
  double worst = 0.0;
  for (int i = 0; i < size; ++i) {
    double sum = 0.0;
    for (int s = 0; s < 7; ++s)
      sum += error_weights[s] * stage_rate_[static_cast<std::size_t>(s * size + i)];
    worst = std::max(worst, std::abs(length_ * sum));
  }
  return std::isfinite(worst) ? worst : 1e9;
}

void EventFlow::interpolate(double fraction, double* state) const {
  if (stiff_) {
    rodas_.interpolate(fraction, stiff_dense_);
    std::copy_n(stiff_dense_.data(), points_.rank + 1, state);
    return;
  }
  const double rest = 1.0 - fraction;
  const double* c = dense_.data();
  for (int i = 0; i <= points_.rank; ++i, c += 5)
    state[i] = c[0] + fraction * (c[1] + rest * (c[2] + fraction * (c[3] + rest * c[4])));
}

// Impulses and works of the step. The works are scaled to the exact change of energy,
// Σ Δp (u + u⁺)/2, by what friction did: the difference is of the order of the tolerance.
void EventFlow::accept_step() {
  const auto n = static_cast<std::size_t>(points_.count);
  double exact = 0.0, found = 0.0, rubbed = 0.0;
  const auto sum_of = [&](const std::vector<double>& stages, std::size_t stride,
                          std::size_t index) {
    double sum = 0.0;
    for (std::size_t s = 0; s < 6; ++s) sum += weights[s] * stages[s * stride + index];
    return length_ * sum;
  };
  // Member i: share, two forces, normal power, friction power.
  const auto integral = [&](std::size_t i, std::size_t k) {
    if (stiff_) return rodas_.result()[points_.rank + 1 + static_cast<Eigen::Index>(5 * i + k)];
    if (k == 0) return sum_of(stage_share_, n, i);
    return k < 3 ? sum_of(stage_force_, 2 * n, 2 * i + k - 1)
                 : sum_of(stage_power_, 2 * n, 2 * i + k - 3);
  };
  const auto& members = rate_.members();
  for (int pass = 0; pass < 2; ++pass) {
    const double correction = pass == 1 && rubbed > 0.0 ? (exact - found) / rubbed : 0.0;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const auto at = static_cast<std::size_t>(members[i].point);
      const double impulse[3] = {integral(i, 0), integral(i, 1), integral(i, 2)};
      const double normal = integral(i, 3), friction = integral(i, 4);
      if (pass == 1) {
        keep(members[i].point, impulse, normal, friction + correction * std::abs(friction));
        continue;
      }
      for (std::size_t k = 0; k < 3; ++k)
        exact += 0.5 * impulse[k] * (velocities_[3 * at + k] + end_velocities_[3 * at + k]);
      found += normal + friction;
      rubbed += std::abs(friction);
    }
  }
  std::copy_n(trial_.begin(), points_.rank, state_.begin());
  impulse_ += length_;
  velocities_.swap(end_velocities_);
}

// Normal work of a member up to a fraction of the step: the dense output of its quadrature.
double EventFlow::work_within_step(std::size_t member, double fraction) const {
  if (stiff_) return stiff_dense_[points_.rank + 4 + 5 * static_cast<Eigen::Index>(member)];
  const auto n = static_cast<std::size_t>(points_.count);
  const auto power = [&](std::size_t stage) { return stage_power_[2 * (stage * n + member)]; };
  double sum = 0.0, bend = 0.0;
  for (std::size_t s = 0; s < 7; ++s) {
    if (s < 6) sum += weights[s] * power(s);
    bend += dense_weights[s] * power(s);
  }
  const double second = power(0) - sum, third = sum - power(6) - second;
  const double rest = 1.0 - fraction;
  return length_ * fraction * (sum + rest * (second + fraction * (third + rest * bend)));
}

// What a store has given back by then.
double EventFlow::released(int store, double fraction) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < rate_.members().size(); ++i) {
    const auto& m = rate_.members()[i];
    if (!m.held && stores_.store_of(m.point) == store) sum += work_within_step(i, fraction);
  }
  return sum;
}

void EventFlow::keep_last_stage() {
  const auto move_last = [](std::vector<double>& stages, std::size_t stride) {
    std::copy_n(stages.begin() + static_cast<std::ptrdiff_t>(6 * stride), stride, stages.begin());
  };
  const auto n = static_cast<std::size_t>(points_.count);
  move_last(stage_rate_, static_cast<std::size_t>(points_.rank + 1));
  move_last(stage_share_, n), move_last(stage_force_, 2 * n), move_last(stage_power_, 2 * n);
}

}  // namespace carom::law
