// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/events/explicit_step.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace carom::law {
namespace {

namespace tableau = solver::dormand_prince;

}  // namespace

bool ExplicitStep::evaluate(TurningSystem& system, const double* zeta, int stage) {
  system.good = true;
  system.rate(zeta, stages_.data() + stage * size_);
  return system.good;
}

bool ExplicitStep::begin(TurningSystem& system) {
  states_ = system.states(), size_ = system.size();
  const auto r = static_cast<std::size_t>(states_);
  stages_.resize(static_cast<std::size_t>(tableau::stages * size_));
  start_.resize(r + 1), argument_.resize(r + 1), end_.resize(r), dense_.resize(5 * r);
  return evaluate(system, system.at().zeta.data(), 0);
}

bool ExplicitStep::finish(TurningSystem& system, const double* zeta) {
  return evaluate(system, zeta, last);
}

void ExplicitStep::next() { std::copy_n(stages_.begin() + last * size_, size_, stages_.begin()); }

bool ExplicitStep::attempt(TurningSystem& system, double length) {
  using Vector = Eigen::Map<Eigen::VectorXd>;
  const int r = states_;
  length_ = length;
  std::copy_n(system.at().zeta.begin(), r, start_.begin());
  start_.back() = 0.0;  // W counts from the start of the step
  const Vector start(start_.data(), r + 1);
  Vector argument(argument_.data(), r + 1);
  const auto rate = [&](int stage) { return Vector(stages_.data() + stage * size_, r + 1); };
  const auto evaluate_at = [&](int stage) { return evaluate(system, argument_.data(), stage); };
  if (!tableau::run_stages(start, length, argument, rate, evaluate_at)) return false;
  std::copy_n(argument_.begin(), r, end_.begin());
  // Dense output of order 4: start, difference, both slopes, and what bends it between them.
  for (int i = 0; i < r; ++i) {
    double bend = 0.0;
    for (int s = 0; s < tableau::stages; ++s) bend += tableau::dense_weights[s] * at(s, i);
    double* out = dense_.data() + 5 * i;
    out[0] = start[i], out[1] = argument[i] - start[i];
    out[2] = length * at(0, i) - out[1];
    out[3] = out[1] - length * at(last, i) - out[2];
    out[4] = length * bend;
  }
  return true;
}

// Of ζ and of the normal work, on which the stores depend.
double ExplicitStep::error() const {
  double worst = 0.0;
  for (int i = 0; i <= states_; ++i) {
    double sum = 0.0;
    for (int s = 0; s < tableau::stages; ++s) sum += tableau::error_weights[s] * at(s, i);
    worst = std::max(worst, std::abs(length_ * sum));
  }
  return std::isfinite(worst) ? worst : 1e9;
}

void ExplicitStep::interpolate(double fraction, double* zeta) const {
  const double rest = 1.0 - fraction;
  const double* c = dense_.data();
  for (int i = 0; i < states_; ++i, c += 5)
    zeta[i] = c[0] + fraction * (c[1] + rest * (c[2] + fraction * (c[3] + rest * c[4])));
}

double ExplicitStep::integral(int entry) const {
  double sum = 0.0;
  for (int s = 0; s < last; ++s) sum += tableau::weights[s] * at(s, entry);
  return length_ * sum;
}

// The dense output of one quadrature, as in attempt().
double ExplicitStep::integral(int entry, double fraction) const {
  double sum = 0.0, bend = 0.0;
  for (int s = 0; s < tableau::stages; ++s) {
    if (s < last) sum += tableau::weights[s] * at(s, entry);
    bend += tableau::dense_weights[s] * at(s, entry);
  }
  const double second = at(0, entry) - sum, third = sum - at(last, entry) - second;
  const double rest = 1.0 - fraction;
  return length_ * fraction * (sum + rest * (second + fraction * (third + rest * bend)));
}

}  // namespace carom::law
