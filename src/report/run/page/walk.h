// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a page says of a walk. Input: samples and touch-downs as they happen; run.json. Output:
// curves and touch-downs of a track (format.ts), sentences and facts.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "carom/walking.h"
#include "report/json/json_text.h"
#include "report/run/walk.h"

namespace carom::report {

/// `trajectory`: of run.json.
[[nodiscard]] bool is_walk(const Json& trajectory);

/// The curves of a walk at ascending times: between two rows blended, before the first as that one,
/// NaN where nothing is known. Only rows around the present time are held.
class WalkCurves {
 public:
  explicit WalkCurves(const WalkMotors& motors);

  std::size_t size() const;  ///< Curves.
  /// Samples without a row of the trajectory are left out.
  void take(const WalkSample& sample);
  /// Later samples do not change what holds at this time.
  bool knows(double time) const { return !rows_.empty() && rows_.back().time > time; }
  /// One per curve. Times ascend from call to call.
  std::vector<float> at(double time);
  /// `values`: of each frame. Motors that came nearest to their limits come first.
  void put(const std::vector<std::vector<float>>& values, Json& channels) const;

 private:
  struct Row {
    double time = 0.0;
    std::vector<double> values = {};
  };
  WalkMotors motors_;
  std::deque<Row> rows_;  // from the last at or before the present time on
  std::vector<double> largest_;
  double spacing_ = 0.0;
  bool before_first_ = true;  // no time asked for has reached the first row
};

/// The touch-downs of a walk; at most a thousand are listed (format.ts, Touchdowns).
class PageTouchdowns {
 public:
  void take(const Touchdown& touchdown);
  Json document() const { return {{"count", count_}, {"list", list_}}; }

 private:
  std::size_t count_ = 0;
  Json list_ = Json::array();
};

/// How it ended, and the largest of what should stay small.
[[nodiscard]] std::vector<std::string> walk_sentences(const Json& run);
/// "; touch-downs 0.05 J per step, at most 0.08 J"; empty: no foot has landed.
[[nodiscard]] std::string walk_loss(const Json& run);
/// What was asked for.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> walk_facts(const Json& run);

}  // namespace carom::report
