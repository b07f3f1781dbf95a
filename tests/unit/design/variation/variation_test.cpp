// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Places where nothing stands, or where there is no impact, are a status that says why.
#include "carom/variation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/error.h"

namespace carom::test {
namespace {

using testing::HasSubstr;

TEST(Variation, NothingStandsWhereTheSceneRefuses) {
  const Variation variation = Variation::of_scene("billiards", {}, {"radius_c"});
  const auto point = variation.make_point();
  EXPECT_FALSE(point->move(Eigen::VectorXd::Constant(1, -1.0)));
  EXPECT_THAT(point->why(), HasSubstr("radius_c"));
  ASSERT_TRUE(point->move(variation.start()));
  EXPECT_EQ(point->find_problem(), &point->problem());
}

TEST(Variation, AnOpenLoopIsNoImpact) {
  const SceneModel scene = make_scene_model("pantograph");
  std::string turned;
  for (const Joint& joint : scene.model.joints()) {
    if (turned.empty() && joint.kind == JointKind::revolute) turned = joint.name;
  }
  const Variation variation =
      Variation::of_model(scene.model, scene.state, {}, {turned}, Variation::Closing::free);
  const auto point = variation.make_point();
  ASSERT_TRUE(point->move(variation.start()));
  EXPECT_EQ(point->find_problem(), &point->problem());
  ASSERT_TRUE(point->move(variation.start().array() + 0.1));
  EXPECT_EQ(point->find_problem(), nullptr);
  EXPECT_THAT(point->why(), HasSubstr("is open by"));
  EXPECT_THROW((void)point->problem(), InvalidInput);
  ASSERT_TRUE(point->move(variation.start()));
  EXPECT_NE(point->find_problem(), nullptr);
}

}  // namespace
}  // namespace carom::test
