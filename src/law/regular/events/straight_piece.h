// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Pieces of constant rates: velocities are linear and works are quadratic in the impulse, so the
// next event is found exactly.
#pragma once

#include "law/regular/events/event_state.h"

namespace carom::law {

/// Every active slip changes along itself only: the rate stays as it is until the next event.
bool constant_rates(const EventState& at, const Rate& rate);
/// The first event if the rate stays; its length is `never` (law/never.h) where there is none.
EventCut first_event(const EventState& at, const Rate& rate);
/// A piece of this length at this rate.
void move_straight(EventState& at, const Rate& rate, double length);

}  // namespace carom::law
