// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/events/event_state.h"

#include <algorithm>

namespace carom::law {

void EventState::begin(const Regular& settings) {
  tolerance = settings.tolerance;
  record.begin(points.count);
  stores.begin(points.restitution, settings.energy);
  zeta.assign(points.start.begin(), points.start.end());
  velocities.resize(static_cast<std::size_t>(3 * points.count));
  velocities_at(zeta.data(), velocities);
  impulse = 0.0;
  compressing = true;
  anchor = 0;
  // Ties and rests are linear in ζ: steps keep them to rounding and to ε y, 3e-11 per unit of
  // impulse (event_flow.cpp). A tie allows seven times that. Rest is five times wider: a slip that
  // stops may end at half of it (stopping_slip.cpp). Approach of these sizes is left at the end.
  tolerances = {std::max(2e-10, noise()), std::max(1e-9, 5.0 * noise())};
}

void EventState::velocities_at(const double* state, std::vector<double>& out) const {
  const double* row = points.rows.data();
  for (double& u : out) u = dot(row, state, points.rank), row += points.rank;
}

double EventState::lowest() const {
  double least = velocities[0];
  for (int j = 1; j < points.count; ++j) least = std::min(least, normal_velocity(j));
  return least;
}

// Without friction Σ l_j u̇_j = ‖q‖², and what is active at σ has one rate: a sum of squares, where
// n q cancels to nothing between contacts that squeeze a light body.
double EventState::sigma_rate(const Rate& rate) const {
  double shares = 0.0;
  for (const auto& m : rate.members()) {
    if (m.force[0] != 0.0 || m.force[1] != 0.0) return rate.along(anchor, 0);
    if (!m.held) shares += m.share;
  }
  const double* q = rate.velocity_rate().data();
  return dot(q, q, points.rank) / shares;
}

void EventState::set_mode(Rate& rate, const std::vector<char>* also_rest) const {
  rate.set_mode(velocities, tolerances, compressing ? nullptr : &stores.stored(), also_rest);
}

bool EventState::can_turn(const Rate::Member& m) const {
  return m.carries && !m.rests && points.tangents[static_cast<std::size_t>(m.point)] == 2;
}

double EventState::slip_speed(const Rate::Member& m) const {
  const auto at = 3 * static_cast<std::size_t>(m.point);
  return length_of(velocities[at + 1], velocities[at + 2]);
}

double EventState::sideways_rate(const Rate::Member& m, const Rate& rate) const {
  return m.direction[0] * rate.along(m.point, 2) - m.direction[1] * rate.along(m.point, 1);
}

// Sustained points do no work; what rounding makes of it goes with that of friction, so that the
// ledger balances.
void EventState::keep(int point, const double piece[3], double normal_work, double friction_work) {
  if (is_empty(point)) {
    record.add(point, piece, 0.0, friction_work + normal_work);
    return;
  }
  record.add(point, piece, normal_work, friction_work);
  if (compressing)
    stores.compress(point, normal_work);
  else
    stores.release(point, normal_work);
}

}  // namespace carom::law
