// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Robots just before they land: the ground under the lowest contact, the fall, and how runs are
// raised.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "carom/landing.h"
#include "carom/robot.h"
#include "carom/scene.h"
#include "carom/stance.h"
#include "support/faults.h"
#include "support/robot_text.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Words = std::vector<std::string>;

std::vector<double> gaps(const Stance& stance) {
  ModelWorkspace workspace(stance.model);
  workspace.set_configuration(stance.state.q);
  std::vector<double> result;
  for (int k = 0; k < static_cast<int>(stance.model.contacts().size()); ++k) {
    result.push_back(workspace.gap(k));
  }
  return result;
}

/// World velocity of the first contact point.
Eigen::Vector3d velocity_of(const Stance& stance, const std::string& frame) {
  ModelWorkspace workspace(stance.model);
  workspace.set_configuration(stance.state.q);
  Eigen::Matrix3Xd rows = Eigen::Matrix3Xd::Zero(3, stance.model.velocity_size());
  workspace.point_jacobian(stance.model.frame(frame), Eigen::Vector3d::Zero(), rows);
  return rows * stance.state.v;
}

const Words both_feet = {"left_foot", "right_foot"};

TEST(Stance, TheLowestContactTouchesAndFallsAtOneMetrePerSecond) {
  const Stance stance = stand(load_text(leg_urdf()), {.contacts = {"foot"}});
  EXPECT_THAT(stance.options.closed, ElementsAre("foot"));
  EXPECT_EQ(stance.options.name, "leg, neutral");
  EXPECT_THAT(stance.options.locked, IsEmpty());
  EXPECT_NEAR(gaps(stance).front(), 0.0, 1e-12);
  EXPECT_TRUE(velocity_of(stance, "foot").isApprox(Eigen::Vector3d(0, 0, -1), 1e-12));
  EXPECT_EQ(stance.state.v.tail(2), Eigen::VectorXd::Zero(2));
}

/// A base that lies on its side falls down all the same.
TEST(Stance, AFallIsStraightDownWhateverTheBase) {
  const std::string turned = "[0, 0, 3, 0.5, 0.5, 0.5, 0.5, 0.2, 0]";
  const Stance stance =
      stand(load_text(leg_urdf()), {.contacts = {"foot"}, .posture = turned, .drop = 0.2});
  EXPECT_EQ(stance.options.name, "leg");
  EXPECT_NEAR(gaps(stance).front(), 0.0, 1e-12);
  const Eigen::Vector3d fall(0, 0, -std::sqrt(2 * 9.81 * 0.2));
  EXPECT_TRUE(velocity_of(stance, "foot").isApprox(fall, 1e-12));
}

TEST(Stance, AVelocityOfOnesOwnOrNone) {
  const Model robot = load_text(leg_urdf());
  const Eigen::VectorXd v = Eigen::VectorXd::LinSpaced(8, 1, 8);
  EXPECT_EQ(stand(robot, {.contacts = {"foot"}, .velocity = v}).state.v, v);
  const Stance still = stand(robot, {.contacts = {"foot"}, .at_rest = true});
  EXPECT_EQ(still.state.v, Eigen::VectorXd::Zero(8));
}

TEST(Stance, UnderAFixedBaseTheGroundMoves) {
  const Model robot = load_text(leg_urdf(), {.base = RobotOptions::Base::fixed});
  const Eigen::VectorXd v = Eigen::Vector2d(0.1, -1);
  const Stance stance = stand(robot, {.contacts = {"foot"}, .velocity = v});
  EXPECT_EQ(stance.state.q, robot.neutral());
  EXPECT_NEAR(gaps(stance).front(), 0.0, 1e-12);
  EXPECT_LT(std::get<ContactPlane>(stance.model.contacts().front().against).point.z(), -0.3);
}

TEST(Stance, ContactsNearTheGroundCountOthersAreRefusedOrClosed) {
  EXPECT_THAT(gaps(stand(load_text(pair_mjcf("0.004")), {.contacts = both_feet})),
              ElementsAre(testing::DoubleNear(0.004, 1e-12), testing::DoubleNear(0.0, 1e-12)));
  const Model uneven = load_text(pair_mjcf("0.03"));
  EXPECT_EQ(stand(uneven, {.contacts = both_feet, .touch = 0.04}).options.closed, both_feet);
  EXPECT_EQ(stand(uneven, {.contacts = both_feet, .at_rest = true}).options.closed, both_feet);
  const Stance stance = stand(uneven, {.contacts = both_feet, .stand = true});
  EXPECT_THAT(gaps(stance), testing::Each(testing::DoubleNear(0.0, 1e-9)));
  EXPECT_TRUE(velocity_of(stance, "base").isApprox(Eigen::Vector3d(0, 0, -1), 1e-12));
}

TEST(Stance, FeetAreFoundForARunAndSaid) {
  Words heard;
  const Stance stance =
      stand(load_text(pair_mjcf()),
            {.at_rest = true, .warn = [&](const auto& w) { heard.push_back(w); }});
  EXPECT_EQ(stance.options.closed, both_feet);
  EXPECT_THAT(stance.warnings,
              ElementsAre("pair has no collision shapes: feet by name left_foot, right_foot; "
                          "other bodies are watched by their centres of mass"));
  EXPECT_EQ(heard, stance.warnings);
}

/// A head that is a point on the axis of its neck.
std::string pointed_mjcf() {
  return R"(<mujoco><worldbody><body name="trunk" pos="0 0 1"><freejoint/>
    <geom type="box" size="0.1 0.1 0.1" mass="3"/>
    <body name="head" pos="0 0 0.2"><joint name="neck" axis="0 0 1"/>
      <inertial pos="0 0 0.1" mass="1" diaginertia="1e-20 1e-20 1e-20"/></body>
    <body name="leg" pos="0 0 -0.2"><joint name="hip" axis="0 1 0"/>
      <geom name="foot" type="box" size="0.1 0.1 0.02" mass="1"/></body></body></worldbody></mujoco>)";
}

TEST(Stance, JointsOfNoInertiaGetARotorInARun) {
  const Model robot = load_text(pointed_mjcf());
  const Stance run = stand(robot, {.contacts = {"leg"}, .at_rest = true});
  const auto neck = static_cast<std::size_t>(robot.joint("neck"));
  const auto hip = static_cast<std::size_t>(robot.joint("hip"));
  // A hundredth of the robot's own, of a small one.
  const double rotor = run.model.parts().armature[robot.joints()[neck].v];
  EXPECT_GT(rotor, 1e-3);
  EXPECT_LT(rotor, usual_rotor_inertia);
  EXPECT_EQ(run.model.parts().armature[robot.joints()[hip].v], 0.0);
  EXPECT_THAT(run.warnings,
              testing::Contains(HasSubstr("what neck turns has no inertia: a rotor of at most "
                                          "0.01 kg m² each (--armature")));
  const Stance given =
      stand(robot, {.contacts = {"leg"}, .at_rest = true, .armature = {"neck=0.001"}});
  EXPECT_EQ(given.model.parts().armature[robot.joints()[neck].v], 0.001);
  // Of one impact it stays as the file has it, and is said.
  const Stance landing = stand(robot, {.contacts = {"leg[0,0,-0.02]"}});
  EXPECT_EQ(landing.model.parts().armature.size(), 0);
  EXPECT_THAT(landing.warnings,
              ElementsAre("what neck turns has no inertia: its velocity after the impact means "
                          "nothing (--armature JOINT=A gives a rotor)"));
  EXPECT_THAT(stand(robot, {.contacts = {"leg[0,0,-0.02]"}, .armature = {"neck=0.001"}}).warnings,
              testing::IsEmpty());
}

TEST(Stance, WarningsOfThePostureAreThreeAndACount) {
  Words heard;
  const auto listen = [&](const std::string& text) { heard.push_back(text); };
  const std::string beyond = R"({"hip": 2, "knee": 0.3})";
  const Stance stance = stand(load_text(leg_urdf()),
                              {.contacts = {"foot:lowest"}, .posture = beyond, .warn = listen});
  EXPECT_THAT(stance.warnings, testing::Contains("posture: 'hip' = 2 is above its limit 1.5"));
  EXPECT_LE(stance.warnings.size(), 4U);
  // They are heard where a fault follows, too.
  const Words before = heard;
  heard.clear();
  EXPECT_THAT(faults_of([&] {
                (void)stand(load_text(leg_urdf()),
                            {.contacts = {""}, .posture = beyond, .warn = listen});
              }),
              ElementsAre(HasSubstr("leg: no contacts")));
  EXPECT_EQ(heard, before);
}

TEST(Stance, RotorsAndLockedJoints) {
  const Model robot = load_text(leg_urdf());
  const auto with = [&](const Words& armature, const Words& locked) {
    return stand(robot, {.contacts = {"foot"}, .armature = armature, .locked = locked});
  };
  const Stance all = with({"0.01"}, {"all"});
  EXPECT_EQ(all.model.parts().armature.head(6), Eigen::VectorXd::Zero(6));
  EXPECT_EQ(all.model.parts().armature.tail(2), Eigen::VectorXd::Constant(2, 0.01));
  EXPECT_THAT(all.options.locked, ElementsAre("hip", "knee"));
  const Stance one = with({"0.01", "knee=0.5"}, {"knee", "knee"});
  EXPECT_EQ(one.model.parts().armature.tail(2), Eigen::VectorXd(Eigen::Vector2d(0.01, 0.5)));
  EXPECT_THAT(one.options.locked, ElementsAre("knee"));
}

/// Load, stand, analyze: the landing is that of the stance's model, state and options.
TEST(Stance, ALandingOfIt) {
  const Stance stance =
      stand(load_text(pair_mjcf()), {.contacts = both_feet, .locked = {"left_knee"}});
  const Landing landing = analyze_landing(stance, {.analysis = {.restitution = 0.3}});
  const Landing same = analyze_landing(
      stance.model, stance.state, {.analysis = {.restitution = 0.3}, .problem = stance.options});
  EXPECT_EQ(landing.report(), same.report());
  EXPECT_EQ(landing.velocities.size(), 9U);
  EXPECT_EQ(landing.analysis.restitution, 0.3);
}

TEST(Raising, EverythingRisesOrNothing) {
  const Model robot = load_text(leg_urdf());
  const Eigen::VectorXd up = rising(robot, robot.neutral()).value();
  Eigen::VectorXd expected = Eigen::VectorXd::Zero(8);
  expected[2] = 1.0;
  EXPECT_TRUE(up.isApprox(expected, 1e-12));
  const Model fixed = load_text(leg_urdf(), {.base = RobotOptions::Base::fixed});
  EXPECT_FALSE(rising(fixed, fixed.neutral()));
}

TEST(Raising, ByAHeightAndToAHeight) {
  Stance stance = stand(load_text(pair_mjcf("0.03")), {.contacts = both_feet, .at_rest = true});
  raise(stance.model, "pair", 0.5, stance.state);
  EXPECT_THAT(gaps(stance),
              ElementsAre(testing::DoubleNear(0.53, 1e-12), testing::DoubleNear(0.5, 1e-12)));
  put_at_height(stance.model, "pair", 0.2, stance.state);
  EXPECT_THAT(gaps(stance),
              ElementsAre(testing::DoubleNear(0.23, 1e-12), testing::DoubleNear(0.2, 1e-12)));
}

/// From inside the ground, and from above: the first touch of a fall straight down. A height is
/// straight up, so that a slope is nearer by its cosine.
TEST(Raising, OntoTerrain) {
  const Stance stance =
      stand(load_text(pair_mjcf("0.03")), {.contacts = both_feet, .at_rest = true});
  for (const char* words : {"slope=25deg", "stairs=0.05x0.02", "stairs=0.4x0.3"}) {
    const Model model = on_terrain(stance.model, terrain_from_words(words));
    ModelWorkspace workspace(model);
    for (const double x : {0.0, 0.5, 1.03}) {
      for (const double z : {-3.0, 0.1, 9.0}) {
        State state = stance.state;
        state.q.head<3>() = Eigen::Vector3d(x, 0.0, z);
        put_at_height(model, "pair", 0.0, state);
        workspace.set_configuration(state.q);
        EXPECT_NEAR(std::min(workspace.gap(0), workspace.gap(1)), 0.0, 1e-12)
            << words << ", x = " << x << ", z = " << z;
      }
    }
  }
  const Model slope = on_terrain(stance.model, terrain_from_words("slope=0.5"));
  State state = stance.state;
  put_at_height(slope, "pair", 0.2, state);
  ModelWorkspace workspace(slope);
  workspace.set_configuration(state.q);
  EXPECT_NEAR(std::min(workspace.gap(0), workspace.gap(1)), 0.2 * std::cos(0.5), 1e-12);
}

/// Nothing stands on the stop of a joint.
TEST(Raising, StopsAreNoGround) {
  Stance stance = stand(load_text(leg_urdf()), {.contacts = {"foot"}});
  ModelParts parts = stance.model.parts();
  for (const ContactCandidate& stop : joint_stops(stance.model)) parts.contacts.push_back(stop);
  const Model model = stance.model.with(parts);
  put_at_height(model, "leg", 0.3, stance.state);
  EXPECT_NEAR(gaps(stance).front(), 0.3, 1e-12);
  const PostureResult posture = solve_posture(model, stance.state.q);
  EXPECT_TRUE(posture.converged) << posture.message;
}

}  // namespace
}  // namespace carom::test
