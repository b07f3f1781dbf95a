// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A run that is written down: sums, notes, run.json and the page of it, from what its simulations
// record. Files, and what goes on after an interruption, are those of run_to_folder.
#pragma once

#include <memory>
#include <string>

#include "carom/run.h"
#include "report/json/json_text.h"
#include "report/run/page/run_page.h"
#include "report/run/state.h"
#include "report/run/sums.h"
#include "report/run/text.h"
#include "simulation/trajectory_tree.h"

namespace carom::report {

class RecordedRun : public RunSums {
 public:
  /// References must outlive it.
  RecordedRun(const Model& model, const State& start, const SimulationOptions& options,
              const RunFolderOptions& how, Json identity, RunState state);
  RecordedRun(const RecordedRun&) = delete;

  /// The first simulation gets ready. Throws InvalidInput as Simulation does.
  void open() { tree_.open(); }
  void begin(const simulation::TreeNode& node) override;
  void fork(const simulation::TreeNode& branch) override;
  void end(const simulation::TreeNode& node, const Simulation& simulation) override;

 protected:
  void keep(const simulation::TreeNode& node, const SimulationRecord& record) override;
  [[nodiscard]] RunResult result() const;
  [[nodiscard]] Json document(const RunResult& result) const;
  /// From here on a page is made; with the branches that are known.
  void start_page();
  /// The page as HTML. Throws InvalidInput without a viewer.
  [[nodiscard]] std::string page(const Json& document);

  const Model& model_;
  const SimulationOptions& options_;
  const RunFolderOptions& how_;
  Json identity_;
  RunNames names_;
  simulation::TrajectoryTree tree_;
  std::unique_ptr<RunPage> page_;  // none: no page
};

}  // namespace carom::report
