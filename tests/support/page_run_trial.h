// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Folders of runs that no simulation made, for pages: two rods on their feet, moved by hand.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "carom/laws/propagative.h"
#include "carom/resolve.h"
#include "carom/scene.h"
#include "carom/simulation.h"
#include "report/run/page/track.h"
#include "report/run/read_back.h"
#include "report/run/text.h"

namespace carom::test {

namespace fs = std::filesystem;

struct PageRunTrial {
  PageRunTrial() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder = fs::path(testing::TempDir()) / (std::string("carom-") + test->test_suite_name() + "-" +
                                             test->name() + "-" + std::to_string(::getpid()));
    fs::remove_all(folder);
    fs::create_directories(folder);
    source = {.drawing = &drawing, .law = &law, .names = report::names_of(scene.model, {})};
    add_trajectory(nullptr, 0.0);
  }
  ~PageRunTrial() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  PageRunTrial(const PageRunTrial&) = delete;

  void add_trajectory(const report::Json& parent, double start) {
    const std::size_t id = trajectories.size();
    const std::string name = id == 0 ? "." : "branch_" + std::to_string(id);
    fs::create_directories(folder / name);
    trajectories.push_back({{"id", id},
                            {"parent", parent},
                            {"impact", parent.is_null() ? report::Json(nullptr) : report::Json(0)},
                            {"start", start},
                            {"folder", name},
                            {"status", "finished"},
                            {"message", ""},
                            {"time", 1.0},
                            {"summary", {{"rows", 1}}}});
  }

  /// At a time, above the floor by the time; energy: ten times it.
  TrajectoryRow row(double time) const {
    TrajectoryRow row;
    row.time = time;
    row.state = scene.state;
    row.state.q[1] += time;
    row.energy = 10.0 * time;
    row.gaps = Eigen::Vector2d(time, 2.0 * time);
    row.forces = row.friction = Eigen::Vector2d::Zero();
    return row;
  }
  void put_rows(const std::vector<double>& times, const std::string& name = ".") const {
    std::string text = report::trajectory_header(source.names);
    for (const double time : times) report::put_row(row(time), text);
    std::ofstream(folder / name / "trajectory.csv") << text;
  }

  /// Both feet at once; `several`: as the verdict says.
  ImpactRecord impact(double time, bool several = false) const {
    ImpactRecord record;
    record.time = time;
    record.contacts = {0, 1};
    record.q = scene.state.q;
    record.velocity_minus = scene.state.v;
    record.gaps = Eigen::Vector2d::Zero();
    record.outcome = outcome;
    record.outcome.uniqueness.verdict =
        several ? Uniqueness::Verdict::several : Uniqueness::Verdict::unique;
    record.outcome.practical = PracticalVerdict{.orders = several ? 0.5 : 0.0};
    return record;
  }
  void put_impacts(const std::vector<ImpactRecord>& impacts, const std::string& name = ".") const {
    std::string text = "[";
    for (const ImpactRecord& one : impacts) {
      text += (text.size() == 1 ? "\n" : ",\n") +
              report::dump_json(report::impact_document(one, source.names), -1);
    }
    std::ofstream(folder / name / "impacts.json") << text << "\n]\n";
  }
  void put_events(const std::vector<ContactEvent>& events, const std::string& name = ".") const {
    std::string text = report::events_header();
    for (const ContactEvent& event : events) report::put_event(event, source.names, text);
    std::ofstream(folder / name / "events.csv") << text;
  }

  report::Json track(std::size_t index = 0) {
    return read_track(index)->document(trajectories[index], share);
  }
  /// From the files; `branch`: another one that starts on it.
  std::unique_ptr<report::PageTrack> read_track(std::size_t index, int branch = -1) {
    const report::Json& trajectory = trajectories[index];
    report::Carrying at_start;
    if (trajectory.at("parent").is_number()) {
      const auto id = static_cast<int>(index);
      at_start = read_track(trajectory.at("parent").get<std::size_t>(), id)->at_branch(id);
    }
    const bool walk = report::is_walk(trajectory);
    auto made = std::make_unique<report::PageTrack>(source, at_start, walk, room);
    if (branch >= 0) {
      const auto start = trajectories[static_cast<std::size_t>(branch)].at("start").get<double>();
      made->add_branch(branch, start);
    }
    report::read_back(folder / trajectory.at("folder").get<std::string>(), source.names, walk,
                      [&](const SimulationRecord& record) { made->take(record); });
    made->end();
    return made;
  }

  fs::path folder;
  SceneModel scene = make_scene_model("vee");
  report::PageDrawing drawing{scene.model, scene.state.q};
  Law law = Propagative{};
  Outcome outcome = resolve(make_problem(scene.model, scene.state), law);
  report::Json trajectories = report::Json::array();
  report::TrackSource source = {};
  report::TrackShare share = {};
  double room = 64e6;  ///< For instants [bytes].
};

/// Times of a grid, with `impact` twice.
inline std::vector<double> grid(int steps, const std::vector<double>& impacts) {
  std::vector<double> times;
  for (int k = 0; k <= steps; ++k) times.push_back(static_cast<double>(k) / steps);
  for (const double impact : impacts) times.insert(times.end(), {impact, impact});
  std::sort(times.begin(), times.end());
  return times;
}

}  // namespace carom::test
