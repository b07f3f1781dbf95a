// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Impacts of a trajectory on its page. Input: impacts as they happen. Output: time, verdict and
// loss of all of them, and the details of as many as the page has room for (format.ts, Impact).
// Where a verdict says "several", the outcomes are listed when the impact is taken, for the first
// ones of a run. Details that are kept are thinned as they come: memory grows by a few numbers per
// impact.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "carom/law.h"
#include "carom/simulation.h"
#include "report/json/json_text.h"
#include "report/page/drawing/drawing.h"
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

}  // namespace carom::report
