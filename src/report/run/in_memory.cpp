// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Runs that leave nothing on disk: the same tree of trajectories as run_to_folder's, of which
// nothing is kept but sums, or the texts that were asked for.
#include <fmt/format.h>

#include "carom/error.h"
#include "carom/page.h"
#include "carom/run.h"
#include "report/run/folder.h"
#include "report/run/recorded.h"
#include "report/run/sums.h"
#include "simulation/trajectory_tree.h"

namespace carom {
namespace report {
namespace {

/// Notes as they come.
class SumsOnly : public RunSums {
 public:
  SumsOnly(const Model& model, const State& start, const SimulationOptions& options,
           const RunWatch& watch)
      : RunSums(model, start, options, {}, watch), tree_(model, start, options, state_.tree) {}

  RunResult run() {
    tree_.run(*this);
    RunResult result = overall(state_.nodes, false);
    for (RunTrajectory& trajectory : result.trajectories) trajectory.folder.clear();
    result.notes = std::move(notes_);
    return result;
  }
  std::int64_t not_followed() const { return state_.tree.not_followed; }

 protected:
  void keep(const simulation::TreeNode& /*node*/, const SimulationRecord& record) override {
    notes_.insert(notes_.end(), record.notes.begin(), record.notes.end());
  }

 private:
  simulation::TrajectoryTree tree_;
  std::vector<std::string> notes_;
};

/// run.json with all impacts, and report.html.
class TextRun : public RecordedRun {
 public:
  using RecordedRun::RecordedRun;

  RunTexts run(std::optional<int> json_indent) {
    listing_ = json_indent.has_value();
    if (how_.page) start_page();
    tree_.run(*this);
    RunTexts texts{.result = result()};
    Json all = document(texts.result);
    if (page_) texts.page = page(all);
    impacts_.resize(state_.nodes.size(), Json::array());
    if (json_indent) {
      texts.json =
          dump_json(with_impacts(std::move(all), std::move(impacts_)), *json_indent) + "\n";
    }
    return texts;
  }

 protected:
  void keep(const simulation::TreeNode& node, const SimulationRecord& record) override {
    RecordedRun::keep(node, record);
    if (!listing_) return;
    impacts_.resize(state_.nodes.size(), Json::array());
    for (const ImpactRecord& impact : record.impacts) {
      impacts_[static_cast<std::size_t>(node.id)].push_back(impact_document(impact, names_));
    }
  }

 private:
  bool listing_ = false;
  std::vector<Json> impacts_;  // by trajectory
};

}  // namespace
}  // namespace report

RunResult run_in_memory(const Model& model, const State& start, const SimulationOptions& options,
                        const RunWatch& watch) {
  report::SumsOnly run(model, start, options, watch);
  RunResult result = run.run();
  if (run.not_followed() > 0) {
    result.notes.push_back(
        fmt::format("{} more outcomes were not followed: max_trajectories = {} is reached",
                    run.not_followed(), options.max_trajectories));
  }
  return result;
}

RunTexts run_to_texts(const Model& model, const State& start, const SimulationOptions& options,
                      const RunFolderOptions& how, std::optional<int> json_indent) {
  if (how.page && !has_viewer()) {  // before minutes of simulation, not after
    throw InvalidInput(
        "page: this carom was built without its viewer (CAROM_VIEWER=OFF); expected page = false");
  }
  report::TextRun run(model, start, options, how, report::run_identity(model, start, options, how),
                      {});
  run.open();
  return run.run(json_indent);
}

}  // namespace carom
