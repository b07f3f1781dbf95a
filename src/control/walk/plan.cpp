// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The plan of a walk. Input: a gait, where the feet stand, the height of the centre of mass; then
// where feet were lifted and have landed, and the measured DCM. Output: what is wanted at any time.
//   shift | single 0, double 0 | single 1, double 1 | … | single n−1, shift | stand
// Phases are half open, [begin, end). The step of a moment is −1 in the first shift, k in single
// and double support k, n−1 in the last shift and in the stand after it (−1: it never walked).
// In this order: the timeline (ZMP, DCM, ground), the swing of the foot, step adjustment, the plan.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/gather_faults.h"
#include "base/text.h"
#include "carom/error.h"
#include "carom/walking.h"

namespace carom::control {

// The timeline of a walk: when its phases end, where its feet stand, and from both the ZMP, the DCM
// and the height of the ground as functions of time.
// ZMP, DCM and ground of a walk as functions of time. Input: footholds and the ends of the phases.
// The ZMP is linear between knots: from the middle of the feet to the first stance sole (shift),
// still there (single support), to the sole that has landed (double support) …, at last to the
// middle of the feet. In a segment of slope r that ends at T with p_T and ξ_T,
//   ξ(t) = p(t) + r/ω + (ξ_T − p_T − r/ω) e^{ω(t−T)},
// backwards from ξ = p at the end: exact, and no exponential grows.
// A robot at rest over the middle of its feet has ξ = c there, but a ramp of the ZMP from there
// needs ξ ahead of it by r/ω. So the shift has a knot of its own at a fifth of it, and its ZMP is
// the one that gives ξ(0) = middle exactly: it first backs off a little towards the foot to be
// lifted (but never beyond it: then a very short shift starts with an error).

struct WalkTimeline {
  double omega = 1.0;                                              ///< [1/s]
  double shift = 1.0, single_support = 1.0, double_support = 1.0;  ///< As in the gait [s].
  Foothold left = {}, right = {};                                  ///< At time 0.
  Side first = Side::right;

  // Change as it walks; one per step.
  std::vector<Foothold> footholds = {};
  std::vector<double> levels = {};  ///< Heights of the footholds as planned [m].
  std::vector<double> single_end = {}, double_end = {};  ///< [s]

  // Follow from the above, by plan_dcm: knots of the ZMP, which is linear between them: 0, inside
  // the shift, end of the shift, then two per step: end of its single and of its double support.
  std::vector<double> time = {};
  std::vector<Eigen::Vector2d> zmp = {}, dcm = {};

  [[nodiscard]] int steps() const { return static_cast<int>(footholds.size()); }
  /// The foot that stands while step `step` swings.
  [[nodiscard]] const Foothold& stance(int step) const {
    if (step > 0) return footholds[static_cast<std::size_t>(step - 1)];
    return first == Side::left ? right : left;
  }

  /// Where the foot of a step stood before it.
  [[nodiscard]] const Foothold& origin(int step) const {
    if (step > 1) return footholds[static_cast<std::size_t>(step - 2)];
    return (step == 0) == (first == Side::left) ? left : right;
  }

  [[nodiscard]] double single_begin(int step) const {
    return step > 0 ? double_end[static_cast<std::size_t>(step - 1)] : shift;
  }

  [[nodiscard]] double end() const { return double_end.empty() ? 0.0 : double_end.back(); }
};

namespace {

using Eigen::Vector2d;

constexpr double back_off = 0.2;  // of the shift: where its inner knot lies

Vector2d middle(const Foothold& one, const Foothold& other) {
  return 0.5 * (one.center + other.center).head<2>();
}

/// ξ at the beginning of segment i.
Vector2d dcm_before(const WalkTimeline& line, std::size_t i) {
  const double duration = line.time[i + 1] - line.time[i];
  const Vector2d lead = (line.zmp[i + 1] - line.zmp[i]) / (duration * line.omega);
  const Vector2d rest = line.dcm[i + 1] - line.zmp[i + 1] - lead;
  return line.zmp[i] + lead + rest * std::exp(-line.omega * duration);
}

/// The ZMP of knot 1, so that ξ(0) is the ZMP of knot 0. ξ(0) is linear in it.
void plan_shift(WalkTimeline& line) {
  const double before = line.omega * (line.time[1] - line.time[0]);
  const double after = line.omega * (line.time[2] - line.time[1]);
  const double decay = std::exp(-before);
  const double slope = (1.0 - decay) / before - decay * (1.0 - std::exp(-after)) / after;
  line.zmp[1] = line.zmp[0] + back_off * (line.zmp[2] - line.zmp[0]);
  line.dcm[1] = dcm_before(line, 1);
  line.zmp[1] += (line.zmp[0] - dcm_before(line, 0)) / slope;
  const Vector2d off = line.zmp[1] - line.zmp[0];
  const double most = (line.zmp[2] - line.zmp[0]).norm();
  if (off.norm() > most) line.zmp[1] = line.zmp[0] + off * (most / off.norm());
  line.dcm[1] = dcm_before(line, 1);
  line.dcm[0] = dcm_before(line, 0);
}

// --- The ground under the centre of mass --------------------------------------------------------
// It changes by quintics between the heights of the soles that stand, C². Upwards while the weight
// moves onto the higher foot and in the first half of its single support; downwards already in the
// last half of the single support before, so that the leg need not reach down. What the measured
// foothold differs from the planned one follows from the middle of the double support on.

struct Height {
  double value = 0.0, rate = 0.0;
};

/// `rise` times a smooth step from 0 at `begin` to 1 at `end`.
Height smooth_step(double rise, double begin, double end, double time) {
  if (rise == 0.0 || time <= begin) return {};
  if (time >= end) return {rise, 0.0};
  const double span = end - begin, s = (time - begin) / span;
  return {rise * s * s * s * (10.0 + s * (6.0 * s - 15.0)),
          rise * 30.0 * s * s * (1.0 - s) * (1.0 - s) / span};
}

/// How far the change of step `step` has gone; at its end with `done`.
Height change_of_step(const WalkTimeline& line, int step, double time) {
  const auto k = static_cast<std::size_t>(step);
  const double half = 0.5 * line.single_support;
  const bool last = step + 1 == line.steps();
  const double share = last ? 0.5 : 1.0;  // at last it stands over the middle
  const double planned = share * (line.levels[k] - line.stance(step).center.z());
  const double unplanned = share * (line.footholds[k].center.z() - line.levels[k]);
  const double landing = line.single_end[k];
  const double late = line.double_end[k] + (last ? 0.0 : half);
  const Height known = planned < 0.0
                           ? smooth_step(planned, landing - half, line.double_end[k], time)
                           : smooth_step(planned, landing, late, time);
  const Height found = smooth_step(unplanned, landing + 0.5 * line.double_support, late, time);
  return {known.value + found.value, known.rate + found.rate};
}

Height ground_at(const WalkTimeline& line, int step, double time) {
  const double start = 0.5 * (line.left.center.z() + line.right.center.z());
  if (line.steps() == 0) return {start, 0.0};
  if (step < 0) {
    const Height change =
        smooth_step(line.stance(0).center.z() - start, 0.0, line.single_begin(0), time);
    return {start + change.value, change.rate};
  }
  Height ground{line.stance(step).center.z(), 0.0};
  const Height now = change_of_step(line, step, time);
  ground.value += now.value;
  ground.rate += now.rate;
  if (step > 0) {  // less what is left of the step before
    const Height before = change_of_step(line, step - 1, time);
    ground.value +=
        before.value - (line.stance(step).center.z() - line.stance(step - 1).center.z());
    ground.rate += before.rate;
  }
  return ground;
}

}  // namespace

/// Knots from footholds and times. Allocates nothing after the first call.
void plan_dcm(WalkTimeline& line) {
  const auto steps = static_cast<std::size_t>(line.steps());
  const std::size_t knots = steps == 0 ? 1 : 3 + 2 * steps;
  line.time.resize(knots, 0.0);
  line.zmp.resize(knots, Vector2d::Zero());
  line.dcm.resize(knots, Vector2d::Zero());
  line.zmp[0] = line.dcm[0] = middle(line.left, line.right);
  if (steps == 0) return;
  line.time[1] = back_off * line.shift;
  line.time[2] = line.shift;
  line.zmp[2] = line.stance(0).center.head<2>();
  for (std::size_t k = 0; k < steps; ++k) {
    line.time[3 + 2 * k] = line.single_end[k];
    line.time[4 + 2 * k] = line.double_end[k];
    line.zmp[3 + 2 * k] = line.zmp[2 + 2 * k];
    line.zmp[4 + 2 * k] = line.footholds[k].center.head<2>();
  }
  const int last = line.steps() - 1;
  line.zmp.back() = middle(line.stance(last), line.footholds.back());
  line.dcm.back() = line.zmp.back();
  for (std::size_t i = knots - 1; i-- > 2;) line.dcm[i] = dcm_before(line, i);
  plan_shift(line);
}

/// Times of the gait, feet and footholds as given, the DCM planned.
WalkTimeline make_timeline(const WalkGait& gait, const Foothold& left, const Foothold& right,
                           std::vector<Foothold> footholds, double omega) {
  WalkTimeline line;
  line.omega = omega;
  line.shift = gait.shift;
  line.single_support = gait.single_support;
  line.double_support = gait.double_support;
  line.left = left;
  line.right = right;
  line.first = gait.first;
  line.footholds = std::move(footholds);
  double time = gait.shift;
  for (int k = 0; k < line.steps(); ++k) {
    line.levels.push_back(line.footholds[static_cast<std::size_t>(k)].center.z());
    line.single_end.push_back(time += gait.single_support);
    line.double_end.push_back(time += k + 1 == line.steps() ? gait.shift : gait.double_support);
  }
  plan_dcm(line);
  return line;
}

/// Step 0's shift, then step `step`'s phases … : all that WalkMoment holds.
WalkMoment moment_at(const WalkTimeline& line, double time) {
  WalkMoment moment;
  const double now = std::max(time, 0.0);
  const auto above = std::upper_bound(line.time.begin(), line.time.end(), now);
  const auto i = static_cast<std::size_t>(above - line.time.begin()) - 1;
  const int steps = line.steps();
  if (i + 1 == line.time.size()) {
    moment.begin = line.end();
    moment.end = std::numeric_limits<double>::infinity();
    moment.zmp = moment.dcm = line.zmp.back();
    moment.step = steps - 1;
    moment.swing = steps % 2 == 0 ? line.first : other(line.first);
  } else {
    const bool shift = i < 2;
    const bool single = !shift && i % 2 == 0;
    moment.step = shift ? -1 : static_cast<int>(i - 2) / 2;
    const bool last = !single && moment.step + 1 == steps;
    moment.phase = shift || last ? WalkPhase::shift
                   : single      ? WalkPhase::single_support
                                 : WalkPhase::double_support;
    moment.begin = shift ? 0.0 : line.time[i];
    moment.end = shift ? line.time[2] : line.time[i + 1];
    const int next = single ? moment.step : moment.step + 1;
    moment.swing = next % 2 == 0 ? line.first : other(line.first);
    const double duration = line.time[i + 1] - line.time[i];
    const Vector2d slope = (line.zmp[i + 1] - line.zmp[i]) / duration;
    const Vector2d lead = slope / line.omega;
    const double left = now - line.time[i + 1];  // negative
    moment.zmp = line.zmp[i + 1] + slope * left;
    moment.dcm = moment.zmp + lead +
                 (line.dcm[i + 1] - line.zmp[i + 1] - lead) * std::exp(line.omega * left);
    moment.dcm_rate = line.omega * (moment.dcm - moment.zmp);
  }
  const Height ground = ground_at(line, moment.step, now);
  moment.ground = ground.value;
  moment.ground_rate = ground.rate;
  return moment;
}

// The path of a swinging foot's sole centre as a function of time, and how it changes on the way.
// The path of a swinging foot's sole centre. Input: where it was lifted, where and when it shall
// land. Output: position, heading and pitch with two derivatives, all continuous to the landing.
//   x, y, heading: a quintic from 5 % to 90 % of the single support, at rest at both ends.
//   z: a quintic up to the apex (over the higher end) at 45 %, at rest there, and one down to the
//      foothold at the end, with −touchdown_speed and no acceleration.
//   pitch: a quintic from 0 at 50 % to the landing pitch at 90 %. The height is the sole centre's,
//      pitch or not: who turns the sole about its centre lifts it by half_length |sin pitch|.
// Beyond the end the foot goes on downwards, faster by touchdown_acceleration, up to 0.3 m/s (the
// acceleration jumps there: from 0, and to 0 at that speed), x, y, heading and pitch held.
// A change on the way starts all curves again from the present point.

struct CurvePoint {
  double value = 0.0, rate = 0.0, acceleration = 0.0;
};

/// A polynomial of degree 5 in time between two points with their derivatives; outside it holds
/// its ends.
struct Quintic {
  double begin = 0.0, end = 0.0;  ///< [s]
  std::array<double, 6> coefficient = {};

  [[nodiscard]] CurvePoint at(double time) const {
    const std::array<double, 6>& c = coefficient;
    if (time < begin) return {c[0], 0.0, 0.0};
    const double t = std::min(time, end) - begin;
    const double value = c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * (c[4] + t * c[5]))));
    if (time > end) return {value, 0.0, 0.0};
    return {value, c[1] + t * (2.0 * c[2] + t * (3.0 * c[3] + t * (4.0 * c[4] + t * 5.0 * c[5]))),
            2.0 * c[2] + t * (6.0 * c[3] + t * (12.0 * c[4] + t * 20.0 * c[5]))};
  }
};
struct SwingCurve {
  int step = -1;     ///< −1: none.
  double end = 0.0;  ///< Planned touch-down [s].
  Quintic x = {}, y = {}, heading = {}, pitch = {}, rise = {}, fall = {};
};

/// Numbers that a curve consists of, beside its step.
constexpr int swing_curve_size = 1 + 6 * 8;

namespace {

constexpr double fastest_descent = 0.3;                                // of a late foot [m/s]
constexpr double leave = 0.05, arrive = 0.10, top = 0.45, tilt = 0.5;  // of the single support

Quintic make_quintic(double begin, const CurvePoint& from, double end, const CurvePoint& to) {
  const double t = end - begin;
  const double gap =
      (to.value - from.value - t * (from.rate + 0.5 * t * from.acceleration)) / (t * t * t);
  const double rate = (to.rate - from.rate - t * from.acceleration) / (t * t);
  const double bend = (to.acceleration - from.acceleration) / t;
  return {begin,
          end,
          {from.value, from.rate, 0.5 * from.acceleration, 10.0 * gap - 4.0 * rate + 0.5 * bend,
           (-15.0 * gap + 7.0 * rate - bend) / t, (6.0 * gap - 3.0 * rate + 0.5 * bend) / (t * t)}};
}

/// `heading` as a turn of less than half from `from`.
double nearest_turn(double heading, double from) {
  return from + std::remainder(heading - from, 2.0 * std::numbers::pi);
}

/// Goes on from the point at `now`, or from where the curve begins if that is still to come.
void retarget(Quintic& curve, double now, double end, double target) {
  const double begin = now < curve.begin && curve.begin < end ? curve.begin : now;
  curve = make_quintic(begin, curve.at(begin), end, {target, 0.0, 0.0});
}

void change_height(SwingCurve& curve, const WalkGait& gait, double now, double end, double target) {
  const CurvePoint landing{target, -gait.touchdown_speed, 0.0};
  if (now >= curve.rise.end) {
    curve.fall = make_quintic(now, curve.fall.at(now), end, landing);
    return;
  }
  const CurvePoint at = curve.rise.at(now);
  const double planned = curve.rise.end - now, left = top * (end - now);
  double peak = curve.rise.at(curve.rise.end).value;
  if (left < planned) {  // sooner: a lower apex, with accelerations as before
    const double share = left / planned;
    const double least = std::max(at.value, target) + 0.3 * gait.apex;
    peak = std::clamp(at.value + (peak - at.value) * share * share, std::min(least, peak), peak);
    curve.rise = make_quintic(now, at, now + left, {peak, 0.0, 0.0});
  }
  curve.fall = make_quintic(curve.rise.end, {peak, 0.0, 0.0}, end, landing);
}

template <class Curve, class Visit>
void each_quintic(Curve& curve, Visit visit) {
  for (auto* one : {&curve.x, &curve.y, &curve.heading, &curve.pitch, &curve.rise, &curve.fall}) {
    visit(*one);
  }
}

}  // namespace

void store(const SwingCurve& curve, double* numbers) {
  *numbers++ = curve.end;
  each_quintic(curve, [&](const Quintic& one) {
    *numbers++ = one.begin;
    *numbers++ = one.end;
    numbers = std::copy(one.coefficient.begin(), one.coefficient.end(), numbers);
  });
}

void restore(const double* numbers, SwingCurve& curve) {
  curve.end = *numbers++;
  each_quintic(curve, [&](Quintic& one) {
    one.begin = *numbers++;
    one.end = *numbers++;
    std::copy_n(numbers, one.coefficient.size(), one.coefficient.begin());
    numbers += one.coefficient.size();
  });
}

SwingCurve make_swing(const WalkGait& gait, int step, double begin, double end,
                      const Foothold& from, const Foothold& target) {
  const double span = end - begin;
  const double leaves = begin + leave * span, arrives = end - arrive * span;
  const auto rest = [&](double from_value, double to_value) {
    return make_quintic(leaves, {from_value, 0.0, 0.0}, arrives, {to_value, 0.0, 0.0});
  };
  SwingCurve curve{.step = step, .end = end};
  curve.x = rest(from.center.x(), target.center.x());
  curve.y = rest(from.center.y(), target.center.y());
  curve.heading = rest(from.heading, nearest_turn(target.heading, from.heading));
  curve.pitch = make_quintic(begin + tilt * span, {}, arrives, {gait.landing_pitch, 0.0, 0.0});
  const CurvePoint apex{std::max(from.center.z(), target.center.z()) + gait.apex, 0.0, 0.0};
  const double highest = begin + top * span;
  curve.rise = make_quintic(begin, {from.center.z(), 0.0, 0.0}, highest, apex);
  curve.fall = make_quintic(highest, apex, end, {target.center.z(), -gait.touchdown_speed, 0.0});
  return curve;
}

/// When a foot that is changed at `now` and lands at `end` stands over its foothold.
double arrival_time(double single_support, double now, double end) {
  return std::max(end - arrive * single_support, now + 0.75 * (end - now));
}

/// From the point at `now` on to another target and time, smoothly.
void change_swing(SwingCurve& curve, const WalkGait& gait, double now, double end,
                  const Foothold& target) {
  const double arrives = arrival_time(gait.single_support, now, end);
  retarget(curve.x, now, arrives, target.center.x());
  retarget(curve.y, now, arrives, target.center.y());
  retarget(curve.heading, now, arrives, nearest_turn(target.heading, curve.heading.at(now).value));
  retarget(curve.pitch, now, arrives, gait.landing_pitch);
  change_height(curve, gait, now, end, target.center.z());
  curve.end = end;
}

SwingMoment swing_at(const SwingCurve& curve, const WalkGait& gait, double time) {
  SwingMoment moment;
  const auto put = [&](const CurvePoint& point, int axis) {
    moment.position[axis] = point.value;
    moment.velocity[axis] = point.rate;
    moment.acceleration[axis] = point.acceleration;
  };
  put(curve.x.at(time), 0);
  put(curve.y.at(time), 1);
  if (time <= curve.end) {
    put(time < curve.rise.end ? curve.rise.at(time) : curve.fall.at(time), 2);
  } else {
    const double fastest = std::max(fastest_descent, gait.touchdown_speed);
    const double gains = gait.touchdown_acceleration;
    const double late = time - curve.end;
    const double until = gains > 0.0 ? (fastest - gait.touchdown_speed) / gains : late;
    const double t = std::min(late, until), rate = gait.touchdown_speed + gains * t;
    const double down = t * (gait.touchdown_speed + 0.5 * gains * t) + rate * (late - t);
    put({curve.fall.at(curve.end).value - down, -rate, late < until ? -gains : 0.0}, 2);
  }
  const CurvePoint heading = curve.heading.at(time), pitch = curve.pitch.at(time);
  moment.heading = heading.value;
  moment.heading_rate = heading.rate;
  moment.heading_acceleration = heading.acceleration;
  moment.pitch = pitch.value;
  moment.pitch_rate = pitch.rate;
  moment.pitch_acceleration = pitch.acceleration;
  return moment;
}

// Step adjustment: where and when the swinging foot should land. Input: the measured DCM in a
// single support, where the ZMP may go. Output: a shift Δ of the foothold to come (and of all later
// ones), an earlier end E of the single support, a longer double support after it; or no change.
// All in the axes of the stance sole, p0 its centre, R = E − now. With the ZMP at p0 + s the DCM at
// the end of the single support is
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

/// Of the step that swings: what differs from the plan of its gait.
struct StepChange {
  Eigen::Vector2d shift = Eigen::Vector2d::Zero();  ///< Of its foothold [m], world.
  double single_end = 0.0;                          ///< [s]
  double double_support = 0.0;                      ///< After it [s].
  bool change = false;                              ///< False: nothing needs to change.
};

/// What is known when a change is asked for.
struct StepState {
  int step = 0;
  double time = 0.0;                                ///< In its single support.
  Eigen::Vector2d dcm = Eigen::Vector2d::Zero();    ///< Measured.
  SwingMoment foot = {};                            ///< As it swings.
  Eigen::Vector2d shift = Eigen::Vector2d::Zero();  ///< In force already.
};

namespace {

using Eigen::Vector2d;

constexpr double zmp_share = 0.8;
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

/// In a double support, or the first shift: when it should end instead [s]; 0: as it is.
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

namespace carom {

using Eigen::Vector2d;

std::string to_string(WalkPhase phase) {
  switch (phase) {
    case WalkPhase::shift: return "shift";
    case WalkPhase::single_support: return "single support";
    case WalkPhase::double_support: return "double support";
    case WalkPhase::stand: return "stand";
  }
  return {};
}

struct WalkPlan::Work {
  WalkGait gait = {};
  control::WalkTimeline line = {};
  control::SwingCurve curve = {};  // of the step that was lifted last
  int adjusted = -1;               // step that `shift` belongs to
  Vector2d shift = Vector2d::Zero();

  /// Of a step whose foot was not reported as lifted: from its last foothold.
  [[nodiscard]] control::SwingCurve planned_swing(int step) const {
    const auto k = static_cast<std::size_t>(step);
    return control::make_swing(gait, step, line.single_begin(step), line.single_end[k],
                               line.origin(step), line.footholds[k]);
  }
  /// Step `step` and all later ones.
  void move_footholds(int step, const Vector2d& by) {
    for (auto k = static_cast<std::size_t>(step); k < line.footholds.size(); ++k) {
      line.footholds[k].center.head<2>() += by;
    }
  }
  /// The phases of a step (−1: the first shift) end then, and all later ones move.
  void move_times(int step, double single_end, double double_end) {
    const double later = double_end - line.single_begin(step + 1);
    const auto next = static_cast<std::size_t>(step + 1);
    if (step < 0) {
      line.shift = double_end;
    } else {
      line.single_end[next - 1] = single_end;
      line.double_end[next - 1] = double_end;
    }
    for (std::size_t k = next; k < line.double_end.size(); ++k) {
      line.single_end[k] += later;
      line.double_end[k] += later;
    }
  }
  void check(int step, const Foothold& foothold, const char* what) const {
    if (step < 0 || step >= line.steps()) {
      throw InvalidInput(
          fmt::format("walk plan: {} step = {}; expected 0 to {}", what, step, line.steps() - 1));
    }
    if (foothold.side != line.footholds[static_cast<std::size_t>(step)].side) {
      throw InvalidInput(fmt::format("walk plan: {} foot of step {} = {}; expected the {} one",
                                     what, step, to_string(foothold.side),
                                     to_string(other(foothold.side))));
    }
    if (!foothold.center.allFinite() || !std::isfinite(foothold.heading)) {
      throw InvalidInput(
          fmt::format("walk plan: {} foothold of step {} is not finite; expected "
                      "finite numbers",
                      what, step));
    }
  }
};

WalkPlan::WalkPlan(const WalkGait& gait, const Foothold& left, const Foothold& right, double height,
                   double gravity)
    : work_(std::make_unique<Work>()) {
  std::vector<std::string> faults;
  std::vector<Foothold> footholds;
  base::gather(faults, [&] { footholds = plan_footholds(gait, left, right); });
  const auto positive = [&](const char* name, double value) {
    if (std::isfinite(value) && value > 0.0) return;
    faults.push_back(fmt::format("walk plan: {} = {}; expected a finite number above 0", name,
                                 base::number(value)));
  };
  positive("height of the centre of mass", height);
  positive("gravity", gravity);
  if (!faults.empty()) throw InvalidInput(faults);
  work_->gait = gait;
  work_->line =
      control::make_timeline(gait, left, right, std::move(footholds), std::sqrt(gravity / height));
}

WalkMoment WalkPlan::at(double time) const { return control::moment_at(work_->line, time); }

SwingMoment WalkPlan::swing(double time) const {
  const Work& work = *work_;
  if (work.line.steps() == 0) return {};
  const int step = std::max(0, control::moment_at(work.line, time).step);
  const control::SwingCurve curve = work.curve.step == step ? work.curve : work.planned_swing(step);
  return control::swing_at(curve, work.gait, time);
}

double WalkPlan::omega() const { return work_->line.omega; }
double WalkPlan::end() const { return work_->line.end(); }
const std::vector<Foothold>& WalkPlan::footholds() const { return work_->line.footholds; }

void WalkPlan::lifted(int step, const Foothold& from) {
  Work& work = *work_;
  work.check(step, from, "lifted");
  const auto k = static_cast<std::size_t>(step);
  work.curve = control::make_swing(work.gait, step, work.line.single_begin(step),
                                   work.line.single_end[k], from, work.line.footholds[k]);
}

void WalkPlan::landed(int step, const Foothold& measured) {
  Work& work = *work_;
  work.check(step, measured, "landed");
  Foothold& foothold = work.line.footholds[static_cast<std::size_t>(step)];
  const Vector2d by = (measured.center - foothold.center).head<2>();
  foothold = measured;
  // A foot that is already on its way keeps its target, and so do the ones after it.
  if (work.curve.step <= step) work.move_footholds(step + 1, by);
  control::plan_dcm(work.line);
}

bool WalkPlan::adjust(double time, const Vector2d& dcm, const SupportReach& reach) {
  Work& work = *work_;
  if (!work.gait.adjust || !dcm.allFinite()) return false;
  const WalkMoment moment = at(time);
  const int step = moment.step;
  if (moment.phase == WalkPhase::double_support || (moment.phase == WalkPhase::shift && step < 0)) {
    const double end = control::longer_double_support(work.line, time, dcm, reach);
    if (end == 0.0) return false;
    work.move_times(step, moment.begin, end);
    control::plan_dcm(work.line);
    return true;
  }
  if (moment.phase != WalkPhase::single_support) return false;
  if (work.curve.step != step) work.curve = work.planned_swing(step);
  if (work.adjusted != step) work.shift.setZero();
  work.adjusted = step;
  const control::StepState state{.step = step,
                                 .time = time,
                                 .dcm = dcm,
                                 .foot = control::swing_at(work.curve, work.gait, time),
                                 .shift = work.shift};
  const control::StepChange change = control::adjust_step(work.line, work.gait, state, reach);
  if (!change.change) return false;
  work.move_footholds(step, change.shift - work.shift);
  work.shift = change.shift;
  work.move_times(step, change.single_end, change.single_end + change.double_support);
  control::change_swing(work.curve, work.gait, time, change.single_end,
                        work.line.footholds[static_cast<std::size_t>(step)]);
  control::plan_dcm(work.line);
  return true;
}

// Six numbers per step (its foothold, its times), then the shift, the adjustment and the swing; the
// rest is of the gait.
Eigen::VectorXd WalkPlan::memory() const {
  const Work& work = *work_;
  const int steps = work.line.steps();
  Eigen::VectorXd memory(6 * steps + 5 + control::swing_curve_size);
  for (int k = 0; k < steps; ++k) {
    const auto i = static_cast<std::size_t>(k);
    memory.segment<3>(6 * k) = work.line.footholds[i].center;
    memory[6 * k + 3] = work.line.footholds[i].heading;
    memory[6 * k + 4] = work.line.single_end[i];
    memory[6 * k + 5] = work.line.double_end[i];
  }
  double* rest = memory.data() + 6 * steps;
  *rest++ = work.line.shift;
  *rest++ = work.curve.step;
  *rest++ = work.adjusted;
  *rest++ = work.shift.x();
  *rest++ = work.shift.y();
  control::store(work.curve, rest);
  return memory;
}

void WalkPlan::set_memory(const Eigen::VectorXd& memory) {
  Work& work = *work_;
  const int steps = work.line.steps();
  const int size = 6 * steps + 5 + control::swing_curve_size;
  if (memory.size() != size) {
    throw InvalidInput(
        fmt::format("walk plan: memory has {} numbers; expected {}, of a plan of "
                    "the same gait",
                    memory.size(), size));
  }
  for (int k = 0; k < steps; ++k) {
    const auto i = static_cast<std::size_t>(k);
    work.line.footholds[i].center = memory.segment<3>(6 * k);
    work.line.footholds[i].heading = memory[6 * k + 3];
    work.line.single_end[i] = memory[6 * k + 4];
    work.line.double_end[i] = memory[6 * k + 5];
  }
  const double* rest = memory.data() + 6 * steps;
  work.line.shift = *rest++;
  work.curve.step = static_cast<int>(*rest++);
  work.adjusted = static_cast<int>(*rest++);
  work.shift.x() = *rest++;
  work.shift.y() = *rest++;
  control::restore(rest, work.curve);
  control::plan_dcm(work.line);
}

WalkPlan::WalkPlan(const WalkPlan& other) : work_(std::make_unique<Work>(*other.work_)) {}
WalkPlan& WalkPlan::operator=(const WalkPlan& other) {
  if (this != &other) work_ = std::make_unique<Work>(*other.work_);
  return *this;
}
WalkPlan::WalkPlan(WalkPlan&&) noexcept = default;
WalkPlan& WalkPlan::operator=(WalkPlan&&) noexcept = default;
WalkPlan::~WalkPlan() = default;

}  // namespace carom
