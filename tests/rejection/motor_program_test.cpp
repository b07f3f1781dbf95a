// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every message about motor programs: as values, in TOML files, in tables as CSV, in the words of a
// shell; all faults at once.
#include "carom/motor_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <limits>

#include "carom/scene_file.h"
#include "support/faults.h"
#include "support/files.h"

namespace carom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;
namespace fs = std::filesystem;
using Kind = MotorTrigger::Kind;

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double unbounded = std::numeric_limits<double>::infinity();

std::vector<std::string> faults_of_program(const MotorProgram& program) {
  return test::faults_of([&] { check_program(program); });
}

std::vector<std::string> faults_of_entry(const MotorEntry& entry) {
  return faults_of_program({.entries = {entry}});
}

// ---- values ----

TEST(MotorProgramRejection, EmptyParts) {
  EXPECT_THAT(faults_of_program({.name = "walk"}),
              ElementsAre("program 'walk': no entries; expected at least one"));
  EXPECT_THAT(
      faults_of_program({.name = "walk", .entries = {{}, {.joints = {"a", "", "a"}}}}),
      ElementsAre("program 'walk': hold: joints is empty; expected at least one joint",
                  "program 'walk': hold#2: joints[1] is empty; expected a name",
                  "program 'walk': hold#2: joints[2] = 'a' again; expected each name once"));
}

TEST(MotorProgramRejection, NamesTwice) {
  const MotorEntry one{.name = "leg", .joints = {"a"}};
  EXPECT_THAT(faults_of_program({.name = "p", .entries = {one, {.joints = {"a"}}, one}}),
              ElementsAre("program 'p': leg: name = 'leg', as entry 1 has; expected a name of its "
                          "own"));
}

TEST(MotorProgramRejection, NumbersOfMotions) {
  EXPECT_THAT(faults_of_entry({.joints = {"a"}, .motion = MotorHold{.position = nan_value}}),
              ElementsAre("program: hold: position = nan rad; expected a finite number"));
  EXPECT_THAT(faults_of_entry({.joints = {"a"}, .motion = MotorSpin{.rate = unbounded}}),
              ElementsAre("program: spin: rate = inf rad/s; expected a finite number"));
  EXPECT_THAT(
      faults_of_entry({.joints = {"a", "b"},
                       .motion = MotorClock{.period = 0.0,
                                            .duty = 1.0,
                                            .sweep = 7.0,
                                            .middle = nan_value,
                                            .phases = {0.0, nan_value, 0.5}}}),
      ElementsAre("program: clock: period = 0 s; expected > 0 and finite",
                  "program: clock: duty = 1; expected 0 < duty < 1",
                  "program: clock: sweep = 7 rad; expected 0 < sweep < 2 pi",
                  "program: clock: middle = nan rad; expected a finite number",
                  "program: clock: phases has 3 entries for 2 joints; expected one for all, or one "
                  "for each",
                  "program: clock: phases[1] = nan; expected a finite number"));
  EXPECT_THAT(faults_of_entry({.joints = {"a"}, .motion = MotorClock{.phases = {}}}),
              ElementsAre("program: clock: phases is empty; expected at least one"));
}

MotorEntry table_entry(const Eigen::VectorXd& times, const Eigen::MatrixXd& positions,
                       bool repeats = false) {
  return {.joints = {"a", "b"},
          .motion = MotorTable{.times = times, .positions = positions, .repeats = repeats}};
}

TEST(MotorProgramRejection, TimesOfTables) {
  const Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(4, 1);
  EXPECT_THAT(
      faults_of_entry(table_entry(Eigen::Vector4d(0.0, 0.1, 0.25, 0.2), rows)),
      ElementsAre("program: table: times[3] = 0.2 s; expected more than times[2] = 0.25 s"));
  EXPECT_THAT(faults_of_entry(table_entry(Eigen::Vector4d(0.0, 0.0, nan_value, 0.2), rows)),
              ElementsAre("program: table: times[1] = 0 s; expected more than times[0] = 0 s"));
  EXPECT_THAT(
      faults_of_entry(table_entry(Eigen::Vector4d(-1.0, 0.1, nan_value, 0.2), rows)),
      ElementsAre("program: table: times[0] = -1 s; expected 0 or more, from when the entry "
                  "begins"));
  EXPECT_THAT(faults_of_entry(table_entry(Eigen::Vector4d(0.0, 0.1, unbounded, 0.2), rows)),
              ElementsAre("program: table: times[2] = inf s; expected a finite number"));
  EXPECT_THAT(faults_of_entry(table_entry(Eigen::VectorXd(), Eigen::MatrixXd())),
              ElementsAre("program: table: times has 0 entries; expected at least 1"));
  EXPECT_THAT(
      faults_of_entry(table_entry(Eigen::VectorXd::Zero(1), Eigen::MatrixXd::Zero(1, 1), true)),
      ElementsAre("program: table: times has 1 entries; expected at least 2 to repeat"));
}

TEST(MotorProgramRejection, RowsOfTables) {
  const Eigen::Vector2d times(0.0, 1.0);
  EXPECT_THAT(faults_of_entry(table_entry(times, Eigen::MatrixXd::Zero(3, 1))),
              ElementsAre("program: table: positions has 3 rows; expected 2, one for each time"));
  EXPECT_THAT(faults_of_entry(table_entry(times, Eigen::MatrixXd::Zero(2, 0))),
              ElementsAre("program: table: positions is empty; expected at least one"));
  EXPECT_THAT(faults_of_entry(table_entry(times, Eigen::MatrixXd::Zero(2, 3))),
              ElementsAre("program: table: positions has 3 columns for 2 joints; expected one for "
                          "all, or one for each"));
  EXPECT_THAT(faults_of_entry(table_entry(times, Eigen::MatrixXd::Constant(2, 2, nan_value))),
              ElementsAre("program: table: positions[0][0] = nan rad; expected a finite number"));
  EXPECT_THAT(
      faults_of_entry(
          table_entry(times, (Eigen::Matrix2d() << 0.0, 0.1, 0.0, 0.2).finished(), true)),
      ElementsAre(
          "program: table: positions[1][1] = 0.2 rad; expected positions[0][1] = 0.1 rad: a "
          "table that repeats ends with its first row"));
}

TEST(MotorProgramRejection, Torques) {
  const auto torques = [](const Eigen::VectorXd& times, const Eigen::MatrixXd& rows, bool repeats) {
    return faults_of_entry(
        {.joints = {"a"},
         .motion = MotorTorque{.times = times, .torques = rows, .repeats = repeats}});
  };
  EXPECT_THAT(torques(Eigen::VectorXd::Zero(1), Eigen::MatrixXd::Zero(1, 1), false),
              ElementsAre("program: torque: times has 1 entries; expected at least 2, or one that "
                          "repeats: for ever"));
  EXPECT_THAT(
      torques(Eigen::Vector2d(0.0, 1.0), Eigen::Vector2d(1.0, 2.0), true),
      ElementsAre("program: torque: torques[1][0] = 2 N m; expected torques[0][0] = 1 N m: a "
                  "table that repeats ends with its first row"));
}

TEST(MotorProgramRejection, Gains) {
  MotorEntry entry{.joints = {"a"}};
  entry.stiffness = -1.0;
  entry.damping = nan_value;
  entry.frequency = 0.0;
  entry.limit = 0.0;
  EXPECT_THAT(faults_of_entry(entry),
              ElementsAre("program: hold: stiffness = -1 N m/rad; expected >= 0 and finite",
                          "program: hold: damping = nan N m s/rad; expected >= 0 and finite",
                          "program: hold: frequency = 0 rad/s; expected > 0 and finite",
                          "program: hold: frequency and stiffness are both given; expected the "
                          "frequency, or stiffness and damping",
                          "program: hold: limit = 0 N m; expected > 0"));
  MotorEntry spin{.joints = {"a"}, .motion = MotorSpin{.rate = 1.0}};
  spin.stiffness = 2.0;
  EXPECT_THAT(faults_of_entry(spin), ElementsAre("program: spin: stiffness = 2 N m/rad; expected "
                                                 "none: a spin has damping alone"));
  MotorEntry torque{.joints = {"a"},
                    .motion = MotorTorque{.times = Eigen::VectorXd::Zero(1),
                                          .torques = Eigen::MatrixXd::Zero(1, 1),
                                          .repeats = true}};
  torque.damping = 2.0;
  torque.frequency = 3.0;
  EXPECT_THAT(faults_of_entry(torque),
              ElementsAre("program: torque: damping = 2 N m s/rad; expected none: torques have no "
                          "gains",
                          "program: torque: frequency = 3 rad/s; expected none: torques have no "
                          "gains",
                          "program: torque: frequency and damping are both given; expected the "
                          "frequency, or stiffness and damping"));
}

TEST(MotorProgramRejection, Triggers) {
  const auto faults = [](MotorTrigger at) {
    return faults_of_entry({.joints = {"a"}, .at = std::move(at)});
  };
  EXPECT_THAT(faults({.delay = -0.1}),
              ElementsAre("program: hold: delay = -0.1 s; expected >= 0 and finite"));
  EXPECT_THAT(faults({.kind = Kind::touch}),
              ElementsAre("program: hold: the touch of no contact; expected the name of one"));
  EXPECT_THAT(faults({.contact = "foot"}),
              ElementsAre("program: hold: contact 'foot' without a touch; expected a trigger that "
                          "waits for its touch"));
}

TEST(MotorProgramRejection, UnknownParameter) {
  MotorProgram program{.name = "walk",
                       .entries = {{.joints = {"a"}, .motion = MotorSpin{.rate = 1.0}}}};
  EXPECT_EQ(
      test::refusal_of([&] { set_program_parameter(program, "spin.rat", 1.0); }),
      "program 'walk' has no parameter 'spin.rat'; expected one of spin.rate, spin.delay; did "
      "you mean 'spin.rate'?");
  EXPECT_EQ(program_parameters(program).front().value, 1.0);
}

// ---- files ----

class MotorFileRejection : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::temp_directory_path() / ("carom_motor_faults_" + std::to_string(::getpid()) + "_" +
                                     testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::vector<std::string> faults(const std::string& text) const {
    return test::faults_of([&] { static_cast<void>(programs_from_toml(text, "p.toml", folder_)); });
  }
  /// Of an entry "motors.p 1" whose keys begin in line 2.
  std::vector<std::string> entry_faults(const std::string& keys) const {
    return faults("[[motors.p]]\n" + keys);
  }
  /// Of a table as CSV for the keys of an entry; FILE stands for its path.
  std::vector<std::string> csv_faults(const std::string& text,
                                      const std::string& keys = "table = \"t.csv\"\n") const {
    const fs::path file = folder_ / "t.csv";
    test::put_bytes(file, text);
    std::vector<std::string> all = entry_faults(keys);
    for (std::string& fault : all) {
      if (fault.starts_with(file.string())) fault.replace(0, file.string().size(), "FILE");
    }
    return all;
  }

  fs::path folder_;
};

TEST_F(MotorFileRejection, FilesOfPrograms) {
  EXPECT_THAT(faults(""),
              ElementsAre("p.toml:1: motors is missing; expected tables, [[motors.NAME]]"));
  EXPECT_THAT(faults("format = \"carom-scene/1\"\nmotor = 1\nname = 3\n"),
              ElementsAre("p.toml:2: unknown key 'motor'; expected one of format, name, source, "
                          "motors; did you mean 'motors'?",
                          "p.toml:1: format = \"carom-scene/1\"; expected \"carom-motors/1\"",
                          "p.toml:3: name = 3; expected text, not empty",
                          "p.toml:1: motors is missing; expected tables, [[motors.NAME]]"));
  EXPECT_THAT(faults("motors = 3"),
              ElementsAre("p.toml:1: motors = 3; expected tables, [[motors.NAME]]"));
  EXPECT_THAT(faults("[[motors]]\njoint = \"a\""),
              ElementsAre("p.toml:1: motors = a list of 1; expected tables, [[motors.NAME]]"));
  EXPECT_THAT(faults("[motors]"),
              ElementsAre("p.toml:1: motors is empty; expected tables, [[motors.NAME]]"));
  EXPECT_THAT(faults("[motors.walk]\njoint = \"a\""),
              ElementsAre("p.toml:1: motors.walk = a table; expected tables, [[motors.walk]]"));
  EXPECT_THAT(faults("motors.walk = []\nmotors.run = [3]\nmotors.\"\" = []"),
              ElementsAre("p.toml:1: motors.walk: no entries; expected at least one",
                          "p.toml:2: motors.run 1 = 3; expected a table, [[motors.run]]",
                          "p.toml:3: motors has a program without a name; expected "
                          "[[motors.NAME]]"));
  EXPECT_EQ(test::refusal_of([&] { static_cast<void>(load_programs(folder_ / "none.toml")); }),
            (folder_ / "none.toml").string() + ": the file does not exist; expected a TOML file");
}

TEST_F(MotorFileRejection, AllAtOnceWithLines) {
  EXPECT_THAT(
      faults("[[motors.walk]]\n"
             "joints = [\"a\", \"b\"]\n"
             "clock = {period = -1, duty = 1.5, sweep = \"400deg\", phase = [0, 0.5, 1]}\n"
             "frequency = 60\n"
             "damping = -2\n"
             "at = -1\n"
             "dely = 3\n"
             "[[motors.walk]]\n"
             "name = \"leg\"\n"
             "summary = \"x\"\n"
             "joint = \"a\"\n"
             "hold = \"strat\"\n"
             "limit = 0\n"
             "[[motors.run]]\n"
             "joints = []\n"
             "spin = \"fast\"\n"
             "stiffness = 3\n"
             "delay = -1\n"),
      ElementsAre(
          "p.toml:7: motors.walk 1: unknown key 'dely'; expected one of name, summary, joints, "
          "joint, hold, spin, clock, table, torque, at, delay, stiffness, damping, frequency, "
          "limit; did you mean 'delay'?",
          "p.toml:10: motors.walk 'leg': summary in a further entry; expected it in the first, for "
          "the whole program",
          "p.toml:12: motors.walk 'leg': hold = \"strat\"; expected \"start\", a finite number, or "
          "an angle such as \"40deg\"",
          "p.toml:3: motors.walk 1: clock: period = -1 s; expected > 0 and finite",
          "p.toml:3: motors.walk 1: clock: duty = 1.5; expected 0 < duty < 1",
          "p.toml:3: motors.walk 1: clock: sweep = 6.981317007977318 rad; expected 0 < sweep < 2 "
          "pi",
          "p.toml:3: motors.walk 1: clock: phases has 3 entries for 2 joints; expected one for "
          "all, "
          "or one for each",
          "p.toml:5: motors.walk 1: damping = -2 N m s/rad; expected >= 0 and finite",
          "p.toml:4: motors.walk 1: frequency and damping are both given; expected the frequency, "
          "or stiffness and damping",
          "p.toml:6: motors.walk 1: delay = -1 s; expected >= 0 and finite",
          "p.toml:13: motors.walk 'leg': limit = 0 N m; expected > 0",
          "p.toml:16: motors.run 1: spin = \"fast\"; expected a finite number, or an angle such as "
          "\"40deg\"",
          "p.toml:15: motors.run 1: joints is empty; expected at least one joint",
          "p.toml:17: motors.run 1: stiffness = 3 N m/rad; expected none: a spin has damping alone",
          "p.toml:18: motors.run 1: delay = -1 s; expected >= 0 and finite"));
}

TEST_F(MotorFileRejection, JointsAndMotion) {
  EXPECT_THAT(
      entry_faults("hold = 0\n"),
      ElementsAre("p.toml:1: motors.p 1: joints is missing; expected names of joints, such "
                  "as joints = [\"hip_*\"], or a table from a file, whose columns they are"));
  EXPECT_THAT(
      entry_faults("joint = \"a\"\njoints = [\"b\"]\n"),
      ElementsAre("p.toml:3: motors.p 1: joint and joints are both given; expected one of them",
                  "p.toml:1: motors.p 1: no motion; expected one of hold, spin, clock, table, "
                  "torque"));
  EXPECT_THAT(entry_faults("joint = [\"a\"]\nhold = 0\nspin = 1\n"),
              ElementsAre("p.toml:2: motors.p 1: joint = a list of 1; expected text, not empty",
                          "p.toml:4: motors.p 1: hold and spin are both given; expected one of "
                          "them, and an entry for each other"));
  EXPECT_THAT(
      entry_faults("joints = \"a\"\nhold = nan\n"),
      ElementsAre("p.toml:2: motors.p 1: joints = \"a\"; expected a list of names",
                  "p.toml:3: motors.p 1: hold = nan; expected \"start\", a finite number, or "
                  "an angle such as \"40deg\""));
  EXPECT_THAT(entry_faults("joints = [\"a\", 3]\nspin = 1\n"),
              ElementsAre("p.toml:2: motors.p 1: joints has an entry 3; expected a name"));
  EXPECT_THAT(faults("[[motors.p]]\nname = \"a\"\njoint = \"x\"\nspin = 1\n"
                     "[[motors.p]]\nname = \"a\"\njoint = \"x\"\nspin = 2\n"),
              ElementsAre("p.toml:6: motors.p 'a': name = 'a', as entry 1 has; expected a name of "
                          "its own"));
}

TEST_F(MotorFileRejection, Clocks) {
  EXPECT_THAT(entry_faults("joint = \"a\"\nclock = 3\n"),
              ElementsAre("p.toml:3: motors.p 1: clock = 3; expected a table {period, duty, sweep, "
                          "middle, phase, clockwise}"));
  EXPECT_THAT(
      entry_faults("joint = \"a\"\nclock = {phases = 0, phase = [\"x\"], clockwise = 1, middle = "
                   "true}\n"),
      ElementsAre(
          "p.toml:3: motors.p 1: clock: unknown key 'phases'; expected one of period, duty, "
          "sweep, middle, phase, clockwise; did you mean 'phase'?",
          "p.toml:3: motors.p 1: clock: period is missing; expected seconds",
          "p.toml:3: motors.p 1: clock: duty is missing; expected the slow part's share of "
          "the period",
          "p.toml:3: motors.p 1: clock: sweep is missing; expected the angle of the slow "
          "part",
          "p.toml:3: motors.p 1: clock: middle = true; expected a finite number, or an angle "
          "such as \"40deg\"",
          "p.toml:3: motors.p 1: clock: clockwise = 1; expected true or false",
          "p.toml:3: motors.p 1: clock: phase[0] = \"x\"; expected a finite number"));
}

TEST_F(MotorFileRejection, Triggers) {
  const auto at = [&](const std::string& keys) {
    return entry_faults("joint = \"a\"\nspin = 1\n" + keys);
  };
  EXPECT_THAT(at("at = \"first imapct\"\n"),
              ElementsAre("p.toml:4: motors.p 1: at = \"first imapct\"; expected a time [s], "
                          "\"start\", \"first impact\" or \"touch CONTACT\"; did you mean 'first "
                          "impact'?"));
  for (const char* word : {"\"touch\"", "\"touch  \"", "[1]", "true"}) {
    const auto found = at(std::string("at = ") + word);
    ASSERT_EQ(found.size(), 1u) << word;
    EXPECT_THAT(found.front(), StartsWith("p.toml:4: motors.p 1: at = ")) << word;
  }
  EXPECT_THAT(at("at = nan\n"),
              ElementsAre("p.toml:4: motors.p 1: at = nan; expected a finite number"));
  EXPECT_THAT(at("at = 0.3\ndelay = 0.1\n"),
              ElementsAre("p.toml:4: motors.p 1: at is a time and delay is given; expected one of "
                          "them; a delay is after an event"));
}

TEST_F(MotorFileRejection, TablesInTheFile) {
  const auto table = [&](const std::string& value) {
    return entry_faults("joints = [\"a\", \"b\"]\ntable = " + value + "\n");
  };
  EXPECT_THAT(table("[1]"),
              ElementsAre("p.toml:3: motors.p 1: table = a list of 1; expected a file such as "
                          "\"trot.csv\", {file, repeat, smooth} or {time, position, repeat, "
                          "smooth}"));
  EXPECT_THAT(table("{}"), ElementsAre("p.toml:3: motors.p 1: table: nothing to follow; expected "
                                       "file, or time and position"));
  EXPECT_THAT(table("{file = \"t.csv\", time = [0]}"),
              ElementsAre("p.toml:3: motors.p 1: table: file and lists are both given; expected "
                          "file, or time and position"));
  EXPECT_THAT(
      table("{time = [0], repeats = true}"),
      ElementsAre("p.toml:3: motors.p 1: table: unknown key 'repeats'; expected one of file, "
                  "time, position, repeat, smooth; did you mean 'repeat'?",
                  "p.toml:3: motors.p 1: table: position is missing; expected a list of "
                  "numbers, or of rows with one for each joint"));
  EXPECT_THAT(table("{position = [0, 1]}"),
              ElementsAre("p.toml:3: motors.p 1: table: time is missing; expected a list of "
                          "seconds"));
  EXPECT_THAT(table("{time = [0, 1], position = [[1, 2], [1]]}"),
              ElementsAre("p.toml:3: motors.p 1: table: position[1] has 1 numbers; expected 2"));
  EXPECT_THAT(table("{time = [0, 0.25, 0.2], position = [0, 1, 2], repeat = true}"),
              ElementsAre("p.toml:3: motors.p 1: table: times[2] = 0.2 s; expected more than "
                          "times[1] = 0.25 s",
                          "p.toml:3: motors.p 1: table: positions[2][0] = 2 rad; expected "
                          "positions[0][0] = 0 rad: a table that repeats ends with its first row"));
  EXPECT_THAT(entry_faults("joint = \"a\"\n[motors.p.table]\ntime = [0, 1]\nposition = [0]\n"),
              ElementsAre("p.toml:5: motors.p 1: table: positions has 1 rows; expected 2, one for "
                          "each time"));
}

TEST_F(MotorFileRejection, Torques) {
  const auto torque = [&](const std::string& keys) {
    return entry_faults("joint = \"a\"\ntorque = " + keys + "\n");
  };
  EXPECT_THAT(torque("true"),
              ElementsAre("p.toml:3: motors.p 1: torque = true; expected a number, a file such as "
                          "\"kick.csv\", {file, repeat} or {time, torque, repeat}"));
  EXPECT_THAT(torque("inf"),
              ElementsAre("p.toml:3: motors.p 1: torque = inf; expected a finite number"));
  EXPECT_THAT(
      torque("{time = [0], torque = [\"2deg\"], smooth = true}"),
      ElementsAre("p.toml:3: motors.p 1: torque: unknown key 'smooth'; expected one of file, "
                  "time, torque, repeat",
                  "p.toml:3: motors.p 1: torque: torque[0] = \"2deg\"; expected a finite "
                  "number"));
  EXPECT_THAT(
      torque("{time = [0], torque = [2]}\ndamping = 1"),
      ElementsAre("p.toml:3: motors.p 1: torque: times has 1 entries; expected at least 2, "
                  "or one that repeats: for ever",
                  "p.toml:4: motors.p 1: damping = 1 N m s/rad; expected none: torques have "
                  "no gains"));
  EXPECT_THAT(csv_faults("time,a [deg]\n0,1\n", "torque = \"t.csv\""),
              ElementsAre("FILE:1: 'a' is in [deg]; expected torques [N m]"));
}

TEST_F(MotorFileRejection, PathsOfTables) {
  const auto path = [&](const std::string& name) {
    return entry_faults("table = \"" + name + "\"\n");
  };
  const std::string leads_out =
      "; expected a path relative to this file, in its folder or below; put or link the file there";
  EXPECT_THAT(path("/tmp/t.csv"),
              ElementsAre("p.toml:2: motors.p 1: table = \"/tmp/t.csv\"" + leads_out));
  EXPECT_THAT(path("a/../../t.csv"),
              ElementsAre("p.toml:2: motors.p 1: table = \"a/../../t.csv\"" + leads_out));
  EXPECT_THAT(entry_faults("table = {file = \"../t.csv\"}"),
              ElementsAre("p.toml:2: motors.p 1: table: file = \"../t.csv\"" + leads_out));
  EXPECT_THAT(path("none.csv"),
              ElementsAre("p.toml:2: motors.p 1: table = \"none.csv\"; there is no such file; "
                          "expected a file beside or below this file"));
}

TEST_F(MotorFileRejection, NamesOfColumns) {
  EXPECT_THAT(csv_faults("\n \n"), ElementsAre("FILE: is empty; expected a line of names, time "
                                               "first"));
  EXPECT_THAT(csv_faults("t,a\n0,1\n"), ElementsAre("FILE:1: the first column is \"t\"; expected "
                                                    "time, or time [s], and a comma"));
  EXPECT_THAT(csv_faults("time [ms],a,,a [deg]\n"),
              ElementsAre("FILE:1: the first column is \"time [ms]\"; expected time, or time [s], "
                          "and a comma",
                          "FILE:1: column 3 has no name; expected a joint",
                          "FILE:1: column 4 is 'a' again; expected each name once"));
  EXPECT_THAT(csv_faults("\ntime\n0\n"),
              ElementsAre("FILE:2: no column after the first; expected one for each joint"));
  EXPECT_THAT(csv_faults("time,hip_l,knee\n0,1,2\n",
                         "joints = [\"hip_1\", \"ankle*\"]\ntable = \"t.csv\"\n"),
              ElementsAre("FILE:1: no column for the joint 'hip_1'; expected one of its name; the "
                          "columns are hip_l, knee; did you mean 'hip_l'?",
                          "FILE:1: no column for the joint 'ankle*'; expected one of its name; the "
                          "columns are hip_l, knee"));
}

TEST_F(MotorFileRejection, LinesOfTables) {
  EXPECT_THAT(csv_faults("time,a\n"), ElementsAre("FILE:1: no lines after the names; expected a "
                                                  "time and its numbers in each"));
  EXPECT_THAT(csv_faults("time,a\n-1,0\n0.25,0\n0.2,x\n0.3\n\n0.4,inf\nsoon,1\n"),
              ElementsAre("FILE:2: time = -1 s; expected 0 or more, from when the entry begins",
                          "FILE:4: time = 0.2 s; expected more than 0.25 s of the line before",
                          "FILE:4: a = \"x\"; expected a finite number",
                          "FILE:5: 1 fields; expected 2, as the first line has",
                          "FILE:7: a = \"inf\"; expected a finite number",
                          "FILE:8: time = \"soon\"; expected a finite number"));
  // A file of another format has a fault in each line: ten are enough.
  std::string lines = "time,a\n";
  for (int k = 0; k < 100; ++k) lines += "x\n";
  EXPECT_EQ(csv_faults(lines).size(), 10u);
  EXPECT_THAT(csv_faults("time,a\n0,0\n1,1\n", "table = {file = \"t.csv\", repeat = true}\n"),
              ElementsAre("p.toml:2: motors.p 1: table: positions[1][0] = 1 rad; expected "
                          "positions[0][0] = 0 rad: a table that repeats ends with its first row"));
}

TEST_F(MotorFileRejection, LargeTables) {
  std::string lines = "time,a\n";
  for (int k = 0; k <= 1'000'000; ++k) lines += std::to_string(k) + ",0\n";
  EXPECT_THAT(csv_faults(lines), ElementsAre("FILE:1000002: more than 1000000 lines of numbers; "
                                             "expected at most that many"));
  EXPECT_THAT(csv_faults(std::string((std::size_t{16} << 20) + 1, ' ')),
              ElementsAre("FILE: more than 16777216 bytes; expected at most 16 MiB"));
}

TEST_F(MotorFileRejection, SceneFilesOfEveryKind) {
  const auto scene = [&](const std::string& text) {
    return test::faults_of([&] {
      static_cast<void>(
          scene_file_from_toml(text, "s.toml", test::project_root / "scenes", SceneOverrides{}));
    });
  };
  const std::string wrong = "[[motors.p]]\njoint = \"a\"\nspin = \"x\"\n";
  const std::string fault =
      "motors.p 1: spin = \"x\"; expected a finite number, or an angle such as \"40deg\"";
  EXPECT_THAT(scene("scene = \"trex\"\n" + wrong), ElementsAre("s.toml:4: " + fault));
  EXPECT_THAT(scene("robot = \"robots/atlas_v1.urdf\"\ncontacts = [\"l_sole\"]\n" + wrong),
              ElementsAre("s.toml:5: " + fault));
  EXPECT_THAT(scene("[[body]]\nname = \"ball\"\njoint = \"free\"\nmass = 1\ninertia = [1, 1, 1]\n"
                    "[[contact]]\nname = \"c\"\nbody = \"ball\"\n" +
                    wrong),
              ElementsAre("s.toml:11: " + fault));
}

// ---- words of a shell ----

TEST(MotorWordsRejection, EachBeginsWithTheOption) {
  const auto faults = [](const char* words) {
    return test::faults_of([&] { static_cast<void>(motor_from_words(words)); });
  };
  const std::string expected =
      "; expected words such as 'joint = \"hip\", spin = 12, at = \"first impact\"'";
  const auto no_toml = faults("joint = hip");
  ASSERT_EQ(no_toml.size(), 1u);
  EXPECT_THAT(no_toml.front(), StartsWith("--motor: not TOML: "));
  EXPECT_THAT(no_toml.front(), testing::EndsWith(expected));
  EXPECT_THAT(faults("joint = \"a\"}\nother = {b = 1"),
              ElementsAre("--motor: more than one table" + expected));
  EXPECT_THAT(faults(""),
              ElementsAre("--motor: no motion; expected one of hold, spin, clock, table, torque"));
  EXPECT_THAT(
      faults("joint = \"a\", clock = {period = 1, duty = 2, sweep = 1}, summary = \"x\", at = -1"),
      ElementsAre("--motor: summary of a single entry; expected none: programs have one",
                  "--motor: clock: duty = 2; expected 0 < duty < 1",
                  "--motor: delay = -1 s; expected >= 0 and finite"));
  EXPECT_THAT(faults("table = \"none.csv\""),
              ElementsAre("--motor: table = \"none.csv\"; there is no such file; expected the path "
                          "of a file"));
  EXPECT_THAT(faults("joint = \"a\", spin = 1"), IsEmpty());
}

}  // namespace
}  // namespace carom
