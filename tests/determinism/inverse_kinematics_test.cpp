// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Iterations of inverse kinematics do not allocate: many ask for as much memory as one. The same
// bits from a solver that has been used and from a fresh one.
#include "carom/inverse_kinematics.h"

#include <gtest/gtest.h>

#include "carom/scene.h"
#include "support/allocations.h"

namespace carom::test {
namespace {

/// Feet where they are, the centre of mass far out of reach: iterations never end early.
KinematicTargets out_of_reach(const SceneModel& scene) {
  ModelWorkspace at(scene.model);
  at.set_configuration(scene.state.q);
  KinematicTargets targets;
  for (const char* frame : {"l_sole", "r_sole"}) {
    const int index = scene.model.frame(frame);
    targets.points.push_back(
        {.frame = frame, .position = at.position(index, Eigen::Vector3d::Zero())});
    targets.orientations.push_back({.frame = frame});
  }
  targets.center_of_mass = CenterOfMassTarget{.position = {0.5, 0.3, 2.0}};
  return targets;
}

TEST(InverseKinematicsMemory, IterationsDoNotAllocate) {
  const SceneModel scene = make_scene_model("atlas", {{"knee", 0.45}});
  const KinematicTargets targets = out_of_reach(scene);
  const auto count = [&](int iterations) {
    InverseKinematics kinematics(scene.model, {.iterations = iterations, .attempts = 1});
    (void)kinematics.solve(targets, scene.state.q);
    const long before = allocations;
    const InverseKinematicsResult& found = kinematics.solve(targets, scene.state.q);
    EXPECT_EQ(found.iterations, iterations);
    return allocations - before;
  };
  // What is said in words may differ by a few strings: as long as the list of limits met.
  EXPECT_LE(count(42), count(2) + 20);
}

TEST(InverseKinematicsMemory, UsedAndFreshSolversGiveTheSameBits) {
  const SceneModel scene = make_scene_model("atlas", {{"knee", 0.45}});
  KinematicTargets targets = out_of_reach(scene);
  InverseKinematics used(scene.model);
  (void)used.solve(targets, scene.state.q);
  targets.center_of_mass->position = {0.05, 0.03, 0.9};
  InverseKinematics fresh(scene.model);
  const InverseKinematicsResult a = used.solve(targets, scene.state.q);
  const InverseKinematicsResult b = fresh.solve(targets, scene.state.q);
  EXPECT_EQ(a.q, b.q);
  EXPECT_EQ(a.iterations, b.iterations);
}

}  // namespace
}  // namespace carom::test
