// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The one tree of trajectories. Input: a model, its start, options; or where a tree was left.
// Output: what a sink takes, step by step. A trajectory runs to its end, its forks wait behind
// those that wait already: breadth first, by number. Memory, the screen and a folder are sinks.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "carom/simulation.h"

namespace carom::simulation {

/// A trajectory of the tree: ended, under way or waiting.
struct TreeNode {
  int id = 0;
  int parent = -1;           ///< Trajectory it branched from; -1: the first.
  std::int64_t impact = -1;  ///< Impact of the parent, counted from 0, where it did.
  RunStatus status = RunStatus::running;
  std::optional<SimulationCheckpoint> fork = {};  ///< Where it starts; none: the start of all.
  std::int64_t impacts = 0;                       ///< So far.
};

/// All that is needed to go on with the same tree.
struct TreeState {
  std::deque<TreeNode> nodes = {TreeNode()};  ///< References stay valid while it grows.
  std::size_t current = 0;                    ///< Under way; past the last: all have ended.
  bool begun = false;                         ///< The current one has rows, `at` holds.
  SimulationCheckpoint at = {};
  std::int64_t not_followed = 0;  ///< Outcomes beyond max_trajectories.
};

/// What becomes of a tree. Calls come in this order for each trajectory; those of different
/// trajectories do not mix.
class TrajectorySink {
 public:
  virtual ~TrajectorySink() = default;
  virtual void begin(const TreeNode& /*node*/) {}
  /// A branch that will have its turn; before the record with its impact is taken.
  virtual void fork(const TreeNode& /*branch*/) {}
  /// What one step recorded, with the numbers of the branches in its impacts; it may be moved from.
  virtual void take(const TreeNode& node, const Simulation& simulation,
                    SimulationRecord& record) = 0;
  /// It ended, or was stopped, as `node.status` says.
  virtual void end(const TreeNode& /*node*/, const Simulation& /*simulation*/) {}
};

class TrajectoryTree {
 public:
  /// `state`: where the tree is, kept up to date. All must outlive the tree.
  TrajectoryTree(const Model& model, const State& start, const SimulationOptions& options,
                 TreeState& state);
  /// The first trajectory that has not ended gets ready. Throws InvalidInput as Simulation does.
  void open();
  /// To the end of all trajectories, or until one is stopped.
  void run(TrajectorySink& sink);

  /// From within a sink: `at` of the state becomes where the current trajectory is.
  void mark();

 private:
  TreeNode& node() { return state_.nodes[state_.current]; }
  void follow(TrajectorySink& sink);
  void take_forks(SimulationRecord& record, TrajectorySink& sink);

  const Model& model_;
  const State& start_;
  const SimulationOptions& options_;
  TreeState& state_;
  bool rows_ = false;  // of the current trajectory
  std::optional<Simulation> simulation_;
};

/// Has come to its end: it does not go on where it was left.
[[nodiscard]] bool ended(RunStatus status);
/// Empty again, with its storage.
void clear(SimulationRecord& record);

}  // namespace carom::simulation
