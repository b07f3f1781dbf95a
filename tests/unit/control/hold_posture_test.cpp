// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Control that holds a posture: its force, its gains, its limits, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "carom/control.h"
#include "carom/scene.h"
#include "support/faults.h"
#include "support/random_models.h"

namespace carom::test {
namespace {

using Eigen::VectorXd;
using testing::ElementsAre;
using testing::HasSubstr;

VectorXd force_of(const Controller& controller, const VectorXd& q, const VectorXd& v) {
  VectorXd force = VectorXd::Zero(v.size());
  controller.add_force(0.0, q, v, force);
  return force;
}

VectorXd workspace_diagonal(const Model& model) {
  ModelWorkspace workspace(model);
  workspace.set_configuration(model.neutral());
  return workspace.mass_matrix().diagonal();
}

/// A free body with a wheel that turns, a ball joint and a slider on it.
Model insect() {
  const auto body = [](const char* name, const char* parent, JointKind kind) {
    BodyDescription part;
    part.name = name;
    part.parent = parent;
    part.joint = std::string(name) + "_joint";
    part.kind = kind;
    part.mass = 2.0;
    part.inertia = Eigen::Vector3d(0.1, 0.2, 0.3).asDiagonal();
    return part;
  };
  ModelDescription description;
  description.name = "insect";
  description.bodies = {
      body("thorax", "world", JointKind::free), body("leg", "thorax", JointKind::revolute),
      body("eye", "thorax", JointKind::spherical), body("antenna", "thorax", JointKind::prismatic)};
  description.bodies[1].effort_limit = 5.0;
  description.bodies[3].effort_limit = 0.0;  // files write this where they know none
  return Model(description);
}

/// Motors where there are any; else all but a base that shows; sliders could be base or joints.
TEST(MotorJoints, ThoseWithActuatorsElseAllButTheBase) {
  const Model model = insect();
  EXPECT_THAT(motor_joints(model, model.neutral()), testing::Optional(testing::IsEmpty()));
  ModelParts parts = model.parts();
  parts.actuators = {{.name = "m", .joint = "leg_joint"}};
  EXPECT_THAT(motor_joints(model.with(parts), model.neutral()),
              testing::Optional(ElementsAre("leg_joint")));
  const SceneModel vee = make_scene_start("vee");
  EXPECT_FALSE(motor_joints(vee.model, vee.state.q));
}

TEST(HoldPosture, PullsBackWithTheGainsOfItsFrequency) {
  const Model model = insect();
  const VectorXd posture = model.neutral();
  const Controller hold = hold_posture(model, posture, {.frequency = 10.0, .damping_ratio = 0.5});
  EXPECT_EQ(hold.name, "hold_posture");
  VectorXd dv = VectorXd::Zero(model.velocity_size()), v = dv;
  dv[6] = 0.02;
  v[6] = 0.1;
  const VectorXd force = force_of(hold, model.integrate(posture, dv), v);
  const double inertia = 0.3;  // of the leg about z
  EXPECT_NEAR(force[6], -inertia * 100.0 * 0.02 - 2.0 * 0.5 * 10.0 * inertia * 0.1, 1e-12);
  EXPECT_EQ(force.head(6).norm(), 0.0);
  EXPECT_NEAR(hold.stiffness[6], inertia * 100.0, 1e-12);
  EXPECT_NEAR(hold.damping[6], 10.0 * inertia, 1e-12);
  EXPECT_EQ(hold.stiffness.head(6).norm() + hold.damping.head(6).norm(), 0.0);
}

TEST(HoldPosture, ItsHintsAreItsDerivatives) {
  const Model model = insect();
  const VectorXd posture = model.neutral();
  const Controller hold = hold_posture(model, posture, {.effort_limits = false});
  const VectorXd rest = VectorXd::Zero(model.velocity_size());
  constexpr double step = 1e-6;
  for (int k = 0; k < model.velocity_size(); ++k) {
    VectorXd change = rest;
    change[k] = step;
    const VectorXd by_q = force_of(hold, model.integrate(posture, change), rest);
    const VectorXd by_v = force_of(hold, posture, change);
    EXPECT_NEAR(-by_q[k] / step, hold.stiffness[k], 1e-5 * (1.0 + hold.stiffness[k]));
    EXPECT_NEAR(-by_v[k] / step, hold.damping[k], 1e-5 * (1.0 + hold.damping[k]));
  }
}

TEST(HoldPosture, AtThePostureThereIsNoForce) {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    const Model model(random_model(seed).description);
    const VectorXd v = VectorXd::Zero(model.velocity_size());
    const VectorXd posture = model.integrate(model.neutral(), VectorXd::Constant(v.size(), 0.3));
    EXPECT_LT(force_of(hold_posture(model, posture), posture, v).norm(), 1e-9) << seed;
  }
}

TEST(HoldPosture, ABallJointIsHeldAboutEveryAxis) {
  const Model model = insect();
  const VectorXd posture = model.neutral();
  const Controller hold = hold_posture(model, posture, {.stiffness = 7.0, .damping = 0.0});
  VectorXd dv = VectorXd::Zero(model.velocity_size());
  dv.segment<3>(7) << 0.3, -0.2, 0.6;
  const VectorXd force = force_of(hold, model.integrate(posture, dv), 0.0 * dv);
  EXPECT_LT((force + 7.0 * dv).norm(), 1e-12);
}

TEST(HoldPosture, OneGainGivenTheOtherFollows) {
  const Model model = insect();
  const Controller stiff =
      hold_posture(model, model.neutral(), {.damping_ratio = 2.0, .stiffness = 30.0});
  EXPECT_NEAR(stiff.stiffness[6], 30.0, 0.0);
  EXPECT_NEAR(stiff.damping[6], 4.0 * std::sqrt(30.0 * 0.3), 1e-12);
  const Controller damped = hold_posture(model, model.neutral(), {.damping = 9.0});
  EXPECT_NEAR(damped.stiffness[6], 3600.0 * 0.3, 1e-9);
  EXPECT_EQ(damped.damping[6], 9.0);
}

TEST(HoldPosture, ClipsAtTheMotor) {
  const Model model = insect();
  VectorXd dv = VectorXd::Constant(model.velocity_size(), 1.0);
  const VectorXd q = model.integrate(model.neutral(), dv), v = 0.0 * dv;
  const auto held = [&](bool limits) {
    return force_of(hold_posture(model, model.neutral(),
                                 {.stiffness = 100.0, .damping = 0.0, .effort_limits = limits}),
                    q, v);
  };
  EXPECT_EQ(held(true)[6], -5.0);
  EXPECT_NEAR(held(false)[6], -100.0, 1e-10);
  EXPECT_NEAR(held(true)[10], -100.0, 1e-10);  // 0 in a file is no limit
}

TEST(HoldPosture, ClipsAtTheActuatorTimesItsGear) {
  const SceneModel trex = make_scene_model("trex");
  ModelParts parts = trex.model.parts();
  parts.actuators[0].gear = -3.0;
  parts.actuators[0].effort_limit = 2.0;
  const Model model = trex.model.with(parts);
  const Controller hold =
      hold_posture(model, trex.state.q, {.stiffness = 1e5, .damping = 1e4, .joints = {"pS", "pW"}});
  VectorXd q = trex.state.q;
  q[3] += 0.1;
  q[5] += 0.1;
  const VectorXd force = force_of(hold, q, VectorXd::Zero(8));
  EXPECT_EQ(force[3], -6.0);
  EXPECT_NEAR(force[5], -1e4, 1e-9);
  EXPECT_EQ(force[0] + force[1] + force[2] + force[4] + force[6] + force[7], 0.0);
}

TEST(HoldPosture, WhatIsNotFiniteIsSeen) {
  const Model model = insect();
  const Controller hold = hold_posture(model, model.neutral());
  VectorXd v = VectorXd::Zero(model.velocity_size());
  v[6] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(force_of(hold, model.neutral(), v)[6]));
}

TEST(HoldPosture, RefusesAllFaultsAtOnce) {
  const Model model = insect();
  EXPECT_THAT(
      faults_of([&] {
        (void)hold_posture(model, model.neutral(),
                           {.frequency = 0.0,
                            .damping_ratio = -1.0,
                            .stiffness = -2.0,
                            .damping = std::nan(""),
                            .joints = {"leg_jiont", "thorax_joint"}});
      }),
      ElementsAre("hold_posture: frequency = 0 rad/s; expected frequency > 0 and finite",
                  "hold_posture: damping_ratio = -1; expected damping_ratio >= 0 and finite",
                  "hold_posture: stiffness = -2 N m/rad; expected stiffness >= 0 and finite",
                  "hold_posture: damping = nan N m s/rad; expected damping >= 0 and finite",
                  HasSubstr("did you mean 'leg_joint'?"),
                  "hold_posture: joint 'thorax_joint' is the base; expected joints that a motor "
                  "can hold"));
  EXPECT_THAT(faults_of([&] { (void)hold_posture(model, VectorXd::Zero(3)); }),
              ElementsAre(HasSubstr("hold_posture: ")));
}

TEST(HoldPosture, RefusesWhatCannotBeHeld) {
  const SceneModel flying = make_scene_model("free_body");
  EXPECT_THAT(faults_of([&] { (void)hold_posture(flying.model, flying.state.q); }),
              ElementsAre("hold_posture: free_body has no joint to hold beside its base; expected "
                          "a model with joints whose positions are coordinates"));
  const SceneModel pendulum = make_scene_model("double_pendulum");
  EXPECT_THAT(faults_of([&] {
                (void)hold_posture(pendulum.model, pendulum.state.q, {.joints = {"lower"}});
              }),
              ElementsAre("hold_posture: joint 'lower' is mixed with other joints by the "
                          "coordinate map; expected a joint whose position is a coordinate"));
}

// ------------------------------------------------------------------------------ robots that stand

ContactCandidate point_of(const std::string& body) {
  ContactCandidate contact;
  contact.name = body;
  contact.sphere.body = body;
  return contact;
}

/// A trunk of 8 kg (0.5 kg m² about y) 0.6 m above the ankles of `legs` massless legs, feet of
/// 0.2 kg (0.001 kg m²) at the ankles:
///     [8 kg]
///       |  0.6 m
///       o  hinge about y, foot on the ground
Model stilts(int legs) {
  ModelDescription description;
  description.name = "stilts";
  BodyDescription trunk;
  trunk.name = "trunk";
  trunk.kind = JointKind::free;
  trunk.mass = 8.0;
  trunk.inertia = Eigen::Vector3d(0.4, 0.5, 0.6).asDiagonal();
  description.bodies = {trunk};
  for (int k = 0; k < legs; ++k) {
    BodyDescription foot;
    foot.name = "foot" + std::to_string(k);
    foot.joint = "ankle" + std::to_string(k);
    foot.parent = "trunk";
    foot.kind = JointKind::revolute;
    foot.axis = Eigen::Vector3d::UnitY();
    foot.placement.translation() << 0.0, 0.1 * k, -0.6;
    foot.mass = 0.2;
    foot.inertia = Eigen::Vector3d(0.001, 0.001, 0.001).asDiagonal();
    foot.armature = 0.03;
    foot.effort_limit = k == 0 ? 5.0 : std::numeric_limits<double>::infinity();
    description.bodies.push_back(foot);
    description.parts.contacts.push_back(point_of(foot.name));
  }
  return Model(description);
}

/// A trunk of 10 kg on a leg that slides, sole at its end, `length` below the joint; on the trunk
/// an arm of 0.5 kg, 0.4 m long, and a finger of 0.1 kg, 1 cm long, both level.
Model pogo(double length) {
  const auto body = [](const char* name, JointKind kind, double mass) {
    BodyDescription part;
    part.name = name;
    part.joint = std::string(name) + "_joint";
    part.kind = kind;
    part.mass = mass;
    part.parent = kind == JointKind::free ? "world" : "trunk";
    part.axis = kind == JointKind::prismatic ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY();
    return part;
  };
  ModelDescription description;
  description.name = "pogo";
  description.bodies = {
      body("trunk", JointKind::free, 10.0), body("leg", JointKind::prismatic, 0.2),
      body("arm", JointKind::revolute, 0.5), body("finger", JointKind::revolute, 0.1)};
  description.bodies[0].inertia = Eigen::Vector3d(0.4, 0.5, 0.6).asDiagonal();
  description.bodies[1].effort_limit = 50.0;
  description.bodies[2].center << 0.4, 0.0, 0.0;
  description.bodies[2].effort_limit = 1.5;
  description.bodies[3].center << 0.01, 0.0, 0.0;
  description.parts.contacts = {point_of("leg")};
  description.parts.contacts[0].sphere.center << 0.0, 0.0, -length;
  return Model(description);
}

constexpr HoldOptions::Inertia on_feet = HoldOptions::Inertia::stance;

/// By hand: m L² + I of the trunk and the other foot, over the number of feet, and the rotor.
TEST(HoldPosture, OnItsFeetAJointMovesAllTheRest) {
  for (const int legs : {1, 2}) {
    const Model model = stilts(legs);
    const Controller hold =
        hold_posture(model, model.neutral(), {.inertia = on_feet, .frequency = 20.0});
    const double rest = (8.0 * 0.36 + 0.5 + (legs - 1) * 0.001) / legs;
    EXPECT_NEAR(hold.stiffness[6], (rest + 0.03) * 400.0, 1e-9) << legs;
    EXPECT_NEAR(hold.damping[6], 2.0 * (rest + 0.03) * 20.0, 1e-9) << legs;
    const Controller own = hold_posture(model, model.neutral(), {.frequency = 20.0});
    EXPECT_NEAR(own.stiffness[6], 0.031 * 400.0, 1e-12);
  }
}

TEST(HoldPosture, WithoutFeetItIsItsOwnInertia) {
  const Model model = insect();
  const Controller hold =
      hold_posture(model, model.neutral(), {.inertia = on_feet, .frequency = 60.0});
  const Controller own = hold_posture(model, model.neutral());
  EXPECT_EQ(hold.stiffness.head(10), own.stiffness.head(10));
  EXPECT_EQ(own.stiffness[6], workspace_diagonal(model)[6] * 60.0 * 60.0);
}

TEST(HoldPosture, SaysWhereItClips) {
  const Model model = stilts(2);
  const double none = std::numeric_limits<double>::infinity();
  const Controller hold = hold_posture(model, model.neutral());
  ASSERT_EQ(hold.limit.size(), 8);
  EXPECT_EQ(hold.limit[6], 5.0);
  EXPECT_EQ(hold.limit[7], none);
  EXPECT_EQ(hold.limit[0], none);
  EXPECT_EQ(hold_posture(model, model.neutral(), {.effort_limits = false}).limit.size(), 0);
}

/// m g on a spring of m ω²: it sinks by g/ω², 2.2 % of 0.5 m at 30 rad/s; on 0.3 m that is 3.6 %,
/// and 40 rad/s are taken.
TEST(HoldPosture, TheSoftestGainsThatCarry) {
  for (const auto& [length, frequency] : {std::pair{0.5, 30.0}, {0.3, 40.0}}) {
    const Model model = pogo(length);
    const Controller hold = hold_posture(model, model.neutral(), {.inertia = on_feet});
    EXPECT_NEAR(hold.stiffness[6], 10.6 * frequency * frequency, 1e-8);
    EXPECT_NEAR(hold.damping[6], 2.0 * 10.6 * frequency, 1e-9);
    const HoldLoad load = hold_load(model, model.neutral(), hold);
    EXPECT_NEAR(load.sag, 9.81 / (frequency * frequency), 1e-5);  // and a little by its arms
    EXPECT_NEAR(load.leg_length, length, 1e-12);
  }
}

TEST(HoldLoad, WhatMotorsCarry) {
  const Model model = pogo(0.5);
  const Controller hold = hold_posture(model, model.neutral(), {.inertia = on_feet});
  const HoldLoad load = hold_load(model, model.neutral(), hold);
  EXPECT_THAT(load.joints, ElementsAre("leg_joint", "arm_joint", "finger_joint"));
  EXPECT_NEAR(load.torque[0], -10.6 * 9.81, 1e-9);       // it tips; that is taken as kept
  EXPECT_NEAR(load.torque[1], -0.5 * 0.4 * 9.81, 0.02);  // a little less, since it tips
  EXPECT_EQ(load.limit[1], 1.5);
  EXPECT_THAT(load.too_weak, ElementsAre("leg_joint: needs 104 N, its motor has 50 N",
                                         "arm_joint: needs 1.96 N m, its motor has 1.5 N m"));
  EXPECT_NEAR(hold.stiffness[8], 0.1 * 0.01 * 9.81 / 0.05, 1e-9);  // the finger hangs by 0.05 rad
  const Controller endless =
      hold_posture(model, model.neutral(), {.inertia = on_feet, .effort_limits = false});
  EXPECT_THAT(hold_load(model, model.neutral(), endless).too_weak, testing::IsEmpty());
}

/// A stick at the trunk, half a metre behind the leg: the weight is before the leg, so that the
/// stick would pull, and the leg would carry 4 N more.
TEST(HoldLoad, PointsDoNotPull) {
  Model model = pogo(0.5);
  const Controller hold = hold_posture(model, model.neutral());
  const HoldLoad one = hold_load(model, model.neutral(), hold);
  ModelParts parts = model.parts();
  parts.contacts.push_back(point_of("trunk"));
  parts.contacts.back().sphere.center << -0.5, 0.0, -0.5;
  EXPECT_NEAR(hold_load(model.with(parts), model.neutral(), hold).torque[0], one.torque[0], 1e-9);
  parts.contacts.back().sphere.center << 0.5, 0.0, -0.5;  // before it, where it pushes
  EXPECT_GT(hold_load(model.with(parts), model.neutral(), hold).torque[0], one.torque[0] + 1.0);
}

TEST(HoldLoad, RefusesAControllerWithoutStiffness) {
  const Model model = pogo(0.5);
  EXPECT_THAT(faults_of([&] { (void)hold_load(model, model.neutral(), {.name = "wind"}); }),
              ElementsAre("hold_load: controller 'wind' has 0 stiffnesses; expected 9, one per "
                          "velocity of pogo"));
}

TEST(Sum, AddsForcesAndHints) {
  const Model model = insect();
  const VectorXd q = model.integrate(model.neutral(), VectorXd::Constant(11, 0.1));
  const VectorXd v = VectorXd::Constant(11, 0.2);
  const Controller hold = hold_posture(model, model.neutral());
  Controller wind;
  wind.name = "wind";
  wind.add_force = [](double time, const VectorXd&, const VectorXd&, Eigen::Ref<VectorXd> force) {
    force[0] += 3.0 + time;
  };
  const Controller both = sum(hold, wind);
  EXPECT_EQ(both.name, "hold_posture + wind");
  VectorXd expected = force_of(hold, q, v);
  expected[0] += 3.0;
  EXPECT_EQ(force_of(both, q, v), expected);
  EXPECT_EQ(both.stiffness, hold.stiffness);
  EXPECT_EQ(sum(hold, hold).damping, 2.0 * hold.damping);
  EXPECT_EQ(sum(Controller{}, wind).name, "wind");
  EXPECT_EQ(sum(wind, {}).name, "wind");
  EXPECT_FALSE(sum({}, {}));
}

}  // namespace
}  // namespace carom::test
