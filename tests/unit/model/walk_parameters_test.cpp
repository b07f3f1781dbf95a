// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Parameters of a walk: what is not given, and what is refused.
#include "model/walk_parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Numbers = std::vector<double>;

ParameterValue text_value(const char* text) { return std::string(text); }

double number_of(const SceneSettings& settings, const char* name) {
  return std::get<double>(settings.find(name)->second);
}

std::vector<std::string> walk_fault_texts(const SceneSettings& given) {
  std::vector<std::string> texts;
  for (const WalkFault& fault : walk_faults(complete_walk(given))) {
    EXPECT_TRUE(is_walk_parameter(fault.name));
    EXPECT_EQ(fault.text.rfind(fault.name, 0), 0u) << fault.text;
    texts.push_back(fault.text);
  }
  return texts;
}

TEST(WalkParameters, AreAllOfRunsWithMeanings) {
  std::set<std::string> names;
  for (const SceneParameter& parameter : walk_parameters()) {
    EXPECT_TRUE(names.insert(parameter.name).second) << parameter.name;
    EXPECT_TRUE(parameter.for_run) << parameter.name;
    EXPECT_FALSE(parameter.for_law) << parameter.name;
    EXPECT_FALSE(parameter.meaning.empty()) << parameter.name;
    const bool is_word = std::holds_alternative<std::string>(parameter.value);
    EXPECT_NE(parameter.words.empty(), is_word) << parameter.name;
    EXPECT_TRUE(is_walk_parameter(parameter.name));
  }
  EXPECT_FALSE(is_walk_parameter("knee"));
}

TEST(WalkParameters, CompleteIsEveryDefault) {
  const SceneSettings all = complete_walk({});
  ASSERT_EQ(all.size(), walk_parameters().size());
  for (const SceneParameter& parameter : walk_parameters()) {
    EXPECT_EQ(all.find(parameter.name)->second, parameter.value) << parameter.name;
  }
  EXPECT_THAT(walk_fault_texts({}), IsEmpty());
}

TEST(WalkParameters, MotionFollowsFromWhatFalls) {
  EXPECT_EQ(motion_of({}), "walk");
  EXPECT_EQ(motion_of({{"drop", 0.05}}), "drop");
  EXPECT_EQ(motion_of({{"velocity", Numbers{0, 0, -1, 0, 0, 0}}}), "drop");
  EXPECT_EQ(motion_of({{"velocity", Numbers{}}}), "walk");
  EXPECT_EQ(motion_of({{"motion", text_value("stand")}, {"drop", 0.05}}), "stand");
}

TEST(WalkParameters, QuasiStaticIsSlow) {
  const SceneSettings slow =
      complete_walk({{"motion", text_value("quasi_static")}, {"shift", 2.0}});
  EXPECT_EQ(number_of(slow, "steps"), 4.0);
  EXPECT_EQ(number_of(slow, "single_support"), 4.0);
  EXPECT_EQ(number_of(slow, "double_support"), 2.5);
  EXPECT_EQ(number_of(slow, "shift"), 2.0);
  EXPECT_EQ(number_of(slow, "step_length"), 0.2);
}

TEST(WalkParameters, VersionThreeStepsShorter) {
  EXPECT_EQ(number_of(complete_walk({{"version", text_value("v3")}}), "step_length"), 0.15);
  EXPECT_EQ(number_of(complete_walk({{"version", text_value("v3")}, {"step_length", 0.2}}),
                      "step_length"),
            0.2);
}

TEST(WalkParameters, ShortSwingsAreTheirOwnShortest) {
  EXPECT_EQ(number_of(complete_walk({{"single_support", 0.3}}), "shortest_swing"), 0.3);
  EXPECT_THAT(walk_fault_texts({{"single_support", 0.3}, {"shortest_swing", 0.35}}),
              ElementsAre("shortest_swing = 0.35 s; expected at most single_support = 0.3 s"));
}

TEST(WalkParameters, ValuesOfAnotherKindAreLeftOut) {
  const SceneSettings all = complete_walk({{"steps", text_value("many")}, {"colour", 3.0}});
  EXPECT_EQ(number_of(all, "steps"), 30.0);
  EXPECT_FALSE(all.contains("colour"));
}

TEST(WalkParameters, FaultsOfTheGait) {
  EXPECT_THAT(
      walk_fault_texts({{"steps", 2.5},
                        {"step_length", -1.0},
                        {"step_width", -0.1},
                        {"turn", INFINITY},
                        {"single_support", 0.0},
                        {"double_support", -0.25},
                        {"shift", NAN},
                        {"apex", 0.0},
                        {"touchdown_speed", -0.05},
                        {"touchdown_acceleration", 0.0},
                        {"landing_pitch", 0.7},
                        {"max_adjustment", -1.0},
                        {"shortest_swing", 0.0},
                        {"push_duration", 0.0}}),
      ElementsAre("steps = 2.5; expected a whole number from 1 to 100000",
                  "step_length = -1 m; expected >= 0 and finite",
                  "step_width = -0.1 m; expected >= 0 and finite",
                  "turn = inf rad; expected a finite number",
                  "single_support = 0 s; expected > 0 and finite",
                  "double_support = -0.25 s; expected > 0 and finite",
                  "shift = nan s; expected > 0 and finite", "apex = 0 m; expected > 0 and finite",
                  "touchdown_speed = -0.05 m/s; expected >= 0 and finite",
                  "touchdown_acceleration = 0 m/s^2; expected > 0 and finite",
                  "landing_pitch = 0.7 rad; expected -0.5 to 0.5",
                  "max_adjustment = -1 m; expected >= 0 and finite",
                  "shortest_swing = 0 s; expected > 0 and finite",
                  "push_duration = 0 s; expected > 0 and finite"));
  EXPECT_THAT(walk_fault_texts({{"steps", 0.0}}),
              ElementsAre("steps = 0; expected a whole number from 1 to 100000"));
}

TEST(WalkParameters, FaultsOfLists) {
  EXPECT_THAT(walk_fault_texts({{"steps", 2.0},
                                {"heights", Numbers{0.0, NAN, 0.1}},
                                {"ground", Numbers{0.0, 0.0, 0.02}},
                                {"push", Numbers{-1.0, 0.0, 20.0, 0.0, 3.0}}}),
              ElementsAre("heights[1] = nan; expected a finite number",
                          "heights has 3 entries; expected at most one per step, steps = 2",
                          "ground has 3 entries; expected at most one per step, steps = 2",
                          "push has 5 entries; expected four for each: time [s], x, y, z [N s]",
                          "push[0] = -1 s; expected a time >= 0"));
}

TEST(WalkParameters, EveryGainIsChecked) {
  for (const char* name :
       {"dcm_gain", "zmp_inset", "zmp_overreach", "height_gain", "swing_gain", "attitude_gain",
        "posture_gain", "stance_damping", "com_weight", "stance_weight", "swing_weight",
        "attitude_weight", "posture_weight", "control_friction", "effort_scale", "force_weight"}) {
    EXPECT_EQ(walk_fault_texts({{name, -1.0}}).size(), 1u) << name;
    EXPECT_EQ(walk_fault_texts({{name, INFINITY}}).size(), 1u) << name;
  }
}

}  // namespace
}  // namespace carom::test
