// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "carom/map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/design.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using testing::HasSubstr;

Map billiards(std::vector<MapAxis> axes, std::vector<std::string> measures = {"indeterminacy"}) {
  return {Variation::of_scene("billiards", {}, {"theta"}),
          {.axes = std::move(axes), .measures = std::move(measures)}};
}

TEST(RejectMap, AxesThatAreNone) {
  EXPECT_THAT(refusal_of([] { billiards({}); }), HasSubstr("no axis"));
  EXPECT_THAT(refusal_of([] { billiards({{"theta", 2.0, 1.0, 5}}); }),
              HasSubstr("reversed; expected FROM < TO; write 1:2:5"));
  EXPECT_THAT(refusal_of([] { billiards({{"theta", 1.0, 1.0, 5}}); }), HasSubstr("empty"));
  EXPECT_THAT(refusal_of([] { billiards({{"theta", 1.0, 2.0, 0}}); }), HasSubstr("empty"));
  EXPECT_THAT(refusal_of([] { billiards({{"theta", 1.0, 2.0, 1}}); }), HasSubstr("count >= 2"));
  EXPECT_THAT(refusal_of([] { billiards({{"theta", 1.0, NAN, 3}}); }), HasSubstr("finite"));
  EXPECT_THAT(refusal_of([] { billiards({{"tehta", 1.0, 2.0, 3}}); }),
              HasSubstr("did you mean 'theta'?"));
  EXPECT_THAT(refusal_of([] { billiards({{"theta", 1, 2, 3}, {"theta", 1, 2, 3}}); }),
              HasSubstr("given twice"));
  EXPECT_THAT(refusal_of([] { billiards({{"restitution", 0.0, 1.5, 3}}); }), HasSubstr("0 … 1"));
}

TEST(RejectMap, AllFaultsAtOnce) {
  const std::string text = refusal_of([] { billiards({{"theta", 2.0, 1.0, 5}}, {"xi"}); });
  EXPECT_THAT(text, HasSubstr("reversed"));
  EXPECT_THAT(text, HasSubstr("unknown measure 'xi'"));
}

TEST(RejectMap, MeasuresThatAreNone) {
  EXPECT_THAT(refusal_of([] { billiards({{"theta", 1.0, 2.0, 3}}, {"inner_produkt"}); }),
              HasSubstr("did you mean 'inner_product'?"));
  EXPECT_THAT(refusal_of([] { billiards({{"theta", 1.0, 2.0, 3}}, {"normal_impulse:x"}); }),
              HasSubstr("'x' is no contact; expected contacts among a-c, b-c"));
  EXPECT_THAT(refusal_of([] {
                Map(Variation::of_scene("biped", {}, {"theta"}),
                    {.axes = {{"theta", 0.2, 0.4, 3}}, .measures = {"inner_product"}});
              }),
              HasSubstr("there is one contact"));
}

TEST(RejectVariation, NamesThatAreNone) {
  EXPECT_THAT(refusal_of([] { (void)Variation::of_scene("rhex", {}, {"phi_l"}); }),
              HasSubstr("did you mean 'phi_r'?"));
  EXPECT_THAT(refusal_of([] { (void)Variation::of_scene("cradle", {}, {"masses"}); }),
              HasSubstr("masses[0] is its first entry"));
  EXPECT_THAT(refusal_of([] { (void)Variation::of_scene("cradle", {}, {"masses[3]"}); }),
              HasSubstr("no such entry (masses has 3)"));
  EXPECT_THAT(refusal_of([] { (void)Variation::of_scene("cradle", {}, {"wall"}); }),
              HasSubstr("no number"));
  const SceneModel trex = make_scene_model("trex");
  EXPECT_THAT(refusal_of([&] { (void)Variation::of_model(trex.model, trex.state, {}, {"pSS"}); }),
              HasSubstr("did you mean 'pS'?"));
}

TEST(RejectAxisText, SaysTheForm) {
  const auto known = varied_parameters("billiards");
  EXPECT_THAT(refusal_of([&] { (void)parse_axis("theta=1:2", known); }),
              HasSubstr("expected NAME=FROM:TO:COUNT"));
  EXPECT_THAT(refusal_of([&] { (void)parse_axis("theta=a:2:3", known); }),
              HasSubstr("two numbers"));
  EXPECT_THAT(refusal_of([&] { (void)parse_axis("theta=1:2:x", known); }),
              HasSubstr("whole number"));
  EXPECT_THAT(refusal_of([&] { (void)parse_axis("radius_a=1deg:2deg:3", known); }),
              HasSubstr("degrees are for angles only"));
  EXPECT_NEAR(parse_axis("theta=90deg:180deg:3", known).to, 3.141592653589793, 1e-15);
}

TEST(RejectDesign, WhatCannotBeSought) {
  const auto vary = [](std::string_view scene, const SceneSettings& settings,
                       const std::vector<std::string>& names) {
    return Variation::of_scene(scene, settings, names, Variation::Closing::free);
  };
  EXPECT_THAT(refusal_of([&] { (void)find_design(vary("biped", {}, {"theta"})); }),
              HasSubstr("expected two or more, or another target"));
  EXPECT_THAT(refusal_of([&] {
                (void)find_design(vary("billiards", {}, {"theta"}),
                                  {.bounds = {{"theta", {0.1, 0.2}}}});
              }),
              HasSubstr("exclude the start"));
  EXPECT_THAT(refusal_of([&] {
                (void)find_design(vary("billiards", {}, {"theta"}),
                                  {.bounds = {{"thetta", {0.1, 0.2}}}});
              }),
              HasSubstr("did you mean 'theta'?"));
  EXPECT_THAT(
      refusal_of([&] { (void)find_design(vary("trex", {{"y", 13.0}}, {"pS", "gS", "th"})); }),
      HasSubstr("expected"));
  EXPECT_THAT(refusal_of([&] {
                (void)find_design(vary("billiards", {}, {"theta"}),
                                  {.goal = DesignOptions::Goal::least});
              }),
              HasSubstr("no measure"));
  EXPECT_THAT(refusal_of([&] {
                (void)find_design(
                    vary("billiards", {}, {"theta"}),
                    {.restitution = 2.0, .starts = -1, .start_spread = -1.0, .front = 1});
              }),
              testing::AllOf(HasSubstr("restitution = 2"), HasSubstr("start_spread = -1"),
                             HasSubstr("starts = -1"), HasSubstr("front = 1")));
  EXPECT_THAT(refusal_of([] { (void)varied_group("rhex", "postures"); }),
              HasSubstr("did you mean 'posture'?"));
  EXPECT_THAT(refusal_of([] { (void)varied_group("free_body", "posture"); }),
              HasSubstr("no group 'posture' to vary"));
}

}  // namespace
}  // namespace carom::test
