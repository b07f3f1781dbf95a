// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A trajectory on a page (format.ts, Track). Input: what a simulation records, step by step.
// Output: the document, thinned to a number of bytes: instants of impacts exact, the others evenly
// in time. Memory does not grow with the length of the trajectory, only by a few numbers per
// impact.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "carom/law.h"
#include "carom/simulation.h"
#include "report/json/json_text.h"
#include "report/page/drawing/drawing.h"
#include "report/run/page/walk.h"
#include "report/run/text.h"

namespace carom::report {

/// What all tracks of a page share.
struct TrackSource {
  PageDrawing* drawing = nullptr;
  const Law* law = nullptr;
  RunNames names = {};
  std::function<bool()> stop = {};  ///< True: no outcomes are listed any more.
  std::size_t listings = 0;         ///< Impacts whose outcomes may still be listed.
};

/// How much of the page a track may take.
struct TrackShare {
  double frame_bytes = 14e6;   ///< Of frames and curves, as base64.
  double impact_bytes = 6e6;   ///< Of impacts.
  std::size_t impacts = 1000;  ///< With details.
};

/// Every impact of a trajectory.
struct ImpactMarks {
  std::vector<double> time = {}, lost = {};
  std::vector<std::uint8_t> verdict = {};       ///< format.ts, Verdict.
  std::vector<std::vector<int>> contacts = {};  ///< Candidates of the model that took part.
};

/// `count` of the numbers below `all`, evenly; ascending.
[[nodiscard]] std::vector<std::size_t> evenly(std::size_t all, std::size_t count);
/// At most `most` of the impacts: those with several outcomes first, the rest evenly; ascending.
[[nodiscard]] std::vector<std::size_t> chosen_impacts(const std::vector<std::uint8_t>& verdicts,
                                                      std::size_t most);

/// Impacts of a trajectory on its page, as they happen: time, verdict and loss of all of them, and
/// the details of as many as the page has room for (format.ts, Impact). Where a verdict says
/// "several", the outcomes are listed when the impact is taken, for the first ones of a run.
/// Details that are kept are thinned as they come.
class PageImpacts {
 public:
  explicit PageImpacts(TrackSource& source) : source_(source) {}

  void take(const ImpactRecord& impact);
  const ImpactMarks& marks() const { return marks_; }
  /// Details of an impact at this time are kept.
  bool has_details(double time) const;
  /// Those that the share has room for.
  [[nodiscard]] Json details(const TrackShare& share) const;

 private:
  struct Detail {
    std::size_t index = 0, number = 0;  ///< In the trajectory; of its kind.
    bool several = false;
    double time = 0.0, bytes = 0.0;
    Json json = {};  ///< Null: its numbers make no problem.
  };
  Json detail(const ImpactRecord& impact, std::size_t index);
  void thin(bool several);

  TrackSource& source_;
  ImpactMarks marks_;
  std::vector<Detail> kept_;
  // Of impacts with one outcome, and with several: how many there were, and one of how many is
  // kept.
  std::array<std::size_t, 2> count_ = {0, 0}, stride_ = {1, 1}, held_ = {0, 0};
  double bytes_ = 0.0;
};

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
