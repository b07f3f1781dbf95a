// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Shares and rates of the flow, and the one loop that advances it. Steps are in
// share_flow_step.cpp.
#include "law/slip_share/share_flow.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::law {
namespace {

constexpr int max_steps = 4000;
constexpr double unreached = std::numeric_limits<double>::infinity();
constexpr double level = 1e-13;  // a slope above minus this does not fall
// A bend below this share of the terms that it is the sum of is zero: points that friction locks
// take any impulse and no velocity changes. The terms are known to about 1e-14 (friction at rest
// comes from a damped factor with refinement), so ten times smaller would take rounding for a bend
// and divide by it; ten times larger would call wedges locked that end at 1e10 times the momentum.
constexpr double flat = 1e-11;
// Slips below this, in units of the largest speed, may be about to stop. A hundred times larger
// would delay ends that are not in doubt; a hundred times smaller, and the slope is all error.
constexpr double fading_slip = 1e-4;

}  // namespace

void ShareFlow::resize(State& state) const {
  const auto rows = G_->rows();
  const auto points = static_cast<Eigen::Index>(points_.size());
  state.u.setZero(rows);
  state.impulse.setZero(rows);
  state.normal_work.setZero(points);
  state.friction_work.setZero(points);
}

void ShareFlow::start(const Eigen::MatrixXd& G, const std::vector<SharePoint>& points,
                      const Eigen::VectorXd& u) {
  G_ = &G;
  points_ = points;
  for (State* state : {&state_, &next_, &stage_}) resize(*state);
  state_.u = u;
  total_ = step_ = residual_ = 0.0;
}

void ShareFlow::carry(Rule rule, const Eigen::VectorXd& share) {
  rule_ = rule;
  share_ = share;
  step_ = 0.0;
}

double ShareFlow::slip_of(const Eigen::VectorXd& u, int point) const {
  const auto& p = points_[static_cast<std::size_t>(point)];
  if (p.tangents == 0) return 0.0;
  if (p.tangents == 1) return std::abs(u[p.row + 1]);
  const double x = u[p.row + 1], y = u[p.row + 2];
  return std::sqrt(x * x + y * y);  // scaled: no overflow
}

double ShareFlow::largest_slip(const Eigen::VectorXd& u) const {
  double largest = 0.0;
  for (int j = 0; j < share_.size(); ++j)
    if (share_[j] > 0.0) largest = std::max(largest, slip_of(u, j));
  return largest;
}

void ShareFlow::set_shares(const Eigen::VectorXd& u, Rate& rate) const {
  rate.share = share_;
  if (rule_ == Rule::fixed) return;
  double sum = 0.0;
  for (int j = 0; j < share_.size(); ++j) {
    if (share_[j] <= 0.0) continue;
    rate.share[j] = slip_of(u, j) / points_[static_cast<std::size_t>(j)].mu;
    sum += rate.share[j];
  }
  if (sum > 0.0) rate.share /= sum;
}

void ShareFlow::evaluate(const Eigen::VectorXd& u, Rate& rate) {
  set_shares(u, rate);
  rate.q.setZero(G_->rows());
  rest_.clear();
  for (int j = 0; j < rate.share.size(); ++j) {
    const double l = rate.share[j];
    if (l <= 0.0) continue;
    const auto& p = points_[static_cast<std::size_t>(j)];
    rate.q[p.row] = l;
    if (p.tangents == 0) continue;
    const double s = slip_of(u, j);
    if (s > tolerance || rule_ == Rule::slip_over_friction)
      rate.q.segment(p.row + 1, p.tangents) =
          -p.mu * l / std::max(s, 1e-300) * u.segment(p.row + 1, p.tangents);
    else
      rest_.push_back({j, p.row + 1, p.tangents, p.mu_static * l, p.mu * l, true});
  }
  rate.du.noalias() = *G_ * rate.q;
  rate.departs = false;
  if (!rest_.empty()) {
    residual_ = std::max(residual_, rest_friction_.solve(*G_, rest_, rate.du, rate.q));
    rate.du.noalias() = *G_ * rate.q;
    for (const auto& point : rest_) rate.departs = rate.departs || !point.sticks;
  }
  rate.slope = rate.bend = 0.0;
  double bend_size = 0.0;
  rate.normal_power.resize(rate.share.size());
  rate.friction_power.setZero(rate.share.size());
  for (int j = 0; j < rate.share.size(); ++j) {
    const auto& p = points_[static_cast<std::size_t>(j)];
    rate.normal_power[j] = rate.share[j] * u[p.row];
    rate.slope += rate.normal_power[j];
    rate.bend += rate.share[j] * rate.du[p.row];
    if (rate.share[j] > 0.0)
      bend_size += rate.share[j] * G_->row(p.row).cwiseAbs().dot(rate.q.cwiseAbs());
    if (p.tangents > 0)
      rate.friction_power[j] =
          rate.q.segment(p.row + 1, p.tangents).dot(u.segment(p.row + 1, p.tangents));
  }
  if (std::abs(rate.bend) <= flat * bend_size) rate.bend = 0.0;
}

// Negative before the goal, 0 or more at it.
double ShareFlow::goal_value(Goal goal, double target, const State& state, const Rate& rate) const {
  if (goal == Goal::compression_ends) {
    // All slips about to stop together: shares are ratios of slips, wrong by the error over the
    // slip, and so is the slope. Where the stop locks the points the slope vanishes with the slips,
    // and whether it crosses just before would be rounding: go on to the stop.
    const double slip = largest_slip(state.u);
    const bool fades = rule_ == Rule::slip_over_friction && slip <= fading_slip &&
                       std::abs(rate.slope) * slip <= tolerance;
    return fades ? -tolerance : rate.slope;
  }
  if (goal == Goal::work) return state.normal_work.sum() - target;
  double highest = -std::numeric_limits<double>::infinity();
  for (int j = 0; j < share_.size(); ++j)
    if (share_[j] > 0.0)
      highest = std::max(highest, state.u[points_[static_cast<std::size_t>(j)].row]);
  return highest;
}

ShareFlow::Stop ShareFlow::advance(Goal goal, double target, double length) {
  const double end = total_ + length;
  for (int count = 0; count < max_steps; ++count) {
    if (rule_ == Rule::slip_over_friction && largest_slip() <= tolerance)
      return Stop::shares_undefined;
    evaluate(state_.u, now_);
    const bool falls = goal == Goal::compression_ends && now_.bend < 0.0;
    if (goal_value(goal, target, state_, now_) >= 0.0 && !falls) return Stop::goal;
    if (goal == Goal::work && now_.slope < -level) return Stop::compression_returns;
    const double remaining = end - total_;
    if (remaining <= 0.0) return Stop::length;
    // Slips below the tolerance are none, so normal velocities are known no better.
    const bool locked = now_.bend == 0.0 && std::abs(now_.slope) <= tolerance;
    const double to_goal = locked ? unreached : linear_goal(goal, target);
    const double to_stop = first_stop(false);
    const double to_fall = linear_fall(goal);
    const double exact = std::min({to_goal, to_fall, to_stop, remaining});
    if (constant_until(exact)) {
      if (!std::isfinite(exact)) return locked ? Stop::locked : Stop::jammed;
      move_exactly(exact);
      if (exact == to_goal) return Stop::goal;
      if (exact == to_fall) return Stop::compression_returns;
      continue;
    }
    Stop stop = Stop::length;
    double h = step_ > 0.0 ? step_ : 0.05;
    h = std::min({h, remaining, 0.9 * first_stop(true)});
    if (now_.departs) {
      move_exactly(std::min(h, 4.0 * tolerance));
      continue;
    }
    try_step(h);
    const double error = step_error() / (0.01 * tolerance);
    step_ = h * std::clamp(0.9 * std::pow(std::max(error, 1e-10), -0.2), 0.2, 5.0);
    if (error > 1.0 && h > 1e-12) continue;
    if (interrupted(goal, target, stop)) {
      stop = cut_step(goal, target, h, stop);
      if (stop != Stop::length) return stop;
      continue;
    }
    accept(h);
  }
  return Stop::budget;
}

}  // namespace carom::law
