// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A block dropped on an edge rocks to rest: 15 impacts with 4 and with 8 points, when they happen
// and what energy is left, under both integrators.
#include "published/data/rocking_run.h"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/laws/regular.h"
#include "carom/scene.h"
#include "carom/simulation.h"

namespace carom::test {
namespace {

using namespace published;

Trajectory rock(double points, IntegratorKind kind, Regular::Energy energy) {
  const SceneModel scene = make_scene_start(
      "block", {{"points", points}, {"tilt", 10.0 * M_PI / 180.0}, {"height", 0.05}});
  SimulationOptions options;
  options.law = Regular{.tolerance = 1e-10, .energy = energy};
  options.duration = 0.3;
  options.integrator = kind;
  options.tolerance = 1e-12;
  options.plastic_speed = 0.02;
  options.verdict = false;
  return simulate(scene.model, scene.state, options);
}

// The first 13 impacts are on an edge, the last two on the whole sole: there the reference is of
// the first definition (energy = group).
void compare(double points, IntegratorKind kind, Regular::Energy energy,
             const std::vector<RockingTime>& reference) {
  const bool group = energy == Regular::Energy::group;
  const auto expected =
      group ? reference : std::vector<RockingTime>(reference.begin(), reference.begin() + 13);
  const Trajectory run = rock(points, kind, energy);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  ASSERT_TRUE(!group || run.record.impacts.size() == expected.size());
  ASSERT_GE(run.record.impacts.size(), expected.size());
  const double flat = 9.81 * 0.05;  // potential energy at rest: 1 kg, half the height of the block
  std::size_t impact = 0;
  for (const TrajectoryRow& row : run.record.rows) {
    if (impact == expected.size()) break;
    if (row.kind == TrajectoryRow::Kind::before_impact) {
      EXPECT_NEAR(row.time, expected[impact].time, 1e-6) << "impact " << impact;
      EXPECT_NEAR(row.energy - flat, expected[impact].energy_before, 1e-6);
    } else if (row.kind == TrajectoryRow::Kind::after_impact) {
      EXPECT_NEAR(row.energy - flat, expected[impact].energy_after, 1e-6);
      ++impact;
    }
  }
  EXPECT_EQ(run.end.held.size(), static_cast<std::size_t>(points)) << "it rests on all points";
  EXPECT_NEAR(run.record.rows.back().energy, flat, 1e-6);
}

TEST(RockingRun, FourPoints) {
  for (const auto energy : {Regular::Energy::group, Regular::Energy::contact})
    for (const auto kind : {IntegratorKind::variational, IntegratorKind::runge_kutta})
      compare(4, kind, energy, rocking_times_4);
}

TEST(RockingRun, EightPoints) {
  for (const auto energy : {Regular::Energy::group, Regular::Energy::contact})
    for (const auto kind : {IntegratorKind::variational, IntegratorKind::runge_kutta})
      compare(8, kind, energy, rocking_times_8);
}

}  // namespace
}  // namespace carom::test
