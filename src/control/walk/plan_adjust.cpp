// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Step adjustment. Input: the measured DCM in a single support, where the ZMP may go. Output: a
// shift Δ of the foothold to come (and of all later ones), an earlier end E of the single support,
// a longer double support after it; or no change. All in the axes of the stance sole, p0 its
// centre, R = E − now. With the ZMP at p0 + s the DCM at the end of the single support is
//   ξ_E = p0 + (ξ − p0) e^{ωR} − s (e^{ωR} − 1),
// and the plan wants, with T the double support and ξ_1 − q the DCM from the foothold q at its end,
//   ξ_E = p0 + b (q + Δ − p0) + (ξ_1 − q) e^{−ωT},  b = (1 − e^{−ωT})/(ωT).
// 1. s takes what it can: up to `zmp_share` of the reach, so that the feedback has the rest. What
//    is left divided by b is Δ. Nothing left: no change (so undisturbed walks keep their
//    footholds), and small changes of Δ are not made.
// 2. Δ is limited: max_adjustment; inwards so that the feet keep 70 % of their distance across, or
//    all but 60 mm of it (whichever is more); and by how fast the foot can follow.
// 3. E is searched on a grid from the planned end back to the earliest (shortest_swing, and time
//    for the foot to get there): least 10 |what is missing| + |Δ| + 0.1 m/s · time gained.
// 4. A push over the stance foot needs feet that cross. If something is missing, the double
//    support is made longer, 4/ω, in which the feedback brings the DCM back between the feet:
//    then ξ_E must lie between the feet only, as it must before the last shift, where the
//    foothold moves only if it does not.
// None in the last 0.1 s of a swing.
// 5. In a double support the DCM may be pushed out over the foot that has landed, which will soon
//    stand alone. If it would then be farther out than the ZMP reaches, the double support is made
//    longer, 4/ω from now.
#include "control/walk/plan_adjust.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "control/walk/plan_swing.h"

namespace carom::control {
namespace {

using Eigen::Vector2d;

constexpr double zmp_share = 0.8;
constexpr double first_change = 0.020, next_change = 0.008;    // smaller ones are not made [m]
constexpr double missing_matters = 0.010, worth_it = 0.010;    // [m]
constexpr double last_moment = 0.1, shortest_hastened = 0.15;  // before the landing [s]
constexpr double foot_acceleration = 25.0;                     // it can follow [m/s²]
constexpr double residual_cost = 10.0, hurry_cost = 0.1, recovery_cost = 0.2;  // [1], [m/s], [m]
constexpr double feedback = 3.0;  // the DCM's error falls so fast while the ZMP is free [1/s]
constexpr double recovery = 4.0, longest_wait = 12.0;  // over ω: longer double supports
constexpr double beyond = 0.7;  // the last foothold: so far from p0 is the DCM, of its way
constexpr int grid = 24;

/// The numbers of the search, in the axes of the stance sole and from its centre.
struct Adjustment {
  double omega = 1.0, time = 0.0, begin = 0.0, end = 0.0, double_support = 0.0;
  double most = 0.0, shortest = 0.0;              // of the gait
  Vector2d dcm = {}, low = {}, high = {};         // where the ZMP may go
  Vector2d foothold = {}, shift = {}, rest = {};  // planned; in force; ξ_1 − q
  double side = 1.0;                              // of the swinging foot: left 1
  bool last = false;
  double single_support = 0.0;  // of the gait
  std::array<CurvePoint, 2> foot = {};
};

struct Choice {
  double end = 0.0, double_support = 0.0;
  Vector2d shift = Vector2d::Zero();
  double missing = 0.0, cost = 0.0;
};

/// What the ZMP cannot take of the way to `wanted` at `end`.
Vector2d remainder(const Adjustment& a, double end, const Vector2d& wanted) {
  const double growth = std::exp(a.omega * (end - a.time));
  const Vector2d free = a.dcm * growth - wanted;
  const Vector2d zmp = (free / (growth - 1.0)).cwiseMax(a.low).cwiseMin(a.high);
  return free - zmp * (growth - 1.0);
}

/// Greatest acceleration of the foot on its way to the shifted foothold.
double hardest(const Adjustment& a, double end, const Vector2d& shift) {
  const double arrives = arrival_time(a.single_support, a.time, end);
  const Vector2d target = a.foothold + shift;
  const Quintic x = make_quintic(a.time, a.foot[0], arrives, {target.x(), 0.0, 0.0});
  const Quintic y = make_quintic(a.time, a.foot[1], arrives, {target.y(), 0.0, 0.0});
  double most = 0.0;
  for (int i = 1; i < 8; ++i) {
    const double time = a.time + (arrives - a.time) * i / 8.0;
    most = std::max(most, std::hypot(x.at(time).acceleration, y.at(time).acceleration));
  }
  return most;
}

Vector2d limited(const Adjustment& a, double end, Vector2d shift) {
  if (shift.norm() > a.most) shift *= a.most / shift.norm();
  const double width = a.side * a.foothold.y();
  const double narrowest = std::max(0.7 * width, width - 0.06);
  const double inwards = std::min(0.0, a.side * (a.foothold.y() + shift.y()) - narrowest);
  shift.y() -= a.side * inwards;
  const Vector2d all = shift - a.shift;
  for (int i = 3; i >= 0 && hardest(a, end, shift) > foot_acceleration; --i) {
    shift = a.shift + all * (i / 4.0);
  }
  return shift;
}

Choice rated(const Adjustment& a, Choice choice, const Vector2d& missing) {
  choice.missing = missing.norm();
  choice.cost =
      residual_cost * choice.missing + choice.shift.norm() + hurry_cost * (a.end - choice.end);
  return choice;
}

/// What is missing of the plan's DCM at `end` with a shift; without: what that shift should be.
Choice meet(const Adjustment& a, double end, const Vector2d* shift = nullptr) {
  const double decay = std::exp(-a.omega * a.double_support);
  const double share = (1.0 - decay) / (a.omega * a.double_support);
  const Vector2d wanted = share * a.foothold + decay * a.rest;
  const Vector2d left = remainder(a, end, wanted);
  Choice choice{.end = end, .double_support = a.double_support};
  choice.shift = shift != nullptr ? *shift : limited(a, end, left / share);
  return rated(a, choice, remainder(a, end, wanted + share * choice.shift));
}

/// From the nearest point between the feet, where the ZMP may go, to the DCM.
Vector2d outside(const Adjustment& a, const Vector2d& dcm, const Vector2d& foothold) {
  Vector2d nearest = dcm - dcm.cwiseMax(a.low).cwiseMin(a.high);
  for (int i = 1; i <= 8; ++i) {
    const Vector2d from = dcm - foothold * (i / 8.0);
    const Vector2d off = from - from.cwiseMax(a.low).cwiseMin(a.high);
    if (off.norm() < nearest.norm()) nearest = off;
  }
  return nearest;
}

/// The DCM lies between the feet at `end`, and a long double support brings it back. The foothold
/// stays, but before the last shift.
Choice recover(const Adjustment& a, double end, double double_support, bool move) {
  const double decay = std::exp(-a.omega * double_support);
  const double share = (1.0 - decay) / (a.omega * double_support);
  Choice choice{.end = end, .double_support = double_support, .shift = a.shift};
  const Vector2d foothold = a.foothold + a.shift;
  const Vector2d wanted = share * (a.last ? 0.5 : 1.0) * foothold + decay * a.rest;
  const Vector2d dcm = wanted + remainder(a, end, wanted);
  if (move) choice.shift = limited(a, end, dcm / beyond - a.foothold);
  choice = rated(a, choice, outside(a, dcm, a.foothold + choice.shift));
  if (!a.last) choice.cost += recovery_cost;
  return choice;
}

template <class Make>
Choice best_of(const Adjustment& a, Make make) {
  Choice best = make(a.end);
  const double earliest = std::max(a.time + shortest_hastened, a.begin + a.shortest);
  for (int i = 1; i <= grid && earliest < a.end; ++i) {
    const Choice choice = make(a.end + (earliest - a.end) * i / grid);
    if (hardest(a, choice.end, choice.shift) > foot_acceleration) continue;
    if (choice.cost < best.cost) best = choice;
  }
  return best;
}

Adjustment make_adjustment(const WalkTimeline& line, const WalkGait& gait, const StepState& state,
                           const SupportReach& reach, const Eigen::Matrix2d& axes) {
  const auto k = static_cast<std::size_t>(state.step);
  const Vector2d stance = line.zmp[3 + 2 * k];
  const auto local = [&](const Vector2d& v) -> Vector2d { return axes.transpose() * v; };
  Adjustment a;
  a.omega = line.omega;
  a.time = state.time;
  a.begin = line.single_begin(state.step);
  a.end = line.single_end[k];
  a.last = state.step + 1 == line.steps();
  a.double_support = a.last ? gait.shift : gait.double_support;
  a.most = gait.max_adjustment;
  a.shortest = gait.shortest_swing;
  a.dcm = local(state.dcm - stance);
  const Vector2d center = local(reach.center - stance), half(reach.half_length, reach.half_width);
  a.low = (center - zmp_share * half).cwiseMin(0.0);
  a.high = (center + zmp_share * half).cwiseMax(0.0);
  a.shift = local(state.shift);
  a.foothold = local(line.footholds[k].center.head<2>() - stance) - a.shift;
  if (!a.last)
    a.rest = local(line.dcm[4 + 2 * k] - line.zmp[4 + 2 * k]);
  else
    a.rest.setZero();
  const Vector2d place = local(state.foot.position.head<2>() - stance);
  const Vector2d speed = local(state.foot.velocity.head<2>());
  const Vector2d gain = local(state.foot.acceleration.head<2>());
  for (int i = 0; i < 2; ++i) a.foot[static_cast<std::size_t>(i)] = {place[i], speed[i], gain[i]};
  a.single_support = gait.single_support;
  a.side = line.footholds[k].side == Side::left ? 1.0 : -1.0;
  return a;
}

}  // namespace

StepChange adjust_step(const WalkTimeline& line, const WalkGait& gait, const StepState& state,
                       const SupportReach& reach) {
  const auto k = static_cast<std::size_t>(state.step);
  const Eigen::Matrix2d axes = Eigen::Rotation2Dd(reach.heading).toRotationMatrix();
  const Adjustment a = make_adjustment(line, gait, state, reach, axes);
  if (a.end - a.time < last_moment) return {};
  const double in_force = line.double_end[k] - line.single_end[k];
  const double longer = a.last ? a.double_support : std::max(a.double_support, recovery / a.omega);
  // [s] Rounding of times of some tens of seconds is 1e-14; a recovery takes hundredths longer.
  const bool recovers = a.last || in_force > a.double_support + 1e-9;

  const Choice kept = recovers ? recover(a, a.end, in_force, false) : meet(a, a.end, &a.shift);
  if (kept.missing < missing_matters) return {};
  Choice best = kept;
  const auto try_for = [&](const Choice& choice) {
    if (choice.cost < best.cost - worth_it) best = choice;
  };
  if (!a.last) try_for(best_of(a, [&](double end) { return meet(a, end); }));
  if (a.last || best.missing > missing_matters) {
    const Choice back = best_of(a, [&](double end) { return recover(a, end, longer, a.last); });
    if (a.last || back.missing < missing_matters) try_for(back);
  }
  if (best.cost == kept.cost) return {};
  return {.shift = axes * best.shift,
          .single_end = best.end,
          .double_support = best.double_support,
          .change = true};
}

double longer_double_support(const WalkTimeline& line, double time, const Vector2d& dcm,
                             const SupportReach& reach) {
  const WalkMoment moment = moment_at(line, time);
  const double left = moment.end - time;
  if (moment.step + 1 == line.steps() || left < 0.02) return 0.0;
  if (moment.end - moment.begin > longest_wait / line.omega) return 0.0;
  // Outwards over the foot that will stand alone.
  const double side = other(moment.swing) == Side::left ? 1.0 : -1.0;
  const Vector2d out = side * Vector2d(-std::sin(reach.heading), std::cos(reach.heading));
  const double edge = zmp_share * reach.half_width;
  const auto knot = static_cast<std::size_t>(4 + 2 * moment.step);
  const double now = out.dot(dcm - line.zmp[knot]);
  const double wanted = out.dot(line.dcm[knot] - line.zmp[knot]);
  const double held = edge + (now - edge) * std::exp(line.omega * left) - wanted;
  const double followed = out.dot(dcm - moment.dcm) * std::exp(-feedback * left);
  return std::max(held, followed) > edge ? time + recovery / line.omega : 0.0;
}

}  // namespace carom::control
