// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/events/event_state.h"

#include <algorithm>
#include <cmath>

namespace carom::law {

void Record::begin(int points) {
  points_.assign(static_cast<std::size_t>(points), {});
  next_.resize(static_cast<std::size_t>(points));
}

void Record::add(int point, const double impulse[3], double normal_work, double friction_work) {
  Point& p = points_[static_cast<std::size_t>(point)];
  for (int k = 0; k < 3; ++k) p.impulse[k] += impulse[k];
  // By sign: work below zero is energy that the contact took up, whatever the phase.
  (normal_work < 0.0 ? p.taken : p.returned) += normal_work;
  p.friction_work += friction_work;
}

void Record::note_states(const std::vector<Rate::Member>& members, double impulse, Outcome& outcome,
                         const ScaledPoints& points) {
  // Who carries is read off the rate, not off the velocities: a tied point without a share is free.
  std::fill(next_.begin(), next_.end(), State::free);
  for (const auto& m : members)
    if (m.carries)
      next_[static_cast<std::size_t>(m.point)] = m.rests ? State::sticks : State::slips;
  for (std::size_t j = 0; j < points_.size(); ++j) {
    Point& p = points_[j];
    const State next = next_[j];
    const bool rubs = points.tangents[j] > 0;
    const auto tell = [&](Event::Kind kind) {
      note(kind, points.contact[j], impulse * points.impulse, outcome);
    };
    // Joins comes before what the point then does. A frictionless point neither slips nor sticks.
    if (next == State::free) {
      if (p.state != State::free) tell(Event::Kind::opens);
    } else {
      if (p.state == State::free) tell(Event::Kind::joins);
      if (rubs && next != p.state)
        tell(next == State::slips ? Event::Kind::begins_slipping : Event::Kind::begins_sticking);
      // Slip before and after, with a passage through rest between: it reversed.
      if (rubs && next == State::slips && p.state == State::slips && p.passed_rest)
        tell(Event::Kind::reverses);
    }
    p.state = next;
    // A passage through rest is told once.
    p.passed_rest = false;
  }
}

void Record::write(const ScaledPoints& points, Outcome& outcome) const {
  // The unit of work [J] is that of velocity times that of impulse.
  const double energy = points.speed * points.impulse;
  for (std::size_t j = 0; j < points_.size(); ++j) {
    const Point& p = points_[j];
    const auto i = static_cast<std::size_t>(points.contact[j]);
    auto& impulse = outcome.impulse[i];
    // Never a pull, not even by rounding; residual() of event_flow.cpp judges the sum as it is.
    impulse.normal = std::max(0.0, p.impulse[0]) * points.impulse;
    for (std::size_t k = 0; k < 2; ++k) impulse.tangential[k] = p.impulse[1 + k] * points.impulse;
    auto& work = outcome.energy.contacts[i];
    work.normal_work = (p.taken + p.returned) * energy;
    work.friction_work = p.friction_work * energy;
    // Less is the rounding of a contact that only touched: the energy of a scaled speed of 1e-9,
    // five times the tolerance of a tie.
    if (p.taken < -1e-18) work.restitution = std::sqrt(std::max(0.0, -p.returned / p.taken));
  }
}

void EventState::begin(const Regular& settings) {
  tolerance = settings.tolerance;
  // An impact begins in compression, with empty stores.
  record.begin(points.count);
  stores.begin(points.restitution, settings.energy);
  zeta.assign(points.start.begin(), points.start.end());
  velocities.resize(static_cast<std::size_t>(3 * points.count));
  // velocities is K ζ at all times between pieces: always made from ζ, never advanced by itself, so
  // that the two cannot drift apart.
  velocities_at(zeta.data(), velocities);
  // P counts from here; the anchor is chosen by the first rate.
  impulse = 0.0;
  compressing = true;
  anchor = 0;
  // Ties and rests are linear in ζ: steps keep them to rounding and to ε y, 3e-11 per unit of
  // impulse (event_flow.cpp). A tie allows seven times that. Rest is five times wider: a slip that
  // stops may end at half of it (stopping_slip.cpp). Approach of these sizes is left at the end.
  tolerances = {std::max(2e-10, noise()), std::max(1e-9, 5.0 * noise())};
}

void EventState::velocities_at(const double* state, std::vector<double>& out) const {
  // Rows lie in the order of the velocities, three per point.
  const double* row = points.rows.data();
  for (double& u : out) u = dot(row, state, points.rank), row += points.rank;
}

// σ of compression, min u_j over all points, members or not.
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
    // Friction adds to q what ‖q‖² does not share out: then the rate of the anchor itself.
    if (m.force[0] != 0.0 || m.force[1] != 0.0) return rate.along(anchor, 0);
    // Held points that carry have u̇ = 0 and drop out of Σ l_j u̇_j; the tied ones have σ̇ all.
    if (!m.held) shares += m.share;
  }
  const double* q = rate.velocity_rate().data();
  return dot(q, q, points.rank) / shares;
}

// In compression all points are alike; in release the stored ones are tied at σ_R, and empty ones
// are held at 0.
void EventState::set_mode(Rate& rate, const std::vector<char>* also_rest) const {
  rate.set_mode(velocities, tolerances, compressing ? nullptr : &stores.stored(), also_rest);
}

// With one tangent a slip can only stop or grow, and at rest there is nothing to turn.
bool EventState::can_turn(const Rate::Member& m) const {
  return m.carries && !m.rests && points.tangents[static_cast<std::size_t>(m.point)] == 2;
}

double EventState::slip_speed(const Rate::Member& m) const {
  const auto at = 3 * static_cast<std::size_t>(m.point);
  return length_of(velocities[at + 1], velocities[at + 2]);
}

double EventState::sideways_rate(const Rate::Member& m, const Rate& rate) const {
  // t × u̇_t: the part of the rate across the slip. Over the slip speed it is the turning rate.
  return m.direction[0] * rate.along(m.point, 2) - m.direction[1] * rate.along(m.point, 1);
}

// Sustained points do no work; what rounding makes of it goes with that of friction, so that the
// ledger balances.
void EventState::keep(int point, const double piece[3], double normal_work, double friction_work) {
  if (is_empty(point)) {
    record.add(point, piece, 0.0, friction_work + normal_work);
    return;
  }
  // dE_j = −u_j l_j dP in compression, dR_j = u_j l_j dP in release.
  record.add(point, piece, normal_work, friction_work);
  if (compressing)
    stores.compress(point, normal_work);
  else
    stores.release(point, normal_work);
}

}  // namespace carom::law
