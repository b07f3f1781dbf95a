// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Motor programs without a model: words, what they are called by, and their numbers by name.
#include "carom/motor_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "base/pattern.h"
#include "model/motor_faults.h"

namespace carom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Kind = MotorTrigger::Kind;

constexpr double unbounded = std::numeric_limits<double>::infinity();

MotorProgram walking_program() {
  MotorEntry hold{.joints = {"hip_*"}, .motion = MotorHold{.position = 0.3}};
  hold.frequency = 60.0;
  MotorEntry still{.joints = {"knee"}};
  MotorEntry spin{.name = "drive", .joints = {"hip_*"}, .motion = MotorSpin{.rate = 12.0}};
  spin.at = {.kind = Kind::first_impact, .delay = 0.1};
  spin.damping = 4.0;
  spin.limit = 80.0;
  MotorEntry clock{.joints = {"a", "b"},
                   .motion = MotorClock{.period = 0.6, .duty = 0.4, .phases = {0.0, 0.5}}};
  clock.stiffness = 200.0;
  MotorEntry second{.joints = {"c"}, .motion = MotorClock{.middle = -0.2}};
  return {.name = "walk", .entries = {hold, still, spin, clock, second}};
}

std::vector<std::string> parameter_names(const MotorProgram& program) {
  std::vector<std::string> names;
  for (const ProgramParameter& one : program_parameters(program)) names.push_back(one.name);
  return names;
}

TEST(MotorProgram, WordsOfMotions) {
  EXPECT_EQ(motion_word({.motion = MotorHold{}}), "hold");
  EXPECT_EQ(motion_word({.motion = MotorSpin{}}), "spin");
  EXPECT_EQ(motion_word({.motion = MotorClock{}}), "clock");
  EXPECT_EQ(motion_word({.motion = MotorTable{}}), "table");
  EXPECT_EQ(motion_word({.motion = MotorTorque{}}), "torque");
}

TEST(MotorProgram, WordsOfTriggers) {
  EXPECT_EQ(to_string(MotorTrigger{}), "at the start");
  EXPECT_EQ(to_string(MotorTrigger{.delay = 0.3}), "at 0.3 s");
  EXPECT_EQ(to_string(MotorTrigger{.kind = Kind::first_impact}), "at the first impact");
  EXPECT_EQ(to_string(MotorTrigger{.kind = Kind::first_impact, .delay = 0.1}),
            "0.1 s after the first impact");
  EXPECT_EQ(to_string(MotorTrigger{.kind = Kind::touch, .contact = "foot"}),
            "at the touch of 'foot'");
  EXPECT_EQ(to_string(MotorTrigger{.kind = Kind::touch, .contact = "foot", .delay = 0.1}),
            "0.1 s after the touch of 'foot'");
}

TEST(MotorProgram, AProgramThatIsRight) {
  EXPECT_NO_THROW(check_program(walking_program()));
  // The ends of what is allowed.
  MotorProgram ends = {.entries = {{.joints = {"a", "b"}}, {.joints = {"*"}}, {.joints = {"a"}}}};
  ends.entries[0].motion =
      MotorTable{.times = Eigen::VectorXd::Zero(1), .positions = Eigen::MatrixXd::Zero(1, 2)};
  ends.entries[0].stiffness = 0.0;
  ends.entries[0].damping = 0.0;
  ends.entries[0].limit = unbounded;
  ends.entries[1].motion = MotorClock{.phases = {0.0, 0.2, 0.4}};  // a pattern: any number
  ends.entries[2].motion = MotorTorque{.times = Eigen::VectorXd::Zero(1),
                                       .torques = Eigen::MatrixXd::Constant(1, 1, 2.0),
                                       .repeats = true};
  EXPECT_NO_THROW(check_program(ends));
}

TEST(MotorProgram, EntriesHaveLabelsOfTheirOwn) {
  EXPECT_THAT(entry_labels(walking_program()),
              ElementsAre("hold", "hold#2", "drive", "clock", "clock#2"));
  MotorProgram program = {.entries = {{}, {.name = "hold"}, {}, {.name = "hold#3"}}};
  EXPECT_THAT(entry_labels(program), ElementsAre("hold#2", "hold", "hold#4", "hold#3"));
}

TEST(MotorProgram, ParametersByName) {
  EXPECT_THAT(
      parameter_names(walking_program()),
      ElementsAre("hold.position", "hold.frequency", "hold.delay", "hold#2.delay", "drive.rate",
                  "drive.damping", "drive.limit", "drive.delay", "clock.period", "clock.duty",
                  "clock.sweep", "clock.middle", "clock.phase[0]", "clock.phase[1]",
                  "clock.stiffness", "clock.delay", "clock#2.period", "clock#2.duty",
                  "clock#2.sweep", "clock#2.middle", "clock#2.phase", "clock#2.delay"));
  EXPECT_THAT(program_parameters(MotorProgram{}), IsEmpty());
}

TEST(MotorProgram, ParametersHaveUnitsAndBounds) {
  const auto all = program_parameters(walking_program());
  const auto expect = [&](std::size_t k, double value, const char* unit, double lower,
                          double upper) {
    EXPECT_EQ(all[k].value, value) << all[k].name;
    EXPECT_EQ(all[k].unit, unit) << all[k].name;
    EXPECT_EQ(all[k].lower, lower) << all[k].name;
    EXPECT_EQ(all[k].upper, upper) << all[k].name;
  };
  expect(0, 0.3, "rad", -unbounded, unbounded);
  expect(1, 60.0, "rad/s", 0.0, unbounded);
  expect(4, 12.0, "rad/s", -unbounded, unbounded);
  expect(5, 4.0, "N m s/rad", 0.0, unbounded);
  expect(6, 80.0, "N m", 0.0, unbounded);
  expect(7, 0.1, "s", 0.0, unbounded);
  expect(8, 0.6, "s", 0.0, unbounded);
  expect(9, 0.4, "", 0.0, 1.0);
  expect(10, 1.0, "rad", 0.0, 2.0 * std::numbers::pi);
  expect(13, 0.5, "", -unbounded, unbounded);
  expect(14, 200.0, "N m/rad", 0.0, unbounded);
}

TEST(MotorProgram, EachParameterIsSet) {
  MotorProgram program = walking_program();
  const std::vector<std::string> names = parameter_names(program);
  for (std::size_t k = 0; k < names.size(); ++k) {
    set_program_parameter(program, names[k], 0.01 * static_cast<double>(k + 1));
  }
  const auto all = program_parameters(program);
  for (std::size_t k = 0; k < all.size(); ++k) {
    EXPECT_EQ(all[k].value, 0.01 * static_cast<double>(k + 1)) << all[k].name;
  }
  EXPECT_EQ(std::get<MotorSpin>(program.entries[2].motion).rate, 0.05);
  EXPECT_EQ(std::get<MotorClock>(program.entries[3].motion).phases[1], 0.14);
  EXPECT_EQ(program.entries[4].at.delay, 0.22);
}

// ---- as a file ----

TEST(MotorProgram, IsReadBackFromItsFile) {
  MotorProgram program = walking_program();
  program.summary = "walks \"well\" \\ slowly\n";
  program.entries[0].limit = unbounded;
  std::get<MotorClock>(program.entries[3].motion).period = 0.1 + 0.2;  // all 17 digits
  std::get<MotorClock>(program.entries[4].motion).clockwise = true;
  MotorTable table{.times = Eigen::Vector2d(0.0, 1.0 / 3.0), .repeats = true, .smooth = false};
  table.positions = Eigen::Matrix2d::Constant(-0.1);
  program.entries.push_back({.joints = {"a", "b"},
                             .motion = table,
                             .at = {.kind = Kind::touch, .contact = "left foot", .delay = 0.2}});
  MotorTable one{.times = Eigen::Vector2d(0.1, 0.2), .positions = Eigen::Vector2d(1.0, 2.0)};
  program.entries.push_back({.joints = {"c"}, .motion = one, .at = {.delay = 1.5}});
  MotorTorque kick{.times = Eigen::Vector2d(0.0, 0.1), .torques = Eigen::Vector2d(5.0, -1e-9)};
  program.entries.push_back({.joints = {"d"}, .motion = kick});
  MotorTorque constant{.times = Eigen::VectorXd::Zero(1), .repeats = true};
  constant.torques = Eigen::MatrixXd::Constant(1, 1, 7.0);
  program.entries.push_back({.joints = {"e"}, .motion = constant});
  check_program(program);

  const std::string text = to_toml(program);
  const std::vector<MotorProgram> read = programs_from_toml(text, "text", ".");
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(to_toml(read.front()), text);
  EXPECT_EQ(read.front().name, "walk");
  EXPECT_EQ(read.front().summary, program.summary);
  ASSERT_EQ(read.front().entries.size(), program.entries.size());
  const auto before = program_parameters(program), after = program_parameters(read.front());
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t k = 0; k < before.size(); ++k) {
    EXPECT_EQ(after[k].name, before[k].name);
    EXPECT_EQ(after[k].value, before[k].value) << before[k].name;
  }
  for (std::size_t k = 0; k < program.entries.size(); ++k) {
    EXPECT_EQ(to_string(read.front().entries[k].at), to_string(program.entries[k].at));
    EXPECT_EQ(read.front().entries[k].joints, program.entries[k].joints);
  }
  const auto& again = std::get<MotorTable>(read.front().entries[5].motion);
  EXPECT_EQ(again.times, table.times);
  EXPECT_EQ(again.positions, table.positions);
  EXPECT_TRUE(again.repeats);
  EXPECT_FALSE(again.smooth);
  EXPECT_EQ(std::get<MotorTable>(read.front().entries[6].motion).positions, one.positions);
  EXPECT_EQ(std::get<MotorTorque>(read.front().entries[7].motion).torques, kick.torques);
  EXPECT_EQ(std::get<MotorTorque>(read.front().entries[8].motion).torques, constant.torques);
}

TEST(MotorProgram, PatternsOfNames) {
  using base::fits_pattern;
  EXPECT_TRUE(fits_pattern("hip_*", "hip_left"));
  EXPECT_TRUE(fits_pattern("hip_*", "hip_"));
  EXPECT_TRUE(fits_pattern("*", ""));
  EXPECT_TRUE(fits_pattern("*_hip_?", "FL_hip_2"));
  EXPECT_TRUE(fits_pattern("*ab", "aabab"));
  EXPECT_TRUE(fits_pattern("a*b*c", "a_bb_b_c"));
  EXPECT_FALSE(fits_pattern("hip", "hip_left"));
  EXPECT_FALSE(fits_pattern("hip_?", "hip_"));
  EXPECT_FALSE(fits_pattern("a*b", "a_b_c"));
  EXPECT_FALSE(fits_pattern("", "a"));
  // Many stars cost products of lengths, not powers.
  EXPECT_FALSE(fits_pattern("*a*a*a*a*a*a*a*a*a*a*a*a*b", std::string(200, 'a')));
  EXPECT_TRUE(base::is_pattern("hip_?"));
  EXPECT_FALSE(base::is_pattern("hip_1"));
}

}  // namespace
}  // namespace carom
