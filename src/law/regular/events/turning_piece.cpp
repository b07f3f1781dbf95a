// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/events/turning_piece.h"

#include <algorithm>
#include <cmath>

#include "law/regular/events/straight_piece.h"

namespace carom::law {
namespace {

using What = EventCut::What;

constexpr int most_steps = 3000;
constexpr double stiff_above = 40.0;  // turning rate from which implicit steps pay

}  // namespace

void TurningPiece::begin() {
  end_velocities_.resize(at_.velocities.size());
  // Nothing is known of this impact: the first step is guessed.
  next_step_ = 0.0;
  stopping_.begin();
}

bool TurningPiece::fail(const char* why) {
  why_ = why;
  return false;
}

bool TurningPiece::run(double most, EventCut& cut) {
  cut = {0.0, What::nothing};
  stiff_ = false;
  // The first stage of an explicit step is the rate here. Later ones take it from the step before.
  if (!explicit_step_.begin(system_)) return fail("the rate has no smooth continuation");
  double done = 0.0, h = first_guess();
  // After an event the length before it is a better guess, within what the new rate allows.
  if (next_step_ > 0.0) h = std::min(next_step_, 4.0 * h);
  bool rejected = false;
  while (done < most) {
    if (++at_.steps > most_steps) return fail("more than 3000 steps");
    // A slip that is about to stop ends the piece: by an increment to rest, or, where that is not
    // found and no step is short enough to resolve it, by a straight piece.
    const double stop = stopping_.soonest();
    if (stopping_.try_to_stop(stop)) return true;
    const double smallest = 0.1 * at_.tolerance;
    if (stop < smallest) {
      cut = first_event(at_, rate_);
      const double length = std::min(stop, most - done);
      if (length < cut.length) cut = {length, What::nothing};
      move_straight(at_, rate_, cut.length);
      return true;
    }
    // Try a step: never past where a slip would stop, beyond which its direction is another.
    const bool was_stiff = stiff_;
    stiff_ = turning_rate() > stiff_above;
    // The length of the explicit step was bound by stability and says nothing of the implicit one.
    // A choice for its first try, which its error corrects: 3e-3, a tenth of 1/stiff_above or so.
    if (stiff_ && !was_stiff) h = std::max(h, 0.3 * std::min(stop, 1e-2));
    h = std::min({h, 0.7 * stop, most - done});
    const bool good = try_step(h);
    const double error = good ? step().error() / at_.tolerance : 1e9;
    // Too large an error: shorter, and the rate is back at the start of the step, since the stages
    // of the failed one left it elsewhere.
    if (error > 1.0 && h > smallest) {
      h = std::max(smallest, h * std::max(0.2, change_of_length(error)));
      rejected = true;
      if (!explicit_step_.begin(system_)) return fail("the rate has no solution");
      continue;
    }
    if (!good) return fail("the rate has no solution while a slip turns");
    // The step is good: up to the first event inside it, or as a whole.
    cut = locator_.locate(step(), end_velocities_);
    if (cut.what != What::nothing) {
      next_step_ = h;
      return finish_at(cut);
    }
    accept_step();
    done += h;
    // The pattern was kept over the step, so its matrix changed smoothly: a fold shows here.
    if (!rate_.stable()) return fail("the rate came to a fold: the compliant contact leaves it");
    // Nothing turns any more: the next segment goes straight.
    if (constant_rates(at_, rate_)) return true;
    explicit_step_.next();
    // At most five times longer, and not at all after a rejection.
    h *= std::clamp(error > 0.0 ? change_of_length(error) : 5.0, 0.3, rejected ? 1.0 : 5.0);
    next_step_ = h;
    rejected = false;
  }
  return true;
}

// By which the next step should be longer, from an error relative to the tolerance: it goes with
// the fifth power of the length, that of RODAS with the fourth. A tenth less, so that it is seldom
// rejected.
double TurningPiece::change_of_length(double error) const {
  return 0.9 * std::pow(error, stiff_ ? -0.25 : -0.2);
}

// A tenth of the impulse that turns the fastest turning slip by one radian.
double TurningPiece::first_guess() const {
  double fastest = 1.0;
  for (const auto& m : rate_.members())
    if (at_.can_turn(m))
      fastest = std::max(fastest, std::abs(at_.sideways_rate(m, rate_)) / at_.slip_speed(m));
  return 0.1 / fastest;
}

// μ l ‖T‖²/‖u_t‖ of the fastest: the eigenvalue that limits an explicit step.
double TurningPiece::turning_rate() const {
  double fastest = 0.0;
  const int r = at_.points.rank;
  for (const auto& m : rate_.members()) {
    if (!at_.can_turn(m)) continue;
    const double* row = at_.points.row(m.point, 1);
    // ‖T‖² of the longer tangent row, in the mass metric and scaled.
    const double length = std::max(dot(row, row, r), dot(row + r, row + r, r));
    const double mu = at_.points.friction[static_cast<std::size_t>(m.point)];
    fastest = std::max(fastest, mu * m.share * length / at_.slip_speed(m));
  }
  return fastest;
}

// The rate at the end of a stiff step is evaluated too: the members have the values there, and an
// explicit step may begin there.
bool TurningPiece::try_step(double length) {
  if (!step().attempt(system_, length)) return false;
  // u = K ζ at the end, for the events and for the works.
  at_.velocities_at(step().end(), end_velocities_);
  return !stiff_ || explicit_step_.finish(system_, stiff_step_.end());
}

// Impulses and works of the step. The works are scaled to the exact change of energy,
// Σ Δp (u + u⁺)/2, by what friction did: the difference is of the order of the tolerance.
void TurningPiece::accept_step() {
  const TurningStep& taken = step();
  double exact = 0.0, found = 0.0, rubbed = 0.0;
  const auto& members = rate_.members();
  // Every integral is taken with the weights of the step itself: ζ⁺ − ζ = Kᵀ Δp.
  for (int pass = 0; pass < 2; ++pass) {
    // First pass: the exact change of energy and the sum of the integrated works. Second pass: each
    // friction work takes its part of the difference, into the record.
    const double correction = pass == 1 && rubbed > 0.0 ? (exact - found) / rubbed : 0.0;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const auto integral = [&](int k) {
        return taken.integral(system_.entry(static_cast<int>(i), k));
      };
      const double piece[3] = {integral(TurningSystem::share), integral(TurningSystem::force),
                               integral(TurningSystem::force + 1)};
      const double normal = integral(TurningSystem::normal_power);
      const double friction = integral(TurningSystem::friction_power);
      if (pass == 1) {
        at_.keep(members[i].point, piece, normal, friction + correction * std::abs(friction));
        continue;
      }
      const auto at = 3 * static_cast<std::size_t>(members[i].point);
      for (std::size_t k = 0; k < 3; ++k)
        // Exact for whatever impulses the step found, as long as u⁺ − u = K Kᵀ Δp.
        exact += 0.5 * piece[k] * (at_.velocities[at + k] + end_velocities_[at + k]);
      found += normal + friction;
      rubbed += std::abs(friction);
    }
  }
  // The works are kept first: they need the velocities before the step.
  std::copy_n(taken.end(), at_.points.rank, at_.zeta.begin());
  at_.impulse += taken.length();
  at_.velocities.swap(end_velocities_);
}

// The step is repeated up to the event; what the interpolation missed is made up linearly.
bool TurningPiece::finish_at(const EventCut& cut) {
  // A crossing needs no landing: the next mode finds it at the end of the repeated step.
  if (!explicit_step_.begin(system_) || !try_step(cut.length))
    return fail("the rate has no solution at an event");
  accept_step();
  if (cut.what != What::pattern) land(cut);
  return true;
}

void TurningPiece::land(const EventCut& cut) {
  // What is missing to the event and how fast it closes there: a gap, a store, or σ. One Newton
  // step on a root that the dense output has found but for its error.
  double missing = 0.0, rate = 1.0;
  if (cut.what == What::join) {
    const bool empty = at_.is_empty(cut.index);
    missing = at_.normal_velocity(cut.index) - (empty ? 0.0 : at_.sigma());
    rate = (empty ? 0.0 : at_.sigma_rate(rate_)) - rate_.along(cut.index, 0);
  } else if (cut.what == What::empty_store) {
    // dR/dP = Σ l_j u_j over the points of the store, which are at σ.
    missing = at_.stores.left(cut.index), rate = 0.0;
    for (const auto& m : rate_.members())
      if (!m.held && at_.stores.store_of(m.point) == cut.index) rate += m.share * at_.sigma();
  } else {
    missing = -at_.sigma(), rate = at_.sigma_rate(rate_);
  }
  const double length = missing / rate;
  // The dense output misses an event by the local error, far less than a thousandth of the step,
  // or in a very short one by ten times the default tolerance. More means a rate of about zero,
  // over which nothing is to be divided.
  if (std::abs(length) < 1e-3 * step().length() + 1e-7) move_straight(at_, rate_, length);
}

}  // namespace carom::law
