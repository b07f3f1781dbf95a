// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stances that are refused: all faults at once, each as the command words it.
#include "carom/stance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/robot.h"
#include "support/faults.h"
#include "support/robot_text.h"

namespace carom::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<std::string> stance_faults(const Model& robot, const StanceOptions& options) {
  return faults_of([&] { (void)stand(robot, options); });
}

TEST(RefusedStance, NoContacts) {
  const Model robot = load_text(leg_urdf());
  const auto message = ElementsAre(
      StartsWith("leg: no contacts; expected --contacts with the frames that land, such as "));
  EXPECT_THAT(stance_faults(robot, {.contacts = {""}}), message);
  EXPECT_THAT(stance_faults(robot, {.contacts = {""}, .at_rest = true}), message);
  EXPECT_THAT(stance_faults(robot, {.contacts = {""}, .where = "my.urdf"}),
              ElementsAre(StartsWith("my.urdf: no contacts")));
}

/// Nothing is called a foot, and a base that is held by the world lands on nothing.
TEST(RefusedStance, NoFootIsFound) {
  std::string text = leg_urdf();
  for (const std::string name : {"\"foot\"", "\"ankle\""}) {
    for (auto at = text.find(name); at != std::string::npos; at = text.find(name)) {
      text.replace(at, name.size(), name == "\"foot\"" ? "\"tip\"" : "\"end\"");
    }
  }
  const Model robot = load_text(text, {.base = RobotOptions::Base::fixed});
  const auto message = testing::Contains(
      AllOf(StartsWith("leg: no contacts; expected --contacts with the frames that land, such as "),
            HasSubstr("; last links of the chains: ")));
  EXPECT_THAT(stance_faults(robot, {}), message);
  EXPECT_THAT(stance_faults(robot, {.contacts = {"auto"}}), message);
  EXPECT_THAT(stance_faults(robot, {.at_rest = true}), message);
}

TEST(RefusedStance, ASensorIsNotTheNameThatWasMeant) {
  std::string text = leg_urdf();
  for (auto at = text.find("\"foot\""); at != std::string::npos; at = text.find("\"foot\"")) {
    text.replace(at, 6, "\"TorsoLeftIMUJoint\"");
  }
  EXPECT_THAT(stance_faults(load_text(text), {.contacts = {"TorsoLeftIMUJont"}}),
              ElementsAre(AllOf(HasSubstr("is not a frame of leg"),
                                testing::Not(HasSubstr("TorsoLeftIMUJoint")))));
}

TEST(RefusedStance, AllFaultsAtOnceInTheirOrder) {
  EXPECT_THAT(
      stance_faults(load_text(leg_urdf()), {.contacts = {"fot"},
                                            .posture = "crouch",
                                            .drop = -1.0,
                                            .armature = {"x", "root_joint=1", "elbow=1"},
                                            .locked = {"elbow"},
                                            .touch = -0.1}),
      ElementsAre(HasSubstr("no posture 'crouch'"), HasSubstr("'fot'"),
                  "--armature = 'x'; expected a number >= 0 [kg m²]",
                  "--armature root_joint=1: is the free base; expected a joint", HasSubstr("elbow"),
                  StartsWith("--lock: "), "--touch = -0.1 m; expected touch >= 0",
                  "--drop = -1 m; expected a height > 0"));
}

TEST(RefusedStance, Velocities) {
  const Model robot = load_text(leg_urdf());
  EXPECT_THAT(stance_faults(
                  robot, {.contacts = {"foot"}, .drop = 1.0, .velocity = Eigen::VectorXd::Zero(8)}),
              ElementsAre("--drop and --velocity are both given; expected one of them"));
  EXPECT_THAT(stance_faults(robot, {.contacts = {"foot"}, .velocity = Eigen::VectorXd::Zero(3)}),
              ElementsAre(StartsWith("--velocity: 3 numbers; expected a list of 8 numbers: ")));
  const Model fixed = load_text(leg_urdf(), {.base = RobotOptions::Base::fixed});
  EXPECT_THAT(stance_faults(fixed, {.contacts = {"foot"}}),
              ElementsAre("leg: the base is fixed, so nothing falls; expected --velocity with 2 "
                          "numbers (hip, knee), or --base free"));
}

TEST(RefusedStance, ContactsInTheAir) {
  EXPECT_THAT(
      stance_faults(load_text(pair_mjcf("0.03")), {.contacts = {"left_foot", "right_foot"}}),
      ElementsAre("pair: not all contacts touch when the lowest does; gaps: 'left_foot' 0.03 m, "
                  "'right_foot' 0 m; expected at most 0.005 m (--touch); add --stand to move the "
                  "joints until all touch, or give another --posture"));
}

TEST(RefusedStance, WhatCannotBeRaised) {
  const auto fault = [](const RobotOptions& options, double height) {
    const Model robot = load_text(leg_urdf(), options);
    State state{robot.neutral(), Eigen::VectorXd::Zero(robot.velocity_size())};
    return refusal_of([&] { put_at_height(robot, "leg", height, state); });
  };
  EXPECT_THAT(fault({.base = RobotOptions::Base::fixed}, 1.0),
              StartsWith("--drop: leg cannot be raised, some of it is fixed to the world"));
  EXPECT_EQ(fault({}, -1.0), "--drop = -1; expected a height >= 0");
  EXPECT_EQ(fault({}, 1.0), "--drop: leg has no contact to land on; expected at least one");
}

}  // namespace
}  // namespace carom::test
