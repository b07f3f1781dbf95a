// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the whole-body controller refuses.
#include "carom/whole_body.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/faults.h"
#include "support/whole_body_trial.h"

namespace carom::test {
namespace {

using testing::HasSubstr;

TEST(WholeBody, RefusesWrongSizes) {
  WholeBodyTrial trial{0, 2, 0.0};  // at rest on both feet
  WholeBodyController controller(trial.model);
  trial.tasks[0].drift.resize(2);
  trial.tasks[1].weight = -1.0;
  trial.tasks[2].rows.resize(3, 5);
  trial.feet[0].frame = 100000;
  trial.feet[1].corners.resize(9);
  trial.feet[1].friction = -0.5;
  trial.feet[1].max_normal_force = -1.0;
  trial.bias.conservativeResize(20);
  const auto found =
      faults_of([&] { return &controller.solve(trial.at, trial.bias, trial.tasks, trial.feet); });
  ASSERT_EQ(found.size(), 8U);
  EXPECT_EQ(found[0], "whole body: bias has 20 entries; expected 34, one per velocity");
  EXPECT_EQ(found[1], "task 'com': drift has 2 entries; expected 3, one per row");
  EXPECT_EQ(found[2], "task 'posture': weight = -1; expected >= 0");
  EXPECT_EQ(found[3], "task 'pelvis': a row has 5 entries; expected 34, one per velocity");
  EXPECT_THAT(found[4], HasSubstr("foot 'l_foot': frame = 100000; expected the index of a frame"));
  EXPECT_THAT(found[5], HasSubstr("foot 'r_foot': 9 corners; expected at most 8"));
  EXPECT_EQ(found[6], "foot 'r_foot': friction = -0.5; expected >= 0");
  EXPECT_EQ(found[7], "foot 'r_foot': max_normal_force = -1 N; expected >= 0");
}

TEST(WholeBody, RefusesModelsWithoutAFreeBaseAndBadOptions) {
  const Model fixed = make_scene_model("pendulum_cradle").model;
  const auto found =
      faults_of([&] { WholeBodyController(fixed, {.force_weight = 0.0, .effort_scale = -1.0}); });
  ASSERT_EQ(found.size(), 3U);
  EXPECT_THAT(found[0], HasSubstr("has no free base; expected a free joint as the first"));
  EXPECT_EQ(found[1], "whole body: force_weight = 0; expected > 0 and finite");
  EXPECT_EQ(found[2], "whole body: effort_scale = -1; expected >= 0 and finite");
}

}  // namespace
}  // namespace carom::test
