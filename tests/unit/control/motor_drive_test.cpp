// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A motor program on the joints of a model: which joints, which gains, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/control.h"
#include "carom/scene.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

const SceneModel& trex_scene() {
  static const SceneModel scene = make_scene_start("trex");
  return scene;
}

MotorEntry holding(std::vector<std::string> joints) {
  MotorEntry entry;
  entry.joints = std::move(joints);
  return entry;
}

MotorDrive driven(MotorEntry entry) {
  return drive_motors(trex_scene().model, trex_scene().state.q,
                      {.name = "p", .summary = {}, .entries = {std::move(entry)}});
}

TEST(MotorDrive, JointsByNameActuatorAndPattern) {
  EXPECT_THAT(driven(holding({"pS"})).driven, ElementsAre(3));
  EXPECT_THAT(driven(holding({"hip_swing", "pS", "hip_*"})).driven, ElementsAre(3, 5));
  EXPECT_THAT(driven(holding({"?S"})).driven, ElementsAre(3, 4));
}

TEST(MotorDrive, GainsThatAreNotGivenAreThoseThatHold) {
  const MotorDrive drive = driven(holding({"pS", "pW"}));
  const Controller hold =
      hold_posture(trex_scene().model, trex_scene().state.q, {.joints = {"pS", "pW"}});
  for (const MotorDrive::Motor& motor : drive.motors.at(0)) {
    EXPECT_EQ(motor.stiffness, hold.stiffness[motor.v]);
    EXPECT_EQ(motor.damping, hold.damping[motor.v]);
  }
}

TEST(MotorDrive, SpinsHaveNoStiffnessAndTorquesNoGains) {
  MotorEntry spin = holding({"pS"});
  spin.motion = MotorSpin{.rate = 3.0};
  const MotorDrive::Motor turning = driven(spin).motors.at(0).at(0);
  EXPECT_EQ(turning.stiffness, 0.0);
  EXPECT_GT(turning.damping, 0.0);
  MotorEntry push = holding({"pS"});
  push.motion = MotorTorque{.times = Eigen::VectorXd::Zero(1),
                            .torques = Eigen::MatrixXd::Constant(1, 1, 5.0),
                            .repeats = true};
  const MotorDrive::Motor pushing = driven(push).motors.at(0).at(0);
  EXPECT_EQ(pushing.stiffness, 0.0);
  EXPECT_EQ(pushing.damping, 0.0);
}

TEST(MotorDriveRefuses, UnknownJointsAndContactsAllAtOnce) {
  MotorEntry first = holding({"hip_left"}), second = holding({"pS"}), third = holding({"p*"});
  second.at = {.kind = MotorTrigger::Kind::touch, .contact = "stance_toe"};
  third.motion = MotorClock{.phases = {0.0, 0.5}};
  const std::string text = refusal_of([&] {
    static_cast<void>(
        drive_motors(trex_scene().model, trex_scene().state.q,
                     {.name = "p", .summary = {}, .entries = {first, second, third}}));
  });
  EXPECT_THAT(text, AllOf(HasSubstr("program 'p': hold 1: joint 'hip_left' is no joint or actuator "
                                    "that a motor can turn; expected one of"),
                          HasSubstr("at = \"touch stance_toe\": "), HasSubstr("'stance_foot'"),
                          HasSubstr("clock 3: phases of 2 joints for 3; expected one for all, or "
                                    "one each")));
}

}  // namespace
}  // namespace carom::test
