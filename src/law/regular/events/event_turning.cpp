// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Turning slips: error-controlled steps until an event changes the mode or the rates become
// constant.
#include <algorithm>
#include <cmath>

#include "law/regular/events/event_flow.h"

namespace carom::law {
namespace {

constexpr int most_steps = 3000;
constexpr double stiff_above = 40.0;  // turning rate from which implicit steps pay

}  // namespace

bool EventFlow::turn(double most) {
  stiff_ = false;
  if (!evaluate(state_.data(), 0)) return fail("the rate has no smooth continuation");
  double done = 0.0, h = first_guess();
  if (next_step_ > 0.0) h = std::min(next_step_, 4.0 * h);
  bool rejected = false;
  while (done < most) {
    if (++steps_ > most_steps) return fail("more than 3000 steps");
    const double stop = soonest_stop();
    if (try_stopping(stop)) return true;
    const double smallest = 0.1 * tolerance_;
    if (stop < smallest) {  // the slip lands in one straight step
      Cut cut = first_event();
      if (std::min(stop, most - done) < cut.length)
        cut = {std::min(stop, most - done), What::nothing};
      move(cut.length);
      return apply(cut);
    }
    const bool was_stiff = stiff_;
    stiff_ = turning_rate() > stiff_above;
    if (stiff_ && !was_stiff) h = std::max(h, 0.3 * std::min(stop, 1e-2));
    h = std::min({h, 0.7 * stop, most - done});
    const bool good = try_step(h);
    const double error = good ? step_error() / tolerance_ : 1e9;
    if (error > 1.0 && h > smallest) {
      h = std::max(smallest, h * std::max(0.2, 0.9 * std::pow(error, stiff_ ? -0.25 : -0.2)));
      rejected = true;
      if (!evaluate(state_.data(), 0)) return fail("the rate has no solution");
      continue;
    }
    if (!good) return fail("the rate has no solution while a slip turns");
    const Cut cut = locate();
    if (cut.what != What::nothing) {
      next_step_ = h;
      return finish_at(cut);
    }
    accept_step();
    done += h;
    if (!rate_.stable()) return fail("the rate came to a fold: the compliant contact leaves it");
    if (constant_rates()) return true;
    keep_last_stage();
    const double growth = error > 0.0 ? 0.9 * std::pow(error, stiff_ ? -0.25 : -0.2) : 5.0;
    h *= std::clamp(growth, 0.3, rejected ? 1.0 : 5.0);
    next_step_ = h;
    rejected = false;
  }
  return true;
}

// A tenth of the impulse that turns the fastest turning slip by one radian.
double EventFlow::first_guess() const {
  double fastest = 1.0;
  for (const auto& m : rate_.members())
    if (can_turn(m)) fastest = std::max(fastest, std::abs(sideways_rate(m)) / slip_speed(m));
  return 0.1 / fastest;
}

// The step is repeated up to the event; what the interpolation missed is made up linearly.
bool EventFlow::finish_at(const Cut& cut) {
  if (!evaluate(state_.data(), 0) || !try_step(cut.length))
    return fail("the rate has no solution at an event");
  accept_step();
  return cut.what == What::pattern || land(cut);
}

bool EventFlow::land(const Cut& cut) {
  double missing = 0.0, rate = 1.0;
  if (cut.what == What::join) {
    const bool empty = is_empty(cut.index);
    missing = velocities_[static_cast<std::size_t>(3 * cut.index)] - (empty ? 0.0 : sigma());
    rate = (empty ? 0.0 : sigma_rate()) - rate_.along(cut.index, 0);
  } else if (cut.what == What::empty_store) {
    missing = stores_.left(cut.index), rate = 0.0;
    for (const auto& m : rate_.members())
      if (!m.held && stores_.store_of(m.point) == cut.index) rate += m.share * sigma();
  } else {
    missing = -sigma(), rate = sigma_rate();
  }
  const double length = missing / rate;
  if (std::abs(length) < 1e-3 * length_ + 1e-7) move(length);
  return apply(cut);
}

}  // namespace carom::law
