// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Robots by ticks: rest, slip, slopes, stiff and weak motors, stops, loops, falls, checkpoints.
// Closed forms, or the variational integrator, beside each.
#include "simulation/ticks/engine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/laws/regular.h"
#include "carom/scene.h"
#include "support/constants.h"
#include "support/faults.h"
#include "support/robot_text.h"

namespace carom {
namespace {

using test::earth_gravity;

SimulationOptions tick_options(double duration, double step = 1e-3) {
  SimulationOptions options;
  options.law = Regular{};
  options.integrator = IntegratorKind::ticks;
  options.duration = duration;
  options.step = step;
  options.verdict = false;
  return options;
}

SceneModel tick_block(double friction, const std::vector<double>& velocity, double height = 0.0,
                      double restitution = 0.0) {
  SceneSettings settings = {{"points", 4.0},
                            {"friction", friction},
                            {"restitution", restitution},
                            {"velocity", velocity}};
  if (height > 0.0) settings["height"] = height;
  return make_scene_start("block", settings);
}

/// A rod of 1 kg and 1 m on a hinge, hanging down; its angle is q.
ModelDescription tick_pendulum() {
  ModelDescription description;
  BodyDescription rod;
  rod.name = "rod";
  rod.joint = "hinge";
  rod.kind = JointKind::revolute;
  rod.axis = Eigen::Vector3d::UnitY();
  rod.placement.translation().z() = 2.0;
  rod.mass = 1.0;
  rod.center = {0.0, 0.0, -0.5};
  rod.inertia = Eigen::Vector3d(1.0 / 12.0, 1.0 / 12.0, 1e-4).asDiagonal();
  description.bodies = {rod};
  return description;
}

State at_angle(const Model& model, double angle) {
  State state{model.neutral(), Eigen::VectorXd::Zero(model.velocity_size())};
  state.q[0] = angle;
  return state;
}

TEST(Ticks, BlockThatFallsRestsWithItsWeightOnItsPoints) {
  const SceneModel scene = tick_block(0.5, {0, 0, 0, 0, 0, 0}, 0.05);
  const Trajectory run = simulate(scene.model, scene.state, tick_options(1.0));
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  const TrajectoryRow& last = run.record.rows.back();
  const double weight = scene.model.total_mass() * earth_gravity;
  EXPECT_NEAR(last.forces.sum(), weight, 1e-6 * weight);
  EXPECT_GT(last.gaps.minCoeff(), -1e-6);
  EXPECT_LT(last.state.v.lpNorm<Eigen::Infinity>(), 1e-9);
  ASSERT_FALSE(run.record.impacts.empty());
  EXPECT_NEAR(run.record.impacts.front().time, std::sqrt(2.0 * 0.05 / earth_gravity), 1e-9);
}

TEST(Ticks, SlidingBlockStopsAfterItsWay) {
  const double friction = 0.3, speed = 1.0;
  const SceneModel scene = tick_block(friction, {speed, 0, 0, 0, 0, 0});
  const Trajectory run = simulate(scene.model, scene.state, tick_options(1.0));
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  const double way = speed * speed / (2.0 * friction * earth_gravity);
  const double moved = run.record.rows.back().state.q[0] - run.record.rows.front().state.q[0];
  EXPECT_NEAR(moved, way, 2e-3 * way);
  for (const double slid : std::get<TickMemory>(run.end.memory).slid) {
    EXPECT_NEAR(slid, moved, 1e-9);
  }
  EXPECT_LT(run.record.rows.back().state.v.lpNorm<Eigen::Infinity>(), 1e-9);
}

/// The velocity of a base is in its own axes, which turn: that must add nothing.
TEST(Ticks, WhatFliesAndTurnsKeepsItsPathAndItsEnergy) {
  const SceneModel scene =
      make_scene_start("free_body", {{"gravity", earth_gravity},
                                     {"position", std::vector<double>{0, 0, 20}},
                                     {"inertia", std::vector<double>{1, 2, 2.5}},
                                     {"velocity", std::vector<double>{1, 0.5, 0, 3, 20, 7}}});
  const auto end = [&](double step) {
    return simulate(scene.model, scene.state, tick_options(1.0, step));
  };
  const Trajectory run = end(1e-3), fine = end(5e-4);
  const TrajectoryRow &first = run.record.rows.front(), &last = run.record.rows.back();
  EXPECT_NEAR(last.state.q[0], 1.0, 1e-9);
  EXPECT_NEAR(last.state.q[1], 0.5, 1e-9);
  EXPECT_NEAR(last.state.q[2], 20.0 - 0.5 * earth_gravity, 1e-9);
  const double error = std::abs(last.energy - first.energy);
  EXPECT_LT(error, 1e-3 * first.kinetic);
  // Second order: half the step, a quarter of the error.
  EXPECT_LT(std::abs(fine.record.rows.back().energy - first.energy), 0.35 * error);
}

/// A planar base likewise.
TEST(Ticks, APlanarBaseThatTurnsKeepsItsPath) {
  const Model model = test::load_text(
      "<robot name='table'><link name='world'/><joint name='base' type='planar'><parent "
      "link='world'/><child link='disk'/><axis xyz='0 0 1'/></joint><link name='disk'><inertial>"
      "<mass value='2'/><inertia ixx='.1' iyy='.1' izz='.2' ixy='0' ixz='0' iyz='0'/></inertial>"
      "</link></robot>");
  State state{model.neutral(), Eigen::VectorXd::Zero(model.velocity_size())};
  state.v << 1.0, 0.0, 10.0;
  const Trajectory run = simulate(model, state, tick_options(1.0));
  EXPECT_NEAR(run.end.q[0], 1.0, 1e-9);
  EXPECT_NEAR(run.end.q[1], 0.0, 1e-9);
  EXPECT_NEAR(run.end.v.head<2>().norm(), 1.0, 1e-9);
}

TEST(Ticks, CoarseStepsAreRefused) {
  const SceneModel scene = tick_block(0.5, {0, 0, 0, 0, 0, 0}, 0.05);
  EXPECT_EQ(test::faults_of([&] { Simulation(scene.model, scene.state, tick_options(1.0, 0.05)); }),
            std::vector<std::string>{
                "simulation: step = 0.05 s; expected at most 0.01 s for ticks, which keep "
                "accelerations over a step; or another integrator"});
}

TEST(Ticks, BounceRisesToTheSquareOfRestitution) {
  const SceneModel scene = tick_block(0.5, {0, 0, 0, 0, 0, 0}, 0.2, 0.5);
  const Trajectory run = simulate(scene.model, scene.state, tick_options(0.42));
  double highest = 0.0;
  bool hit = false;
  for (const TrajectoryRow& row : run.record.rows) {
    hit = hit || row.kind == TrajectoryRow::Kind::after_impact;
    if (hit) highest = std::max(highest, row.gaps.minCoeff());
  }
  EXPECT_NEAR(highest, 0.25 * 0.2, 1e-4);
}

/// Of a ball that bounces, each impact has half the speed of the one before.
TEST(Ticks, SlowImpactsAreNotAskedForTheirVerdict) {
  const SceneModel scene = tick_block(0.0, {0, 0, 0, 0, 0, 0}, 0.5, 0.5);
  SimulationOptions options = tick_options(1.0, 1e-4);
  options.verdict = true;
  const Trajectory run = simulate(scene.model, scene.state, options);
  const double fastest = std::sqrt(2.0 * 0.5 * earth_gravity);
  int asked = 0, spared = 0;
  for (const ImpactRecord& impact : run.record.impacts) {
    if (impact.plastic) continue;
    const double speed = std::abs(impact.velocity_minus[2]);
    const bool judged = impact.outcome.uniqueness.verdict != Uniqueness::Verdict::not_checked;
    EXPECT_EQ(judged, speed >= 0.03 * fastest) << speed;
    ++(judged ? asked : spared);
    if (!judged) {
      EXPECT_EQ(impact.outcome.uniqueness.reason,
                "not asked: slower than 3 % of the fastest impact before it");
    }
  }
  EXPECT_GE(asked, 4);
  EXPECT_GE(spared, 2);
}

TEST(Ticks, StiffMotorsOfALightRodAreStable) {
  const Model model(tick_pendulum());
  HoldOptions hold;
  hold.stiffness = 4000.0;
  hold.damping = 400.0;  // h d / I = 1.2: a torque held over a tick would be near its limit
  SimulationOptions options = tick_options(3.0);
  options.controller = hold_posture(model, at_angle(model, 0.5).q, hold);
  const Trajectory run = simulate(model, at_angle(model, 0.0), options);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  // It sags by its own moment over the stiffness.
  const double sag = earth_gravity * 0.5 * std::sin(0.5) / 4000.0;
  EXPECT_NEAR(run.end.q[0], 0.5 - sag, 1e-6);
}

TEST(Ticks, AsTheVariationalIntegratorAtSmallSteps) {
  const Model model(tick_pendulum());
  HoldOptions hold;
  hold.stiffness = 30.0;
  hold.damping = 0.5;
  SimulationOptions options = tick_options(0.5, 1e-4);
  options.controller = hold_posture(model, at_angle(model, 1.0).q, hold);
  SimulationOptions other = options;
  other.integrator = IntegratorKind::variational;
  const Trajectory run = simulate(model, at_angle(model, 0.0), options);
  const Trajectory expected = simulate(model, at_angle(model, 0.0), other);
  EXPECT_NEAR(run.end.q[0], expected.end.q[0], 1e-3);
  EXPECT_NEAR(run.end.v[0], expected.end.v[0], 1e-2);
}

TEST(Ticks, WeakMotorGivesItsLimitAndIsNamed) {
  ModelDescription description = tick_pendulum();
  description.bodies[0].effort_limit = 2.0;
  const Model model(description);
  HoldOptions hold;
  hold.stiffness = 500.0;
  hold.damping = 50.0;
  SimulationOptions options = tick_options(2.0);
  options.controller = hold_posture(model, at_angle(model, 1.5).q, hold);
  const Trajectory run = simulate(model, at_angle(model, 0.0), options);
  ASSERT_EQ(run.record.limits.size(), 1U);
  EXPECT_EQ(run.record.limits[0].joint, "hinge");
  EXPECT_NEAR(run.record.limits[0].limit, 2.0, 1e-12);
  // 2 N m hold it where its weight has that moment.
  for (const TrajectoryRow& row : run.record.rows) EXPECT_LT(row.state.q[0], 1.0);
}

TEST(Ticks, StopOfAJointEndsTheSwing) {
  ModelDescription description = tick_pendulum();
  ContactCandidate stop;
  stop.name = "hinge lower stop";
  stop.tangents = 0;
  stop.restitution = 0.0;
  stop.against = JointStop{.joint = "hinge", .bound = 0.3, .upper = false};
  description.parts.contacts = {stop};
  const Model model(description);
  const Trajectory run = simulate(model, at_angle(model, 1.0), tick_options(2.0));
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  EXPECT_NEAR(run.end.q[0], 0.3, 1e-7);
  EXPECT_LT(std::abs(run.end.v[0]), 1e-9);
  ASSERT_EQ(run.record.impacts.size(), 1U);
  const double moment = earth_gravity * 0.5 * std::sin(0.3);
  EXPECT_NEAR(run.record.rows.back().forces[0], moment, 1e-6 * moment);
}

TEST(Ticks, CoupledJointsStayCoupled) {
  ModelDescription description = tick_pendulum();
  BodyDescription second = description.bodies[0];
  second.name = "second";
  second.joint = "second hinge";
  second.parent = "rod";
  second.placement.translation() = Eigen::Vector3d(0.0, 0.0, -1.0);
  description.bodies.push_back(second);
  description.parts.couplings = {
      {.name = "gear", .joint = "second hinge", .other = "hinge", .coefficients = {0.0, 2.0}}};
  const Model model(description);
  State start{model.neutral(), Eigen::VectorXd::Zero(2)};
  start.q << 0.4, 0.8;
  SimulationOptions options = tick_options(1.0);
  const Trajectory run = simulate(model, start, options);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  for (const TrajectoryRow& row : run.record.rows) {
    EXPECT_NEAR(row.state.q[1], 2.0 * row.state.q[0], 1e-6);
  }
  options.integrator = IntegratorKind::variational;
  const Trajectory expected = simulate(model, start, options);
  EXPECT_NEAR(run.end.q[0], expected.end.q[0], 5e-3);
}

TEST(Ticks, WatchedBodyThatTouchesIsAFall) {
  SceneModel scene = tick_block(0.5, {0, 0, 0, 0, 0, 0}, 0.05);
  ModelParts parts = scene.model.parts();
  const std::string body = parts.contacts.front().sphere.body;
  Eigen::Vector3d lower = parts.contacts.front().sphere.center;
  lower.z() -= 0.01;
  parts.watched = {{.name = "antenna", .points = {{.body = body, .center = lower}}}};
  const Model model = scene.model.with(parts);
  const Trajectory run = simulate(model, scene.state, tick_options(1.0));
  ASSERT_EQ(run.status, RunStatus::fell);
  ASSERT_TRUE(run.record.fall.has_value());
  EXPECT_EQ(run.record.fall->body, "antenna");
  EXPECT_NEAR(run.record.fall->time, std::sqrt(2.0 * 0.04 / earth_gravity), 1e-9);
  EXPECT_NE(run.message.find("'antenna' touched the ground"), std::string::npos);
  EXPECT_EQ(run.record.rows.back().time, run.record.fall->time);
  SimulationOptions on = tick_options(0.3);
  on.fall_check = false;
  EXPECT_EQ(simulate(model, scene.state, on).status, RunStatus::finished);
}

TEST(Ticks, GoesOnFromACheckpointWithTheSameBits) {
  const SceneModel scene = tick_block(0.4, {0.5, 0.2, 0, 0, 0, 1.0}, 0.02, 0.3);
  const SimulationOptions options = tick_options(0.3);
  const Trajectory whole = simulate(scene.model, scene.state, options);
  Simulation first(scene.model, scene.state, options);
  SimulationRecord record;
  while (first.time() < 0.1 && first.advance(record)) {
  }
  Simulation second(scene.model, first.checkpoint(), options);
  while (second.advance(record)) {
  }
  EXPECT_EQ(second.state().q, whole.end.q);
  EXPECT_EQ(second.state().v, whole.end.v);
  ASSERT_EQ(record.rows.size(), whole.record.rows.size());
}

TEST(Ticks, ContactsBetweenBodiesAreRefused) {
  const SceneModel scene = make_scene_start("billiards");
  const std::string refusal = test::refusal_of(
      [&] { static_cast<void>(simulate(scene.model, scene.state, tick_options(0.1))); });
  EXPECT_NE(refusal.find("is between two bodies; expected contacts with the ground for ticks"),
            std::string::npos)
      << refusal;
}

TEST(Ticks, SeveralOutcomesAreRefused) {
  const SceneModel scene = tick_block(0.5, {0, 0, 0, 0, 0, 0}, 0.05);
  SimulationOptions options = tick_options(0.1);
  options.branches = 2;
  const std::string refusal = test::refusal_of(
      [&] { static_cast<void>(simulate_branches(scene.model, scene.state, options)); });
  EXPECT_NE(refusal.find("branches = 2: ticks follow one outcome"), std::string::npos) << refusal;
}

}  // namespace
}  // namespace carom
