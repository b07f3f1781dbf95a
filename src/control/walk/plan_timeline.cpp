// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
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
#include "control/walk/plan_timeline.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::control {
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

const Foothold& WalkTimeline::stance(int step) const {
  if (step > 0) return footholds[static_cast<std::size_t>(step - 1)];
  return first == Side::left ? right : left;
}

const Foothold& WalkTimeline::origin(int step) const {
  if (step > 1) return footholds[static_cast<std::size_t>(step - 2)];
  return (step == 0) == (first == Side::left) ? left : right;
}

double WalkTimeline::single_begin(int step) const {
  return step > 0 ? double_end[static_cast<std::size_t>(step - 1)] : shift;
}

double WalkTimeline::end() const { return double_end.empty() ? 0.0 : double_end.back(); }

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

}  // namespace carom::control
