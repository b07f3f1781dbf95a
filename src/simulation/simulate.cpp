// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Whole trajectories in memory, and trees of them where impacts have several outcomes.
#include <fmt/format.h>

#include <deque>
#include <utility>

#include "carom/simulation.h"

namespace carom {
namespace {

void finish(Simulation& simulation, Trajectory& trajectory) {
  while (simulation.advance(trajectory.record)) {
  }
  trajectory.status = simulation.status();
  trajectory.message = simulation.message();
  trajectory.end = simulation.checkpoint();
}

/// An outcome still to be followed.
struct Fork {
  int parent = 0;
  std::size_t impact = 0;
  SimulationCheckpoint start;
};

}  // namespace

Trajectory simulate(const Model& model, const State& start, const SimulationOptions& options) {
  SimulationOptions single = options;
  single.branches = 1;
  Simulation simulation(model, start, single);
  Trajectory trajectory;
  finish(simulation, trajectory);
  return trajectory;
}

std::vector<Trajectory> simulate_branches(const Model& model, const State& start,
                                          const SimulationOptions& options) {
  std::vector<Trajectory> tree;
  std::deque<Fork> waiting;
  int promised = 1;
  const auto follow = [&](Simulation& simulation, Trajectory trajectory) {
    finish(simulation, trajectory);
    std::size_t fork = 0;
    for (std::size_t k = 0; k < trajectory.record.impacts.size(); ++k) {
      ImpactRecord& impact = trajectory.record.impacts[k];
      for (std::size_t i = 0; i < impact.alternatives.size(); ++i, ++fork) {
        if (promised >= options.max_trajectories) continue;
        impact.followed_by.push_back(promised++);
        waiting.push_back({trajectory.id, k, std::move(trajectory.record.forks[fork])});
      }
    }
    if (fork > 0 && promised >= options.max_trajectories) {
      trajectory.record.notes.push_back(fmt::format(
          "more outcomes than max_trajectories = {} allows: the others are not followed",
          options.max_trajectories));
    }
    trajectory.record.forks.clear();
    tree.push_back(std::move(trajectory));
  };
  {
    Simulation simulation(model, start, options);
    follow(simulation, {});
  }
  while (!waiting.empty()) {
    const Fork fork = std::move(waiting.front());
    waiting.pop_front();
    Simulation simulation(model, fork.start, options);
    Trajectory trajectory;
    trajectory.id = static_cast<int>(tree.size());
    trajectory.parent = fork.parent;
    trajectory.impact = static_cast<std::int64_t>(fork.impact);
    follow(simulation, std::move(trajectory));
  }
  return tree;
}

}  // namespace carom
