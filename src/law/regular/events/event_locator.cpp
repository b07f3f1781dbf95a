// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/events/event_locator.h"

#include <algorithm>

#include "solver/bracket.h"

namespace carom::law {
namespace {

using What = EventCut::What;

// Rate at which a tied or rest point has left: twice the clearly_leaving of event_flow.cpp, so that
// the next mode sees it leave.
constexpr double leaving = 2e-5;
// How far a pressure or an excess, of order one, may be past zero. A choice: above their rounding,
// 1e-15 times the condition of M, and below the tolerance of a step.
constexpr double beyond = 1e-10;

}  // namespace

EventCut EventLocator::locate(const TurningStep& step, const std::vector<double>& end_velocities) {
  step_ = &step;
  cut_ = {step.length(), What::nothing};
  zeta_.resize(at_.zeta.size());
  const auto end_of = [&](int j) { return end_velocities[static_cast<std::size_t>(3 * j)]; };
  const double low = at_.sigma(), end_low = end_of(at_.anchor);
  // Members first: their values at the end are those of the last rate.
  const bool crossed = any_crossed();
  // Other points that come to their level.
  for (int j = 0; j < at_.points.count; ++j) {
    // Heights above the level, σ or 0. What is within the tolerance at the start is a member
    // already.
    const bool empty = at_.is_empty(j);
    const double end = end_of(j) - (empty ? 0.0 : end_low);
    const double start = at_.normal_velocity(j) - (empty ? 0.0 : low);
    if (end < 0.0 && start > at_.tolerances.gap) look_for(Kind::join, j, start, end, What::join);
  }
  // The end of the phase.
  if (at_.compressing && end_low > 0.0)
    look_for(Kind::sigma, 0, low, end_low, What::end_of_compression);
  // Half the tolerance of a tie: release begins at σ = 0 to rounding, which must not count as a
  // return.
  if (!at_.compressing && end_low < -1e-10)
    look_for(Kind::sigma, 0, low, end_low, What::return_to_compression);
  // Q of each store by the normal power of its points: overdrawn at the end means empty on the way.
  for (int s = 0; !at_.compressing && s < at_.stores.count(); ++s) {
    if (!at_.stores.filled(s)) continue;
    const double left = at_.stores.left(s), end = measure(Kind::store, s, 1.0);
    if (end > 0.0) look_for(Kind::store, s, -left, end, What::empty_store);
  }
  // Last, since it costs a rate per try: only up to the first of the other events.
  if (crossed) look_for_crossing();
  return cut_;
}

// Root of one function between the start and the first event so far, which it replaces.
void EventLocator::look_for(Kind kind, int index, double start, double end, What what) {
  // Only what comes before the first event so far counts: the sign there tells.
  const double high = cut_.length / step_->length();
  if (high < 1.0) {
    end = measure(kind, index, high);
    if ((end > 0.0) == (start > 0.0)) return;
  }
  // To a few units in the last place of a fraction of the step.
  const auto value = [&](double fraction) { return measure(kind, index, fraction); };
  const double found =
      solver::bracket_root(value, {0.0, start}, {high, end}, start > 0.0, 1e-15, 0.0, 60);
  cut_ = {found * step_->length(), what, index};
}

double EventLocator::measure(Kind kind, int index, double fraction) {
  if (kind == Kind::store) {  // what it has given back by then, beyond what it had
    double released = 0.0;
    for (std::size_t i = 0; i < rate_.members().size(); ++i) {
      // With one store for all every point counts against it.
      const auto& m = rate_.members()[i];
      const int work = at_.points.rank + 1 + 5 * static_cast<int>(i) + TurningSystem::normal_power;
      if (!m.held && at_.stores.store_of(m.point) == index)
        released += step_->integral(work, fraction);
    }
    return released - at_.stores.left(index);
  }
  step_->interpolate(fraction, zeta_.data());
  const auto normal = [&](int j) {
    return dot(at_.points.row(j, 0), zeta_.data(), at_.points.rank);
  };
  // Linear functions of ζ: as smooth as its dense output.
  if (kind == Kind::sigma) return normal(at_.anchor);
  return normal(index) - (at_.is_empty(index) ? 0.0 : normal(at_.anchor));
}

// All crossings of members are one search, for the first rate at which any has crossed: bisection,
// since "any" has no value to interpolate. 14 halvings leave 6e-5 of the step, and the step is then
// repeated to there.
void EventLocator::look_for_crossing() {
  double low = 0.0, high = cut_.length / step_->length();
  for (int i = 0; i < 14; ++i) {
    const double middle = 0.5 * (low + high);
    // The upper end is kept where something has crossed: the next mode must see it.
    (crossed_at(middle) ? high : low) = middle;
  }
  if (high * step_->length() < cut_.length || cut_.what == What::nothing)
    cut_ = {high * step_->length(), What::pattern};
}

bool EventLocator::crossed_at(double fraction) {
  step_->interpolate(fraction, zeta_.data());
  // The pattern of the step stays, so that pressures and excess go through zero smoothly. A rate
  // without a solution counts as crossed: the event is before it.
  rate_.set_slips(zeta_.data());
  return !rate_.solve_frozen(at_.epsilon) || any_crossed();
}

bool EventLocator::any_crossed() const {
  return std::any_of(rate_.members().begin(), rate_.members().end(),
                     [&](const Rate::Member& m) { return has_crossed(m); });
}

// The pattern that was kept does not fit any more.
bool EventLocator::has_crossed(const Rate::Member& m) const {
  // l = k [pressure]₊: a sign that does not fit. The excess likewise, ‖k T p‖ − μ l, of friction.
  if (m.carries ? m.pressure < -beyond : m.pressure > beyond) return true;
  if (m.rests && m.carries && (m.clipped ? m.excess < -beyond : m.excess > beyond)) return true;
  // Only of a sharpened rate (ε at most 3e-11): at the ε that decides, 1e-7, points that leave are
  // being passed out of their tie.
  return at_.epsilon < 1e-9 && opening(m) > leaving;
}

// How fast a clipped member leaves its tie or its rest.
double EventLocator::opening(const Rate::Member& m) const {
  double rate = 0.0;
  if (!m.carries) rate = rate_.along(m.point, 0) - (m.held ? 0.0 : at_.sigma_rate(rate_));
  if (m.rests && m.clipped)
    rate = std::max(rate, length_of(rate_.along(m.point, 1), rate_.along(m.point, 2)));
  return rate;
}

}  // namespace carom::law
