// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Runs into the stop of a joint: a slider falls onto it, a pendulum rests against it. Closed forms.
// And runs on terrain: a sphere comes to rest on a tread, a point slides down a box's slope.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/laws/newton.h"
#include "carom/robot.h"
#include "carom/simulation.h"
#include "support/constants.h"

namespace carom {
namespace {

using test::earth_gravity;

/// A mass on a vertical slide, a mass on a rod about y; each with its lower stop.
Model with_stop(JointKind kind, double bound, double restitution) {
  ModelDescription description;
  BodyDescription body;
  body.name = "body";
  body.kind = kind;
  body.axis = kind == JointKind::prismatic ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY();
  body.mass = 2.0;
  body.center = Eigen::Vector3d(1.0, 0.0, 0.0);
  body.lower = -10.0;
  body.upper = bound;
  if (kind == JointKind::prismatic) {
    body.lower = bound;
    body.upper = 10.0;
  }
  description.bodies = {body};
  const Model model(description);
  ModelParts parts = model.parts();
  parts.contacts = joint_stops(model, restitution);
  return model.with(parts);
}

class StopRuns : public testing::TestWithParam<IntegratorKind> {
 protected:
  Trajectory run(const Model& model, double q, double duration) const {
    SimulationOptions options;
    options.law = Newton{};
    options.integrator = GetParam();
    options.duration = duration;
    options.verdict = false;
    return simulate(model, {Eigen::VectorXd::Constant(1, q), Eigen::VectorXd::Zero(1)}, options);
  }
};

TEST_P(StopRuns, ASliderBouncesOffItsStop) {
  const Trajectory run = this->run(with_stop(JointKind::prismatic, 0.5, 0.5), 1.5, 0.7);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  const double first = std::sqrt(2.0 / earth_gravity), speed = earth_gravity * first;
  ASSERT_EQ(run.record.impacts.size(), 1u);
  EXPECT_NEAR(run.record.impacts[0].time, first, 1e-10);
  EXPECT_NEAR(run.record.impacts[0].outcome.velocity_plus[0], 0.5 * speed, 1e-9);
  const double later = 0.7 - first;
  EXPECT_NEAR(run.end.q[0], 0.5 + 0.5 * speed * later - 0.5 * earth_gravity * later * later, 1e-9);
}

TEST_P(StopRuns, ASliderThatDoesNotBounceRests) {
  const Trajectory run = this->run(with_stop(JointKind::prismatic, 0.5, 0.0), 1.5, 0.7);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  ASSERT_EQ(run.record.impacts.size(), 1u);
  ASSERT_EQ(run.end.held.size(), 1u);
  EXPECT_NEAR(run.end.q[0], 0.5, 1e-12);
  EXPECT_NEAR(run.end.v[0], 0.0, 1e-12);
  EXPECT_NEAR(run.record.rows.back().forces[0], 2.0 * earth_gravity, 1e-6);
}

/// It falls from the level by 0.6 rad: its weight presses with the torque m g cos 0.6.
TEST_P(StopRuns, APendulumRestsAgainstItsStop) {
  const Trajectory run = this->run(with_stop(JointKind::revolute, 0.6, 0.0), 0.0, 1.0);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  ASSERT_EQ(run.record.impacts.size(), 1u);
  // The trajectory is of order 2 in the step of 1 ms.
  EXPECT_NEAR(run.record.impacts[0].velocity_minus[0],
              std::sqrt(2.0 * earth_gravity * std::sin(0.6)), 1e-5);
  EXPECT_NEAR(run.end.q[0], 0.6, 1e-12);
  EXPECT_NEAR(run.record.rows.back().forces[1], 2.0 * earth_gravity * std::cos(0.6), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(JointStop, StopRuns,
                         testing::Values(IntegratorKind::variational, IntegratorKind::runge_kutta));

/// A body of three slides with one point or sphere.
Model body_on(const std::string& words, double radius, double friction) {
  ModelDescription description;
  BodyDescription body;
  body.name = "body";
  body.kind = JointKind::translation;
  body.mass = 2.0;
  description.bodies = {body};
  ContactCandidate contact;
  contact.name = "foot";
  contact.sphere = {"body", Eigen::Vector3d::Zero(), radius};
  contact.friction = friction;
  contact.restitution = 0.0;
  description.parts.contacts = {contact};
  return on_terrain(Model(description), terrain_from_words(words));
}

Trajectory fall_onto(const Model& model, const Eigen::Vector3d& from, double duration) {
  SimulationOptions options;
  options.law = Newton{};
  options.duration = duration;
  options.verdict = false;
  return simulate(model, {from, Eigen::VectorXd::Zero(3)}, options);
}

TEST(TerrainRun, ASphereStaysOnATread) {
  const Trajectory run = fall_onto(body_on("stairs=0.3x0.1", 0.05, 0.5), {0.75, 0.0, 0.5}, 0.5);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  EXPECT_NEAR(run.end.q[2], 0.25, 1e-12);
  EXPECT_NEAR(run.end.q[0], 0.75, 1e-12);
  EXPECT_NEAR(run.record.rows.back().forces[0], 2.0 * earth_gravity, 1e-6);
}

/// Without friction it slides down at g sin α, from rest along the slope after the impact.
TEST(TerrainRun, APointSlidesDownASlope) {
  const double angle = std::numbers::pi / 9.0, duration = 0.4;
  const Trajectory run = fall_onto(body_on("slope=20deg", 0.0, 0.0), {0.0, 0.0, 0.0}, duration);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  const double way = 0.5 * earth_gravity * std::sin(angle) * duration * duration;
  EXPECT_NEAR(run.end.q[0], -way * std::cos(angle), 1e-9);
  EXPECT_NEAR(run.end.q[2], -way * std::sin(angle), 1e-9);
}

/// A point of a body that does not turn: friction holds it, on a face of a box too.
TEST(TerrainRun, APointSticksOnATread) {
  const Trajectory run = fall_onto(body_on("stairs=0.3x0.1", 0.0, 0.5), {0.75, 0.1, 0.4}, 0.5);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  EXPECT_LE((run.end.q - Eigen::Vector3d(0.75, 0.1, 0.2)).norm(), 1e-9);
  ASSERT_EQ(run.end.held.size(), 1u);
  EXPECT_TRUE(run.end.held[0].sticks);
}

/// It turns about the edge, leaves it, and lies on the tread below: never inside, and no energy is
/// made.
TEST(TerrainRun, ABallRollsOverAnEdge) {
  ModelDescription description;
  BodyDescription body;
  body.name = "ball";
  body.kind = JointKind::free;
  body.mass = 1.0;
  body.inertia = Eigen::Matrix3d::Identity() * 0.4 * 0.01;
  description.bodies = {body};
  ContactCandidate contact;
  contact.name = "ball";
  contact.sphere = {"ball", Eigen::Vector3d::Zero(), 0.1};
  contact.friction = 0.5;
  contact.restitution = 0.0;
  description.parts.contacts = {contact};
  const Model model = on_terrain(Model(description), terrain_from_words("stairs=0.6x0.3"));
  State state{model.neutral(), Eigen::VectorXd::Zero(6)};
  state.q.head<3>() = Eigen::Vector3d(0.7, 0.0, 0.4);
  state.v[0] = -0.4;
  state.v[4] = -4.0;  // rolls
  SimulationOptions options;
  options.law = Newton{};
  options.duration = 1.0;
  options.verdict = false;
  const Trajectory run = simulate(model, state, options);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  EXPECT_NEAR(run.end.q[2], 0.1, 1e-9);
  double before = run.record.rows.front().energy;
  for (const TrajectoryRow& row : run.record.rows) {
    EXPECT_GE(row.gaps[0], -1e-9) << row.time;
    // [J] The rule is of order 2 and keeps energy to 2e-6 here; the ball has 4 J.
    EXPECT_LE(row.energy, before + 1e-5) << row.time;
    before = std::min(before, row.energy);
  }
}

}  // namespace
}  // namespace carom
