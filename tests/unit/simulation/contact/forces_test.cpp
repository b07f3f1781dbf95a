// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contact forces in the rows of a trajectory, against closed forms: at rest, sliding, pushed until
// corners carry nothing, before and after impacts; the same bits after a pause; motion as without.
#include "simulation/contact/forces.h"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/laws/regular.h"
#include "carom/scene.h"
#include "carom/simulation.h"
#include "support/constants.h"

namespace carom {
namespace {

using test::earth_gravity;

SceneModel sliding_block(double points, double friction, double speed = 0.0) {
  return make_scene_start("block",
                          {{"points", points},
                           {"friction", friction},
                           {"velocity", std::vector<double>{speed, 0.0, 0.0, 0.0, 0.0, 0.0}}});
}

SimulationOptions force_options(IntegratorKind kind, double duration) {
  SimulationOptions options;
  options.law = Regular{};
  options.integrator = kind;
  options.duration = duration;
  options.verdict = false;
  return options;
}

/// A constant force at the centre of mass and a moment.
Controller push(const Eigen::Vector3d& force, const Eigen::Vector3d& moment) {
  Controller controller;
  controller.name = "push";
  controller.add_force = [=](double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                             Eigen::Ref<Eigen::VectorXd> sum) {
    sum.head<3>() += force;
    sum.segment<3>(3) += moment;
  };
  return controller;
}

class ContactForce : public testing::TestWithParam<IntegratorKind> {};

TEST_P(ContactForce, BlockAtRestCarriesItsWeight) {
  for (const double points : {4.0, 64.0}) {
    const SceneModel scene = sliding_block(points, 0.5);
    const Trajectory run = simulate(scene.model, scene.state, force_options(GetParam(), 0.01));
    ASSERT_EQ(run.status, RunStatus::finished) << run.message;
    ASSERT_EQ(run.record.rows.size(), 11u);  // the start among them
    for (const TrajectoryRow& row : run.record.rows) {
      ASSERT_EQ(row.forces.size(), static_cast<Eigen::Index>(points));
      EXPECT_NEAR(row.forces.sum(), earth_gravity, 1e-9) << row.time;
      EXPECT_NEAR(row.forces.maxCoeff(), earth_gravity / points, 1e-9) << row.time;
      EXPECT_NEAR(row.friction.maxCoeff(), 0.0, 1e-9) << row.time;
    }
  }
}

TEST_P(ContactForce, SlidingBlockHasFullFriction) {
  const SceneModel scene = sliding_block(4.0, 0.3, 1.0);
  const Trajectory run = simulate(scene.model, scene.state, force_options(GetParam(), 0.1));
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  for (const TrajectoryRow& row : run.record.rows) {
    EXPECT_NEAR(row.forces.sum(), earth_gravity, 1e-9) << row.time;
    for (int k = 0; k < 4; ++k) EXPECT_DOUBLE_EQ(row.friction[k], 0.3 * row.forces[k]) << k;
  }
  // Braking presses its leading corners down.
  const Eigen::VectorXd& forces = run.record.rows.back().forces;
  EXPECT_GT(forces.maxCoeff() - forces.minCoeff(), 0.1);
}

TEST_P(ContactForce, StickingBlockHasTheFrictionThatHoldsIt) {
  const SceneModel scene = sliding_block(4.0, 0.5);
  SimulationOptions options = force_options(GetParam(), 0.01);
  options.controller = push({0.0, 3.0, 0.0}, Eigen::Vector3d::Zero());
  const Trajectory run = simulate(scene.model, scene.state, options);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  for (const TrajectoryRow& row : run.record.rows) {
    EXPECT_NEAR(row.forces.sum(), earth_gravity, 1e-9);
    EXPECT_NEAR(row.friction.sum(), 3.0, 1e-9);  // all of them along the force
  }
}

/// A moment about a diagonal: with the pressure near a corner, the shortest reactions would pull at
/// the opposite one.
TEST_P(ContactForce, RedundantCornersPush) {
  const SceneModel scene = sliding_block(4.0, 0.5);
  ModelWorkspace at(scene.model);
  at.set_configuration(scene.state.q);
  Eigen::Matrix<double, 3, 4> corner;
  for (int k = 0; k < 4; ++k) corner.col(k) = at.contact_point(k) - scene.state.q.head<3>();
  const double share = 0.7;  // of the way to a corner; from one half on the shortest pull
  const Eigen::Vector3d pressure = share * corner.col(0);
  const Eigen::Vector3d moment = pressure.cross(Eigen::Vector3d(0.0, 0.0, -earth_gravity));
  SimulationOptions options = force_options(GetParam(), 0.01);
  options.controller = push(Eigen::Vector3d::Zero(), moment);
  const Trajectory run = simulate(scene.model, scene.state, options);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  EXPECT_EQ(run.record.impacts.size(), 0u);
  for (const TrajectoryRow& row : run.record.rows) {
    EXPECT_NEAR(row.forces.sum(), earth_gravity, 1e-9) << row.time;
    EXPECT_GE(row.forces.minCoeff(), 0.0);
    Eigen::Vector3d center = Eigen::Vector3d::Zero();
    for (int k = 0; k < 4; ++k) center += row.forces[k] / earth_gravity * corner.col(k);
    EXPECT_NEAR((center - pressure).head<2>().norm(), 0.0, 1e-9) << row.time;
    for (int k = 0; k < 4; ++k) EXPECT_LE(row.friction[k], 0.5 * row.forces[k] + 1e-8);
  }
}

TEST_P(ContactForce, RowsOfAnImpactHaveWhatCarriesBesideIt) {
  // It falls, bounces, comes to rest: plastic, so that it carries at once.
  const SceneModel ball = make_scene_start("bouncing_ball", {{"height", 0.01}});
  SimulationOptions options = force_options(GetParam(), 0.1);
  options.plastic_speed = 10.0;
  const Trajectory run = simulate(ball.model, ball.state, options);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  ASSERT_EQ(run.record.impacts.size(), 1u);
  const double weight = run.record.rows.back().forces[0];
  EXPECT_GT(weight, 1.0);
  for (const TrajectoryRow& row : run.record.rows) {
    const bool after =
        row.time > run.record.impacts[0].time || row.kind == TrajectoryRow::Kind::after_impact;
    EXPECT_NEAR(row.forces[0], after ? weight : 0.0, 1e-9) << row.time;
  }
}

TEST_P(ContactForce, NoContactsNoForces) {
  const SceneModel scene = make_scene_start("double_pendulum");
  const Trajectory run = simulate(scene.model, scene.state, force_options(GetParam(), 0.1));
  for (const TrajectoryRow& row : run.record.rows) {
    EXPECT_EQ(row.forces.size(), static_cast<Eigen::Index>(scene.model.contacts().size()));
    EXPECT_EQ(row.friction.size(), row.forces.size());
    EXPECT_EQ(row.forces.size() > 0 ? row.forces.maxCoeff() : 0.0, 0.0);
  }
}

TEST_P(ContactForce, TheSameBitsAfterAPause) {
  const SceneModel scene =
      make_scene_start("block", {{"tilt", 0.17}, {"height", 0.05}, {"friction", 0.3}});
  SimulationOptions options = force_options(GetParam(), 0.3);
  options.plastic_speed = 0.02;
  const Trajectory whole = simulate(scene.model, scene.state, options);
  double largest = 0.0;
  for (const TrajectoryRow& row : whole.record.rows) {
    largest = std::max(largest, row.friction.maxCoeff());
  }
  EXPECT_GT(largest, 0.0);
  for (const int pause : {0, 50, 115, 205, 243, 246, 280}) {
    SimulationRecord record;
    Simulation first(scene.model, scene.state, options);
    for (int k = 0; k < pause; ++k) ASSERT_TRUE(first.advance(record));
    Simulation second(scene.model, first.checkpoint(), options);
    while (second.advance(record)) {
    }
    ASSERT_EQ(record.rows.size(), whole.record.rows.size());
    for (std::size_t k = 0; k < record.rows.size(); ++k) {
      ASSERT_EQ(record.rows[k].state.v, whole.record.rows[k].state.v) << "pause " << pause;
      ASSERT_EQ(record.rows[k].forces, whole.record.rows[k].forces) << "pause " << pause;
      ASSERT_EQ(record.rows[k].friction, whole.record.rows[k].friction) << "pause " << pause;
    }
  }
}

/// Rows are looked at or not: the motion has the same bits.
TEST_P(ContactForce, LookingDoesNotDisturb) {
  const SceneModel scene = sliding_block(4.0, 0.3, 0.3);  // slides, then sticks
  SimulationOptions options = force_options(GetParam(), 0.2);
  const Trajectory often = simulate(scene.model, scene.state, options);
  options.every = 50;
  const Trajectory seldom = simulate(scene.model, scene.state, options);
  ASSERT_EQ(seldom.record.rows.size(), 5u);
  EXPECT_EQ(often.end.q, seldom.end.q);
  EXPECT_EQ(often.end.v, seldom.end.v);
  EXPECT_EQ(often.record.rows.back().forces, seldom.record.rows.back().forces);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ContactForce,
                         testing::Values(IntegratorKind::variational, IntegratorKind::runge_kutta),
                         [](const auto& kind) { return to_string(kind.param); });

TEST(ContactForceAlone, NotFiniteIsNaN) {
  const SceneModel scene = sliding_block(4.0, 0.3);
  simulation::HeldDynamics held(scene.model, push({NAN, 0.0, 0.0}, Eigen::Vector3d::Zero()));
  held.hold({{.contact = 2}});
  simulation::ContactForces forces;
  TrajectoryRow row{.state = scene.state, .gaps = Eigen::VectorXd::Zero(4)};
  forces.put(scene.model, held, row);
  EXPECT_TRUE(std::isnan(row.forces[2]));
  EXPECT_TRUE(std::isnan(row.friction[2]));
  EXPECT_EQ(row.forces[1], 0.0);
}

}  // namespace
}  // namespace carom
