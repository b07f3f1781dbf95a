// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Pieces of constant rates: velocities are linear and works are quadratic in the impulse, so the
// next event is found exactly.
#include <algorithm>
#include <cmath>

#include "law/regular/events/event_flow.h"

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
    if (std::abs(sigma()) < 1e-6) return lock();
    return fail("the approach never ends: no velocity separates the contacts");
  }
  ++steps_;
  move(cut.length);
  if (!apply(cut)) return false;
  // The same points go on at the same rate if all of them are stored now.
  keep_rate_ = cut.what == What::end_of_compression && !compressing_ && epsilon_ < 1e-9 &&
               std::all_of(
                   rate_.members().begin(), rate_.members().end(),
                   [&](const Rate::Member& m) { return stores_.stored(m.point); });
  return true;
}

EventFlow::Cut EventFlow::first_event() const {
  Cut cut = phase_event();
  const double low = sigma(), low_rate = sigma_rate();
  const auto consider = [&](double length, What what, int index) {
    if (length < cut.length) cut = {length, what, index};
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
    const bool empty = is_empty(j);  // it is held when it comes to 0, others join at σ
    const double closing = (empty ? 0.0 : low_rate) - rate_.along(j, 0);
    if (closing > 0.0)
      consider(std::max(0.0, velocities_[3 * at] - (empty ? 0.0 : low)) / closing, What::join, j);
  }
  return cut;
}

EventFlow::Cut EventFlow::phase_event() const {
  const double low = sigma(), rate = sigma_rate();
  if (compressing_)
    return rate > 0.0 ? Cut{std::max(0.0, -low / rate), What::end_of_compression}
                      : Cut{no_event, What::nothing};
  Cut cut = first_empty_store();
  if (rate < 0.0 && low < -rate * cut.length)
    cut = {std::max(0.0, -low / rate), What::return_to_compression};
  return cut;
}

// A store gives back L (σ x + σ̇ x²/2) over the length x, L the sum of its shares: the first x at
// which one has given back all that is left.
EventFlow::Cut EventFlow::first_empty_store() const {
  Cut cut{no_event, What::nothing};
  const double low = sigma(), rate = sigma_rate();
  const auto consider = [&](int store, double shares) {
    if (!(shares > 0.0)) return;
    const double missing = std::max(0.0, stores_.left(store)) / shares;
    const double root = low * low + 2.0 * rate * missing;
    if (!(root >= 0.0 && low + std::sqrt(root) > 0.0)) return;
    const double length = 2.0 * missing / (low + std::sqrt(root));
    if (length < cut.length) cut = {length, What::empty_store, store};
  };
  double together = 0.0;
  for (const auto& m : rate_.members()) {
    if (m.held || !m.carries) continue;
    if (stores_.count() < points_.count)
      together += m.share;  // one store for all
    else
      consider(stores_.store_of(m.point), m.share);
  }
  if (together > 0.0) consider(0, together);
  return cut;
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
    keep(m.point, impulse, works[0], works[1] + works[2]);
  }
  for (int i = 0; i < points_.rank; ++i)
    state_[static_cast<std::size_t>(i)] +=
        length * rate_.velocity_rate()[static_cast<std::size_t>(i)];
  impulse_ += length;
  refresh_velocities();
}

}  // namespace carom::law
