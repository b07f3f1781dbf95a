// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The hot path of a simulation in flight: a step and its commit ask for no memory after the first
// ones, and whole runs give the same bits each time.
#include <gtest/gtest.h>

#include "carom/laws/regular.h"
#include "carom/scene.h"
#include "carom/simulation.h"
#include "simulation/variational/step.h"
#include "support/allocations.h"

namespace carom::test {
namespace {

TEST(VariationalDeterminism, StepsInFlightAllocateNothing) {
  for (const char* name : {"chain", "atlas", "double_pendulum", "trex"}) {
    const SceneModel scene = make_scene_model(name);
    simulation::VariationalStep step(scene.model, {});
    State state = scene.state;
    for (Eigen::Index k = 0; k < state.v.size(); ++k) {
      state.v[k] += 0.1 * std::sin(1.0 + static_cast<double>(k));
    }
    step.set_node(state.q, state.v);
    const Eigen::VectorXd none;
    const auto advance = [&](int k) {
      ASSERT_TRUE(step.step(1e-3 * k, 1e-3, none)) << name << ": " << step.trouble();
      step.commit(none);
    };
    for (int k = 0; k < 3; ++k) advance(k);
    const long before = allocations;
    for (int k = 3; k < 20; ++k) advance(k);
    EXPECT_EQ(allocations - before, 0) << name;
  }
}

TEST(VariationalDeterminism, RunsGiveTheSameBits) {
  const SceneModel scene = make_scene_start("block", {{"tilt", 0.17}, {"height", 0.05}});
  SimulationOptions options;
  options.law = Regular{};
  options.duration = 0.25;
  options.plastic_speed = 0.02;
  options.verdict = false;
  const Trajectory first = simulate(scene.model, scene.state, options);
  const Trajectory second = simulate(scene.model, scene.state, options);
  ASSERT_EQ(first.record.rows.size(), second.record.rows.size());
  for (std::size_t k = 0; k < first.record.rows.size(); ++k) {
    EXPECT_EQ(first.record.rows[k].time, second.record.rows[k].time);
    EXPECT_EQ(first.record.rows[k].state.q, second.record.rows[k].state.q);
    EXPECT_EQ(first.record.rows[k].state.v, second.record.rows[k].state.v);
  }
}

}  // namespace
}  // namespace carom::test
