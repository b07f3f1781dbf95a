// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of a design: the start beside its solution.
#include "carom/design.h"

#include <gtest/gtest.h>

#include "carom/page.h"
#include "carom/scene.h"
#include "support/page_trial.h"

namespace carom {
namespace {

using test::page_data;

TEST(PageDesign, TheStartHasSeveralOutcomesTheSolutionOne) {
  const Variation variation =
      Variation::of_scene("rhex", {}, varied_group("rhex", "all"), Variation::Closing::free);
  const Design design = find_design(variation);
  ASSERT_EQ(design.status, Design::Status::found);
  const SceneModel scene = make_scene_model("rhex");
  const report::Json page =
      page_data(to_html(design, variation, {.title = "rhex", .model = &scene.model}));
  EXPECT_EQ(page.at("kind"), "design");
  const report::Json& tracks = page.at("tracks");
  ASSERT_EQ(tracks.size(), 2u);
  EXPECT_EQ(tracks[0].at("label"), "start");
  EXPECT_EQ(tracks[1].at("label"), "solution");
  EXPECT_EQ(tracks[0].at("impacts")[0].at("verdict"), "several");
  EXPECT_EQ(tracks[1].at("impacts")[0].at("verdict"), "unique");
  EXPECT_NE(tracks[0].at("poses"), tracks[1].at("poses"));
  const report::Json& part = page.at("comparison");
  ASSERT_EQ(page.at("notes").size(), 1u);  // lengths were varied
  EXPECT_NE(page.at("notes")[0].get<std::string>().find("shape"), std::string::npos);
  EXPECT_EQ(part.at("velocities").size(), part.at("before").size());
  ASSERT_EQ(part.at("parameters").size(), design.parameters.size());
  EXPECT_EQ(part.at("parameters")[0].at("values")[0], design.start.values[0]);
  EXPECT_EQ(part.at("parameters")[0].at("values")[1], design.solutions[0].point.values[0]);
}

TEST(PageDesign, WithoutAModelNothingIsDrawn) {
  const Variation variation =
      Variation::of_scene("billiards", {}, {"theta"}, Variation::Closing::free);
  const Design design = find_design(variation);
  const report::Json page = page_data(to_html(design, variation));
  EXPECT_FALSE(page.contains("drawing"));
  EXPECT_GE(page.at("tracks").size(), 2u);
}

}  // namespace
}  // namespace carom
