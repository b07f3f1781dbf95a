// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Computed torque: the equations of motion hold with its torques and forces, errors die out as they
// should, and what S2 (4.21) leaves out at Atlas's knees.
#include "carom/computed_torque.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <cmath>
#include <limits>

#include "carom/error.h"
#include "carom/scene.h"
#include "support/faults.h"
#include "support/random_models.h"

namespace carom::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::ElementsAre;
using testing::HasSubstr;

SceneModel atlas_at_rest(const std::string& version, double knee) {
  SceneModel scene = make_scene_model("atlas", {{"version", version}, {"knee", knee}});
  scene.state.v.setZero();
  return scene;
}

double at_joint(const Model& model, const char* joint, const VectorXd& torque) {
  return torque[model.joints()[static_cast<std::size_t>(model.joint(joint))].v];
}

/// A state and a wanted motion beside it.
struct Sample {
  State state;
  JointMotion wanted;
};
Sample random_sample(const Model& model, std::uint64_t seed) {
  base::Random random(seed);
  Sample one;
  one.state.q = random_configuration(model, random);
  one.state.v = random_velocity(model, random);
  one.wanted.q = model.integrate(one.state.q, random_velocity(model, random, 0.2));
  one.wanted.v = random_velocity(model, random);
  one.wanted.a = random_velocity(model, random);
  return one;
}

/// A a + b + g of the model.
VectorXd needed(const Model& model, const State& state, const VectorXd& a) {
  ModelWorkspace at(model);
  at.set_configuration(state.q);
  VectorXd bias(a.size());
  at.bias(state.v, bias);
  return at.mass_matrix() * a + bias;
}

VectorXd from_forces(const Model& model, const State& state,
                     const std::vector<SupportPoint>& supports,
                     const std::vector<Vector3d>& forces) {
  ModelWorkspace at(model);
  at.set_configuration(state.q);
  Eigen::Matrix3Xd J(3, model.velocity_size());
  VectorXd sum = VectorXd::Zero(model.velocity_size());
  for (std::size_t k = 0; k < supports.size(); ++k) {
    at.point_jacobian(model.frame(supports[k].frame), supports[k].point, J);
    sum += J.transpose() * forces[k];
  }
  return sum;
}

// S2 (4.21) beside the torques of a robot that stands: docs/thesis_control.md has this table.
TEST(ComputedTorque, KneesOfAtlasCarryItsWeight) {
  struct KneeRow {
    const char* version;
    double knee, hanging, left, right;
  };
  for (const KneeRow& row :
       {KneeRow{"v1", 0.45, 2.914, -21.997, -22.085}, KneeRow{"v1", 0.8, 5.443, -44.374, -44.595},
        KneeRow{"v3", 0.45, 3.656, -62.000, -62.030},
        KneeRow{"v3", 0.8, 6.828, -100.949, -101.027}}) {
    const auto [model, state] = atlas_at_rest(row.version, row.knee);
    ComputedTorque torque(model);
    const ComputedTorqueResult& result =
        torque.compute(state, {.q = state.q, .v = {}, .a = {}}, support_points(model));
    EXPECT_NEAR(at_joint(model, "l_leg_kny", result.hanging), row.hanging, 5e-4);
    EXPECT_NEAR(at_joint(model, "r_leg_kny", result.hanging), row.hanging, 5e-4);
    EXPECT_NEAR(at_joint(model, "l_leg_kny", result.supported), row.left, 5e-4);
    EXPECT_NEAR(at_joint(model, "r_leg_kny", result.supported), row.right, 5e-4);
    EXPECT_TRUE(result.balanced);
    EXPECT_NEAR(result.dropped[2], 9.81 * model.total_mass(), 1e-9);
    Vector3d sum = Vector3d::Zero();
    for (const Vector3d& force : result.forces) sum += force;
    EXPECT_LT((sum - Vector3d(0, 0, 9.81 * model.total_mass())).norm(), 1e-9);
    EXPECT_EQ(result.acceleration.norm() + result.error.norm(), 0.0);
  }
}

TEST(ComputedTorque, WithItsTorquesAFixedRobotAcceleratesAsAsked) {
  for (const std::uint64_t seed : {1u, 4u, 6u, 8u}) {
    RandomModel random = random_model(seed);
    for (BodyDescription& body : random.description.bodies) {
      if (body.parent == "world") body.kind = JointKind::revolute;
    }
    const Model model(random.description);
    const auto [state, wanted] = random_sample(model, seed);
    ComputedTorque torque(model);
    const ComputedTorqueResult& result = torque.compute(state, wanted);
    const VectorXd e = model.difference(state.q, wanted.q);
    const VectorXd a = wanted.a + 20.0 * (wanted.v - state.v) + 100.0 * e;  // (4.20): 2√100
    EXPECT_LT((result.acceleration - a).norm(), 1e-9 * a.norm()) << seed;
    ModelWorkspace at(model);
    at.set_configuration(state.q);
    VectorXd bias(a.size());
    at.bias(state.v, bias);
    const VectorXd moved = at.mass_matrix().llt().solve(result.hanging - bias);
    EXPECT_LT((moved - a).norm(), 1e-8 * a.norm()) << seed;
    EXPECT_EQ(result.dropped.size(), 0);
    EXPECT_EQ(result.supported, result.hanging);
    EXPECT_TRUE(result.balanced);
  }
}

TEST(ComputedTorque, MotionAndForcesObeyTheEquationsOfMotion) {
  const auto [model, standing] = atlas_at_rest("v1", 0.45);
  const std::vector<SupportPoint> supports = support_points(model, "l_foot");
  ASSERT_EQ(supports.size(), 4U);
  for (const std::uint64_t seed : {3u, 5u}) {
    const auto [state, wanted] = random_sample(model, seed);
    ComputedTorque torque(model, {.proportional = VectorXd::Constant(1, 25.0),
                                  .derivative = VectorXd::Constant(1, 3.0)});
    const ComputedTorqueResult& result = torque.compute(state, wanted, supports);
    EXPECT_LT(
        (result.acceleration - wanted.a - 3.0 * result.error_rate - 25.0 * result.error).norm(),
        1e-9);
    const VectorXd all = needed(model, state, result.acceleration);
    const VectorXd forces = from_forces(model, state, supports, result.forces);
    EXPECT_LT((all - forces - result.supported).norm(), 1e-9 * all.norm()) << seed;
    EXPECT_EQ(result.supported.head(6).norm() + result.hanging.head(6).norm(), 0.0);
    EXPECT_LT((all.tail(28) - result.hanging.tail(28)).norm(), 1e-9 * all.norm());
    EXPECT_LT((all.head(6) - result.dropped).norm(), 1e-9 * all.norm());
  }
}

TEST(ComputedTorque, ForcesAreTheShortest) {
  const auto [model, state] = atlas_at_rest("v3", 0.8);
  const std::vector<SupportPoint> supports = support_points(model);
  JointMotion wanted{.q = state.q, .v = {}, .a = VectorXd::Constant(34, 0.3)};
  ComputedTorque torque(model);
  const ComputedTorqueResult& result = torque.compute(state, wanted, supports);
  ModelWorkspace at(model);
  at.set_configuration(state.q);
  Eigen::Matrix3Xd J(3, 34);
  Eigen::MatrixXd B(6, 24);
  VectorXd forces(24);
  for (int k = 0; k < 8; ++k) {
    const SupportPoint& support = supports[static_cast<std::size_t>(k)];
    at.point_jacobian(model.frame(support.frame), support.point, J);
    B.middleCols(3 * k, 3) = J.leftCols(6).transpose();
    forces.segment<3>(3 * k) = result.forces[static_cast<std::size_t>(k)];
  }
  const VectorXd shortest = B.completeOrthogonalDecomposition().solve(result.dropped);
  EXPECT_LT((forces - shortest).norm(), 1e-9 * shortest.norm());
}

// With the centre of pressure near a heel, the shortest forces would pull at the other foot's toes.
TEST(ComputedTorque, ForcesThatOnlyPushStayInTheirCones) {
  const auto [model, state] = atlas_at_rest("v1", 0.45);
  const std::vector<SupportPoint> supports = support_points(model);
  JointMotion wanted{.q = state.q, .v = {}, .a = VectorXd::Zero(34)};
  wanted.a.head<2>() << 0.7, 0.5;  // of the pelvis, forwards and to the left
  const auto lowest = [](const ComputedTorqueResult& result) {
    double low = std::numeric_limits<double>::infinity();
    for (const Vector3d& force : result.forces) low = std::min(low, force.z());
    return low;
  };
  ComputedTorque any(model), push(model, {.pushing = true});
  EXPECT_LT(lowest(any.compute(state, wanted, supports)), -1.0);
  const ComputedTorqueResult& result = push.compute(state, wanted, supports);
  EXPECT_TRUE(result.balanced) << result.unbalanced.norm();
  for (const Vector3d& force : result.forces) {
    EXPECT_GE(force.z(), 0.0);
    EXPECT_LE(force.head<2>().norm(), 0.8 * force.z() + 1e-12);
  }
  const VectorXd all = needed(model, state, result.acceleration);
  const VectorXd forces = from_forces(model, state, supports, result.forces);
  EXPECT_LT((all - forces - result.supported).norm(), 1e-9 * all.norm());
}

// Both agree where nothing would pull, and on one foot a robot that leans over neither cannot
// stand.
TEST(ComputedTorque, OneFootBesideTheWeightDoesNotBalance) {
  const auto [model, state] = atlas_at_rest("v1", 0.45);
  const JointMotion still{.q = state.q, .v = {}, .a = {}};
  ComputedTorque any(model), push(model, {.pushing = true});
  const VectorXd both = any.compute(state, still, support_points(model)).supported;
  EXPECT_LT((push.compute(state, still, support_points(model)).supported - both).norm(), 1e-6);
  EXPECT_TRUE(any.compute(state, still, support_points(model, "l_")).balanced);  // half of it pulls
  const ComputedTorqueResult& one = push.compute(state, still, support_points(model, "l_"));
  EXPECT_FALSE(one.balanced);
  EXPECT_GT(one.unbalanced.norm(), 10.0);
}

TEST(ComputedTorque, ErrorsAreMeasuredOnTheManifold) {
  const auto [model, state] = atlas_at_rest("v1", 0.45);
  base::Random random(2);
  const VectorXd dv = random_velocity(model, random, 0.5);
  ComputedTorque torque(model);
  const auto& result = torque.compute(state, {.q = model.integrate(state.q, dv), .v = {}, .a = {}});
  EXPECT_LT((result.error - dv).norm(), 1e-12);
}

TEST(ComputedTorque, SpringsAndPassiveJointsCount) {
  ModelDescription description;
  for (const std::string name : {"cart", "pole"}) {
    BodyDescription body;
    body.name = name;
    body.joint = name + "_joint";
    body.kind = name == "cart" ? JointKind::prismatic : JointKind::revolute;
    body.axis = name == "cart" ? Vector3d::UnitX() : Vector3d::UnitY();
    if (name == "pole") body.parent = "cart";
    body.mass = 2.0;
    if (name == "pole") body.center.x() = 0.5;
    body.inertia = Eigen::Matrix3d::Identity();
    description.bodies.push_back(body);
  }
  description.parts.joint_springs = {{"pole_joint", 30.0, 0.1, 2.0}};
  const Model model(description);
  const State state{Eigen::Vector2d(0.0, 0.3), Eigen::Vector2d(0.0, 0.5)};
  const JointMotion still{.q = state.q, .v = state.v, .a = {}};
  ComputedTorque torque(model);
  const double gravity = -2.0 * 9.81 * 0.5 * std::cos(0.3);  // turning down is positive about y
  EXPECT_NEAR(torque.compute(state, still).hanging[1], gravity + 30.0 * 0.2 + 2.0 * 0.5, 1e-9);
  ComputedTorque bare(model, {.passive = {"pole_joint"}});
  const auto& result = bare.compute(state, still);
  EXPECT_EQ(result.hanging[1], 0.0);
  EXPECT_NEAR(result.dropped[0], gravity + 7.0, 1e-9);
  EXPECT_FALSE(result.balanced);
}

// Followed by an integrator, the error of each joint is that of a critically damped oscillator.
TEST(ComputedTorque, AsAControllerItsErrorsDieOutCritically) {
  const Model model = make_scene_model("double_pendulum").model;
  const auto wanted = [](double t) {
    const Eigen::Vector2d up(0.4, -0.3);
    return JointMotion{up * std::sin(2 * t), 2 * up * std::cos(2 * t), -4 * up * std::sin(2 * t)};
  };
  const Controller controller = make_computed_torque(model, {.wanted = wanted});
  EXPECT_EQ(controller.name, "computed_torque");
  ModelWorkspace at(model);
  const auto slope = [&](double t, const VectorXd& x) {
    VectorXd force = VectorXd::Zero(2), bias(2), rate(4);
    const VectorXd q = x.head(2), v = x.tail(2);
    controller.add_force(t, q, v, force);
    at.set_configuration(q);
    at.bias(v, bias);
    rate << v, at.mass_matrix().llt().solve(force - bias);
    return rate;
  };
  const Eigen::Vector2d e0(0.3, -0.2);
  VectorXd x(4);
  x << wanted(0.0).q - e0, wanted(0.0).v;
  constexpr double h = 0.002;
  double t = 0.0;
  for (int k = 0; k < 150; ++k, t += h) {
    const VectorXd a = slope(t, x), b = slope(t + h / 2, x + h / 2 * a);
    const VectorXd c = slope(t + h / 2, x + h / 2 * b), d = slope(t + h, x + h * c);
    x += h / 6 * (a + 2 * b + 2 * c + d);
  }
  const VectorXd left = wanted(t).q - x.head(2);
  EXPECT_LT((left - e0 * (1 + 10 * t) * std::exp(-10 * t)).norm(), 1e-7);
}

TEST(ComputedTorque, AControllerAddsAndClips) {
  const auto [model, state] = atlas_at_rest("v3", 0.8);
  const JointMotion still{.q = state.q, .v = {}, .a = {}};
  const std::vector<SupportPoint> supports = support_points(model);
  ComputedTorque torque(model);
  const VectorXd expected = torque.compute(state, still, supports).supported;
  const TrackedMotion motion{[=](double) { return still; }, [=](double) { return supports; }};
  const Controller controller = make_computed_torque(model, motion);
  VectorXd force = VectorXd::Constant(34, 1.0);
  controller.add_force(0.0, state.q, state.v, force);
  EXPECT_LT((force - expected - VectorXd::Constant(34, 1.0)).norm(), 1e-9);
  VectorXd again = VectorXd::Constant(34, 1.0);
  controller.add_force(0.0, state.q, state.v, again);
  EXPECT_EQ(force, again);

  State bent = state;  // 10 rad/s² per 0.1 rad, times much inertia
  bent.q[7 + 1] += 0.4;
  VectorXd clipped = VectorXd::Zero(34), whole = clipped;
  controller.add_force(0.0, bent.q, bent.v, clipped);
  make_computed_torque(model, motion, {}, false).add_force(0.0, bent.q, bent.v, whole);
  EXPECT_GT(whole.cwiseAbs().maxCoeff(), 300.0);
  for (int v = 6; v < 34; ++v) EXPECT_LE(std::abs(clipped[v]), model.effort_limit()[v]);
  const Controller hanging = make_computed_torque(model, {.wanted = motion.wanted});
  VectorXd light = VectorXd::Zero(34);
  hanging.add_force(0.0, state.q, state.v, light);
  EXPECT_NEAR(at_joint(model, "l_leg_kny", light), 6.828, 5e-4);
  VectorXd lost = VectorXd::Zero(34);
  controller.add_force(0.0, VectorXd::Constant(35, std::nan("")), state.v, lost);
  EXPECT_TRUE(lost.hasNaN());
}

TEST(ComputedTorque, RefusesWhatItCannotUse) {
  const auto [model, state] = atlas_at_rest("v1", 0.45);
  const Model& robot = model;
  EXPECT_THAT(faults_of([&] {
                ComputedTorque bad(robot, {.proportional = VectorXd::Constant(3, 1.0),
                                           .derivative = VectorXd::Constant(1, -1.0),
                                           .passive = {"l_leg_knee"}});
              }),
              ElementsAre(HasSubstr("proportional has 3 entries; expected 1, or 34"),
                          HasSubstr("derivative = -1"), HasSubstr("passive: ")));
  ComputedTorque torque(model);
  State lost = state;
  lost.v[3] = std::nan("");
  const JointMotion wanted{.q = VectorXd::Zero(3), .v = {}, .a = VectorXd::Constant(34, INFINITY)};
  const SupportPoint point{.frame = "l_fot", .normal = Vector3d::Zero(), .friction = -1.0};
  const auto list = faults_of([&] { torque.compute(lost, wanted, std::vector{point}); });
  EXPECT_THAT(list, testing::Contains(HasSubstr("state: ")));
  EXPECT_THAT(list, testing::Contains(HasSubstr("wanted motion: ")));
  EXPECT_THAT(list, testing::Contains(HasSubstr("not all finite")));
  EXPECT_THAT(list, testing::Contains(HasSubstr("normal has no direction")));
  EXPECT_THAT(list, testing::Contains(HasSubstr("friction = -1")));
  EXPECT_THAT(list, testing::Contains(HasSubstr("l_fot")));
  EXPECT_THROW((void)support_points(model, "hand"), InvalidInput);
  EXPECT_THROW((void)make_computed_torque(model, {}), InvalidInput);
  EXPECT_THROW((void)make_computed_torque(model, {.wanted = [=](double) { return wanted; }}),
               InvalidInput);
}

}  // namespace
}  // namespace carom::test
