// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "carom/scene.h"
#include "carom/simulation.h"

namespace carom::test {
namespace {

TEST(UsualRunLaw, FollowsFrictionThenTheKindOfModel) {
  const Model smooth = with_friction(make_scene_start("block").model, 0.0);
  EXPECT_EQ(usual_run_law(smooth, false), "propagative");
  EXPECT_EQ(usual_run_law(smooth, true), "plastic");
  EXPECT_EQ(usual_run_law(smooth, true, {.restitution = 0.0}), "propagative");
  EXPECT_EQ(usual_run_law(smooth, true, {.policy = "last"}), "propagative");
  EXPECT_EQ(usual_run_law(smooth, true, {.tolerance = 1e-9}), "plastic");
  const Model rough = with_friction(smooth, 0.3);
  EXPECT_EQ(usual_run_law(rough, false), "regular");
  EXPECT_EQ(usual_run_law(rough, true, {.restitution = 0.0}), "regular");
}

}  // namespace
}  // namespace carom::test
