// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One tree of trajectories, whatever takes it: memory, sums alone, texts, a folder.
#include "simulation/trajectory_tree.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "carom/error.h"
#include "carom/run.h"
#include "support/run_trial.h"

namespace carom::test {
namespace {

void branch(RunTrial& trial) {
  trial.options.branches = 3;
  trial.options.max_trajectories = 5;
  trial.how.npz = trial.how.mcap = trial.how.page = false;
}

/// Counts calls and checks their order.
class OrderSink : public simulation::TrajectorySink {
 public:
  int begun = 0, forks = 0, steps = 0, ended = 0;
  std::size_t most_rows = 0;

  void begin(const simulation::TreeNode& node) override {
    EXPECT_EQ(node.id, begun);
    EXPECT_EQ(begun++, ended);
  }
  void fork(const simulation::TreeNode& branch) override {
    EXPECT_EQ(branch.id, ++forks);
    EXPECT_EQ(branch.parent, begun - 1);
    EXPECT_TRUE(branch.fork.has_value());
  }
  void take(const simulation::TreeNode& node, const Simulation& /*simulation*/,
            SimulationRecord& record) override {
    EXPECT_EQ(node.id, begun - 1);
    most_rows = std::max(most_rows, record.rows.size());
    ++steps;
  }
  void end(const simulation::TreeNode& node, const Simulation& simulation) override {
    EXPECT_EQ(node.status, simulation.status());
    ++ended;
  }
};

TEST(TrajectoryTree, SinksAreCalledInOrder) {
  RunTrial trial;
  branch(trial);
  OrderSink sink;
  simulation::TreeState state;
  simulation::TrajectoryTree(trial.scene.model, trial.scene.state, trial.options, state).run(sink);
  EXPECT_GT(sink.forks, 0);
  EXPECT_EQ(sink.begun, sink.forks + 1);
  EXPECT_EQ(sink.ended, sink.begun);
  EXPECT_EQ(state.current, state.nodes.size());
  EXPECT_LT(sink.most_rows, 20u);  // a step's, not the trajectory's
}

TEST(TrajectoryTree, MemorySumsTextsAndFolderHaveTheSameTree) {
  RunTrial trial;
  branch(trial);
  const Model& model = trial.scene.model;
  const std::vector<Trajectory> memory = simulate_branches(model, trial.scene.state, trial.options);
  const RunResult sums = run_in_memory(model, trial.scene.state, trial.options);
  const RunTexts texts = run_to_texts(model, trial.scene.state, trial.options, trial.how, 1);
  const RunResult folder = trial.run("a");
  ASSERT_GE(memory.size(), 2u);
  EXPECT_TRUE(texts.page.empty());
  EXPECT_EQ(texts.json, read_run_with_impacts(trial.folder / "a", 1));
  for (const RunResult& result : {sums, texts.result, folder}) {
    ASSERT_EQ(result.trajectories.size(), memory.size());
    for (std::size_t k = 0; k < memory.size(); ++k) {
      const RunTrajectory& facts = result.trajectories[k];
      EXPECT_EQ(facts.id, memory[k].id);
      EXPECT_EQ(facts.parent, memory[k].parent);
      EXPECT_EQ(facts.impact, memory[k].impact);
      EXPECT_EQ(facts.status, memory[k].status);
      EXPECT_EQ(facts.rows, static_cast<std::int64_t>(memory[k].record.rows.size()));
      EXPECT_EQ(facts.impacts, static_cast<std::int64_t>(memory[k].record.impacts.size()));
      EXPECT_EQ(facts.state.q, memory[k].end.q);
      EXPECT_EQ(facts.integration_steps, folder.trajectories[k].integration_steps);
      EXPECT_EQ(facts.energy_change, folder.trajectories[k].energy_change);
    }
  }
}

TEST(TrajectoryTree, AStopLeavesTheOthersWaiting) {
  RunTrial trial;
  branch(trial);
  int asked = 0;
  trial.options.stop = [&] { return ++asked > 60; };
  const std::vector<Trajectory> memory =
      simulate_branches(trial.scene.model, trial.scene.state, trial.options);
  ASSERT_GE(memory.size(), 2u);
  std::size_t k = 0;
  while (k < memory.size() && memory[k].status == RunStatus::finished) ++k;
  ASSERT_LT(k, memory.size());
  EXPECT_EQ(memory[k].status, RunStatus::stopped);
  for (++k; k < memory.size(); ++k) {
    EXPECT_EQ(memory[k].status, RunStatus::running);
    EXPECT_TRUE(memory[k].record.rows.empty());
  }
}

TEST(TrajectoryTree, BadInputIsRefusedByEverySink) {
  RunTrial trial;
  trial.options.step = -1.0;
  const Model& model = trial.scene.model;
  const State& start = trial.scene.state;
  EXPECT_THROW((void)simulate_branches(model, start, trial.options), InvalidInput);
  EXPECT_THROW((void)run_in_memory(model, start, trial.options), InvalidInput);
  EXPECT_THROW((void)run_to_texts(model, start, trial.options, trial.how), InvalidInput);
  EXPECT_THROW((void)trial.run("a"), InvalidInput);
}

}  // namespace
}  // namespace carom::test
