// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A run as a page. Input: what the simulations of its trajectories record, step by step; at the end
// run.json. Output: the document. At most 16 trajectories are shown, and about 20 MB.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "carom/law.h"
#include "carom/model.h"
#include "carom/scene.h"
#include "report/json/json_text.h"
#include "report/page/drawing/drawing.h"
#include "report/run/page/beside.h"
#include "report/run/page/track.h"
#include "report/run/text.h"

namespace carom::report {

struct RunPageHead {
  std::string title = {};
  Scene::Units units = {};
  /// Asked before the outcomes of an impact are listed; true: none are any more.
  std::function<bool()> stop = {};
  std::vector<std::filesystem::path> beside = {};  ///< Other runs shown with it.
  std::string name = {};                           ///< Of this one among them.
};

class RunPage {
 public:
  /// `identity`: what run.json says before the run. The law must outlive the page.
  /// Throws InvalidInput for other runs that cannot be read.
  RunPage(const Model& model, const RunNames& names, const Law& law, const Json& identity,
          RunPageHead head);
  RunPage(const RunPage&) = delete;

  /// Before the record of the parent's impact is taken.
  void add_branch(int parent, int id, double time);
  /// The first sixteen.
  [[nodiscard]] static bool shows(int id);
  /// A trajectory whose parent has ended; one that was begun goes on.
  void begin(int id, bool walk);
  void take(int id, const SimulationRecord& record);
  void end(int id);

  /// All that were begun must have ended.
  [[nodiscard]] Json document(const Json& run) const;

 private:
  Json tracks_of(const Json& run, std::vector<std::string>& notes) const;

  RunPageHead head_;
  PageDrawing drawing_;
  TrackSource source_;
  BesideRuns beside_ = {};
  std::map<int, PageTrack> tracks_;
  std::map<int, int> parents_;
  std::map<int, std::vector<std::pair<int, double>>> waiting_;  // branches of tracks to come
};

}  // namespace carom::report
