// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Samples of a walk: their motion is that of the row of the same time, and there is one per tick
// whatever rows are kept.
#include "simulation/walk/engine.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "report/run/walk.h"
#include "support/walk_trial.h"

namespace carom::test {
namespace {

/// Atlas stands, and is pushed: 60 ms before, 100 ms after.
WalkTrial pushed() {
  WalkTrial trial(
      {{"motion", std::string("stand")}, {"push", std::vector<double>{0.06, 10.0, 20.0, 0.0}}});
  trial.options.duration = 0.16;
  return trial;
}

/// A tick before, the centre of mass was up to 0.1 mm elsewhere.
TEST(WalkEngine, CentreOfMassIsThatOfTheRow) {
  const WalkTrial trial = pushed();
  const Trajectory run = trial.run();
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  ModelWorkspace at(trial.scene.model);
  Eigen::Matrix3Xd jacobian = Eigen::Matrix3Xd::Zero(3, trial.scene.model.velocity_size());
  double moved = 0.0;
  std::size_t sample = 0;
  for (const TrajectoryRow& row : run.record.rows) {
    if (row.kind != TrajectoryRow::Kind::step || row.time == 0.0) continue;
    ASSERT_LT(sample, run.record.walk.size());
    const WalkSample& of = run.record.walk[sample];
    ASSERT_EQ(of.time, row.time);
    at.set_configuration(row.state.q);
    at.center_of_mass_jacobian(jacobian);
    const Eigen::Vector3d velocity = jacobian * row.state.v;
    EXPECT_LE((of.com - at.center_of_mass()).norm(), 1e-14) << row.time;
    EXPECT_LE((of.com_velocity - velocity).norm(), 1e-13) << row.time;
    if (sample > 0) moved = std::max(moved, (of.com - run.record.walk[sample - 1].com).norm());
    ++sample;
  }
  EXPECT_EQ(sample, run.record.walk.size());
  EXPECT_GT(moved, 2e-5) << "nothing moves: a tick earlier would pass, too";
}

/// The extremes of a walk, in the order of WalkSums.
WalkSums sums_of(const WalkTrial& trial) {
  const report::WalkMotors motors = report::motors_of(trial.scene.model);
  WalkSums sums = report::empty_walk_sums();
  for (const WalkSample& sample : trial.run().record.walk) report::count_walk(sample, motors, sums);
  return sums;
}

TEST(WalkEngine, ExtremesAreOfAllTicks) {
  WalkTrial trial = pushed();
  const WalkSums all = sums_of(trial);
  trial.options.every = 50;
  const Trajectory thin = trial.run();
  const auto rows = std::count_if(thin.record.walk.begin(), thin.record.walk.end(),
                                  [](const WalkSample& sample) { return sample.row; });
  EXPECT_EQ(rows, 4);  // 50, 100, 150 and the end
  const WalkSums thinned = sums_of(trial);
  EXPECT_EQ(thinned.tilt, all.tilt);
  EXPECT_EQ(thinned.slip, all.slip);
  EXPECT_EQ(thinned.effort, all.effort);
  EXPECT_EQ(thinned.distance, all.distance);
}

}  // namespace
}  // namespace carom::test
