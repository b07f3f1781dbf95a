// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The map of a scene where no axes are chosen.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "carom/map.h"
#include "carom/scene.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using std::numbers::pi;
using testing::ElementsAre;

TEST(UsualMap, IsTheFigureOfTheSource) {
  const MapOptions options = usual_map("rhex");  // S0 Fig. 3
  ASSERT_EQ(options.axes.size(), 2u);
  EXPECT_EQ(options.axes[0].name, "phi_r");
  EXPECT_EQ(options.axes[0].from, -pi);
  EXPECT_EQ(options.axes[0].to, pi);
  EXPECT_EQ(options.axes[0].count, 241);
  EXPECT_EQ(options.axes[1].name, "gamma");
  EXPECT_EQ(options.axes[1].count, 121);
  EXPECT_THAT(options.measures, ElementsAre("inner_product"));
  EXPECT_TRUE(usual_map("cradle").axes.empty());
}

/// Every scene's map can be made: names of axes and measures are right.
TEST(UsualMap, OfEverySceneCanBeMade) {
  int maps = 0;
  for (const Scene& scene : all_scenes()) {
    const MapOptions options = usual_map(scene.name);
    EXPECT_EQ(options.axes.empty(), options.measures.empty()) << scene.name;
    if (options.axes.empty()) continue;
    std::vector<std::string> names;
    for (const MapAxis& axis : options.axes) names.push_back(axis.name);
    const Map map(Variation::of_scene(scene.name, {}, names), options);
    EXPECT_GE(map.point_count(), 61) << scene.name;
    ++maps;
  }
  EXPECT_EQ(maps, 6);
}

TEST(UsualMap, UnknownSceneIsRefused) {
  EXPECT_THAT(refusal_of([] { static_cast<void>(usual_map("rex")); }),
              testing::HasSubstr("unknown scene 'rex'"));
}

TEST(UsualMap, MeasuresWhereNoneAreChosen) {
  EXPECT_THAT(usual_measures(Variation::of_scene("rhex", {}, {"gamma"})),
              ElementsAre("inner_product"));
  EXPECT_THAT(usual_measures(Variation::of_scene("pantograph", {}, {"gamma"})),
              ElementsAre("energy_ratio", "normal_impulse"));
}

}  // namespace
}  // namespace carom::test
