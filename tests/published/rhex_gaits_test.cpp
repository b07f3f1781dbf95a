// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The gaits of the two-legged RHex (programs of scene `rhex`): limit cycles that travel, and the
// legs that turn evenly, which S0 V says do not work.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "carom/gait_cycle.h"
#include "carom/law_by_name.h"
#include "carom/scene.h"
#include "carom/simulation.h"

namespace carom::test {
namespace {

struct GaitRun {
  GaitCycle gait = {};
  SimulationCheckpoint end = {};
  double energy_end = 0.0;
  RunStatus status = RunStatus::running;
  double lowest_body = 0.0;  // gap of its corners, in the second half
};

GaitRun run_of(const std::string& name, double duration, double tolerance = 1e-8) {
  const SceneProgram& program = find_program(find_scene("rhex"), name);
  const SceneModel scene = make_scene_start("rhex", program.settings);
  SimulationOptions options;
  options.law = law_by_name(program.law, with_defaults({}, program.law_settings));
  options.integrator = IntegratorKind::runge_kutta;
  options.tolerance = tolerance;
  options.duration = duration;
  options.verdict = false;
  options.drive = drive_motors(scene.model, scene.state.q, program.program);
  Simulation simulation(scene.model, scene.state, options);
  GaitWatch watch(scene.model, *options.drive);
  GaitRun found{.lowest_body = 1.0};
  for (bool more = true; more;) {
    SimulationRecord record;
    more = simulation.advance(record);
    watch.take(record);
    for (const TrajectoryRow& row : record.rows) {
      found.energy_end = row.energy;
      if (row.time > 0.5 * duration) {
        found.lowest_body = std::min({found.lowest_body, row.gaps[2], row.gaps[3]});
      }
    }
  }
  found.gait = watch.cycle();
  found.end = simulation.checkpoint();
  found.status = simulation.status();
  return found;
}

class SettledGait : public testing::TestWithParam<const char*> {};

TEST_P(SettledGait, TravelsOnALimitCycle) {
  // The run settles after 33 strides of 0.22 s, the others after 7 of 0.38 s at most.
  const GaitRun run = run_of(GetParam(), std::string(GetParam()) == "run" ? 10.0 : 4.0);
  ASSERT_EQ(run.status, RunStatus::finished);
  EXPECT_TRUE(run.gait.settled());
  EXPECT_LT(run.gait.changes.back(), 1e-3);
  EXPECT_LT(run.gait.contraction, 0.95);
  EXPECT_GT(run.gait.travel.x(), 0.02);
  EXPECT_GT(run.lowest_body, 0.0) << "its body drags on the ground";
}

INSTANTIATE_TEST_SUITE_P(Rhex, SettledGait, testing::Values("walk", "run", "bound"),
                         [](const auto& one) { return std::string(one.param); });

/// All that motors, impacts, friction and dampers do, over hundreds of slips and sticks.
TEST(RhexGaits, TheAccountOfEnergyCloses) {
  const GaitRun run = run_of("run", 2.0, 1e-10);
  ASSERT_EQ(run.status, RunStatus::finished);
  const WorkMemory& work = run.end.program->work;
  const double unexplained =
      run.energy_end - work.start - work.motors - work.impacts - work.friction - work.dampers;
  EXPECT_LT(std::abs(unexplained), 1e-6 * work.drawn);
}

TEST(RhexGaits, LegsThatTurnEvenlyDoNotSettle) {
  const GaitRun run = run_of("symmetric", 5.0);
  EXPECT_FALSE(run.gait.settled());
  // Its body carries it instead of its legs.
  EXPECT_GT(run.gait.contacts.at(2).duty + run.gait.contacts.at(3).duty, 0.3);
}

}  // namespace
}  // namespace carom::test
