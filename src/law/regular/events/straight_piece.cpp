// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/events/straight_piece.h"

#include <algorithm>
#include <cmath>

#include "law/never.h"

namespace carom::law {
namespace {

using What = EventCut::What;

// A slip that turns no faster than both is straight. The first is its rate across itself: in a
// unit of impulse it leaves its line by as much, a twentieth of the tolerance of a tie; rounding of
// rates is 1e-15. The second, radians per unit of impulse, decides for slips below 1e-5 only: with
// rates of order one these stop or grow within as much impulse, and friction errs by 1e-11 there.
constexpr double parallel = 1e-11;
constexpr double slowly = 1e-6;

// A store gives back L (σ x + σ̇ x²/2) over the length x, L the sum of its shares: the first x at
// which one has given back all that is left.
EventCut first_empty_store(const EventState& at, const Rate& rate) {
  EventCut cut{never, What::nothing};
  const double low = at.sigma(), low_rate = at.sigma_rate(rate);
  const auto consider = [&](int store, double shares) {
    if (!(shares > 0.0)) return;
    // σ̇ x²/2 + σ x = missing, by the form of its root that does not cancel.
    const double missing = std::max(0.0, at.stores.left(store)) / shares;
    const double root = low * low + 2.0 * low_rate * missing;
    // Before the store is empty σ is back at zero: that is phase_event()'s.
    if (!(root >= 0.0 && low + std::sqrt(root) > 0.0)) return;
    const double length = 2.0 * missing / (low + std::sqrt(root));
    if (length < cut.length) cut = {length, What::empty_store, store};
  };
  // Held points do no work (u = 0) and take from no store.
  double of_all = 0.0;
  for (const auto& m : rate.members()) {
    if (m.held || !m.carries) continue;
    if (at.stores.count() < at.points.count)
      of_all += m.share;  // one store for all
    else
      consider(at.stores.store_of(m.point), m.share);
  }
  if (of_all > 0.0) consider(0, of_all);
  return cut;
}

// Where the phase ends: σ = 0, or in release an empty store.
EventCut phase_event(const EventState& at, const Rate& rate) {
  const double low = at.sigma(), low_rate = at.sigma_rate(rate);
  if (at.compressing)
    // σ is linear. Where it does not rise there is no end: the caller decides whether all is at
    // rest.
    return low_rate > 0.0 ? EventCut{std::max(0.0, -low / low_rate), What::end_of_compression}
                          : EventCut{never, What::nothing};
  EventCut cut = first_empty_store(at, rate);
  // σ comes down to zero before that: renewed approach has priority.
  if (low_rate < 0.0 && low < -low_rate * cut.length)
    cut = {std::max(0.0, -low / low_rate), What::return_to_compression};
  return cut;
}

}  // namespace

bool constant_rates(const EventState& at, const Rate& rate) {
  for (const auto& m : rate.members()) {
    if (!at.can_turn(m)) continue;
    // A slip along its own line keeps its t, so f = −μ l t and with it the whole rate stays.
    const double across = std::abs(at.sideways_rate(m, rate));
    if (across > parallel || across > slowly * at.slip_speed(m)) return false;
  }
  return true;
}

EventCut first_event(const EventState& at, const Rate& rate) {
  // Everything below is linear in the length: the roots are quotients.
  EventCut cut = phase_event(at, rate);
  const double low = at.sigma(), low_rate = at.sigma_rate(rate);
  const auto consider = [&](double length, What what, int index) {
    if (length < cut.length) cut = {length, what, index};
  };
  // Members are in the order of the points (rate_members.cpp).
  auto member = rate.members().begin();
  for (int j = 0; j < at.points.count; ++j) {
    // A member's slip stops, if it runs through zero and not past it.
    if (member != rate.members().end() && member->point == j) {
      const auto& m = *member++;
      if (m.rests || at.points.tangents[static_cast<std::size_t>(j)] == 0) continue;
      const double change[2] = {rate.along(j, 1), rate.along(j, 2)};
      const double slower = m.direction[0] * change[0] + m.direction[1] * change[1];
      const double across = m.direction[0] * change[1] - m.direction[1] * change[0];
      // In a unit of impulse it passes zero by less than the tolerance of rest.
      if (slower < 0.0 && std::abs(across) < 1e-9)
        consider(at.slip_speed(m) / -slower, What::rest, j);
      continue;
    }
    // Another point joins: at σ, or an empty one at 0, where it is sustained.
    const bool empty = at.is_empty(j);
    // Its height over the level and how fast that falls. Rounding may have left it a little below.
    const double closing = (empty ? 0.0 : low_rate) - rate.along(j, 0);
    if (closing > 0.0)
      consider(std::max(0.0, at.normal_velocity(j) - (empty ? 0.0 : low)) / closing, What::join, j);
  }
  return cut;
}

// Works by the mean velocity of the piece: exact, since it is linear.
void move_straight(EventState& at, const Rate& rate, double length) {
  for (const auto& m : rate.members()) {
    if (!m.carries) continue;
    // Δp (u + Δu/2) per row; the sum over all is the change of kinetic energy to rounding.
    const double* u = at.velocities.data() + 3 * m.point;
    const double piece[3] = {length * m.share, length * m.force[0], length * m.force[1]};
    double works[3];
    for (int k = 0; k < 3; ++k)
      works[k] = piece[k] == 0.0 ? 0.0 : piece[k] * (u[k] + 0.5 * length * rate.along(m.point, k));
    at.keep(m.point, piece, works[0], works[1] + works[2]);
  }
  for (int i = 0; i < at.points.rank; ++i)
    // ζ ← ζ + h q, and u = K ζ anew.
    at.zeta[static_cast<std::size_t>(i)] +=
        length * rate.velocity_rate()[static_cast<std::size_t>(i)];
  at.impulse += length;
  at.velocities_at(at.zeta.data(), at.velocities);
}

}  // namespace carom::law
