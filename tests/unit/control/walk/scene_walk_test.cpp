// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// From settings to a walk. Nothing given: the members' own defaults.
#include "carom/scene_walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/faults.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using Numbers = std::vector<double>;

ParameterValue choice(const char* text) { return std::string(text); }

Walk atlas_walk(const SceneSettings& settings = {}) { return make_walk("atlas", settings).value(); }

std::vector<std::string> atlas_walk_faults(const SceneSettings& settings) {
  return faults_of([&] { (void)make_walk("atlas", settings); });
}

void expect_same_settings(const WalkGait& a, const WalkGait& b) {
  EXPECT_EQ(a.motion, b.motion);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.length, b.length);
  EXPECT_EQ(a.width, b.width);
  EXPECT_EQ(a.turn, b.turn);
  EXPECT_EQ(a.first, b.first);
  EXPECT_EQ(a.single_support, b.single_support);
  EXPECT_EQ(a.double_support, b.double_support);
  EXPECT_EQ(a.shift, b.shift);
  EXPECT_EQ(a.apex, b.apex);
  EXPECT_EQ(a.touchdown_speed, b.touchdown_speed);
  EXPECT_EQ(a.touchdown_acceleration, b.touchdown_acceleration);
  EXPECT_EQ(a.landing_pitch, b.landing_pitch);
  EXPECT_EQ(a.heights, b.heights);
  EXPECT_EQ(a.adjust, b.adjust);
  EXPECT_EQ(a.max_adjustment, b.max_adjustment);
  EXPECT_EQ(a.shortest_swing, b.shortest_swing);
}

void expect_same_settings(const WalkControl& a, const WalkControl& b) {
  EXPECT_EQ(a.dcm_gain, b.dcm_gain);
  EXPECT_EQ(a.zmp_inset, b.zmp_inset);
  EXPECT_EQ(a.zmp_overreach, b.zmp_overreach);
  EXPECT_EQ(a.height_gain, b.height_gain);
  EXPECT_EQ(a.swing_gain, b.swing_gain);
  EXPECT_EQ(a.attitude_gain, b.attitude_gain);
  EXPECT_EQ(a.posture_gain, b.posture_gain);
  EXPECT_EQ(a.stance_damping, b.stance_damping);
  EXPECT_EQ(a.com_weight, b.com_weight);
  EXPECT_EQ(a.stance_weight, b.stance_weight);
  EXPECT_EQ(a.swing_weight, b.swing_weight);
  EXPECT_EQ(a.attitude_weight, b.attitude_weight);
  EXPECT_EQ(a.posture_weight, b.posture_weight);
  EXPECT_EQ(a.friction, b.friction);
  EXPECT_EQ(a.effort_scale, b.effort_scale);
  EXPECT_EQ(a.force_weight, b.force_weight);
}

TEST(SceneWalk, DefaultsAreThoseOfTheMembers) {
  const Walk walk = atlas_walk();
  expect_same_settings(walk.gait, WalkGait{});
  expect_same_settings(walk.control, WalkControl{});
  EXPECT_TRUE(walk.pushes.empty());
  EXPECT_TRUE(walk.ground.empty());
}

TEST(SceneWalk, RobotIsThatOfTheScene) {
  const WalkRobot robot = atlas_walk().robot;
  const SceneModel scene = make_scene_start("atlas");
  for (const std::string& frame : {robot.left_foot, robot.right_foot, robot.pelvis, robot.torso}) {
    EXPECT_NO_THROW((void)scene.model.frame(frame)) << frame;
  }
  // Corners of the rectangle are the points that touch.
  std::vector<Eigen::Vector3d> corners = {{robot.back, robot.left, robot.sole},
                                          {robot.back, robot.right, robot.sole},
                                          {robot.front, robot.left, robot.sole},
                                          {robot.front, robot.right, robot.sole}};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(scene.model.contacts()[k].sphere.center, corners[k]) << k;
    EXPECT_EQ(scene.model.contacts()[k].sphere.body, robot.left_foot);
  }
}

TEST(SceneWalk, EverySettingArrives) {
  const char* gait_numbers[] = {"step_length",    "step_width",      "turn",
                                "single_support", "double_support",  "shift",
                                "apex",           "touchdown_speed", "touchdown_acceleration",
                                "landing_pitch",  "max_adjustment",  "shortest_swing"};
  const char* control_numbers[] = {
      "dcm_gain",       "zmp_inset",        "zmp_overreach", "height_gain",
      "swing_gain",     "attitude_gain",    "posture_gain",  "stance_damping",
      "com_weight",     "stance_weight",    "swing_weight",  "attitude_weight",
      "posture_weight", "control_friction", "effort_scale",  "force_weight"};
  SceneSettings settings;
  double value = 0.01;
  for (const char* name : gait_numbers) settings[name] = value += 0.01;
  for (const char* name : control_numbers) settings[name] = value += 0.01;
  // These two are bound to others.
  settings["single_support"] = 0.7;
  settings["shortest_swing"] = 0.5;
  const Walk walk = atlas_walk(settings);
  const WalkGait& g = walk.gait;
  const WalkControl& c = walk.control;
  const double gait[] = {g.length,         g.width,           g.turn,
                         g.single_support, g.double_support,  g.shift,
                         g.apex,           g.touchdown_speed, g.touchdown_acceleration,
                         g.landing_pitch,  g.max_adjustment,  g.shortest_swing};
  const double control[] = {c.dcm_gain,       c.zmp_inset,     c.zmp_overreach, c.height_gain,
                            c.swing_gain,     c.attitude_gain, c.posture_gain,  c.stance_damping,
                            c.com_weight,     c.stance_weight, c.swing_weight,  c.attitude_weight,
                            c.posture_weight, c.friction,      c.effort_scale,  c.force_weight};
  for (std::size_t k = 0; k < std::size(gait); ++k) {
    EXPECT_EQ(gait[k], std::get<double>(settings[gait_numbers[k]])) << gait_numbers[k];
  }
  for (std::size_t k = 0; k < std::size(control); ++k) {
    EXPECT_EQ(control[k], std::get<double>(settings[control_numbers[k]])) << control_numbers[k];
  }
}

TEST(SceneWalk, WordsAndLists) {
  const Walk walk = atlas_walk({{"motion", choice("stand")},
                                {"first_foot", choice("left")},
                                {"steps", 7.0},
                                {"adjust", false},
                                {"heights", Numbers{0.0, 0.02}},
                                {"ground", Numbers{0.0, -0.02}},
                                {"push", Numbers{1.0, 0.0, 20.0, 0.0, 2.5, -5.0, 0.0, 1.0}},
                                {"push_duration", 0.05}});
  EXPECT_EQ(walk.gait.motion, WalkMotion::stand);
  EXPECT_EQ(walk.gait.first, Side::left);
  EXPECT_EQ(walk.gait.steps, 7);
  EXPECT_FALSE(walk.gait.adjust);
  EXPECT_EQ(walk.gait.heights, (Numbers{0.0, 0.02}));
  EXPECT_EQ(walk.ground, (Numbers{0.0, -0.02}));
  ASSERT_EQ(walk.pushes.size(), 2u);
  EXPECT_EQ(walk.pushes[0].impulse, Eigen::Vector3d(0.0, 20.0, 0.0));
  EXPECT_EQ(walk.pushes[1].time, 2.5);
  EXPECT_EQ(walk.pushes[1].duration, 0.05);
  EXPECT_EQ(walk.pushes[1].impulse, Eigen::Vector3d(-5.0, 0.0, 1.0));
}

TEST(SceneWalk, OthersDoNotWalk) {
  EXPECT_FALSE(make_walk("trex", {}));
  EXPECT_FALSE(make_walk("atlas", {{"motion", choice("drop")}}));
  EXPECT_FALSE(make_walk("atlas", {{"drop", 0.1}}));
  EXPECT_EQ(with_walk_settings("trex", {{"drop", 1.0}}).size(), 1u);
}

TEST(SceneWalk, SettingsAreToldInFull) {
  const SceneSettings slow =
      with_walk_settings("atlas", {{"motion", choice("quasi_static")}, {"version", choice("v3")}});
  EXPECT_EQ(slow.at("shift"), ParameterValue(3.0));
  EXPECT_EQ(slow.at("knee"), ParameterValue(0.45));
  EXPECT_EQ(slow.at("step_length"), ParameterValue(0.15));
  EXPECT_EQ(slow.at("version"), choice("v3"));
  const SceneSettings falls = with_walk_settings("atlas", {{"drop", 0.2}});
  EXPECT_EQ(falls.at("motion"), choice("drop"));
  EXPECT_FALSE(falls.contains("knee"));
}

TEST(SceneWalk, FaultsAreToldTogether) {
  EXPECT_THAT(atlas_walk_faults({{"step_length", -1.0}, {"apex", 0.0}, {"points_per_foot", 1.0}}),
              ElementsAre("scene 'atlas': step_length = -1 m; expected >= 0 and finite",
                          "scene 'atlas': apex = 0 m; expected > 0 and finite",
                          "scene 'atlas': points_per_foot = 1 and motion = walk; expected 4, 8 or "
                          "16, on which it can stand"));
  EXPECT_THAT(atlas_walk_faults({{"motion", choice("wlak")}}),
              ElementsAre("scene 'atlas': motion = 'wlak'; expected one of walk, stand, "
                          "quasi_static, drop; did you mean 'walk'?"));
}

TEST(SceneWalk, HowLongItTakes) {
  EXPECT_NEAR(walk_duration(atlas_walk().gait), 1.5 + 30 * 1.05 + 1.5 + 1.0, 1e-12);
  EXPECT_EQ(walk_duration(atlas_walk({{"motion", choice("stand")}}).gait), 10.0);
  EXPECT_NEAR(walk_duration(atlas_walk({{"motion", choice("quasi_static")}}).gait), 33.0, 1e-12);
}

}  // namespace
}  // namespace carom::test
