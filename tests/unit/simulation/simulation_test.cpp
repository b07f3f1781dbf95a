// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Motion with impacts where they happen: chattering, exactly touching starts, rest, slip and stick,
// opening, several outcomes, checkpoints. Closed forms beside each.
#include "carom/simulation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/laws/propagative.h"
#include "carom/laws/regular.h"
#include "carom/scene.h"
#include "support/constants.h"

namespace carom {
namespace {

using test::earth_gravity;

/// A block on the floor z = 0 at a height, with a velocity in world axes.
SceneModel moving_block(double points, double friction, const std::vector<double>& velocity,
                        double height = 0.0) {
  SceneSettings settings = {
      {"points", points}, {"friction", friction}, {"restitution", 0.5}, {"velocity", velocity}};
  if (height > 0.0) settings["height"] = height;
  return make_scene_start("block", settings);
}

SimulationOptions run_options(IntegratorKind kind, double duration, double step = 1e-3) {
  SimulationOptions options;
  options.law = Regular{};
  options.integrator = kind;
  options.duration = duration;
  options.step = step;
  options.verdict = false;
  return options;
}

class BothIntegrators : public testing::TestWithParam<IntegratorKind> {};

/// Impacts at t₁ + (2 v₁/g) Σ eᵏ; they end at t₁ + (2 v₁/g) e/(1 − e).
TEST_P(BothIntegrators, BouncingBallEndsItsChatteringInTime) {
  for (const double e : {0.3, 0.5, 0.8}) {
    const SceneModel scene =
        make_scene_start("bouncing_ball", {{"height", 1.0}, {"restitution", e}});
    const double first = std::sqrt(2.0 / earth_gravity),
                 bounce = 2.0 * std::sqrt(2.0 / earth_gravity);
    const double zeno = first + bounce * e / (1.0 - e);
    SimulationOptions options = run_options(GetParam(), zeno + 0.2);
    const Trajectory run = simulate(scene.model, scene.state, options);
    ASSERT_EQ(run.status, RunStatus::finished) << run.message;
    double expected = first, interval = bounce;
    for (std::size_t k = 0; k + 1 < run.record.impacts.size(); ++k) {
      EXPECT_NEAR(run.record.impacts[k].time, expected, 1e-10) << "e = " << e << ", impact " << k;
      EXPECT_FALSE(run.record.impacts[k].captured);
      interval *= e;
      expected += interval;
    }
    const ImpactRecord& last = run.record.impacts.back();
    EXPECT_TRUE(last.captured);
    ASSERT_TRUE(last.accumulation.has_value());
    EXPECT_NEAR(*last.accumulation, zeno, 1e-9) << "e = " << e;
    EXPECT_EQ(run.end.held.size(), 1u);
    EXPECT_NEAR(run.record.rows.back().gaps[0], 0.0, 1e-13);
    EXPECT_LE(run.end.v.cwiseAbs().maxCoeff(), 1e-12);
  }
}

/// Friction μ m g stops it after v/(μ g), at v²/(2 μ g).
TEST_P(BothIntegrators, SlidingBlockStopsAndSticks) {
  for (const double points : {4.0, 8.0, 64.0}) {
    const double mu = 0.3, speed = 0.6;
    const SceneModel scene = moving_block(points, mu, {speed, 0.0, 0.0, 0.0, 0.0, 0.0});
    const Trajectory run = simulate(scene.model, scene.state, run_options(GetParam(), 0.35, 5e-3));
    ASSERT_EQ(run.status, RunStatus::finished) << run.message;
    EXPECT_TRUE(run.record.impacts.empty());
    EXPECT_NEAR(run.end.q[0], speed * speed / (2.0 * mu * earth_gravity), 1e-9)
        << points << " points";
    EXPECT_LE(run.end.v.cwiseAbs().maxCoeff(), 1e-10);
    ASSERT_EQ(run.end.held.size(), static_cast<std::size_t>(points));
    for (const HeldContact& held : run.end.held) EXPECT_TRUE(held.sticks);
    double stops = 0.0;
    for (const ContactEvent& event : run.record.events) {
      if (event.kind == ContactEvent::Kind::sticks) stops = event.time;
    }
    EXPECT_NEAR(stops, speed / (mu * earth_gravity), 1e-9);
  }
}

TEST_P(BothIntegrators, BlockAtRestStaysAtRest) {
  for (const double points : {3.0, 4.0, 8.0, 64.0}) {
    const SceneModel scene = moving_block(points, 0.3, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0});
    const Trajectory run = simulate(scene.model, scene.state, run_options(GetParam(), 0.2, 0.01));
    ASSERT_EQ(run.status, RunStatus::finished) << run.message;
    EXPECT_TRUE(run.record.impacts.empty());
    EXPECT_LE((run.end.q - scene.state.q).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LE(run.end.v.cwiseAbs().maxCoeff(), 1e-12);
  }
}

/// A start that touches and approaches is an impact at time 0.
TEST_P(BothIntegrators, ExactlyTouchingStartHitsAtOnce) {
  const SceneModel scene = moving_block(4, 0.0, {0.0, 0.0, -1.0, 0.0, 0.0, 0.0});
  const Trajectory run = simulate(scene.model, scene.state, run_options(GetParam(), 0.05));
  ASSERT_EQ(run.record.impacts.size(), 1u);
  EXPECT_EQ(run.record.impacts[0].time, 0.0);
  EXPECT_EQ(run.record.impacts[0].contacts.size(), 4u);
  EXPECT_NEAR(run.record.impacts[0].outcome.velocity_plus[2], 0.5, 1e-9);
  EXPECT_NEAR(run.end.q[2], 0.05 + 0.5 * 0.05 - 0.5 * earth_gravity * 0.05 * 0.05, 1e-9);
}

/// A bounce much faster than the step is not missed.
TEST_P(BothIntegrators, FastBouncesWithinAStep) {
  const SceneModel scene =
      make_scene_start("bouncing_ball", {{"height", 0.01}, {"restitution", 0.5}});
  SimulationOptions options = run_options(GetParam(), 0.4, 0.1);
  const Trajectory run = simulate(scene.model, scene.state, options);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  ASSERT_GE(run.record.impacts.size(), 10u);
  const double first = std::sqrt(2.0 * 0.01 / earth_gravity);
  EXPECT_NEAR(run.record.impacts[0].time, first, 1e-12);
  EXPECT_NEAR(run.record.impacts[1].time, 2.0 * first, 1e-11);
  for (const TrajectoryRow& row : run.record.rows) EXPECT_GE(row.gaps[0], -1e-9);
}

/// cradle with a wall: three equal balls, the first thrown at the others; the last comes back from
/// the wall and the first leaves with the speed it came with.
TEST_P(BothIntegrators, CradleWithAWallGivesTheSpeedBack) {
  const SceneModel scene = make_scene_start("cradle", {{"wall", true}});
  SimulationOptions options = run_options(GetParam(), 0.5, 0.01);
  options.law = Propagative{};
  options.verdict = true;
  const Trajectory run = simulate(scene.model, scene.state, options);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  ASSERT_FALSE(run.record.impacts.empty());
  EXPECT_NEAR(run.end.v[0], -1.0, 1e-12);
  EXPECT_NEAR(run.end.v[1], 0.0, 1e-12);
  EXPECT_NEAR(run.end.v[2], 0.0, 1e-12);
  EXPECT_EQ(run.record.impacts[0].outcome.uniqueness.verdict, Uniqueness::Verdict::unique);
}

/// Billiard break: two outcomes, one trajectory each.
TEST_P(BothIntegrators, BilliardBreakIsFollowedInBothOutcomes) {
  const SceneModel scene = make_scene_start("billiards", {});
  SimulationOptions options = run_options(GetParam(), 0.1, 0.01);
  options.law = Propagative{};
  options.verdict = true;
  options.branches = 2;
  const std::vector<Trajectory> tree = simulate_branches(scene.model, scene.state, options);
  ASSERT_EQ(tree.size(), 2u);
  EXPECT_EQ(tree[1].parent, 0);
  EXPECT_EQ(tree[1].impact, 0);
  EXPECT_EQ(tree[0].record.impacts[0].outcome.uniqueness.verdict, Uniqueness::Verdict::several);
  EXPECT_EQ(tree[0].record.impacts[0].followed_by, std::vector<int>{1});
  EXPECT_GT((tree[0].end.q - tree[1].end.q).norm(), 1e-3);
  EXPECT_NEAR(tree[0].record.rows.back().energy, tree[1].record.rows.back().energy, 1e-12);
}

/// Stopped anywhere and taken up again: the same bits.
TEST_P(BothIntegrators, CheckpointGoesOnWithTheSameBits) {
  const SceneModel scene =
      make_scene_start("block", {{"tilt", 0.17}, {"height", 0.05}, {"friction", 0.3}});
  SimulationOptions options = run_options(GetParam(), 0.3);
  options.plastic_speed = 0.02;
  const Trajectory whole = simulate(scene.model, scene.state, options);
  ASSERT_EQ(whole.status, RunStatus::finished) << whole.message;
  for (const int pause : {0, 50, 115, 205, 243, 246, 280}) {
    SimulationRecord record;
    Simulation first(scene.model, scene.state, options);
    for (int k = 0; k < pause; ++k) ASSERT_TRUE(first.advance(record));
    Simulation second(scene.model, first.checkpoint(), options);
    while (second.advance(record)) {
    }
    ASSERT_EQ(record.rows.size(), whole.record.rows.size());
    for (std::size_t k = 0; k < record.rows.size(); ++k) {
      ASSERT_EQ(record.rows[k].time, whole.record.rows[k].time);
      ASSERT_EQ(record.rows[k].state.q, whole.record.rows[k].state.q) << "pause " << pause;
      ASSERT_EQ(record.rows[k].state.v, whole.record.rows[k].state.v) << "pause " << pause;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, BothIntegrators,
                         testing::Values(IntegratorKind::variational, IntegratorKind::runge_kutta),
                         [](const auto& kind) { return to_string(kind.param); });

}  // namespace
}  // namespace carom
