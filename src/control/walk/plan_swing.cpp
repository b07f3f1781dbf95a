// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
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
#include "control/walk/plan_swing.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace carom::control {
namespace {

constexpr double fastest_descent = 0.3;                                // of a late foot [m/s]
constexpr double leave = 0.05, arrive = 0.10, top = 0.45, tilt = 0.5;  // of the single support

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

CurvePoint Quintic::at(double time) const {
  const std::array<double, 6>& c = coefficient;
  if (time < begin) return {c[0], 0.0, 0.0};
  const double t = std::min(time, end) - begin;
  const double value = c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * (c[4] + t * c[5]))));
  if (time > end) return {value, 0.0, 0.0};
  return {value, c[1] + t * (2.0 * c[2] + t * (3.0 * c[3] + t * (4.0 * c[4] + t * 5.0 * c[5]))),
          2.0 * c[2] + t * (6.0 * c[3] + t * (12.0 * c[4] + t * 20.0 * c[5]))};
}

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

double arrival_time(double single_support, double now, double end) {
  return std::max(end - arrive * single_support, now + 0.75 * (end - now));
}

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

}  // namespace carom::control
