// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Events inside a turning step, in order of the impulse: a gap closes, a tied point stops or begins
// to carry, rest friction meets the cone or comes back into it, a point leaves its tie or rest, σ
// passes zero, a store is empty. Velocities come from the dense output; pressures and friction from
// the rate there, with the pattern kept, where they are smooth.
#include <algorithm>
#include <cmath>

#include "law/regular/events/event_flow.h"

namespace carom::law {
namespace {

constexpr double leaving = 2e-5;  // rate at which a tied or rest point has left
constexpr double beyond = 1e-10;  // how far a pressure or an excess may be past zero

}  // namespace

// How fast a clipped member leaves its tie or its rest.
double EventFlow::opening(const Rate::Member& m) const {
  double rate = 0.0;
  if (!m.carries) rate = rate_.along(m.point, 0) - (m.held ? 0.0 : sigma_rate());
  if (m.rests && m.clipped)
    rate = std::max(rate, length_of(rate_.along(m.point, 1), rate_.along(m.point, 2)));
  return rate;
}

// The pattern that was kept does not fit any more.
bool EventFlow::has_crossed(const Rate::Member& m) const {
  if (m.carries ? m.pressure < -beyond : m.pressure > beyond) return true;
  if (m.rests && m.carries && (m.clipped ? m.excess < -beyond : m.excess > beyond)) return true;
  return epsilon_ < 1e-9 && opening(m) > leaving;
}

EventFlow::Cut EventFlow::locate() {
  Cut cut{length_, What::nothing};
  const auto u = [&](const std::vector<double>& all, int j) {
    return all[static_cast<std::size_t>(3 * j)];
  };
  const double low = u(velocities_, anchor_), end_low = u(end_velocities_, anchor_);
  // Members first: their values at the end are those of the last rate.
  const auto& members = rate_.members();
  bool crossed = false;
  for (const auto& m : members) crossed = crossed || has_crossed(m);
  for (int j = 0; j < points_.count; ++j) {
    const bool empty = is_empty(j);
    const double end = u(end_velocities_, j) - (empty ? 0.0 : end_low);
    const double start = u(velocities_, j) - (empty ? 0.0 : low);
    if (end < 0.0 && start > tolerances_.gap) search(Kind::join, j, start, end, cut, What::join);
  }
  if (compressing_ && end_low > 0.0)
    search(Kind::sigma, 0, low, end_low, cut, What::end_of_compression);
  if (!compressing_ && end_low < -1e-10)
    search(Kind::sigma, 0, low, end_low, cut, What::return_to_compression);
  for (int s = 0; !compressing_ && s < stores_.count(); ++s) {
    if (!stores_.filled(s)) continue;
    const double left = stores_.left(s), end = measure(Kind::store, s, 1.0);
    if (end > 0.0) search(Kind::store, s, -left, end, cut, What::empty_store);
  }
  // All crossings of members are one search: for the first rate at which any has crossed.
  if (crossed) {
    double low_end = 0.0, high = cut.length / length_;
    for (int i = 0; i < 14; ++i) {
      const double middle = 0.5 * (low_end + high);
      (measure(Kind::members, -1, middle) > 0.0 ? high : low_end) = middle;
    }
    if (high * length_ < cut.length || cut.what == What::nothing)
      cut = {high * length_, What::pattern};
  }
  return cut;
}

// Root of one function between the start and the first event so far.
void EventFlow::search(Kind kind, int index, double start, double end, Cut& cut, What what) {
  double low = 0.0, high = cut.length / length_;
  if (high < 1.0) {
    end = measure(kind, index, high);
    if ((end > 0.0) == (start > 0.0)) return;
  }
  for (int i = 0; i < 60 && high - low > 1e-15; ++i) {
    double middle = low - start * (high - low) / (end - start);
    if (i % 3 == 2 || !(middle > low && middle < high)) middle = 0.5 * (low + high);
    const double value = measure(kind, index, middle);
    if (value == 0.0) {
      low = high = middle;
      break;
    }
    if ((value > 0.0) == (start > 0.0))
      low = middle, start = value;
    else
      high = middle, end = value;
  }
  cut = {high * length_, what, index};
}

double EventFlow::measure(Kind kind, int index, double fraction) {
  interpolate(fraction, probe_state_.data());
  const double* state = probe_state_.data();
  const int r = points_.rank;
  const auto low = [&] { return dot(points_.row(anchor_, 0), state, r); };
  switch (kind) {
    case Kind::join: return dot(points_.row(index, 0), state, r) - (is_empty(index) ? 0.0 : low());
    case Kind::sigma: return low();
    case Kind::store: return released(index, fraction) - stores_.left(index);
    default: break;
  }
  rate_.set_slips(state);
  if (!rate_.solve_frozen(epsilon_)) return 1.0;
  for (const auto& m : rate_.members())
    if (has_crossed(m)) return 1.0;
  return -1.0;
}

}  // namespace carom::law
