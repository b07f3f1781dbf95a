// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Whole runs under a motor program: what the files say adds up, and a run that was stopped leaves
// the same bytes after --resume as one that was not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "report/run/read_back.h"
#include "report/run/state.h"
#include "support/run_trial.h"

namespace carom::test {
namespace {

using report::Json;

/// The two rods hold their shape, then open and close.
struct DrivenTrial : RunTrial {
  DrivenTrial() {
    MotorEntry hold{.name = "hold", .joints = {"angle_1", "angle_2"}, .motion = MotorHold{}};
    MotorEntry spin{.name = "spin", .joints = {"angle_1"}, .motion = MotorSpin{.rate = 3.0}};
    spin.at = {.kind = MotorTrigger::Kind::first_impact, .delay = 0.01};
    options.integrator = IntegratorKind::runge_kutta;
    options.drive = drive_motors(scene.model, scene.state.q,
                                 {.name = "open", .summary = {}, .entries = {hold, spin}});
  }
};

Json program_of(const fs::path& folder) {
  return Json::parse(bytes_of(folder / "run.json")).at("summary").at("program");
}

TEST(ProgramRunFiles, TheAccountAddsUp) {
  const DrivenTrial trial;
  const RunResult result = trial.run("a");
  ASSERT_EQ(result.status, RunStatus::finished);
  const RunTrajectory& facts = result.trajectories.at(0);
  ASSERT_TRUE(facts.program.has_value());
  const ProgramSums& sums = *facts.program;
  EXPECT_EQ(sums.name, "open");
  EXPECT_EQ(sums.impacts, facts.impacts);
  EXPECT_GT(sums.simultaneous, 0);  // both feet land at once
  EXPECT_NE(sums.work.motors, 0.0);
  EXPECT_NEAR(-sums.work.impacts, facts.energy_lost, 1e-9 * facts.energy_start);
  EXPECT_NEAR(sums.energy_end, facts.energy_end, 1e-12 * facts.energy_start);
  EXPECT_LT(std::abs(sums.relative_unexplained()), 1e-6);
  const Json program = program_of(trial.folder / "a");
  EXPECT_EQ(program.at("motor_work"), sums.work.motors);
  // The last row has it too.
  const auto names = report::names_of(trial.scene.model, {}, trial.options.drive);
  report::RunTable table(trial.folder / "a/trajectory.csv", names);
  std::vector<double> row;
  double work = 0.0, torque = 0.0;
  while (table.next(row)) {
    work = row.back();
    torque = std::max(torque, std::abs(row[row.size() - 2]));
  }
  EXPECT_EQ(work, sums.work.motors);
  EXPECT_GT(torque, 0.0);
}

TEST(ProgramRunFiles, ResumedRunLeavesTheSameBytes) {
  DrivenTrial trial;
  trial.options.every = 3;
  trial.run("whole");
  for (const int after : {0, 1, 25, 49}) {
    const std::string name = "stopped_" + std::to_string(after);
    trial.stopped(name, after);
    EXPECT_EQ(trial.resume(name).status, RunStatus::finished);
    EXPECT_TRUE(files_in(trial.folder / name) == files_in(trial.folder / "whole")) << name;
  }
}

TEST(ProgramRunFiles, ResumedTreeLeavesTheSameBytes) {
  DrivenTrial trial;
  trial.options.branches = 2;
  trial.options.max_trajectories = 3;
  trial.options.integrator = IntegratorKind::variational;
  const RunResult whole = trial.run("whole");
  ASSERT_GT(whole.trajectories.size(), 1u);
  for (const RunTrajectory& one : whole.trajectories) EXPECT_TRUE(one.program.has_value());
  for (const int after : {15, 51, 60}) {
    const std::string name = "stopped_" + std::to_string(after);
    trial.stopped(name, after);
    EXPECT_EQ(trial.resume(name).status, RunStatus::finished);
    EXPECT_TRUE(files_in(trial.folder / name) == files_in(trial.folder / "whole")) << name;
  }
}

TEST(ProgramRunFiles, AnotherProgramIsAnotherRun) {
  DrivenTrial trial;
  trial.stopped("a", 10);
  trial.options.drive->motors[0][0].damping *= 2.0;
  EXPECT_THAT(refusal_of([&] { (void)trial.resume("a"); }),
              testing::HasSubstr("settings.program.entries"));
  trial.options.drive.reset();
  EXPECT_THAT(refusal_of([&] { (void)trial.resume("a"); }), testing::HasSubstr("settings.program"));
}

}  // namespace
}  // namespace carom::test
