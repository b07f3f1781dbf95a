// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// [walk] of a robot's scene file: what is read, what --set replaces, what is refused and where.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/scene_walk.h"
#include "support/faults.h"
#include "support/scene_file_text.h"

namespace carom {
namespace {

using testing::ElementsAre;
using Numbers = std::vector<double>;

const std::string atlas_text =
    "robot = \"robots/atlas_v1.urdf\"\n"
    "contacts = [\"l_foot:corners\", \"r_foot:corners\"]\n"
    "stand = true\n";
const std::string walk_text =
    "[walk]\n"
    "left_foot = \"l_foot\"\n"
    "right_foot = \"r_foot\"\n"
    "pelvis = \"pelvis\"\n"
    "torso = \"utorso\"\n"
    "sole = {back = -0.082, front = 0.178, right = -0.06, left = 0.0625, height = -0.081}\n";

std::vector<std::string> walk_text_faults(const std::string& text,
                                          const SceneOverrides& overrides = {}) {
  return test::faults_of([&] { (void)from(text, overrides); });
}

TEST(SceneFileWalk, RobotAndSettings) {
  const SceneFile file = from(atlas_text + walk_text +
                              "steps = 6\nturn = \"90deg\"\nfirst_foot = \"left\"\n"
                              "adjust = false\nground = [0, 0.02]\ncontrol_friction = 0.4\n");
  ASSERT_TRUE(file.walk);
  EXPECT_EQ(file.walk->settings.at("steps"), ParameterValue(6.0));
  EXPECT_EQ(file.scene.state.v.norm(), 0.0);
  const Walk walk = make_walk(file).value();
  EXPECT_EQ(walk.robot.left_foot, "l_foot");
  EXPECT_EQ(walk.robot.right_foot, "r_foot");
  EXPECT_EQ(walk.robot.pelvis, "pelvis");
  EXPECT_EQ(walk.robot.torso, "utorso");
  EXPECT_EQ(walk.robot.back, -0.082);
  EXPECT_EQ(walk.robot.front, 0.178);
  EXPECT_EQ(walk.robot.right, -0.06);
  EXPECT_EQ(walk.robot.left, 0.0625);
  EXPECT_EQ(walk.robot.sole, -0.081);
  EXPECT_EQ(walk.gait.steps, 6);
  EXPECT_NEAR(walk.gait.turn, M_PI / 2.0, 1e-15);
  EXPECT_EQ(walk.gait.first, Side::left);
  EXPECT_FALSE(walk.gait.adjust);
  EXPECT_EQ(walk.ground, (Numbers{0.0, 0.02}));
  EXPECT_EQ(walk.control.friction, 0.4);
  EXPECT_EQ(walk.gait.length, WalkGait{}.length);
}

TEST(SceneFileWalk, WithoutTheTableNothingWalks) {
  EXPECT_FALSE(make_walk(from(atlas_text)));
  EXPECT_TRUE(make_walk(from("scene = \"atlas\"")));
  EXPECT_FALSE(make_walk(from("scene = \"atlas\"", {{"drop", "0.1"}})));
  EXPECT_FALSE(make_walk(from("scene = \"trex\"")));
}

TEST(SceneFileWalk, ValuesAreReplaced) {
  const SceneFile file = from(
      atlas_text + walk_text + "steps = 6\n",
      {{"steps", "2"}, {"motion", "quasi_static"}, {"push", "[1, 0, 20, 0]"}, {"friction", "0.7"}});
  const Walk walk = make_walk(file).value();
  EXPECT_EQ(walk.gait.steps, 2);
  EXPECT_EQ(walk.gait.single_support, 4.0);
  ASSERT_EQ(walk.pushes.size(), 1u);
  EXPECT_EQ(walk.pushes[0].impulse.y(), 20.0);
  EXPECT_EQ(file.scene.model.contacts()[0].friction, 0.7);
  EXPECT_FALSE(make_walk(from(atlas_text + walk_text, {{"drop", "0.1"}})));  // it falls instead
  EXPECT_THAT(walk_text_faults(atlas_text + walk_text, {{"stepps", "2"}}).front(),
              testing::EndsWith("did you mean 'steps'?"));
  EXPECT_THAT(walk_text_faults(atlas_text, {{"steps", "2"}}).front(),
              testing::StartsWith("--set: unknown name 'steps'; expected one of posture"));
}

TEST(SceneFileWalk, MissingFeetAreNamed) {
  EXPECT_THAT(
      walk_text_faults(atlas_text +
                       "[walk]\nleft_foot = \"l_fot\"\nright_foot = 3\ntorso = \"chest\"\n"),
      ElementsAre(testing::StartsWith("test.toml:5: walk: left_foot = \"l_fot\": "),
                  testing::StartsWith("test.toml:6: walk: right_foot = 3; expected"),
                  testing::StartsWith("test.toml:4: walk: pelvis"),
                  testing::StartsWith("test.toml:7: walk: torso = \"chest\": "),
                  testing::StartsWith("test.toml:4: walk: sole")));
  EXPECT_THAT(walk_text_faults(atlas_text + "[walk]\nleft_foot = \"l_fot\"\n").front(),
              testing::HasSubstr("did you mean 'l_foot'?"));
  EXPECT_THAT(walk_text_faults(
                  atlas_text +
                  "[walk]\nleft_foot = \"l_foot\"\nright_foot = \"l_foot\"\npelvis = \"pelvis\"\n"
                  "sole = {back = 0, front = 1, right = 0, left = 1, height = 0}\n"),
              ElementsAre("test.toml:6: walk: right_foot = \"l_foot\"; expected another frame than "
                          "left_foot"));
}

TEST(SceneFileWalk, SolesAreRectangles) {
  const std::string named =
      atlas_text + "[walk]\nleft_foot = \"l_foot\"\nright_foot = \"r_foot\"\npelvis = \"pelvis\"\n";
  EXPECT_THAT(
      walk_text_faults(
          named + "sole = {back = 0.2, front = 0.1, right = 0.05, left = -0.05, heigth = 0}\n"),
      ElementsAre(testing::AllOf(testing::StartsWith("test.toml:8: walk.sole: unknown"),
                                 testing::HasSubstr("'heigth'"), testing::HasSubstr("'height'")),
                  testing::StartsWith("test.toml:8: walk.sole: height"),
                  "test.toml:8: walk.sole: back = 0.2 m; expected less than front = 0.1 m",
                  "test.toml:8: walk.sole: right = 0.05 m; expected less than left = -0.05 m"));
  EXPECT_THAT(
      walk_text_faults(named + "sole = 3\n"),
      ElementsAre("test.toml:8: walk: sole = 3; expected a table {back, front, right, left, "
                  "height} [m]"));
  EXPECT_THAT(walk_text_faults(atlas_text + "walk = 3\n"),
              ElementsAre("test.toml:4: walk = 3; expected a table, [walk]"));
}

TEST(SceneFileWalk, FaultsHaveTheirLines) {
  EXPECT_THAT(
      walk_text_faults(
          atlas_text + walk_text +
          "steps = 0\nstep_lenght = 0.2\nmotion = \"run\"\nadjust = 1\napex = \"high\"\n"
          "single_support = -1\n"),
      ElementsAre(testing::AllOf(testing::StartsWith("test.toml:11: walk: unknown"),
                                 testing::HasSubstr("did you mean 'step_length'?")),
                  testing::StartsWith("test.toml:12: walk: motion = \"run\"; expected one of walk"),
                  testing::StartsWith("test.toml:14: walk: apex = \"high\"; expected"),
                  testing::StartsWith("test.toml:13: walk: adjust = 1; expected"),
                  "test.toml:10: walk: steps = 0; expected a whole number from 1 to 100000",
                  "test.toml:15: walk: single_support = -1 s; expected > 0 and finite"));
}

TEST(SceneFileWalk, FallsOrWalks) {
  EXPECT_THAT(walk_text_faults(atlas_text + "drop = 0.1\n" + walk_text + "motion = \"walk\"\n"),
              ElementsAre("test.toml:4: drop and motion = \"walk\" of [walk] are both given; "
                          "expected one of them; motion = \"drop\" falls"));
  EXPECT_EQ(
      walk_text_faults(atlas_text + "drop = 0.1\n" + walk_text + "motion = \"drop\"\n").size(), 0u);
  EXPECT_THAT(
      walk_text_faults(
          "robot = \"robots/atlas_v1.urdf\"\nbase = \"fixed\"\ncontacts = [\"l_sole\"]\n" +
          walk_text),
      ElementsAre("test.toml:4: walk: the base is fixed; expected base = \"free\", which can "
                  "walk"));
}

}  // namespace
}  // namespace carom
