// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Whole trajectories in memory, and trees of them where impacts have several outcomes.
#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "carom/simulation.h"
#include "simulation/trajectory_tree.h"

namespace carom {
namespace {

template <class Item>
void move_behind(std::vector<Item>& list, std::vector<Item>& more) {
  list.insert(list.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

/// Keeps all of every trajectory but the forks.
class MemorySink : public simulation::TrajectorySink {
 public:
  std::vector<Trajectory> tree = std::vector<Trajectory>(1);
  int most = 1;  ///< max_trajectories.

  void fork(const simulation::TreeNode& branch) override {
    tree.emplace_back();
    tree.back().id = branch.id;
    tree.back().parent = branch.parent;
    tree.back().impact = branch.impact;
  }

  void take(const simulation::TreeNode& node, const Simulation&,
            SimulationRecord& record) override {
    SimulationRecord& all = at(node).record;
    forked_ = forked_ || !record.forks.empty();
    move_behind(all.rows, record.rows);
    move_behind(all.impacts, record.impacts);
    move_behind(all.events, record.events);
    move_behind(all.notes, record.notes);
    move_behind(all.walk, record.walk);
    move_behind(all.limits, record.limits);
    if (record.fall) all.fall = record.fall;
    move_behind(all.touchdowns, record.touchdowns);
  }

  void end(const simulation::TreeNode& node, const Simulation& simulation) override {
    Trajectory& trajectory = at(node);
    trajectory.status = simulation.status();
    trajectory.message = simulation.message();
    trajectory.end = simulation.checkpoint();
    if (std::exchange(forked_, false) && static_cast<int>(tree.size()) >= most) {
      trajectory.record.notes.push_back(fmt::format(
          "more outcomes than max_trajectories = {} allows: the others are not followed", most));
    }
  }

 private:
  Trajectory& at(const simulation::TreeNode& node) {
    return tree[static_cast<std::size_t>(node.id)];
  }
  bool forked_ = false;  // the trajectory under way
};

}  // namespace

std::vector<Trajectory> simulate_branches(const Model& model, const State& start,
                                          const SimulationOptions& options) {
  MemorySink sink;
  sink.most = options.max_trajectories;
  simulation::TreeState state;
  simulation::TrajectoryTree(model, start, options, state).run(sink);
  return std::move(sink.tree);
}

Trajectory simulate(const Model& model, const State& start, const SimulationOptions& options) {
  SimulationOptions single = options;
  single.branches = 1;
  return std::move(simulate_branches(model, start, single).front());
}

}  // namespace carom
