// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A trajectory on a page (format.ts, Track). Input: the files of a trajectory, what moves. Output:
// the document, thinned to a number of bytes: instants of impacts exact, the others evenly in time.
// Memory does not grow with the length of the trajectory, only with its number of impacts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "carom/law.h"
#include "carom/simulation.h"
#include "report/json/json_text.h"
#include "report/page/drawing/drawing.h"
#include "report/run/text.h"

namespace carom::report {

/// What all tracks of a page share.
struct TrackSource {
  std::filesystem::path folder = {};  ///< Of the run.
  PageDrawing* drawing = nullptr;
  const Law* law = nullptr;
  RunNames names = {};
  const Json* trajectories = nullptr;  ///< Of run.json.
  std::function<bool()> stop = {};     ///< True: no impact is solved again any more.
};

/// How much of the page a track may take.
struct TrackShare {
  double frame_bytes = 14e6;     ///< Of frames and curves, as base64.
  double impact_bytes = 6e6;     ///< Of impacts.
  std::size_t impacts = 1000;    ///< With details.
  std::size_t solved_again = 0;  ///< Impacts with several outcomes, to list them.
};

/// `index`: of run.json's trajectories. Takes from `share.solved_again`. Throws InvalidInput for
/// files that were changed.
[[nodiscard]] Json page_track(const TrackSource& source, std::size_t index, TrackShare& share);

/// Calls `use` with the text of each entry of a list of one line each (impacts.json,
/// touchdowns.json) and its number; what it throws becomes a message. No file: no entries.
void each_entry(const std::filesystem::path& file,
                const std::function<void(std::size_t, const std::string&)>& use);

/// Every impact of a trajectory, by its line of impacts.json.
struct ImpactMarks {
  std::vector<double> time = {}, lost = {};
  std::vector<std::uint8_t> verdict = {};       ///< format.ts, Verdict.
  std::vector<std::vector<int>> contacts = {};  ///< Candidates of the model that took part.
};
[[nodiscard]] ImpactMarks read_marks(const std::filesystem::path& file, const RunNames& names);

/// `count` of the numbers below `all`, evenly; ascending.
[[nodiscard]] std::vector<std::size_t> evenly(std::size_t all, std::size_t count);
/// At most `most` of the impacts: those with several outcomes first, the rest evenly; ascending.
[[nodiscard]] std::vector<std::size_t> chosen_impacts(const ImpactMarks& marks, std::size_t most);

/// Details of chosen impacts (format.ts, Impact); fewer if their bytes are too many.
[[nodiscard]] Json impact_details(const TrackSource& source, const std::filesystem::path& file,
                                  const ImpactMarks& marks, TrackShare& share);

/// The lines of an events.csv, one at a time.
class EventTable {
 public:
  /// A file that is not there has no events.
  EventTable(std::filesystem::path file, const RunNames& names);
  ~EventTable();
  /// False at the end. Throws InvalidInput for a line that is not as it was written.
  bool next(ContactEvent& event);

 private:
  struct Lines;
  std::unique_ptr<Lines> lines_;
};

/// Contacts that carry, as events tell it.
struct Carrying {
  enum class State : std::uint8_t { no, yes, sticks, slips };
  std::vector<State> contacts = {};
  void take(const ContactEvent& event);
};
/// At the first row of a trajectory: as its parent had it there, before the impact.
[[nodiscard]] Carrying carrying_at_start(const TrackSource& source, std::size_t index);

[[nodiscard]] std::filesystem::path track_folder(const TrackSource& source, std::size_t index);

}  // namespace carom::report
