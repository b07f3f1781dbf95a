// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/events/stopping_slip.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "law/never.h"
#include "law/regular/events/straight_piece.h"

namespace carom::law {

void StoppingSlip::begin() {
  // No point stops yet, and no attempt was in vain.
  stopping_.assign(static_cast<std::size_t>(at_.points.count), 0);
  offset_.resize(static_cast<std::size_t>(at_.points.rank));
  tried_ = never;
}

double StoppingSlip::stop_of(const Rate::Member& m) const {
  if (!m.carries || m.rests || at_.points.tangents[static_cast<std::size_t>(m.point)] == 0)
    return never;
  // d‖u_t‖/dP = t·u̇_t, linear up to the stop at the present rate.
  const double slower =
      m.direction[0] * rate_.along(m.point, 1) + m.direction[1] * rate_.along(m.point, 2);
  return slower < 0.0 ? at_.slip_speed(m) / -slower : never;
}

double StoppingSlip::soonest() const {
  double soonest = never;
  for (const auto& m : rate_.members()) soonest = std::min(soonest, stop_of(m));
  return soonest;
}

bool StoppingSlip::try_to_stop(double soonest) {
  // The increment errs by the square of its length: up to here by less than the tolerance.
  const double second_order = std::sqrt(at_.tolerance);
  if (soonest > second_order) {
    tried_ = never;
    return false;
  }
  if (soonest > 0.2 * tried_) return false;  // it was tried not long ago, in vain
  // Slips that stop at about the same time stop together. Others that go on make the increment of
  // first order in what they turn: it must be shorter.
  bool others = false;
  double latest = 0.0;
  for (const auto& m : rate_.members()) {
    const auto at = static_cast<std::size_t>(m.point);
    const double stop = stop_of(m);
    // An increment of a thousandth of the longest errs by a millionth of the tolerance: what stops
    // within it stops together.
    stopping_[at] = stop <= 3.0 * soonest + 1e-3 * second_order;
    if (stopping_[at]) latest = std::max(latest, stop);
    if (!stopping_[at] && m.carries && !m.rests && at_.points.tangents[at] > 0) others = true;
  }
  if (others && soonest > 0.01 * second_order) return false;
  tried_ = soonest;
  // An increment that short cannot be wrong by more than that, and is tried in any case.
  if (soonest > 1e-3 * second_order && !would_hold()) return false;
  // The present rate tells the length of the increment but roughly: friction turns on the way.
  for (const double factor : {2.0, 6.0, 18.0, 54.0})
    if (increment(factor * latest)) {
      tried_ = never;
      return true;
    }
  return false;
}

// A slip in space that friction cannot hold passes by zero and turns: it is followed, not stopped.
bool StoppingSlip::would_hold() {
  at_.set_mode(probe_, &stopping_);
  // `deciding` of event_flow.cpp, and below its clearly_leaving: friction that holds leaves rates
  // of the size of ε.
  // The rate as if the slips had stopped: friction that must be clipped to its cone lets go again.
  if (!probe_.attempt(1e-7, nullptr)) return false;
  for (const auto& m : probe_.members())
    if (m.rests && length_of(probe_.along(m.point, 1), probe_.along(m.point, 2)) > 1e-5)
      return false;
  return true;
}

bool StoppingSlip::increment(double length) {
  // Q (ζ + h q) = 0 is Q q + Q ζ/h = 0: an offset of the rate.
  // Backward Euler over the whole rest of the slip: friction is what brings the slips to rest
  // within the length, so that their direction u_t/‖u_t‖, singular at zero, is not needed.
  at_.set_mode(probe_, &stopping_);
  probe_.project(at_.zeta.data(), offset_.data());
  for (int d = 0; d < probe_.dimension(); ++d) offset_[static_cast<std::size_t>(d)] /= length;
  // It ends at a slip of h ε y, far inside the tolerance of rest with h of 1e-2; forces that
  // only ε determines have rounding of 1e-16/ε = 1e-7.
  if (!probe_.attempt(1e-9, offset_.data()) || !probe_.clearly_stable()) return false;
  // It must end at rest: friction that was clipped leaves a slip.
  int anchor = probe_.members()[0].point;
  for (const auto& m : probe_.members()) {
    if (m.carries && !m.held) anchor = m.point;
    const double slip[2] = {end_of(m.point, 1, length), end_of(m.point, 2, length)};
    if (m.rests && length_of(slip[0], slip[1]) > 0.5 * at_.tolerances.rest) return false;
    // A slip that goes on must not turn round within the increment.
    if (!m.rests && m.carries && m.direction[0] * slip[0] + m.direction[1] * slip[1] < 0.0)
      return false;
  }
  // The increment must belong to one mode and one phase.
  if (passes_event(length, anchor)) return false;
  // Constant forces over the length: a straight piece, with its exact works. The rate is now that
  // of the increment, as the header says.
  std::swap(rate_, probe_);
  move_straight(at_, rate_, length);
  return true;
}

// Within the increment a point would pass its level, σ zero, or a store give more than it has.
bool StoppingSlip::passes_event(double length, int anchor) const {
  // σ at the end. A point that is less than half the tolerance below its level is still tied in the
  // next mode.
  const double low = end_of(anchor, 0, length);
  for (int j = 0; j < at_.points.count; ++j)
    if (end_of(j, 0, length) - (at_.is_empty(j) ? 0.0 : low) < -0.5 * at_.tolerances.gap)
      return true;
  if (at_.compressing) return low > 0.0;
  if (low < 0.0) return true;
  double of_all = 0.0;
  for (const auto& m : probe_.members()) {
    if (m.held) continue;
    // R of the increment by the mean velocity: at most what the store has.
    const double work =
        0.5 * length * m.share * (at_.normal_velocity(m.point) + end_of(m.point, 0, length));
    of_all += work;
    if (work > at_.stores.left(at_.stores.store_of(m.point))) return true;
  }
  // One store for all: the sum counts.
  return at_.stores.count() < at_.points.count && of_all > at_.stores.left(0);
}

}  // namespace carom::law
