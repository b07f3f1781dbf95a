// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Steps of the flow: exact ones where every rate stays constant, and Dormand–Prince 5(4) with the
// step repeated to the root of an event.
#include <algorithm>
#include <cmath>
#include <limits>

#include "law/slip_share/share_flow.h"
#include "solver/dormand_prince.h"

namespace carom::law {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double same_rate = 1e-12;

// Smallest h > 0 with c0 + c1 h + c2 h² = 0, where c0 < 0.
double first_root(double c0, double c1, double c2) {
  if (std::abs(c2) * std::abs(c0) <= 1e-30 * c1 * c1) return c1 > 0.0 ? -c0 / c1 : infinite;
  const double discriminant = c1 * c1 - 4.0 * c2 * c0;
  if (discriminant < 0.0) return infinite;
  const double t = -0.5 * (c1 + std::copysign(std::sqrt(discriminant), c1));
  const double first = t / c2, second = t != 0.0 ? c0 / t : infinite;
  double h = infinite;
  for (const double root : {first, second})
    if (root > 0.0) h = std::min(h, root);
  return h;
}

namespace tableau = solver::dormand_prince;

}  // namespace

// The step to the goal if all rates stay as they are.
double ShareFlow::linear_goal(Goal goal, double target) const {
  double h = infinite;
  for (int j = 0; j < now_.share.size(); ++j) {
    const int row = points_[static_cast<std::size_t>(j)].row;
    if (goal == Goal::closes && share_[j] > 0.0 && now_.du[row] > 0.0)
      h = std::min(h, -state_.u[row] / now_.du[row]);
  }
  if (goal == Goal::closes) return h;
  if (goal == Goal::compression_ends) return now_.bend > 0.0 ? -now_.slope / now_.bend : infinite;
  return first_root(normal_work() - target, now_.slope, 0.5 * now_.bend);
}

// The step to where the work would fall again.
double ShareFlow::linear_fall(Goal goal) const {
  return goal == Goal::work && now_.bend < 0.0 ? std::max(0.0, -now_.slope / now_.bend) : infinite;
}

// The step to where a slip stops, or nearly does, if all rates stay as they are. Where shares
// follow the slips only the stop of them all matters, and the largest tells it.
double ShareFlow::first_stop(bool nearly) const {
  double first = infinite;
  const double largest = rule_ == Rule::slip_over_friction && nearly ? largest_slip() : 0.0;
  for (int j = 0; j < share_.size(); ++j) {
    const auto& p = points_[static_cast<std::size_t>(j)];
    if (share_[j] <= 0.0 || p.tangents == 0) continue;
    const double s = slip(j);
    if (s <= tolerance || s < largest) continue;
    const auto slip_velocity = state_.u.segment(p.row + 1, p.tangents);
    const auto rate = now_.du.segment(p.row + 1, p.tangents);
    const double square = rate.squaredNorm();
    if (square == 0.0) continue;
    const double h = -slip_velocity.dot(rate) / square;
    if (h <= 0.0 || (nearly && (slip_velocity + h * rate).norm() > 0.3 * s)) continue;
    first = std::min(first, h);
  }
  return first;
}

bool ShareFlow::constant_until(double h) {
  if (rule_ == Rule::slip_over_friction) {
    const double reach = std::isfinite(h) ? h : 1.0;
    for (const double part : {0.5, 0.99}) {
      stage_.u = state_.u + part * reach * now_.du;
      evaluate(stage_.u, end_);
      if ((end_.q - now_.q).lpNorm<Eigen::Infinity>() > same_rate) return false;
    }
    return true;
  }
  for (int j = 0; j < share_.size(); ++j) {
    const auto& p = points_[static_cast<std::size_t>(j)];
    const double s = slip(j);
    if (share_[j] <= 0.0 || p.tangents < 2 || p.mu == 0.0 || s <= tolerance) continue;
    const double across =
        state_.u[p.row + 1] * now_.du[p.row + 2] - state_.u[p.row + 2] * now_.du[p.row + 1];
    if (std::abs(across) > same_rate * s * std::max(1.0, now_.du.lpNorm<Eigen::Infinity>()))
      return false;
  }
  return true;
}

// u is linear, so that the trapezoid is the exact work.
void ShareFlow::move_exactly(double h) {
  for (int j = 0; j < share_.size(); ++j) {
    const auto& p = points_[static_cast<std::size_t>(j)];
    const auto work = [&](int row) {
      return h * now_.q[row] * (state_.u[row] + 0.5 * h * now_.du[row]);
    };
    state_.normal_work[j] += work(p.row);
    for (int i = 0; i < p.tangents; ++i) state_.friction_work[j] += work(p.row + 1 + i);
  }
  state_.u += h * now_.du;
  state_.impulse += h * now_.q;
  total_ += h;
}

// From state_ and now_ to next_ and end_.
void ShareFlow::try_step(double h) {
  k_[0] = now_;
  const auto rate = [&](int stage) -> const Eigen::VectorXd& {
    return k_[static_cast<std::size_t>(stage)].du;
  };
  const auto evaluate_at = [&](int stage) {
    evaluate(next_.u, k_[static_cast<std::size_t>(stage)]);
    return true;
  };
  static_cast<void>(tableau::run_stages(state_.u, h, next_.u, rate, evaluate_at));
  next_.impulse = state_.impulse;
  next_.normal_work = state_.normal_work;
  next_.friction_work = state_.friction_work;
  for (std::size_t i = 0; i + 1 < tableau::stages; ++i) {
    const double weight = h * tableau::weights[i];
    if (weight == 0.0) continue;
    next_.impulse += weight * k_[i].q;
    next_.normal_work += weight * k_[i].normal_power;
    next_.friction_work += weight * k_[i].friction_power;
  }
  stage_.u.setZero();
  stage_.normal_work.setZero();
  stage_.friction_work.setZero();
  for (std::size_t i = 0; i < tableau::stages; ++i) {
    const double weight = h * tableau::error_weights[i];
    if (weight == 0.0) continue;
    stage_.u += weight * k_[i].du;
    stage_.normal_work += weight * k_[i].normal_power;
    stage_.friction_work += weight * k_[i].friction_power;
  }
}

double ShareFlow::step_error() const {
  return std::max({stage_.u.lpNorm<Eigen::Infinity>(), stage_.normal_work.lpNorm<Eigen::Infinity>(),
                   stage_.friction_work.lpNorm<Eigen::Infinity>()});
}

// Did the tried step pass the goal, a return of compression, or the start of a slip?
bool ShareFlow::interrupted(Goal goal, double target, Stop& stop) {
  if (goal_value(goal, target, next_, k_[6]) >= 0.0) {
    stop = Stop::goal;
    return true;
  }
  if (goal == Goal::work && k_[6].slope < -1e-13) {
    stop = Stop::compression_returns;
    return true;
  }
  stop = Stop::length;
  return k_[6].departs && !now_.departs;
}

// Bisection on the length of the step, which is repeated each time; then a secant step.
ShareFlow::Stop ShareFlow::cut_step(Goal goal, double target, double h, Stop stop) {
  double low = 0.0, high = h;
  double value_low = goal_value(goal, target, state_, now_);
  double value_high = goal_value(goal, target, next_, k_[6]);
  Stop found = stop;
  for (int k = 0; k < 60 && high - low > 1e-15 * h; ++k) {
    double middle = 0.5 * (low + high);
    if (found == Stop::goal && k % 3 != 2 && value_high > value_low)
      middle = std::clamp(low - value_low * (high - low) / (value_high - value_low),
                          low + 1e-3 * (high - low), high - 1e-3 * (high - low));
    try_step(middle);
    const double value = goal_value(goal, target, next_, k_[6]);
    Stop here = Stop::length;
    if (interrupted(goal, target, here)) {
      high = middle, value_high = value, found = here;
    } else {
      low = middle, value_low = value;
    }
    if (found == Stop::goal && value_high <= 1e-15) break;
    if (found == Stop::length && high - low < 1e-7 * h) break;
  }
  try_step(high);
  accept(high);
  step_ = h;
  return found;
}

void ShareFlow::accept(double h) {
  std::swap(state_, next_);
  total_ += h;
}

}  // namespace carom::law
