// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Dormand–Prince with dense output: kinematics of every joint, closed forms, order, held rows,
// memory, and what is said where a step fails.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include "carom/robot.h"
#include "carom/scene.h"
#include "model/multibody.h"
#include "simulation/contact/held_dynamics.h"
#include "simulation/integrator.h"
#include "simulation/runge_kutta_kinematics.h"
#include "support/constants.h"
#include "support/random_models.h"
#include "support/robot_text.h"

namespace carom::simulation {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::HasSubstr;

using test::earth_gravity;

/// An integrator with its held dynamics.
struct Motion {
  Motion(const Model& model, const State& state, double tolerance = 1e-10,
         const Controller& controller = {})
      : held(model, controller), workspace(model) {
    SimulationOptions options;
    options.tolerance = tolerance;
    integrator = make_runge_kutta(model, options, held, nullptr);
    integrator->restart(0.0, state);
  }
  void go(double duration, double step) {
    const auto count = std::lround(duration / step);
    for (long k = 0; k < count; ++k) {
      ASSERT_TRUE(integrator->step(step)) << integrator->trouble();
      ASSERT_TRUE(integrator->accept(step)) << integrator->trouble();
    }
  }
  const State& node() const { return integrator->node(); }
  double energy() {
    workspace.set_configuration(node().q);
    return workspace.kinetic_energy(node().v) + workspace.potential_energy();
  }

  HeldDynamics held;
  ModelWorkspace workspace;
  std::unique_ptr<Integrator> integrator;
};

SceneModel swinging_chain() {
  return make_scene_model("chain",
                          {{"angles", std::vector<double>{1.0, 0.3, -0.2, 0.4, 0.1, -0.5}}});
}

/// The same bodies; every joint says that it is a composite.
class AsComposites : public Multibody {
 public:
  explicit AsComposites(const Multibody& bodies) : Multibody(bodies), bodies_(bodies) {
    for (Joint& joint : joints) joint.kind = JointKind::composite;
  }
  std::unique_ptr<MultibodyScratch> make_scratch() const override { return bodies_.make_scratch(); }
  BodyTree tree() const override { return bodies_.tree(); }
  VectorXd neutral() const override { return bodies_.neutral(); }
  void integrate(const Eigen::Ref<const VectorXd>& q, const Eigen::Ref<const VectorXd>& dv,
                 Eigen::Ref<VectorXd> to) const override {
    bodies_.integrate(q, dv, to);
  }
  void difference(const Eigen::Ref<const VectorXd>& from, const Eigen::Ref<const VectorXd>& to,
                  Eigen::Ref<VectorXd> dv) const override {
    bodies_.difference(from, to, dv);
  }

 private:
  const Multibody& bodies_;
};

void expect_rate(const Model& model, base::Random& random) {
  RawKinematics kinematics(model);
  const VectorXd q = test::random_configuration(model, random);
  const VectorXd v = test::random_velocity(model, random);
  VectorXd rate(q.size());
  kinematics.rate(q, v, rate);
  constexpr double s = 1e-4;
  const VectorXd near = model.integrate(q, s * v) - model.integrate(q, -s * v);
  const VectorXd far = model.integrate(q, 2.0 * s * v) - model.integrate(q, -2.0 * s * v);
  EXPECT_LT((rate - (8.0 * near - far) / (12.0 * s)).norm(), 1e-10 * (1.0 + v.norm()));
  VectorXd longer = 1.001 * q, back = q;
  kinematics.normalise(back);
  EXPECT_LT((back - q).norm(), 1e-14);
  // What is inside a composite is not known here; its quaternions must be normalised already.
  if (model.joints().front().kind == JointKind::composite) return;
  kinematics.normalise(longer);
  for (const Joint& joint : model.joints()) {
    if (joint.kind != JointKind::free) continue;
    EXPECT_NEAR(longer.segment<4>(joint.q + 3).norm(), 1.0, 1e-15);
  }
}

TEST(RungeKutta, RateOfRawCoordinatesOfEveryJoint) {
  base::Random random(3);
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    expect_rate(Model(test::random_model(seed).description), random);
  }
  const test::RobotFolder folder;
  const std::string inertial =
      "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>"
      "</inertial></link>";
  const Model urdf = load_robot(folder.write(
      "arms.urdf", "<robot name='arms'><link name='base'>" + inertial + "<link name='a'>" +
                       inertial + "<link name='b'>" + inertial +
                       "<joint name='j' type='continuous'><parent link='base'/><child link='a'/>"
                       "<axis xyz='0 1 0'/></joint>"
                       "<joint name='k' type='planar'><parent link='a'/><child link='b'/>"
                       "<axis xyz='0 0 1'/></joint></robot>"));
  bool continuous = false, planar = false;
  for (const Joint& joint : urdf.joints()) {
    continuous = continuous || joint.kind == JointKind::continuous;
    planar = planar || joint.kind == JointKind::planar;
  }
  EXPECT_TRUE(continuous);
  EXPECT_TRUE(planar);
  expect_rate(urdf, random);
  // Loaders take series apart today; differences must serve whatever comes as a composite.
  expect_rate(Model(std::make_shared<AsComposites>(urdf.bodies()), {}), random);
}

TEST(RungeKutta, SymmetricTopInFlight) {
  const double first = 1.0, third = 1.7, tilt = 0.6, spin = 2.0, time = 3.0;
  const SceneModel scene =
      make_scene_model("free_body", {{"inertia", std::vector<double>{first, first, third}},
                                     {"gravity", earth_gravity},
                                     {"velocity", std::vector<double>{0, 0, 0, tilt, 0, spin}}});
  Motion run(scene.model, scene.state, 1e-12);
  run.go(time, 0.01);
  // ω turns about the body's z at `rate`; R = exp(t L/I₁) exp(−rate t z).
  const double rate = (third - first) / first * spin;
  const Vector3d momentum(first * tilt, 0.0, third * spin);
  const Vector3d turn = momentum / first;
  const Eigen::Quaterniond expected =
      Eigen::AngleAxisd(turn.norm() * time, turn.normalized()) *
      Eigen::Quaterniond(Eigen::AngleAxisd(-rate * time, Vector3d::UnitZ()));
  const State& end = run.node();
  EXPECT_LT(Eigen::Quaterniond(end.q.tail<4>()).angularDistance(expected), 1e-9);
  EXPECT_NEAR(end.q.tail<4>().norm(), 1.0, 1e-15);
  const Vector3d spinning(tilt * std::cos(rate * time), tilt * std::sin(rate * time), spin);
  EXPECT_LT((end.v.tail<3>() - spinning).norm(), 1e-9);
  EXPECT_LT((end.q.head<3>() - Vector3d(0, 0, 1.0 - 0.5 * earth_gravity * time * time)).norm(),
            1e-9);
  EXPECT_NEAR(run.integrator->time(), time, 1e-12);
}

TEST(RungeKutta, ErrorFollowsTheTolerance) {
  const SceneModel scene = make_scene_model("double_pendulum");
  Motion fine(scene.model, scene.state, 1e-13), usual(scene.model, scene.state, 1e-10),
      coarse(scene.model, scene.state, 1e-5);
  for (Motion* run : {&fine, &usual, &coarse}) run->go(2.0, 0.5);
  EXPECT_LT((usual.node().q - fine.node().q).norm(), 1e-8);
  EXPECT_GT((coarse.node().q - fine.node().q).norm(), 1e-7);
  EXPECT_LT((coarse.node().q - fine.node().q).norm(), 1e-2);
}

TEST(RungeKutta, OrderOfTheStepAndOfDenseOutput) {
  const SceneModel scene = make_scene_model("chain", {{"links", 1.0},
                                                      {"length", 1.0},
                                                      {"angles", std::vector<double>{1.2}},
                                                      {"velocity", std::vector<double>{1.5}}});
  Motion exact(scene.model, scene.state, 1e-14);
  double previous_middle = 0.0, previous_end = 0.0;
  for (const double h : {0.1, 0.05, 0.025}) {
    Motion run(scene.model, scene.state, 1e6);  // every step is good enough: one inner step
    ASSERT_TRUE(run.integrator->step(h) && exact.integrator->step(h));
    State middle, end, exact_middle, exact_end;
    ASSERT_TRUE(run.integrator->at(0.7 * h, middle) && run.integrator->at(h, end));
    ASSERT_TRUE(exact.integrator->at(h, exact_end));
    ASSERT_TRUE(exact.integrator->step(0.7 * h) && exact.integrator->at(0.7 * h, exact_middle));
    const double middle_error =
        (middle.q - exact_middle.q).norm() + (middle.v - exact_middle.v).norm();
    const double end_error = (end.q - exact_end.q).norm() + (end.v - exact_end.v).norm();
    if (previous_end > 0.0) {
      EXPECT_NEAR(std::log2(previous_middle / middle_error), 5.0, 0.3) << h;
      EXPECT_NEAR(std::log2(previous_end / end_error), 6.0, 0.3) << h;
    }
    previous_middle = middle_error;
    previous_end = end_error;
  }
}

TEST(RungeKutta, EnergyOfAChain) {
  const SceneModel scene = swinging_chain();
  Motion run(scene.model, scene.state);
  const double start = run.energy();
  run.go(10.0, 0.01);
  EXPECT_NEAR(run.energy(), start, 1e-8 * std::abs(start));
}

TEST(RungeKutta, TheStateInsideAStepIsContinuous) {
  const SceneModel scene = swinging_chain();
  Motion run(scene.model, scene.state);
  constexpr double h = 0.3;
  ASSERT_TRUE(run.integrator->step(h));
  State before, after, state;
  ASSERT_TRUE(run.integrator->at(0.0, before));
  EXPECT_EQ(before.q, scene.state.q);
  EXPECT_EQ(before.v, scene.state.v);
  constexpr int count = 30'000;
  double largest = 0.0;
  for (int k = 1; k <= count; ++k) {
    ASSERT_TRUE(run.integrator->at(h * k / count, after));
    largest = std::max(largest, (after.q - before.q - (h / count) * before.v).norm());
    std::swap(before, after);
  }
  EXPECT_LT(largest, 1e-8);  // ½ (1e-5)² |a|, |a| ≲ 200: no jump
  ASSERT_TRUE(run.integrator->accept(h));
  EXPECT_EQ(run.node().q, before.q);
  EXPECT_EQ(run.node().v, before.v);

  // Part of a step, then the rest, is the whole.
  Motion parts(scene.model, scene.state);
  ASSERT_TRUE(parts.integrator->step(h) && parts.integrator->accept(0.123));
  ASSERT_TRUE(parts.integrator->step(h - 0.123) && parts.integrator->accept(h - 0.123));
  EXPECT_LT((parts.node().q - run.node().q).norm(), 1e-8);
  parts.integrator->set_time(7.0);
  EXPECT_EQ(parts.integrator->time(), 7.0);
}

TEST(RungeKutta, SlidingBlockSlowsDown) {
  const SceneModel scene = make_scene_model("block", {{"friction", 0.3}, {"points", 4.0}});
  State state = scene.state;
  state.q << 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0;
  state.v << 1.0, 0.0, 0.0, 0.0, 0.0, 0.0;
  Motion run(scene.model, state);
  run.workspace.set_configuration(state.q);
  state.q[2] = -run.workspace.gap(0);
  std::vector<HeldContact> contacts;
  for (int k = 0; k < 4; ++k) contacts.push_back({.contact = k});
  run.held.hold(contacts);
  run.integrator->restart(0.0, state);
  run.go(0.3, 0.01);
  const double a = 0.3 * earth_gravity;
  EXPECT_NEAR(run.node().v[0], 1.0 - a * 0.3, 1e-10);
  EXPECT_NEAR(run.node().q[0], 0.3 - 0.5 * a * 0.09, 1e-10);
  // A trial step beyond the end of slip goes on smoothly; slip is 0 where it should be.
  ASSERT_TRUE(run.integrator->step(0.2)) << run.integrator->trouble();
  State end;
  ASSERT_TRUE(run.integrator->at(1.0 / a - 0.3, end));
  EXPECT_NEAR(end.v[0], 0.0, 1e-9);
  VectorXd gaps;
  ASSERT_TRUE(run.integrator->gaps_at(0.05, gaps));
  ASSERT_EQ(gaps.size(), 4);
  EXPECT_LT(gaps.cwiseAbs().maxCoeff(), 1e-10);
}

TEST(RungeKutta, LoopStaysClosed) {
  const SceneModel scene = make_scene_model("pantograph");
  Motion run(scene.model, scene.state);
  const double start = run.energy();
  VectorXd residual(2);
  Eigen::MatrixXd rows(2, 4);
  for (int k = 0; k < 100; ++k) {
    ASSERT_TRUE(run.integrator->step(0.01)) << run.integrator->trouble();
    State inside;
    ASSERT_TRUE(run.integrator->at(0.006, inside));
    run.workspace.set_configuration(inside.q);
    run.workspace.bilateral_residual(residual);
    EXPECT_LT(residual.norm(), 1e-9);
    ASSERT_TRUE(run.integrator->accept(0.01)) << run.integrator->trouble();
    run.workspace.set_configuration(run.node().q);
    run.workspace.bilateral_residual(residual);
    run.workspace.bilateral_rows(rows);
    EXPECT_LT(residual.norm(), 1e-14);
    EXPECT_LT((rows * run.node().v).norm(), 1e-14);
  }
  EXPECT_NEAR(run.energy(), start, 1e-8 * start);
}

TEST(RungeKutta, MemoryGivesTheSameBits) {
  const SceneModel scene = swinging_chain();
  Motion run(scene.model, scene.state);
  run.go(0.5, 0.05);
  ASSERT_TRUE(run.integrator->step(0.05) && run.integrator->accept(0.02));
  Motion other(scene.model, scene.state);
  other.go(0.2, 0.1);
  other.integrator->restart(run.integrator->time(), run.node());
  ASSERT_TRUE(other.integrator->set_memory(run.integrator->memory()));
  for (Motion* both : {&run, &other}) both->go(0.5, 0.05);
  EXPECT_EQ(run.node().q, other.node().q);
  EXPECT_EQ(run.node().v, other.node().v);
  EXPECT_EQ(run.integrator->time(), other.integrator->time());
}

/// A mass of 1 kg on a slide without gravity.
Model slide() {
  ModelDescription description{.name = "slide", .gravity = Vector3d::Zero()};
  description.bodies = {{.name = "mass", .kind = JointKind::prismatic, .mass = 1.0}};
  return Model(description);
}

std::string trouble(double h, const std::function<double(double, double, double)>& force) {
  const Model model = slide();
  Controller controller{.name = "force"};
  controller.add_force = [&](double time, const VectorXd& q, const VectorXd& v,
                             Eigen::Ref<VectorXd> out) { out[0] += force(time, q[0], v[0]); };
  Motion run(model, {VectorXd::Zero(1), VectorXd::Zero(1)}, 1e-10, controller);
  EXPECT_FALSE(run.integrator->step(h));
  EXPECT_EQ(run.node().q[0], 0.0);
  return run.integrator->trouble();
}

TEST(RungeKutta, SaysWhyAStepFailed) {
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(trouble(1.0, [&](double t, double, double) { return t > 0.5 ? nothing : 1.0; }),
            "the controller's force is not finite at t = 0.8 s");
  EXPECT_THAT(trouble(10.0, [](double t, double, double) { return 1e9 * std::sin(1e5 * t); }),
              HasSubstr("more than 10000 inner steps at t = "));
  EXPECT_THAT(trouble(1.0, [](double t, double, double) { return t < 0.5 ? 0.0 : 1e30; }),
              HasSubstr("the step size underflows at t = 0.5 s (tolerance 1e-10, inner step "));
  EXPECT_THAT(trouble(1.0, [](double, double, double) { return 1.5e308; }),
              HasSubstr("not finite at t = "));
  Motion run(slide(), {VectorXd::Zero(1), VectorXd::Zero(1)});
  State state;
  EXPECT_FALSE(run.integrator->at(0.1, state));
  EXPECT_THAT(run.integrator->trouble(), HasSubstr("no step was made"));
  EXPECT_FALSE(run.integrator->accept(0.1));
}

}  // namespace
}  // namespace carom::simulation
