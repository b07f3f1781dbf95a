// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Pieces of constant rates: velocities are linear and the work is quadratic in the impulse, so the
// next event is found exactly.
#include <algorithm>
#include <cmath>

#include "law/regular/event_flow.h"

namespace carom::law {
namespace {

constexpr double no_event = 1e300;
constexpr double parallel = 1e-11;
constexpr double slowly = 1e-6;  // radians per unit of impulse

}  // namespace

// Every carrying slip changes along itself only.
bool EventFlow::constant_rates() const {
  for (const auto& m : rate_.members()) {
    if (!can_turn(m)) continue;
    const double across = std::abs(sideways_rate(m));
    if (across > parallel || across > slowly * slip_speed(m)) return false;
  }
  return true;
}

bool EventFlow::can_turn(const Rate::Member& m) const {
  return m.carries && !m.rests && points_.tangents[static_cast<std::size_t>(m.point)] == 2;
}

double EventFlow::slip_speed(const Rate::Member& m) const {
  const auto at = 3 * static_cast<std::size_t>(m.point);
  return length_of(velocities_[at + 1], velocities_[at + 2]);
}

double EventFlow::sideways_rate(const Rate::Member& m) const {
  return m.direction[0] * rate_.along(m.point, 2) - m.direction[1] * rate_.along(m.point, 1);
}

bool EventFlow::go_straight(double most) {
  Cut cut = first_event();
  if (most < cut.length) cut = {most, What::nothing};
  if (cut.length >= no_event) {
    if (std::abs(sigma()) < 1e-6) {
      jammed_ = finished_ = true;
      return true;
    }
    return fail("the approach never ends: no velocity separates the contacts");
  }
  ++steps_;
  move(cut.length);
  keep_rate_ = cut.what == What::end_of_compression && epsilon_ < 1e-9;
  return apply(cut.what);
}

EventFlow::Cut EventFlow::first_event() const {
  Cut cut = phase_event();
  const double low = sigma(), low_rate = sigma_rate();
  const auto consider = [&](double length, What what, int point) {
    if (length < cut.length) cut = {length, what, point};
  };
  auto member = rate_.members().begin();
  for (int j = 0; j < points_.count; ++j) {
    const auto at = static_cast<std::size_t>(j);
    if (member != rate_.members().end() && member->point == j) {
      const auto& m = *member++;
      if (m.rests || points_.tangents[at] == 0) continue;
      const double rate[2] = {rate_.along(j, 1), rate_.along(j, 2)};
      const double slower = m.direction[0] * rate[0] + m.direction[1] * rate[1];
      const double across = m.direction[0] * rate[1] - m.direction[1] * rate[0];
      if (slower < 0.0 && std::abs(across) < 1e-9) consider(slip_speed(m) / -slower, What::rest, j);
      continue;
    }
    const double closing = low_rate - rate_.along(j, 0);
    if (closing > 0.0) consider(std::max(0.0, velocities_[3 * at] - low) / closing, What::join, j);
  }
  return cut;
}

EventFlow::Cut EventFlow::phase_event() const {
  const double low = sigma(), rate = sigma_rate();
  if (compressing_)
    return rate > 0.0 ? Cut{std::max(0.0, -low / rate), What::end_of_compression}
                      : Cut{no_event, What::nothing};
  const double missing = std::max(0.0, target_ - work_);
  const double root = low * low + 2.0 * rate * missing;
  if (root >= 0.0 && low + std::sqrt(root) > 0.0)
    return {2.0 * missing / (low + std::sqrt(root)), What::target};
  if (rate < 0.0) return {std::max(0.0, -low / rate), What::return_to_compression};
  return {no_event, What::nothing};
}

void EventFlow::move(double length) {
  for (const auto& m : rate_.members()) {
    if (!m.carries) continue;
    const auto at = static_cast<std::size_t>(m.point);
    const double impulse[3] = {length * m.share, length * m.force[0], length * m.force[1]};
    double works[3];
    for (int k = 0; k < 3; ++k)
      works[k] = impulse[k] == 0.0
                     ? 0.0
                     : impulse[k] * (velocities_[3 * at + static_cast<std::size_t>(k)] +
                                     0.5 * length * rate_.along(m.point, k));
    record_.add(m.point, impulse, works[0], works[1] + works[2]);
    work_ += works[0];
  }
  for (int i = 0; i < points_.rank; ++i)
    state_[static_cast<std::size_t>(i)] +=
        length * rate_.velocity_rate()[static_cast<std::size_t>(i)];
  impulse_ += length;
  refresh_velocities();
}

}  // namespace carom::law
