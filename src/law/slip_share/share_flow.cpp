// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Shares and rates of the flow, the one loop that advances it, and its steps.
#include "law/slip_share/share_flow.h"

#include <algorithm>
#include <cmath>

#include "law/never.h"
#include "solver/dormand_prince.h"

namespace carom::law {
namespace {

constexpr int max_steps = 4000;
// A slope above minus this does not fall: the end of compression is found to 1e-15 of a speed of
// order one, and the sums of the next evaluation add some tens of roundings.
constexpr double level = 1e-13;
// A bend below this share of the terms that it is the sum of is zero: points that friction locks
// take any impulse and no velocity changes. The terms are known to about 1e-14 (friction at rest
// comes from a damped factor with refinement), so ten times smaller would take rounding for a bend
// and divide by it; ten times larger would call wedges locked that end at 1e10 times the momentum.
constexpr double flat = 1e-11;
// Slips below this, in units of the largest speed, may be about to stop. A hundred times larger
// would delay ends that are not in doubt; a hundred times smaller, and the slope is all error.
constexpr double fading_slip = 1e-4;

// Change of a share or a friction of order one that is none: rounding of a ratio of slips leaves
// 1e-15 over the slip. In a unit of impulse a velocity errs by as much, a tenth of the local error
// that a step may have at the default tolerance.
constexpr double same_rate = 1e-12;

// Smallest h > 0 with c0 + c1 h + c2 h² = 0, where c0 < 0.
double first_root(double c0, double c1, double c2) {
  // Far below rounding: the discriminant is c1² then, and the root of the line is that of the
  // parabola to all digits. It also keeps c2 = 0 from being divided by.
  if (std::abs(c2) * std::abs(c0) <= 1e-30 * c1 * c1) return c1 > 0.0 ? -c0 / c1 : never;
  const double discriminant = c1 * c1 - 4.0 * c2 * c0;
  if (discriminant < 0.0) return never;
  // Roots t/c2 and c0/t: the sum in t has terms of one sign, so that the small root keeps its
  // digits.
  const double t = -0.5 * (c1 + std::copysign(std::sqrt(discriminant), c1));
  const double first = t / c2, second = t != 0.0 ? c0 / t : never;
  double h = never;
  for (const double root : {first, second})
    if (root > 0.0) h = std::min(h, root);
  return h;
}

namespace tableau = solver::dormand_prince;

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

// A new rule makes new rates: the last step length says nothing about them.
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

// (2.18), normalised by Σ s/μ over the points that carry; never by a reference point, whose slip
// may be zero.
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
  // Shares l, then friction: known where a point slips, or where the rule makes it linear in the
  // slip; unknown at rest.
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
    // f = −μ l u_t/s. Under the slip rule l/s = 1/(μ Σ s/μ), so that f = −u_t/Σ(s/μ) stays smooth
    // while a single slip goes through zero.
    if (s > tolerance || rule_ == Rule::slip_over_friction)
      rate.q.segment(p.row + 1, p.tangents) =
          // Where a share is above zero the slip is too: this only guards the division.
          -p.mu * l / std::max(s, 1e-300) * u.segment(p.row + 1, p.tangents);
    else
      // No direction: friction is what holds the point, within its disks of radius μ l.
      rest_.push_back({j, p.row + 1, p.tangents, p.mu_static * l, p.mu * l, true});
  }
  // Rates without friction at rest; then that friction, and the rates with it.
  rate.du.noalias() = *G_ * rate.q;
  rate.departs = false;
  if (!rest_.empty()) {
    residual_ = std::max(residual_, rest_friction_.solve(*G_, rest_, rate.du, rate.q));
    rate.du.noalias() = *G_ * rate.q;
    for (const auto& point : rest_) rate.departs = rate.departs || !point.sticks;
  }
  // dW/dP = Σ l u_n, its own rate, and the powers of each point.
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
  // Σ l du_n/dP cancels where friction locks the points: what is left is rounding, and would be
  // divided by.
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
  // Release: W has come up to the target. Then the last goal: the highest normal velocity of the
  // carrying points has come up to zero.
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
    // Is the goal reached, or does the work fall again after the end of compression?
    evaluate(state_.u, now_);
    const bool falls = goal == Goal::compression_ends && now_.bend < 0.0;
    if (goal_value(goal, target, state_, now_) >= 0.0 && !falls) return Stop::goal;
    if (goal == Goal::work && now_.slope < -level) return Stop::compression_returns;
    // How far this call may still go.
    const double remaining = end - total_;
    if (remaining <= 0.0) return Stop::length;
    // Slips below the tolerance are none, so normal velocities are known no better.
    const bool locked = now_.bend == 0.0 && std::abs(now_.slope) <= tolerance;
    // Slope and bend of a locked group are rounding: no step to a goal may be computed from them.
    const double to_goal = locked ? never : linear_goal(goal, target);
    // Where the rates are constant: exactly to whatever comes first.
    const double to_stop = first_stop(false);
    const double to_fall = linear_fall(goal);
    const double exact = std::min({to_goal, to_fall, to_stop, remaining});
    // With constant rates u is linear in P and W quadratic, so that the step is exact. Without any
    // event ahead P would grow for ever: the points jam, or are locked.
    if (constant_until(exact)) {
      if (!std::isfinite(exact)) return locked ? Stop::locked : Stop::jammed;
      move_exactly(exact);
      if (exact == to_goal) return Stop::goal;
      if (exact == to_fall) return Stop::compression_returns;
      continue;
    }
    // Else a step with error control, which ends before a slip that is about to stop.
    // The direction of a slip turns fast as the slip gets small: the step stays short of it.
    Stop stop = Stop::length;
    double h = step_ > 0.0 ? step_ : 0.05;
    h = std::min({h, remaining, 0.9 * first_stop(true)});
    // A slip that begins has no direction yet: straight on until it is above the tolerance.
    if (now_.departs) {
      move_exactly(std::min(h, 4.0 * tolerance));
      continue;
    }
    try_step(h);
    const double error = step_error() / (0.01 * tolerance);
    // The least error only keeps the power finite: from 2e-4 on the growth is clamped.
    step_ = h * std::clamp(0.9 * std::pow(std::max(error, 1e-10), -0.2), 0.2, 5.0);
    // A step of this impulse, scaled, changes velocities of order one by as much, a tenth of the
    // local error at the default tolerance: it is taken as it is, or the steps would not end.
    if (error > 1.0 && h > 1e-12) continue;
    // The step passed an event: shortened to its root. Events are only looked for at the end of a
    // step.
    if (interrupted(goal, target, stop)) {
      stop = cut_step(goal, target, h, stop);
      if (stop != Stop::length) return stop;
      continue;
    }
    accept(h);
  }
  return Stop::budget;
}

// ---- steps: exact where every rate stays constant, else Dormand–Prince 5(4), repeated to the root
// of an event ----

// The step to the goal if all rates stay as they are.
// With constant rates W(h) = W + slope h + ½ bend h², dW/dP = slope + bend h, and normal velocities
// are u_n + h du_n/dP.
// First root of a normal velocity, of the slope, or of W.
double ShareFlow::linear_goal(Goal goal, double target) const {
  double h = never;
  for (int j = 0; j < now_.share.size(); ++j) {
    const int row = points_[static_cast<std::size_t>(j)].row;
    if (goal == Goal::closes && share_[j] > 0.0 && now_.du[row] > 0.0)
      h = std::min(h, -state_.u[row] / now_.du[row]);
  }
  if (goal == Goal::closes) return h;
  if (goal == Goal::compression_ends) return now_.bend > 0.0 ? -now_.slope / now_.bend : never;
  return first_root(normal_work() - target, now_.slope, 0.5 * now_.bend);
}

// The step to where the work would fall again.
double ShareFlow::linear_fall(Goal goal) const {
  return goal == Goal::work && now_.bend < 0.0 ? std::max(0.0, -now_.slope / now_.bend) : never;
}

// The step to where a slip stops, or nearly does, if all rates stay as they are. Where shares
// follow the slips only the stop of them all matters, and the largest tells it.
double ShareFlow::first_stop(bool nearly) const {
  double first = never;
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
    // Where |u_t + h du_t| is least: zero in the plane, and in space where the slip keeps its line.
    const double h = -slip_velocity.dot(rate) / square;
    if (h <= 0.0 || (nearly && (slip_velocity + h * rate).norm() > 0.3 * s)) continue;
    first = std::min(first, h);
  }
  return first;
}

// Under the slip rule the rates are ratios of slips: they are constant where two points ahead give
// the same friction and shares. With fixed shares only a slip that turns changes them, where
// u_t × du_t/dP is not zero.
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
  // Impulses and works are integrals of q and of the powers along the same stages: the same weights
  // give them to the same order as u.
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
  // stage_ now holds the difference to the result of order 4: the error of u and of the works.
  // That of the impulses shows in u, which changes by G times them.
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
// The last stage stands at the end of the step, so that its slope and departures are those of
// next_.
bool ShareFlow::interrupted(Goal goal, double target, Stop& stop) {
  if (goal_value(goal, target, next_, k_[6]) >= 0.0) {
    stop = Stop::goal;
    return true;
  }
  // As `level`.
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
  // A few units in the last place of the step.
  for (int k = 0; k < 60 && high - low > 1e-15 * h; ++k) {
    double middle = 0.5 * (low + high);
    if (found == Stop::goal && k % 3 != 2 && value_high > value_low)
      // Off the ends by a thousandth: a secant that lands on an end would not shrink the bracket.
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
    // A slope or a work of order one: rounding.
    if (found == Stop::goal && value_high <= 1e-15) break;
    // The start of a slip, which has no value to interpolate. Where static and dynamic friction
    // are equal, friction is continuous there and the velocities err by the square of this; else
    // by this times the difference of the two.
    if (found == Stop::length && high - low < 1e-7 * h) break;
  }
  // The far end of the bracket, where the event has happened: else the next call would find it
  // again. The old step length is kept: what cut the step was no error.
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
