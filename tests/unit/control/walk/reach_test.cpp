// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Which footholds the legs of Atlas reach.
#include "control/walk/reach.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "carom/scene.h"
#include "carom/scene_walk.h"

namespace carom::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// What out_of_reach says of a gait, with the feet where the scene has them.
std::string reach(const SceneSettings& settings) {
  const SceneModel scene = make_scene_start("atlas", settings);
  const Walk walk = make_walk("atlas", settings).value();
  const WalkRobot& robot = walk.robot;
  ModelWorkspace at(scene.model);
  at.set_configuration(scene.state.q);
  control::ReachPosture start;
  start.com = at.center_of_mass();
  const Eigen::Vector3d middle(0.5 * (robot.back + robot.front), 0.0, robot.sole);
  start.left = {.side = Side::left,
                .center = at.position(scene.model.frame(robot.left_foot), middle)};
  start.right = {.side = Side::right,
                 .center = at.position(scene.model.frame(robot.right_foot), middle)};
  const double height = start.com.z();
  const WalkPlan plan(walk.gait, start.left, start.right, height);
  return control::out_of_reach(scene.model, robot, plan, start, scene.state.q, height);
}

TEST(WalkReach, TheUsualStepsAreWithin) {
  EXPECT_THAT(reach({{"steps", 3.0}}), IsEmpty());
  EXPECT_THAT(reach({{"steps", 3.0}, {"version", std::string("v3")}}), IsEmpty());
}

/// Known limit of the scheme: docs/walking.md.
TEST(WalkReach, StepsOf40CentimetresAndTurnsAreWithin) {
  EXPECT_THAT(reach({{"steps", 3.0}, {"step_length", 0.4}}), IsEmpty());
  EXPECT_THAT(reach({{"steps", 8.0}, {"turn", std::numbers::pi / 2.0}}), IsEmpty());
}

TEST(WalkReach, LongStepsAreNot) {
  EXPECT_THAT(reach({{"steps", 2.0}, {"step_length", 1.2}}),
              AllOf(StartsWith("gait: step 1 leaves the workspace of the legs: "),
                    HasSubstr(" foot misses by "), HasSubstr("at the limit"),
                    HasSubstr("; expected footholds within reach; use shorter, lower or narrower "
                              "steps")));
}

TEST(WalkReach, WideAndHighStepsAreNot) {
  EXPECT_THAT(reach({{"steps", 2.0}, {"step_width", 1.5}}), StartsWith("gait: step "));
  // Two steps on the ground, the third half a metre up.
  EXPECT_THAT(reach({{"steps", 3.0}, {"heights", std::vector<double>{0.0, 0.0, 0.5}}}),
              HasSubstr("gait: step 3 leaves"));
}

}  // namespace
}  // namespace carom::test
