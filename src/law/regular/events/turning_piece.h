// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Turning slips: error-controlled steps until an event changes the mode or the rates become
// constant. Explicit steps, or stiff ones where a slow slip turns fast; an event found inside a
// step is landed on by repeating the step up to it; slips about to stop are brought to rest.
#pragma once

#include <vector>

#include "law/regular/events/event_locator.h"
#include "law/regular/events/event_state.h"
#include "law/regular/events/stopping_slip.h"
#include "law/regular/events/turning_step.h"

namespace carom::law {

class TurningPiece {
 public:
  /// See StoppingSlip.
  TurningPiece(EventState& at, Rate& rate, Rate& probe)
      : at_(at), rate_(rate), system_(at, rate), locator_(at, rate), stopping_(at, rate, probe) {}

  /// Before an impact.
  void begin();
  /// Follows the state for at most the impulse `most`; `cut` is the event at which it ended, if
  /// any. False: it failed, and why() says so.
  bool run(double most, EventCut& cut);
  const char* why() const { return why_; }

 private:
  TurningStep& step() { return stiff_ ? static_cast<TurningStep&>(stiff_step_) : explicit_step_; }
  bool try_step(double length);
  void accept_step();
  bool finish_at(const EventCut& cut);
  void land(const EventCut& cut);
  double first_guess() const;
  double turning_rate() const;
  double change_of_length(double error) const;
  bool fail(const char* why);

  EventState& at_;
  Rate& rate_;
  TurningSystem system_;
  ExplicitStep explicit_step_;
  StiffStep stiff_step_;
  EventLocator locator_;
  StoppingSlip stopping_;
  bool stiff_ = false;
  double next_step_ = 0.0;  // length that the last piece would have tried next
  std::vector<double> end_velocities_;
  const char* why_ = "";
};

}  // namespace carom::law
