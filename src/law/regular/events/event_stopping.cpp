// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Slips that stop: the right side is singular there, but one implicit increment to rest is of
// second order. The stopping points are taken for rest points, with Q (ζ + h q) = 0 instead of Q q
// = 0.
#include <algorithm>
#include <cmath>

#include "law/regular/events/event_flow.h"

namespace carom::law {
namespace {

constexpr double never = 1e300;

// Impulse in which the slip of a member stops at its present rate.
double stop_of(const Rate::Member& m, const Rate& rate, const std::vector<double>& velocities,
               const ScaledPoints& points) {
  const auto at = static_cast<std::size_t>(m.point);
  if (!m.carries || m.rests || points.tangents[at] == 0) return never;
  const double slower =
      m.direction[0] * rate.along(m.point, 1) + m.direction[1] * rate.along(m.point, 2);
  if (!(slower < 0.0)) return never;
  return length_of(velocities[3 * at + 1], velocities[3 * at + 2]) / -slower;
}

}  // namespace

double EventFlow::soonest_stop() const {
  double soonest = never;
  for (const auto& m : rate_.members())
    soonest = std::min(soonest, stop_of(m, rate_, velocities_, points_));
  return soonest;
}

bool EventFlow::try_stopping(double soonest) {
  const double together = std::sqrt(tolerance_);
  if (soonest > together) {
    tried_stop_ = never;
    return false;
  }
  if (soonest > 0.2 * tried_stop_) return false;
  bool others = false;
  double latest = 0.0;
  for (const auto& m : rate_.members()) {
    const auto at = static_cast<std::size_t>(m.point);
    const double stop = stop_of(m, rate_, velocities_, points_);
    stopping_[at] = stop <= 3.0 * soonest + 1e-3 * together;
    if (stopping_[at]) latest = std::max(latest, stop);
    if (!stopping_[at] && m.carries && !m.rests && points_.tangents[at] > 0) others = true;
  }
  if (others && soonest > 0.01 * together) return false;
  tried_stop_ = soonest;
  if (soonest > 1e-3 * together && !would_hold()) return false;
  for (const double factor : {2.0, 6.0, 18.0, 54.0})
    if (stopping_increment(factor * latest)) {
      tried_stop_ = never;
      return true;
    }
  return false;
}

// A slip in space that friction cannot hold passes by zero and turns: it is followed, not stopped.
bool EventFlow::would_hold() {
  set_mode(probe_, &stopping_);
  if (!probe_.attempt(1e-7, nullptr)) return false;
  for (const auto& m : probe_.members())
    if (m.rests && length_of(probe_.along(m.point, 1), probe_.along(m.point, 2)) > 1e-5)
      return false;
  return true;
}

bool EventFlow::stopping_increment(double length) {
  set_mode(probe_, &stopping_);
  probe_.project(state_.data(), offset_.data());
  for (int d = 0; d < probe_.dimension(); ++d) offset_[static_cast<std::size_t>(d)] /= length;
  if (!probe_.attempt(1e-9, offset_.data()) || !probe_.clearly_stable()) return false;
  const auto end_of = [&](int j, int k) {
    return velocities_[static_cast<std::size_t>(3 * j + k)] + length * probe_.along(j, k);
  };
  int anchor = probe_.members()[0].point;
  for (const auto& m : probe_.members()) {
    if (m.carries && !m.held) anchor = m.point;
    if (m.rests && length_of(end_of(m.point, 1), end_of(m.point, 2)) > 0.5 * tolerances_.rest)
      return false;
    // A slip that goes on must not turn round within the increment.
    if (!m.rests && m.carries &&
        m.direction[0] * end_of(m.point, 1) + m.direction[1] * end_of(m.point, 2) < 0.0)
      return false;
  }
  if (passes_event(length, anchor)) return false;
  std::swap(rate_, probe_);
  move(length);
  return true;
}

// Within the increment a point would pass its level, σ zero, or a store give more than it has.
bool EventFlow::passes_event(double length, int anchor) const {
  const auto end_of = [&](int j) {
    return velocities_[static_cast<std::size_t>(3 * j)] + length * probe_.along(j, 0);
  };
  const double low = end_of(anchor);
  for (int j = 0; j < points_.count; ++j)
    if (end_of(j) - (is_empty(j) ? 0.0 : low) < -0.5 * tolerances_.gap) return true;
  if (compressing_) return low > 0.0;
  if (low < 0.0) return true;
  double together = 0.0;
  for (const auto& m : probe_.members()) {
    if (m.held) continue;
    const double work = 0.5 * length * m.share *
                        (velocities_[static_cast<std::size_t>(3 * m.point)] + end_of(m.point));
    together += work;
    if (work > stores_.left(stores_.store_of(m.point))) return true;
  }
  return stores_.count() < points_.count && together > stores_.left(0);
}

}  // namespace carom::law
