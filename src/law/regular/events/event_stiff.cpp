// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Fast turning slips: a slow slip turns at the rate μ l ‖T‖²/‖u_t‖, too fast for an explicit step.
// One RODAS 4(3) step on ζ with the exact derivative; work, shares, friction and powers are its
// quadratures. Same interface as the explicit step: trial state, error, dense output.
#include <algorithm>
#include <cmath>

#include "law/regular/events/event_flow.h"

namespace carom::law {
namespace {

constexpr double easier = 3.0;  // its error estimate, of order 3, is larger than its error

}  // namespace

struct EventFlow::StiffSystem {
  EventFlow& flow;
  bool good = true;

  void rate(const double* y, double* f) {
    good = flow.evaluate(y, 1) && good;
    flow.copy_stage(1, f);
  }
  void jacobian(const double* y, Eigen::MatrixXd& D) { flow.differentiate(y, D); }
};

double EventFlow::turning_rate() const {
  double fastest = 0.0;
  for (const auto& m : rate_.members()) {
    if (!can_turn(m)) continue;
    const double* row = points_.row(m.point, 1);
    const double length = std::max(dot(row, row, points_.rank),
                                   dot(row + points_.rank, row + points_.rank, points_.rank));
    const double mu = points_.friction[static_cast<std::size_t>(m.point)];
    fastest = std::max(fastest, mu * m.share * length / slip_speed(m));
  }
  return fastest;
}

// (rate of ζ, of W, then per member: share, two forces, normal power, friction power).
void EventFlow::copy_stage(int stage, double* f) const {
  const auto n = static_cast<std::size_t>(points_.count), s = static_cast<std::size_t>(stage);
  const auto size = static_cast<std::size_t>(points_.rank + 1);
  f = std::copy_n(stage_rate_.begin() + static_cast<std::ptrdiff_t>(s * size), size, f);
  for (std::size_t i = 0; i < n; ++i) {
    const bool used = i < rate_.members().size();
    *f++ = used ? stage_share_[s * n + i] : 0.0;
    for (std::size_t k = 0; k < 2; ++k) *f++ = used ? stage_force_[2 * (s * n + i) + k] : 0.0;
    for (std::size_t k = 0; k < 2; ++k) *f++ = used ? stage_power_[2 * (s * n + i) + k] : 0.0;
  }
}

void EventFlow::differentiate(const double* state, Eigen::MatrixXd& D) {
  const int r = points_.rank;
  D.setZero();
  for (int c = 0; c < r; ++c) {
    rate_.differentiate(state, c, response_);
    double* column = D.data() + c * D.rows();
    double* out = column + r + 1;
    double work = 0.0;
    for (std::size_t i = 0; i < rate_.members().size(); ++i, out += 5) {
      const auto& m = rate_.members()[i];
      const double* change = response_.data() + 3 * i;
      if (!m.carries) continue;
      const double* rows[3] = {points_.row(m.point, 0), points_.row(m.point, 1),
                               points_.row(m.point, 2)};
      const double now[3] = {m.share, m.force[0], m.force[1]};
      for (int k = 0; k < 3; ++k) {
        const double power = change[k] * dot(rows[k], state, r) + now[k] * rows[k][c];
        out[k] = change[k];
        out[k == 0 ? 3 : 4] += power;
        if (k == 0) work += power;
        for (int e = 0; e < r; ++e) column[e] += change[k] * rows[k][e];
      }
    }
    column[r] = work;
  }
}

bool EventFlow::try_stiff_step(double length) {
  const auto r = static_cast<Eigen::Index>(points_.rank);
  const Eigen::Index size = r + 1 + 5 * static_cast<Eigen::Index>(points_.count);
  if (stiff_start_.size() != size || rodas_rank_ != points_.rank) {
    rodas_.resize(r, size);
    stiff_start_.resize(size), stiff_dense_.resize(size);
    rodas_rank_ = points_.rank;
  }
  length_ = length;
  stiff_start_.setZero();
  std::copy(state_.begin(), state_.end(), stiff_start_.data());
  StiffSystem system{*this};
  rodas_.begin(system, stiff_start_);
  if (!system.good || !rodas_.attempt(system, length) || !system.good) return false;
  const auto& end = rodas_.result();
  std::copy_n(end.data(), points_.rank + 1, trial_.begin());
  const double* row = points_.rows.data();
  for (double& u : end_velocities_) u = dot(row, trial_.data(), points_.rank), row += points_.rank;
  return evaluate(trial_.data(), 6);
}

// Also of shares and friction: where points are redundant ζ does not show their errors.
double EventFlow::stiff_error() const {
  const auto& error = rodas_.error();
  double worst = error.head(points_.rank + 1).cwiseAbs().maxCoeff();
  for (std::size_t i = 0; i < rate_.members().size(); ++i)
    for (Eigen::Index k = 0; k < 3; ++k)
      worst = std::max(worst, std::abs(error[points_.rank + 1 + 5 * Eigen::Index(i) + k]));
  return worst / easier;
}

}  // namespace carom::law
