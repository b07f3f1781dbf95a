// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "simulation/trajectory_tree.h"

#include <utility>

namespace carom::simulation {

TrajectoryTree::TrajectoryTree(const Model& model, const State& start,
                               const SimulationOptions& options, TreeState& state)
    : model_(model), start_(start), options_(options), state_(state) {}

void TrajectoryTree::open() {
  simulation_.reset();
  while (state_.current < state_.nodes.size() && ended(node().status)) {
    node().fork.reset();
    // `at` of the last one stays: it is the last good state.
    if (++state_.current < state_.nodes.size()) state_.begun = false;
  }
  if (state_.current == state_.nodes.size()) return;
  rows_ = state_.begun;
  if (state_.begun) {
    simulation_.emplace(model_, state_.at, options_);
  } else if (node().fork) {
    simulation_.emplace(model_, *node().fork, options_);
  } else {
    simulation_.emplace(model_, start_, options_);
  }
}

void TrajectoryTree::run(TrajectorySink& sink) {
  if (!simulation_) open();
  while (simulation_) {
    follow(sink);
    if (node().status == RunStatus::stopped) return;
    open();
  }
}

void TrajectoryTree::follow(TrajectorySink& sink) {
  node().status = RunStatus::running;
  sink.begin(node());
  SimulationRecord record;
  for (bool more = true; more;) {
    more = simulation_->advance(record);
    rows_ = rows_ || !record.rows.empty();
    take_forks(record, sink);
    node().impacts += static_cast<std::int64_t>(record.impacts.size());
    sink.take(node(), *simulation_, record);
    clear(record);
  }
  node().status = simulation_->status();
  mark();
  sink.end(node(), *simulation_);
}

/// Forks stand in the order of the impacts' alternatives.
void TrajectoryTree::take_forks(SimulationRecord& record, TrajectorySink& sink) {
  const TreeNode& parent = node();
  std::int64_t number = parent.impacts;
  std::size_t fork = 0;
  for (ImpactRecord& impact : record.impacts) {
    for (std::size_t k = 0; k < impact.alternatives.size() && fork < record.forks.size(); ++k) {
      SimulationCheckpoint& from = record.forks[fork++];
      const int id = static_cast<int>(state_.nodes.size());
      if (id >= options_.max_trajectories) {
        ++state_.not_followed;
        continue;
      }
      impact.followed_by.push_back(id);
      state_.nodes.push_back(
          {.id = id, .parent = parent.id, .impact = number, .fork = std::move(from)});
      sink.fork(state_.nodes.back());
    }
    ++number;
  }
}

void TrajectoryTree::mark() {
  state_.begun = rows_;
  state_.at = simulation_->checkpoint();
}

bool ended(RunStatus status) {
  return status != RunStatus::running && status != RunStatus::stopped;
}

void clear(SimulationRecord& record) {
  record.rows.clear();
  record.impacts.clear();
  record.events.clear();
  record.notes.clear();
  record.walk.clear();
  record.touchdowns.clear();
  record.fall.reset();
  record.limits.clear();
  record.forks.clear();
}

}  // namespace carom::simulation
