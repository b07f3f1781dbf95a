// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A trajectory on a page (format.ts, Track). Input: what a simulation records, step by step.
// Output: the document, thinned to a number of bytes: instants of impacts exact, the others evenly
// in time. Memory does not grow with the length of the trajectory, only by a few numbers per
// impact.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "carom/simulation.h"
#include "report/json/json_text.h"
#include "report/run/page/impacts.h"
#include "report/run/page/walk.h"

namespace carom::report {

/// Active contacts, as events tell it.
struct Carrying {
  enum class State : std::uint8_t { no, yes, sticks, slips };
  std::vector<State> contacts = {};
  void take(const ContactEvent& event);
};

/// Rows of one time, and what happened there.
struct PageInstant {
  TrajectoryRow first = {}, last = {};
  bool several = false;  ///< More than one row; else `last` is empty.
  Carrying before = {}, after = {};
  std::int64_t event = -1;       ///< Number of the first event since the instant before; -1: none.
  std::vector<float> walk = {};  ///< Curves of a walk.
  double time() const { return first.time; }
  const TrajectoryRow& end() const { return several ? last : first; }
};

class PageTrack {
 public:
  /// `at_start`: contacts that are active at the first row. `room`: memory of the instants [bytes].
  PageTrack(TrackSource& source, Carrying at_start, bool walk, double room);

  /// A branch starts at this time; before the record with its impact is taken.
  void add_branch(int id, double time) { branches_.push_back({id, time}); }
  /// Contacts that are active where the branch starts, before the impact; after end().
  const Carrying& at_branch(int id) const { return at_branches_.at(id); }

  void take(const SimulationRecord& record);
  void end();  ///< Nothing more comes.
  std::size_t held() const { return instants_.size(); }

  /// `trajectory`: of run.json. After end().
  [[nodiscard]] Json document(const Json& trajectory, const TrackShare& share) const;

 private:
  struct Branch {
    int id = 0;
    double time = 0.0;
  };
  void take_row(const TrajectoryRow& row);
  void close_instant();
  void take_events(double time);
  void pass_branches(double time);
  void settle_walk();
  void thin();

  TrackSource& source_;
  PageImpacts impacts_;
  std::optional<WalkCurves> walk_;
  PageTouchdowns touchdowns_;
  Carrying carrying_;
  std::deque<ContactEvent> events_;   // not yet taken
  std::deque<ImpactRecord> pending_;  // impacts of instants to come
  std::deque<Branch> branches_;
  std::map<int, Carrying> at_branches_;
  std::optional<PageInstant> open_;  // more rows may follow
  std::vector<PageInstant> instants_;
  std::size_t most_instants_ = 0;
  std::int64_t event_count_ = 0, event_number_ = 0, event_stride_ = 1;
  double start_ = 0.0, end_ = 0.0, span_ = 0.0;
  bool any_ = false;
};

}  // namespace carom::report
