// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// How far two trajectories diverge, and the two orders of S3 Fig. 8. The numbers of TREX are in
// tests/published/trex_run_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/laws.h"
#include "carom/scene.h"
#include "carom/simulation.h"
#include "support/faults.h"

namespace carom::test {
namespace {

/// Two rows of a ball that falls, its velocity changed by `factor` from the second on.
SimulationRecord two_rows(const State& start, double factor) {
  SimulationRecord record;
  record.rows.resize(2);
  record.rows[0].state = start;
  record.rows[1].state = {start.q, factor * start.v};
  record.rows[1].time = 0.5;
  return record;
}

TEST(Divergence, IsTheDistanceOfTheMomenta) {
  SceneModel ball = make_scene_start("bouncing_ball");
  ball.state.v.setOnes();
  const SimulationRecord a = two_rows(ball.state, 1.0);
  const Divergence apart = divergence(ball.model, a, two_rows(ball.state, 1.25));
  ASSERT_EQ(apart.times.size(), 2);
  EXPECT_EQ(apart.momentum[0], 0.0);
  EXPECT_NEAR(apart.momentum[1], 0.25, 1e-14);
  EXPECT_EQ(apart.configuration.maxCoeff(), 0.0);
  EXPECT_EQ(apart.begins(), 0.5);
  EXPECT_FALSE(divergence(ball.model, a, a).begins());
  EXPECT_FALSE(Divergence().begins());
}

TEST(Divergence, TheNameBeforeStillWorks) {
  const SceneModel ball = make_scene_start("bouncing_ball");
  const SimulationRecord a = two_rows(ball.state, 1.0);
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
  const Parting parting = part(ball.model, a, a);
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
  EXPECT_EQ(parting.times.size(), 2);
}

TEST(SimulateOrders, IsThatOfTheTwoPolicies) {
  const SceneModel trex = make_scene_start("trex");
  SimulationOptions options;
  options.law = Propagative{.policy = Policy::first};
  options.duration = 0.2;
  options.verdict = false;
  const OrderRuns runs = simulate_orders(trex.model, trex.state, options);
  options.law = Propagative{.policy = Policy::most_violated};
  const Trajectory first = simulate(trex.model, trex.state, options);
  options.law = Propagative{.policy = Policy::least_violated};
  const Trajectory other = simulate(trex.model, trex.state, options);
  EXPECT_EQ(runs.first.end.q, first.end.q);
  EXPECT_EQ(runs.other.end.q, other.end.q);
  EXPECT_NE(first.end.q, other.end.q);
  ASSERT_FALSE(first.record.impacts.empty());
  ASSERT_TRUE(runs.divergence.begins());
  EXPECT_NEAR(*runs.divergence.begins(), first.record.impacts.front().time, options.step);
}

TEST(SimulateOrders, RefusesLawsWithoutOrder) {
  const SceneModel ball = make_scene_start("bouncing_ball");
  SimulationOptions options;
  options.law = Plastic{};
  EXPECT_EQ(
      refusal_of([&] { static_cast<void>(simulate_orders(ball.model, ball.state, options)); }),
      "law 'plastic' resolves contacts in no order; expected propagative or sequential");
  EXPECT_TRUE(faults_of([] { require_orders(Sequential{}); }).empty());
}

}  // namespace
}  // namespace carom::test
