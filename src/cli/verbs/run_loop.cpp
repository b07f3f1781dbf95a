// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Breadth first: a trajectory runs to its end, its forks wait behind those already there.
#include "cli/verbs/run_loop.h"

#include <fmt/format.h>

#include <deque>
#include <optional>

#include "report/run/sums.h"
#include "report/run/walk.h"

namespace carom::cli {
namespace {

/// A trajectory that waits for its turn.
struct Waiting {
  int id = 0;
  std::optional<SimulationCheckpoint> from;  ///< None: the start.
};

class Tree {
 public:
  Tree(const Model& model, const State& start, const SimulationOptions& options,
       const RunWatch& watch)
      : model_(model),
        start_(start),
        options_(options),
        watch_(watch),
        motors_(report::motors_of(model)) {}

  RunResult run() {
    result_.trajectories.push_back({});
    if (options_.walk) result_.trajectories.front().walk = report::empty_walk_sums();
    waiting_.push_back({});
    result_.status = RunStatus::finished;
    while (!waiting_.empty() && result_.status != RunStatus::stopped) {
      const Waiting next = std::move(waiting_.front());
      waiting_.pop_front();
      follow(next);
    }
    if (left_out_ > 0) {
      result_.notes.push_back(
          fmt::format("{} more outcomes were not followed: max_trajectories = {} is reached",
                      left_out_, options_.max_trajectories));
    }
    return std::move(result_);
  }

 private:
  void follow(const Waiting& which) {
    Simulation simulation = which.from ? Simulation(model_, *which.from, options_)
                                       : Simulation(model_, start_, options_);
    RunTrajectory sums = result_.trajectories[static_cast<std::size_t>(which.id)];
    sums.start = simulation.time();
    double reference_energy = 0.0;
    SimulationRecord record;
    for (bool going = true; going;) {
      going = simulation.advance(record);
      add_forks(which.id, sums.impacts, record);
      for (const TrajectoryRow& row : record.rows) {
        report::count_row(row, sums, reference_energy);
      }
      for (const ImpactRecord& impact : record.impacts) report::count_impact(impact, sums);
      if (sums.walk) count_walk(record, *sums.walk);
      for (std::string& note : record.notes) result_.notes.push_back(std::move(note));
      if (watch_.observe) watch_.observe(which.id, record);
      if (watch_.progress) watch_.progress(which.id, simulation.time());
      report::clear(record);
    }
    sums.status = simulation.status();
    sums.message = simulation.message();
    sums.time = simulation.time();
    sums.state = simulation.state();
    const SimulationCheckpoint end = simulation.checkpoint();
    sums.integration_steps = end.integration_steps;
    sums.halvings = end.halvings;
    sums.lowest_gap = end.lowest_gap;
    result_.trajectories[static_cast<std::size_t>(which.id)] = sums;
    judge(sums);
  }

  void count_walk(const SimulationRecord& record, WalkSums& sums) const {
    for (const WalkSample& sample : record.walk) report::count_walk(sample, motors_, sums);
    for (const Touchdown& touchdown : record.touchdowns) report::count_touchdown(touchdown, sums);
  }

  /// The forks of a record belong to its impacts, in their order.
  void add_forks(int parent, std::int64_t first_impact, const SimulationRecord& record) {
    std::size_t fork = 0;
    for (std::size_t k = 0; k < record.impacts.size(); ++k) {
      for (std::size_t a = 0; a < record.impacts[k].alternatives.size(); ++a, ++fork) {
        if (fork >= record.forks.size()) return;
        if (static_cast<int>(result_.trajectories.size()) >= options_.max_trajectories) {
          ++left_out_;
          continue;
        }
        RunTrajectory branch;
        branch.id = static_cast<int>(result_.trajectories.size());
        branch.parent = parent;
        branch.impact = first_impact + static_cast<std::int64_t>(k);
        branch.start = record.impacts[k].time;
        waiting_.push_back({branch.id, record.forks[fork]});
        result_.trajectories.push_back(std::move(branch));
      }
    }
  }

  void judge(const RunTrajectory& sums) {
    const bool worse = sums.status == RunStatus::stopped ||
                       (sums.status == RunStatus::diverged && result_.status != sums.status) ||
                       (sums.status == RunStatus::fell && result_.status == RunStatus::finished);
    if (!worse) return;
    result_.status = sums.status;
    result_.message = sums.message;
  }

  const Model& model_;
  const State& start_;
  const SimulationOptions& options_;
  const RunWatch& watch_;
  report::WalkMotors motors_;
  RunResult result_;
  std::deque<Waiting> waiting_;
  std::int64_t left_out_ = 0;
};

}  // namespace

RunResult run_in_memory(const Model& model, const State& start, const SimulationOptions& options,
                        const RunWatch& watch) {
  return Tree(model, start, options, watch).run();
}

}  // namespace carom::cli
