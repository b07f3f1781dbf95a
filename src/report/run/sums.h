// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a trajectory's facts count of its rows, impacts and steps: the sink that every run has, with
// a folder and without. Input: a tree of trajectories. Output: RunTrajectory of each.
#pragma once

#include <deque>
#include <optional>
#include <utility>

#include "carom/run.h"
#include "carom/simulation.h"
#include "report/run/program.h"
#include "report/run/state.h"
#include "report/run/walk.h"
#include "simulation/trajectory_tree.h"

namespace carom::report {

/// Rows, impacts, samples of a walk.
void count_record(const SimulationRecord& record, const WalkMotors& motors, RunNode& node);

/// The worst that happened, with the reason of the first it happened to; `named`: it says which
/// trajectory that was, if not the first.
[[nodiscard]] RunResult overall(const std::deque<RunNode>& nodes, bool named);

class RunSums : public simulation::TrajectorySink {
 public:
  /// `state`: of a run that goes on; without trajectories: a new one.
  RunSums(const Model& model, const State& start, const SimulationOptions& options, RunState state,
          RunWatch watch);

  void begin(const simulation::TreeNode& node) override;
  void fork(const simulation::TreeNode& branch) override;
  void take(const simulation::TreeNode& node, const Simulation& simulation,
            SimulationRecord& record) override;
  void end(const simulation::TreeNode& node, const Simulation& simulation) override;

 protected:
  /// After it was counted, before it is shown.
  virtual void keep(const simulation::TreeNode& /*node*/, const SimulationRecord& /*record*/) {}
  RunNode& at(const simulation::TreeNode& node) {
    return state_.nodes[static_cast<std::size_t>(node.id)];
  }
  /// Facts of where the simulation is.
  void settle(const simulation::TreeNode& node, const Simulation& simulation,
              const SimulationCheckpoint& checkpoint);

  RunState state_;
  std::optional<GaitWatch> gait_;  // of a program that repeats itself; sees the first trajectory

 private:
  double base_height(const State& state) const;

  int base_ = -1;                      // coordinate of a free base's height
  std::optional<double> weight_ = {};  // of a model that nothing but the ground carries [N]
  WalkMotors motors_;
  std::optional<ProgramBook> program_ = {};  // of a run with a motor program
  RunWatch watch_;
};

}  // namespace carom::report
