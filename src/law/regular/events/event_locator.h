// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Events inside a turning step, in order of the impulse: a gap closes, a tied point stops or begins
// to be active, rest friction meets the cone or comes back into it, a point leaves its tie or rest,
// σ passes zero, a store is empty. Velocities come from the dense output; pressures and friction
// from the rate there, with the pattern kept, where they are smooth.
#pragma once

#include <vector>

#include "law/regular/events/event_state.h"
#include "law/regular/events/turning_step.h"

namespace carom::law {

class EventLocator {
 public:
  EventLocator(const EventState& at, Rate& rate) : at_(at), rate_(rate) {}

  /// The first event within a step, or its end. `end_velocities`: of the rows there. The rate is
  /// that of the end of the step; where something crossed on the way, it is left elsewhere.
  EventCut locate(const TurningStep& step, const std::vector<double>& end_velocities);

 private:
  enum class Kind { join, sigma, store };
  void look_for(Kind kind, int index, double start, double end, EventCut::What what);
  double measure(Kind kind, int index, double fraction);
  void look_for_crossing();
  bool crossed_at(double fraction);
  bool any_crossed() const;
  bool has_crossed(const Rate::Member& m) const;
  double opening(const Rate::Member& m) const;

  const EventState& at_;
  Rate& rate_;
  const TurningStep* step_ = nullptr;
  EventCut cut_{};
  std::vector<double> zeta_;  // within the step
};

}  // namespace carom::law
