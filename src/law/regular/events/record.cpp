// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/events/record.h"

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
  (normal_work < 0.0 ? p.taken : p.returned) += normal_work;
  p.friction_work += friction_work;
}

void Record::note_states(const std::vector<Rate::Member>& members, double impulse, Outcome& outcome,
                         const ScaledPoints& points) {
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
    if (next == State::free) {
      if (p.state != State::free) tell(Event::Kind::opens);
    } else {
      if (p.state == State::free) tell(Event::Kind::joins);
      if (rubs && next != p.state)
        tell(next == State::slips ? Event::Kind::begins_slipping : Event::Kind::begins_sticking);
      if (rubs && next == State::slips && p.state == State::slips && p.passed_rest)
        tell(Event::Kind::reverses);
    }
    p.state = next;
    p.passed_rest = false;
  }
}

void Record::write(const ScaledPoints& points, Outcome& outcome) const {
  const double energy = points.speed * points.impulse;
  for (std::size_t j = 0; j < points_.size(); ++j) {
    const Point& p = points_[j];
    const auto i = static_cast<std::size_t>(points.contact[j]);
    auto& impulse = outcome.impulse[i];
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

}  // namespace carom::law
