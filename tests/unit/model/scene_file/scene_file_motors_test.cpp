// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Motor programs from TOML: [[motors.NAME]] of each kind of scene file, files of programs, tables
// from CSV, entries in the words of a shell.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "carom/motor_program.h"
#include "support/scene_file_text.h"

namespace carom {
namespace {

using testing::ElementsAre;
namespace fs = std::filesystem;

constexpr double degree = M_PI / 180.0;

/// A folder of its own with files of programs and tables.
class SceneFileMotors : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::temp_directory_path() / ("carom_motors_" + std::to_string(::getpid()) + "_" +
                                     testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void put(const std::string& name, const std::string& text) const {
    test::put_bytes(folder_ / name, text);
  }
  std::vector<MotorProgram> programs(const std::string& text) const {
    return programs_from_toml(text, "p.toml", folder_);
  }
  /// The only entry of [[motors.p]].
  MotorEntry entry(const std::string& keys) const {
    return programs("[[motors.p]]\n" + keys).at(0).entries.at(0);
  }
  MotorTable table(const std::string& keys) const {
    return std::get<MotorTable>(entry(keys).motion);
  }

  fs::path folder_;
};

const std::string drive_text =
    "[[motors.drive]]\n"
    "summary = \"falls, then goes\"\n"
    "joints = [\"hip_*\"]\nhold = \"start\"\nfrequency = 60\n"
    "[[motors.drive]]\n"
    "name = \"go\"\njoint = \"hip_1\"\nspin = 12\nat = \"first impact\"\ndelay = 0.1\n"
    "damping = 3\nlimit = 40\n"
    "[[motors.rest]]\n"
    "joint = \"knee\"\nhold = \"20deg\"\n";

void expect_drive(const std::vector<MotorProgram>& programs) {
  ASSERT_EQ(programs.size(), 2u);
  EXPECT_EQ(programs[0].name, "drive");
  EXPECT_EQ(programs[0].summary, "falls, then goes");
  EXPECT_EQ(programs[1].name, "rest");
  ASSERT_EQ(programs[0].entries.size(), 2u);
  const MotorEntry& hold = programs[0].entries[0];
  EXPECT_THAT(hold.joints, ElementsAre("hip_*"));
  EXPECT_FALSE(std::get<MotorHold>(hold.motion).position);
  EXPECT_EQ(hold.frequency, 60.0);
  EXPECT_FALSE(hold.stiffness || hold.damping || hold.limit);
  EXPECT_EQ(to_string(hold.at), "at the start");
  const MotorEntry& spin = programs[0].entries[1];
  EXPECT_EQ(spin.name, "go");
  EXPECT_EQ(std::get<MotorSpin>(spin.motion).rate, 12.0);
  EXPECT_EQ(to_string(spin.at), "0.1 s after the first impact");
  EXPECT_EQ(spin.damping, 3.0);
  EXPECT_EQ(spin.limit, 40.0);
  EXPECT_NEAR(*std::get<MotorHold>(programs[1].entries[0].motion).position, 20.0 * degree, 1e-15);
}

TEST_F(SceneFileMotors, EveryKindOfSceneFileHasThem) {
  expect_drive(from("scene = \"trex\"\n" + drive_text).programs);
  expect_drive(from("[[body]]\nname = \"ball\"\njoint = \"free\"\nmass = 1\ninertia = [1, 1, 1]\n"
                    "[[contact]]\nname = \"c\"\nbody = \"ball\"\n" +
                    drive_text)
                   .programs);
  expect_drive(
      from("robot = \"robots/atlas_v1.urdf\"\ncontacts = [\"l_sole\"]\n" + drive_text).programs);
  EXPECT_TRUE(from("scene = \"trex\"").programs.empty());
}

TEST_F(SceneFileMotors, AFileOfPrograms) {
  put("drive.toml", "format = \"carom-motors/1\"\nname = \"a\"\nsource = \"b\"\n" + drive_text);
  expect_drive(load_programs(folder_ / "drive.toml"));
  expect_drive(programs(drive_text));
}

TEST_F(SceneFileMotors, Clock) {
  const MotorEntry one = entry(
      "joints = [\"a\", \"b\"]\nclock = {period = 0.5, duty = 0.4, sweep = \"40deg\", middle = "
      "\"-10deg\", phase = [0, 0.5], clockwise = true}\nstiffness = 100\ndamping = 2\n");
  const auto& clock = std::get<MotorClock>(one.motion);
  EXPECT_EQ(clock.period, 0.5);
  EXPECT_EQ(clock.duty, 0.4);
  EXPECT_NEAR(clock.sweep, 40.0 * degree, 1e-15);
  EXPECT_NEAR(clock.middle, -10.0 * degree, 1e-15);
  EXPECT_THAT(clock.phases, ElementsAre(0.0, 0.5));
  EXPECT_TRUE(clock.clockwise);
  EXPECT_EQ(one.stiffness, 100.0);
  EXPECT_EQ(one.damping, 2.0);
  const MotorEntry two = entry(
      "joint = \"a\"\n[motors.p.clock]\nperiod = 1\nduty = 0.5\nsweep = 1\n"
      "phase = 0.25\n");
  EXPECT_THAT(std::get<MotorClock>(two.motion).phases, ElementsAre(0.25));
  EXPECT_FALSE(std::get<MotorClock>(two.motion).clockwise);
}

TEST_F(SceneFileMotors, SpinInDegrees) {
  EXPECT_NEAR(std::get<MotorSpin>(entry("joint = \"a\"\nspin = \"90deg\"").motion).rate,
              90.0 * degree, 1e-15);
}

TEST_F(SceneFileMotors, TablesInTheFile) {
  const MotorTable one = table(
      "joint = \"a\"\ntable = {time = [0, 0.1, 0.3], position = [0, \"90deg\", 0], "
      "repeat = true, smooth = false}\n");
  EXPECT_EQ(one.times, Eigen::Vector3d(0.0, 0.1, 0.3));
  ASSERT_EQ(one.positions.cols(), 1);
  EXPECT_NEAR(one.positions(1, 0), 90.0 * degree, 1e-15);
  EXPECT_TRUE(one.repeats);
  EXPECT_FALSE(one.smooth);
  const MotorTable two = table(
      "joints = [\"a\", \"b\"]\ntable = {time = [0, 1], position = [[1, 2], [3, \"180deg\"]]}\n");
  EXPECT_EQ(two.positions, (Eigen::Matrix2d() << 1.0, 2.0, 3.0, M_PI).finished());
  EXPECT_FALSE(two.repeats);
  EXPECT_TRUE(two.smooth);
}

TEST_F(SceneFileMotors, Torques) {
  const auto torque = [&](const std::string& keys) {
    return std::get<MotorTorque>(entry("joint = \"a\"\n" + keys).motion);
  };
  const MotorTorque constant = torque("torque = -3.5");
  EXPECT_EQ(constant.times, Eigen::VectorXd::Zero(1));
  EXPECT_EQ(constant.torques, Eigen::MatrixXd::Constant(1, 1, -3.5));
  EXPECT_TRUE(constant.repeats);
  const MotorTorque lists = torque("torque = {time = [0, 0.2], torque = [5, 0]}");
  EXPECT_EQ(lists.torques, Eigen::Vector2d(5.0, 0.0));
  EXPECT_FALSE(lists.repeats);
  put("kick.csv", "time [s],a [N m]\n0,1\n0.5,4\n1,1\n");
  EXPECT_FALSE(torque("torque = \"kick.csv\"").repeats);
  const MotorTorque file = torque("torque = {file = \"kick.csv\", repeat = true}");
  EXPECT_EQ(file.times, Eigen::Vector3d(0.0, 0.5, 1.0));
  EXPECT_EQ(file.torques, Eigen::Vector3d(1.0, 4.0, 1.0));
  EXPECT_TRUE(file.repeats);
}

TEST_F(SceneFileMotors, ColumnsOfAFileAreTheJoints) {
  // A mark of bytes, blank lines, quotes, ends of lines of Windows.
  put("trot.csv",
      "\xEF\xBB\xBFtime [s], \"hip [rad]\" ,knee "
      "[deg]\r\n0,+0.5,90\r\n\r\n0.25,1e-1,\"-180\"\r\n\n");
  const MotorEntry one = entry("table = \"trot.csv\"\n");
  EXPECT_THAT(one.joints, ElementsAre("hip", "knee"));
  const auto& table = std::get<MotorTable>(one.motion);
  EXPECT_EQ(table.times, Eigen::Vector2d(0.0, 0.25));
  EXPECT_TRUE(table.positions.isApprox(
      (Eigen::Matrix2d() << 0.5, M_PI / 2.0, 0.1, -M_PI).finished(), 1e-15));
}

TEST_F(SceneFileMotors, ColumnsOfAFileForJoints) {
  fs::create_directories(folder_ / "gaits");
  // Columns that are not asked for may hold anything.
  put("gaits/trot.csv", "time,FL_hip,FL_knee,FR_hip,note\n0,1,2,3,a\n1,4,5,6,b\n");
  const auto chosen = [&](const std::string& joints) {
    return entry("joints = " + joints + "\ntable = {file = \"gaits/trot.csv\", smooth = false}\n");
  };
  const MotorEntry named = chosen("[\"FR_hip\", \"FL_hip\"]");
  EXPECT_THAT(named.joints, ElementsAre("FR_hip", "FL_hip"));
  EXPECT_EQ(std::get<MotorTable>(named.motion).positions,
            (Eigen::Matrix2d() << 3.0, 1.0, 6.0, 4.0).finished());
  EXPECT_FALSE(std::get<MotorTable>(named.motion).smooth);
  const MotorEntry pattern = chosen("[\"*_knee\", \"F?_hip\", \"FL_*\"]");
  EXPECT_THAT(pattern.joints, ElementsAre("FL_knee", "FL_hip", "FR_hip"));
  EXPECT_EQ(std::get<MotorTable>(pattern.motion).positions.row(1),
            Eigen::RowVector3d(5.0, 4.0, 6.0));
}

TEST_F(SceneFileMotors, OneColumnForAllJoints) {
  put("all.csv", "time,position [deg]\n0,0\n1,180\n");
  const MotorEntry one = entry("joints = [\"*\"]\ntable = \"all.csv\"\n");
  EXPECT_THAT(one.joints, ElementsAre("*"));
  EXPECT_EQ(std::get<MotorTable>(one.motion).positions, Eigen::Vector2d(0.0, M_PI));
}

TEST_F(SceneFileMotors, ALinkIsFollowed) {
  const fs::path other = folder_.string() + "_other";
  fs::create_directories(other);
  test::put_bytes(other / "trot.csv", "time,a\n0,1\n");
  fs::create_symlink(other / "trot.csv", folder_ / "trot.csv");
  EXPECT_EQ(table("table = \"trot.csv\"\n").positions(0, 0), 1.0);
  fs::remove_all(other);
}

TEST_F(SceneFileMotors, Triggers) {
  const auto at = [&](const std::string& keys) {
    return entry("joint = \"a\"\nspin = 1\n" + keys).at;
  };
  EXPECT_EQ(to_string(at("at = 0.3")), "at 0.3 s");
  EXPECT_EQ(to_string(at("at = \"0.3\"")), "at 0.3 s");
  EXPECT_EQ(to_string(at("delay = 0.3")), "at 0.3 s");
  EXPECT_EQ(to_string(at("at = \"start\"\ndelay = 0.3")), "at 0.3 s");
  EXPECT_EQ(to_string(at("at = \"first impact\"")), "at the first impact");
  const MotorTrigger touch = at("at = \"touch left foot\"\ndelay = 0.25");
  EXPECT_EQ(touch.kind, MotorTrigger::Kind::touch);
  EXPECT_EQ(touch.contact, "left foot");
  EXPECT_EQ(touch.delay, 0.25);
}

TEST_F(SceneFileMotors, ALimitMayBeInfinite) {
  EXPECT_EQ(entry("joint = \"a\"\nspin = 1\nlimit = inf\n").limit,
            std::numeric_limits<double>::infinity());
}

TEST_F(SceneFileMotors, WordsOfTheShell) {
  const MotorEntry one = motor_from_words("joint = \"hip_*\", spin = 12, at = \"first impact\"");
  EXPECT_THAT(one.joints, ElementsAre("hip_*"));
  EXPECT_EQ(std::get<MotorSpin>(one.motion).rate, 12.0);
  EXPECT_EQ(one.at.kind, MotorTrigger::Kind::first_impact);
  // The user names files anywhere.
  put("t.csv", "time,a\n0,1\n");
  const MotorEntry two = motor_from_words("table = '" + (folder_ / "t.csv").string() + "'");
  EXPECT_THAT(two.joints, ElementsAre("a"));
}

TEST_F(SceneFileMotors, OverridesOfTheSceneLeaveThemAlone) {
  const SceneFile file = from("scene = \"trex\"\n" + drive_text, {{"friction", "0.5"}});
  expect_drive(file.programs);
}

/// The examples of docs/programs.md.
TEST_F(SceneFileMotors, ExamplesOfTheDocumentation) {
  std::ifstream page(test::project_root / "docs" / "programs.md");
  std::string line, block;
  std::vector<std::string> names;
  for (bool inside = false; std::getline(page, line);) {
    if (inside && line == "```") names.push_back(programs(block).at(0).name);
    if (line.starts_with("```")) {
      inside = line == "```toml";
      block.clear();
    } else if (inside) {
      block += line + "\n";
    }
  }
  EXPECT_THAT(names, ElementsAre("drive", "walk"));
}

}  // namespace
}  // namespace carom
