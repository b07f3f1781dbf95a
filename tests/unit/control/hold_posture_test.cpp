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
