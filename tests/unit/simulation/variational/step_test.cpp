// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One step: momentum and velocity against the mass matrix, the equations of motion as h → 0 against
// ModelWorkspace (another route: Pinocchio), order two for every joint, what a node remembers,
// failures.
#include "simulation/variational/step.h"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/scene.h"
#include "support/random_models.h"
#include "support/variational_models.h"

namespace carom::test {
namespace {

using Eigen::VectorXd;
using simulation::VariationalStep;

const VectorXd no_impulses;

/// Every kind of joint, on the world and inside a tree.
std::vector<Model> all_models() {
  using enum JointKind;
  return {sprung(series({revolute, revolute, revolute}, 1)),
          sprung(series({prismatic, revolute, prismatic}, 2)),
          sprung(series({spherical, revolute, spherical}, 3)),
          sprung(series({free, revolute, spherical}, 4)),
          sprung(series({revolute, free, prismatic}, 5)),
          sprung(series({translation, revolute}, 6)),
          urdf_series({"continuous", "revolute", "continuous"}),
          urdf_series({"planar", "revolute", "continuous"}),
          urdf_series({"revolute", "planar", "revolute"})};
}

State random_state(const Model& model, std::uint64_t seed) {
  base::Random random(seed);
  const VectorXd q = random_configuration(model, random);
  return {q, random_velocity(model, random)};
}

TEST(VariationalStep, MomentumAndVelocityAreThoseOfTheMassMatrix) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    RandomModelSettings settings;
    settings.bodies = 2 + static_cast<int>(seed % 6);
    settings.vector_space = seed % 3 == 0;
    settings.coordinate_map = seed % 6 == 0;
    const Model model(random_model(seed, settings).description);
    const State state = random_state(model, seed);
    ModelWorkspace workspace(model);
    workspace.set_configuration(state.q);
    const VectorXd expected = workspace.mass_matrix() * state.v;
    VariationalStep step(model, {});
    VectorXd p(state.v.size()), v(state.v.size());
    step.momentum(state.q, state.v, p);
    EXPECT_LT((p - expected).norm(), 1e-13 * expected.norm()) << seed;
    step.velocity(state.q, expected, v);
    EXPECT_LT((v - state.v).norm(), 1e-9 * state.v.norm()) << seed;
    const double energy = workspace.kinetic_energy(state.v) + workspace.potential_energy();
    EXPECT_NEAR(step.energy(state.q, p), energy, 1e-12 * (1.0 + std::abs(energy))) << seed;
    step.set_node(state.q, state.v);
    EXPECT_EQ(step.q(), state.q);
    EXPECT_LT((step.p() - expected).norm(), 1e-13 * expected.norm()) << seed;
  }
}

TEST(VariationalStep, SmallStepsFollowTheEquationsOfMotion) {
  for (const Model& model : all_models()) {
    const State start = random_state(model, 11);
    const Controller controller = stirring();
    VariationalStep step(model, controller);
    double before = 0.0;
    for (const double h : {5e-3, 2.5e-3}) {
      step.set_node(start.q, start.v);
      ASSERT_TRUE(step.step(0.3, h, no_impulses));
      VectorXd v1(start.v.size());
      step.velocity(step.end_q(), step.end_p(), v1);
      ModelWorkspace workspace(model);
      workspace.set_configuration(step.middle_q());
      VectorXd force(v1.size()), bias(v1.size());
      workspace.passive_force(step.middle_v(), force);
      controller.add_force(0.3 + 0.5 * h, step.middle_q(), step.middle_v(), force);
      workspace.bias(step.middle_v(), bias);
      const VectorXd a = workspace.mass_matrix().ldlt().solve(force - bias);
      const double off = ((v1 - start.v) / h - a).norm() / a.norm();
      EXPECT_LT(off, 1e-3) << model.joints().front().name;
      if (before > 0.0) {
        EXPECT_NEAR(before / off, 4.0, 1.0) << off;
      }
      before = off;
    }
  }
}

TEST(VariationalStep, IsOfOrderTwoForEveryJoint) {
  int number = 0;
  for (const Model& model : all_models()) {
    const State start = random_state(model, 21);
    const Controller controller = stirring();
    const State exact = run(model, controller, start, 0.25 / 4096, 4096);
    double before = 0.0;
    for (int steps = 32; steps <= 512; steps *= 2) {
      const State end = run(model, controller, start, 0.25 / steps, steps);
      const double error = apart(model, end, exact);
      if (before > 0.0) {
        EXPECT_GT(before / error, 3.6) << "model " << number << ", steps " << steps;
        EXPECT_LT(before / error, 4.4) << "model " << number << ", steps " << steps;
      }
      before = error;
    }
    EXPECT_LT(before, 1e-3);
    ++number;
  }
}

TEST(VariationalStep, OfNoSizeIsNoStep) {
  using enum JointKind;
  const Model model = sprung(series({free, revolute, spherical}, 4));
  const State start = random_state(model, 5);
  VariationalStep step(model, stirring());
  step.set_node(start.q, start.v);
  const VectorXd p = step.p();
  ASSERT_TRUE(step.step(0.0, 0.0, no_impulses));
  EXPECT_EQ(step.end_q(), start.q);
  EXPECT_LT((step.end_p() - p).norm(), 1e-14 * p.norm());
  EXPECT_LT((step.middle_v() - start.v).norm(), 1e-11);
  for (const double h : {1e-18, 1e-9}) {
    ASSERT_TRUE(step.step(0.0, h, no_impulses)) << h;
    EXPECT_LT((step.middle_v() - start.v).norm(), 1e-6) << h;
  }
}

TEST(VariationalStep, ImpulsesAddToMomentum) {
  for (const Model& model : all_models()) {
    const State start = random_state(model, 6);
    base::Random random(8);
    const VectorXd impulse = random_velocity(model, random);
    VectorXd v(start.v.size());
    VariationalStep step(model, {}), other(model, {});
    step.set_node(start.q, start.v);
    ASSERT_TRUE(step.step(0.0, 1e-3, impulse));
    step.velocity(start.q, step.p() + impulse, v);
    other.set_node(start.q, v);
    ASSERT_TRUE(other.step(0.0, 1e-3, no_impulses));
    EXPECT_LT((step.end_q() - other.end_q()).norm(), 1e-12);
    EXPECT_LT((step.end_p() - other.end_p()).norm(), 1e-11);
    const VectorXd expected = step.end_p() + impulse;
    step.commit(impulse);
    EXPECT_LT((step.p() - expected).norm(), 1e-13 * expected.norm());
  }
}

TEST(VariationalStep, GoesOnWithTheSameBits) {
  for (const Model& model : all_models()) {
    const State start = random_state(model, 31);
    VariationalStep step(model, stirring()), copy(model, stirring());
    step.set_node(start.q, start.v);
    const auto advance = [](VariationalStep& one, int k) {
      ASSERT_TRUE(one.step(k * 0.01, 0.01, no_impulses));
      ASSERT_TRUE(one.step(k * 0.01, k % 3 == 0 ? 0.004 : 0.01, no_impulses));
      one.commit(no_impulses);
    };
    for (int k = 0; k < 10; ++k) advance(step, k);
    VectorXd v(start.v.size());
    step.velocity(step.q(), step.p(), v);
    copy.set_node(step.q(), v);
    ASSERT_TRUE(copy.set_memory(step.memory()));
    for (int k = 10; k < 30; ++k) {
      advance(step, k);
      advance(copy, k);
    }
    EXPECT_EQ(step.q(), copy.q());
    EXPECT_EQ(step.p(), copy.p());
  }
}

TEST(VariationalStep, SaysThatTheControllerIsNotFinite) {
  using enum JointKind;
  const Model model = sprung(series({revolute, revolute}, 1));
  Controller controller;
  controller.add_force = [](double time, const VectorXd&, const VectorXd&,
                            Eigen::Ref<VectorXd> force) {
    if (time > 0.1) force[1] = std::nan("");
  };
  VariationalStep step(model, controller);
  const State start = random_state(model, 2);
  step.set_node(start.q, start.v);
  EXPECT_TRUE(step.step(0.0, 0.01, no_impulses));
  EXPECT_EQ(step.trouble(), "");
  EXPECT_FALSE(step.step(0.12, 0.01, no_impulses));
  EXPECT_EQ(step.trouble(), "the controller's force is not finite at t = 0.125");
  step.set_node(start.q, start.v);
  EXPECT_TRUE(step.step(0.0, 0.01, no_impulses)) << "a failure leaves nothing behind";
}

TEST(VariationalStep, StiffStepsAreSolvedByNewton) {
  // A spring of which the quasi-Newton matrix knows nothing, h ω up to 3: it alone does not
  // converge.
  using enum JointKind;
  Model model = sprung(series({free, revolute, spherical, revolute}, 14));
  ModelParts parts = model.parts();
  parts.point_springs.front().stiffness = 5e3;
  model = model.with(parts);
  const State start = random_state(model, 3);
  VariationalStep step(model, {});
  int solved = 0, most = 0;
  for (const double h : {0.01, 0.02, 0.04}) {
    step.set_node(start.q, start.v);
    solved += step.step(0.0, h, no_impulses);
    most = std::max(most, step.iterations());
  }
  EXPECT_EQ(solved, 3);
  EXPECT_GT(most, 60) << "the case is too easy to show anything";
}

TEST(VariationalStep, TakesFewIterations) {
  for (const int links : {8, 64}) {
    std::vector<double> angles(static_cast<std::size_t>(links)), rates = angles;
    base::Random random(3);
    for (double& angle : angles) angle = 0.3 * random.normal();
    for (double& rate : rates) rate = 0.3 * random.normal();
    const SceneModel scene = make_scene_model(
        "chain",
        {{"links", 1.0 * links}, {"length", 1.0}, {"angles", angles}, {"velocity", rates}});
    VariationalStep step(scene.model, {});
    step.set_node(scene.state.q, scene.state.v);
    int most = 0;
    for (int k = 0; k < 200; ++k) {
      ASSERT_TRUE(step.step(0.0, 1e-3, no_impulses));
      step.commit(no_impulses);
      if (k > 2) most = std::max(most, step.iterations());
    }
    // The long chain's M is ill-conditioned: the change of v̄ stays at its rounding for some more.
    EXPECT_LE(most, links == 8 ? 6 : 12) << links;
  }
}

}  // namespace
}  // namespace carom::test
