// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The regular law, event by event (docs/laws/regular.md): exact pieces where the rates are
// constant (straight_piece.h), error-controlled steps where slips turn (turning_piece.h), and
// between them the events: a point joins or opens, a slip stops, friction lets go, compression ends
// or returns, a store is empty, an empty point comes back to u = 0 and is sustained there.
// Two phases. Compression, while σ = min u_j < 0: every point at σ is active. Release, while some
// store is not empty: the stored points at σ_R, their lowest u, are active; empty points at u = 0
// are sustained. Input: coupled contacts of a problem. Output: impulses, works and events, or the
// reason of failure.
#pragma once

#include <span>

#include "carom/laws/regular.h"
#include "law/regular/events/event_state.h"
#include "law/regular/events/turning_piece.h"
#include "law/regular/rate/rate.h"
#include "law/regular/reduced_rows.h"

namespace carom::law {

class EventFlow {
 public:
  EventFlow() : turning_(at_, rate_, probe_) {}
  EventFlow(const EventFlow&) = delete;
  EventFlow& operator=(const EventFlow&) = delete;

  /// `contacts`: one coupled group; nothing else of the outcome is touched. False: no answer; the
  /// outcome says why (message) and holds the last velocity, and another way may be tried.
  bool run(const ImpactProblem& problem, std::span<const int> contacts, const Regular& settings,
           Outcome& outcome);

 private:
  void begin(const Regular& settings, Outcome& outcome);
  bool segment();
  bool choose_rate();
  bool sharpen_rate();
  bool hands_over() const;
  bool carried(const Rate::Member& m) const;
  bool same_from_before();
  bool same_rate() const;
  bool check_branch();
  double passing_length() const;
  bool go_straight(double most);
  bool turn(double most);
  void apply(const EventCut& cut);
  bool stalled() const;
  bool lock();
  bool approaches(const ImpactProblem& problem, double above) const;
  double residual() const;
  bool fail(const char* why);

  ReducedRows reduced_;
  EventState at_;
  Rate rate_, probe_;
  TurningPiece turning_;
  Outcome* outcome_ = nullptr;
  bool finished_ = false, jammed_ = false;
  double compressed_at_ = -1.0;  // impulse where compression last ended
  bool keep_rate_ = false;       // the last event changed the phase only
  int segments_ = 0;
  const char* why_ = "";
};

}  // namespace carom::law
