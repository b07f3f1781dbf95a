// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What must hold in every run: nothing sinks into what it touches, energy without a motor does not
// grow, impulses do not pull; over scenes and settings that once went wrong.
#include "carom/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "carom/laws/propagative.h"
#include "carom/laws/regular.h"
#include "carom/laws/sequential.h"
#include "carom/scene.h"

namespace carom {
namespace {

struct Case {
  std::string name;
  std::string scene;
  SceneSettings settings;
  Law law;
  double duration = 0.5;
};

std::vector<Case> cases() {
  const std::vector<double> turned = {0.3, 0.2, 0.1};
  const std::vector<double> spun = {1.0, 0.0, 0.0, 0.0, 0.0, 20.0};
  const double eighth = 0.785398163397448;
  return {
      {"flat_block", "block", {{"friction", 0.0}}, Propagative{}, 0.3},
      {"block_on_edge", "block", {{"friction", 0.0}, {"tilt", eighth}}, Propagative{}, 1.0},
      {"block_on_edge_sequential",
       "block",
       {{"friction", 0.0}, {"tilt", eighth}},
       Sequential{.restitution = 0.5}},
      {"block_on_corner",
       "block",
       {{"points", 16.0}, {"friction", 0.0}, {"rpy", turned}},
       Propagative{}},
      {"block_spun", "block", {{"velocity", spun}, {"friction", 0.3}}, Regular{}},
      {"rhex", "rhex", {}, Propagative{}},
      {"rhex_plastic", "rhex", {}, Propagative{.restitution = 0.0}},
      {"trex", "trex", {{"drop", 0.0}}, Propagative{}},
      {"trex_plastic", "trex", {}, Propagative{.restitution = 0.0}, 0.6},
      {"vee_plastic", "vee", {{"friction", 0.3}}, Regular{.restitution = 0.0}, 1.0},
      {"vee", "vee", {}, Propagative{}, 2.0},
      {"double_pendulum", "double_pendulum", {}, Propagative{.restitution = 0.7}, 3.0},
      {"cradle_with_wall", "cradle", {{"wall", true}}, Propagative{.restitution = 0.6}, 1.0},
  };
}

void check(const Case& item, IntegratorKind kind) {
  const SceneModel scene = make_scene_start(item.scene, item.settings);
  SimulationOptions options;
  options.law = item.law;
  options.duration = item.duration;
  options.integrator = kind;
  options.verdict = false;
  const Trajectory run = simulate(scene.model, scene.state, options);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  double lowest = 0.0, highest = -INFINITY;
  for (const TrajectoryRow& row : run.record.rows) {
    lowest = std::min(lowest, row.gaps.minCoeff());
    highest = std::max(highest, row.energy);
  }
  EXPECT_GE(lowest, -10.0 * options.touching);
  // The midpoint rule's own oscillation is of second order in the step.
  const double start = run.record.rows.front().energy;
  EXPECT_LE(highest, start + 2e-3 * std::abs(start));
  for (const ImpactRecord& impact : run.record.impacts) {
    EXPECT_LE(impact.outcome.energy.after, impact.outcome.energy.before * (1.0 + 1e-9) + 1e-12);
    for (const ContactImpulse& impulse : impact.outcome.impulse) EXPECT_GE(impulse.normal, -1e-9);
  }
}

class EveryRun : public testing::TestWithParam<Case> {};

TEST_P(EveryRun, StaysAboveTheFloorAndGainsNoEnergy) {
  check(GetParam(), IntegratorKind::variational);
}

INSTANTIATE_TEST_SUITE_P(Scenes, EveryRun, testing::ValuesIn(cases()),
                         [](const auto& item) { return item.param.name; });

}  // namespace
}  // namespace carom
