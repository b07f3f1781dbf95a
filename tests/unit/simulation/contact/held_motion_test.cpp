// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contacts that carry: when they open, slip and stick, against closed forms; order of the
// integrators through these events; loops that stay closed.
#include <gtest/gtest.h>

#include <cmath>

#include "carom/laws/regular.h"
#include "carom/scene.h"
#include "carom/simulation.h"
#include "support/constants.h"

namespace carom {
namespace {

using test::earth_gravity;

SceneModel resting_block(double points, double friction) {
  return make_scene_start(
      "block",
      {{"points", points}, {"friction", friction}, {"velocity", std::vector<double>(6, 0.0)}});
}

/// A force at the centre of mass of a block of 1 kg that does not turn.
SimulationOptions pushed(IntegratorKind kind, double duration,
                         std::function<Eigen::Vector3d(double)> force, double step = 1e-3) {
  SimulationOptions options;
  options.law = Regular{};
  options.integrator = kind;
  options.duration = duration;
  options.step = step;
  options.tolerance = 1e-12;
  options.verdict = false;
  options.controller.name = "push";
  options.controller.add_force = [force](double time, const Eigen::VectorXd&,
                                         const Eigen::VectorXd&, Eigen::Ref<Eigen::VectorXd> sum) {
    sum.head<3>() += force(time);
  };
  return options;
}

double time_of(const Trajectory& run, ContactEvent::Kind kind) {
  double first = -1.0;
  for (const ContactEvent& event : run.record.events) {
    if (event.kind == kind && event.time > 0.0 && first < 0.0) first = event.time;
  }
  return first;
}

class HeldMotion : public testing::TestWithParam<IntegratorKind> {};

/// Lifted by k t: opens when k t = m g, then rises by k (t − t₀)³/6.
TEST_P(HeldMotion, OpensWhenTheForceWouldPull) {
  const double rate = 100.0, opens = earth_gravity / rate;
  for (const double points : {4.0, 64.0}) {
    const SceneModel scene = resting_block(points, 0.5);
    const Trajectory run = simulate(
        scene.model, scene.state,
        pushed(GetParam(), 0.2, [&](double t) { return Eigen::Vector3d(0.0, 0.0, rate * t); }));
    ASSERT_EQ(run.status, RunStatus::finished) << run.message;
    EXPECT_NEAR(time_of(run, ContactEvent::Kind::opens), opens, 1e-8);
    const double rest = 0.2 - opens;
    EXPECT_NEAR(run.record.rows.back().gaps[0], rate * rest * rest * rest / 6.0, 1e-6);
    EXPECT_TRUE(run.end.held.empty());
  }
}

/// Pushed by k t: slips when k t = μ m g.
TEST_P(HeldMotion, SlipsWhenTheForceLeavesTheCone) {
  const double rate = 50.0, mu = 0.4, slips = mu * earth_gravity / rate;
  const SceneModel scene = resting_block(4, mu);
  // The push acts at the centre, 0.05 above the floor: the shares differ, and still hold.
  const Trajectory run = simulate(scene.model, scene.state, pushed(GetParam(), 0.2, [&](double t) {
                                    return Eigen::Vector3d(rate * t, 0.0, 0.0);
                                  }));
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  EXPECT_NEAR(time_of(run, ContactEvent::Kind::slips), slips, 1e-8);
  const double rest = 0.2 - slips;
  EXPECT_NEAR(run.end.v[0], rate * rest * rest / 2.0, 1e-5);
}

/// Pushed back and forth: slip, stop, stick or slip back. Order two through all of it.
TEST(HeldMotionOrder, TwoThroughSlipStickAndSlipBack) {
  const auto end = [](IntegratorKind kind, double step) {
    const SceneModel scene = resting_block(4, 0.3);
    const auto options = pushed(
        kind, 1.0, [](double t) { return Eigen::Vector3d(6.0 * std::sin(7.0 * t), 0.0, 0.0); },
        step);
    const Trajectory run = simulate(scene.model, scene.state, options);
    EXPECT_EQ(run.status, RunStatus::finished) << run.message;
    return run.end.q[0];
  };
  const double exact = end(IntegratorKind::runge_kutta, 0.01);
  std::vector<double> errors;
  for (const double step : {0.02, 0.01, 0.005, 0.0025}) {
    errors.push_back(std::abs(end(IntegratorKind::variational, step) - exact));
  }
  for (std::size_t k = 1; k < errors.size(); ++k) {
    EXPECT_GT(errors[k - 1] / errors[k], 3.3) << "halving " << k << ": " << errors[k];
    EXPECT_LT(errors[k - 1] / errors[k], 5.0) << "halving " << k << ": " << errors[k];
  }
}

/// A ball thrown with spin 0 slides, then rolls at 5/7 of its speed after 2 v/(7 μ g).
TEST_P(HeldMotion, BallSlidesThenRolls) {
  const double mu = 0.2, speed = 1.0, radius = 0.1;
  const SceneModel scene =
      make_scene_start("bouncing_ball", {{"height", 0.0},
                                         {"radius", radius},
                                         {"friction", mu},
                                         {"velocity", std::vector<double>{speed, 0.0, 0.0}}});
  SimulationOptions options;
  options.law = Regular{};
  options.integrator = GetParam();
  options.duration = 0.5;
  options.tolerance = 1e-12;
  options.verdict = false;
  const Trajectory run = simulate(scene.model, scene.state, options);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  EXPECT_NEAR(time_of(run, ContactEvent::Kind::sticks), 2.0 * speed / (7.0 * mu * earth_gravity),
              1e-7);
  const double rolling = run.end.v.head<3>().norm();
  EXPECT_NEAR(rolling, 5.0 / 7.0 * speed, 1e-7);
  EXPECT_NEAR(run.end.v.tail<3>().norm() * radius, rolling, 1e-8);
}

/// A loop stays closed, and nothing drifts.
TEST_P(HeldMotion, PantographStaysClosed) {
  const SceneModel scene = make_scene_model("pantograph");
  SimulationOptions options;
  options.integrator = GetParam();
  options.law = Regular{.restitution = 0.0};
  options.duration = 0.5;
  options.step = 2e-3;
  options.verdict = false;
  Model without_ground = [&] {
    ModelParts parts = scene.model.parts();
    parts.contacts.clear();
    return scene.model.with(parts);
  }();
  const State& start = scene.state;
  const Trajectory run = simulate(without_ground, start, options);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  ModelWorkspace workspace(without_ground);
  Eigen::VectorXd residual(workspace.bilateral_count());
  Eigen::MatrixXd rows(workspace.bilateral_count(), without_ground.velocity_size());
  ASSERT_GT(residual.size(), 0);
  double moved = 0.0;
  for (const TrajectoryRow& row : run.record.rows) {
    workspace.set_configuration(row.state.q);
    workspace.bilateral_residual(residual);
    workspace.bilateral_rows(rows);
    EXPECT_LE(residual.cwiseAbs().maxCoeff(), 1e-12) << row.time;
    EXPECT_LE((rows * row.state.v).cwiseAbs().maxCoeff(), 1e-11) << row.time;
    moved = std::max(moved, (row.state.q - start.q).cwiseAbs().maxCoeff());
  }
  EXPECT_GT(moved, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Kinds, HeldMotion,
                         testing::Values(IntegratorKind::variational, IntegratorKind::runge_kutta),
                         [](const auto& kind) { return to_string(kind.param); });

}  // namespace
}  // namespace carom
