// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Real robots held by their motors in their default postures: they stand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "carom/control.h"
#include "carom/robot.h"
#include "carom/stance.h"

namespace carom::test {
namespace {

using Words = std::vector<std::string>;

/// `contacts` empty: what is named like feet.
void expect_held(const std::filesystem::path& file, const Words& contacts = {}) {
  SCOPED_TRACE(file.filename());
  const carom::Stance stance = stand(load_robot(file), {.contacts = contacts, .at_rest = true});
  HoldOptions options{.inertia = HoldOptions::Inertia::stance};
  options.joints = motor_joints(stance.model, stance.state.q).value();
  const Controller hold = hold_posture(stance.model, stance.state.q, options);
  const HoldLoad load = hold_load(stance.model, stance.state.q, hold);
  EXPECT_GT(load.leg_length, 0.0);
  EXPECT_LT(load.sag, 0.05 * load.leg_length);
  EXPECT_GT(load.sag, -0.001 * load.leg_length);  // Laikago's legs are straight: 0, to first order
  EXPECT_TRUE(load.torque.allFinite());
  EXPECT_TRUE(hold.stiffness.allFinite());
}

TEST(RobotHold, SinksByLessThanATwentiethOfItsLegs) {
  const char* folder = std::getenv("CAROM_ROBOTS");
  if (folder == nullptr) GTEST_SKIP() << "CAROM_ROBOTS names no folder of example-robot-data";
  for (const char* file :
       {"talos_data/robots/talos_reduced.urdf", "icub_description/robots/icub_reduced.urdf",
        "romeo_description/urdf/romeo.urdf", "bolt_description/robots/bolt.urdf",
        "solo_description/robots/solo12.urdf", "go2_description/urdf/go2.urdf",
        "anymal_b_simple_description/robots/anymal.urdf",
        "anymal_c_simple_description/urdf/anymal.urdf",
        "hyq_description/robots/hyq_no_sensors.urdf", "a1_description/urdf/a1.urdf",
        "laikago_description/urdf/laikago.urdf"}) {
    expect_held(std::filesystem::path(folder) / file);
  }
  expect_held(std::filesystem::path(folder) / "g1_description/urdf/g1_29dof_rev_1_0.urdf",
              {"left_ankle_roll_link", "right_ankle_roll_link"});
}

TEST(RobotHold, OfMjcfToo) {
  const char* folder = std::getenv("CAROM_MJCF");
  if (folder == nullptr) GTEST_SKIP() << "CAROM_MJCF names no folder of dm_control's suite";
  expect_held(std::filesystem::path(folder) / "humanoid.xml");
  expect_held(std::filesystem::path(folder) / "dog.xml", {"foot_L", "foot_R", "hand_L", "hand_R"});
}

}  // namespace
}  // namespace carom::test
