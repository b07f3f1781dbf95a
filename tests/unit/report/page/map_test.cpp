// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of a map: axes and values as they were computed, features, postures of the grid and of
// critical points; grids that are interrupted, too large, or of a model that changes its shape.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>

#include "carom/error.h"
#include "report/page/pages.h"
#include "support/faults.h"

namespace carom::report {
namespace {

using testing::HasSubstr;

/// Base64 of little-endian numbers.
template <class Number>
std::vector<Number> unpacked_numbers(const Json& packed) {
  const std::string text = packed.at(sizeof(Number) == 4 ? "f32" : "f64");
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int have = 0;
  for (const char letter : text) {
    if (letter == '=') break;
    bits = bits << 6 | static_cast<std::uint32_t>(letters.find(letter));
    have += 6;
    if (have >= 8) bytes += static_cast<char>(bits >> (have -= 8) & 0xFF);
  }
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(Number));
  return numbers;
}

/// A map with the values of its first measure.
struct MapPageTrial {
  Map map;
  MapPage page = {};
  SceneModel scene;

  MapPageTrial(const std::string& name, const std::vector<MapAxis>& axes,
               const std::string& measure)
      : map(variation(name, axes), {.axes = axes, .measures = {measure}, .threads = 1}),
        scene(make_scene_model(name)) {
    page.title = name;
    page.map = &map;
    page.model = &scene.model;
    const auto function = map.function(0);
    page.values.resize(map.point_count(), 1);
    for (std::int64_t row = 0; row < map.point_count(); ++row) {
      page.values(row, 0) = function(map.axis_values(row));
    }
  }
  MapPageTrial(const MapPageTrial&) = delete;

  static Variation variation(const std::string& name, const std::vector<MapAxis>& axes) {
    std::vector<std::string> names;
    for (const MapAxis& axis : axes) {
      if (axis.name != "restitution") names.push_back(axis.name);
    }
    return Variation::of_scene(name, {}, names);
  }
};

MapPageTrial* rhex_trial() {
  static MapPageTrial trial("rhex",
                            {{.name = "phi_r", .from = -0.5, .to = 0.75, .count = 6},
                             {.name = "gamma", .from = -0.4, .to = 0.5, .count = 4}},
                            "inner_product_raw");
  return &trial;
}

TEST(PageMap, AxesAndValues) {
  const MapPageTrial& trial = *rhex_trial();
  const Json page = map_page(trial.page);
  EXPECT_EQ(page.at("kind"), "map");
  EXPECT_EQ(page.at("title"), "rhex");
  EXPECT_THAT(page.at("summary")[0].get<std::string>(),
              HasSubstr("inner_product_raw lies between"));
  EXPECT_EQ(page.at("summary").back(), "24 points over phi_r [rad], gamma [rad].");
  EXPECT_TRUE(page.at("notes").empty()) << page.at("notes");
  const Json& part = page.at("map");
  EXPECT_EQ(part.at("rows"), 24);
  ASSERT_EQ(part.at("axes").size(), 2u);
  EXPECT_EQ(part.at("axes")[1].at("name"), "gamma");
  EXPECT_EQ(part.at("axes")[1].at("unit"), "rad");
  EXPECT_EQ(unpacked_numbers<double>(part.at("axes")[0].at("values")),
            (std::vector<double>{-0.5, -0.25, 0.0, 0.25, 0.5, 0.75}));
  const Json& measure = part.at("measures").at(0);
  EXPECT_EQ(measure.at("name"), "inner_product_raw");
  EXPECT_EQ(measure.at("unit"), trial.map.columns()[2].unit);
  EXPECT_THAT(measure.at("meaning").get<std::string>(), HasSubstr("S0's s"));
  EXPECT_TRUE(measure.at("features").is_null());
  const auto values = unpacked_numbers<float>(measure.at("values"));
  ASSERT_EQ(values.size(), 24u);
  for (std::size_t k = 0; k < 24; ++k) {
    EXPECT_EQ(values[k], static_cast<float>(trial.page.values(static_cast<Eigen::Index>(k), 0)));
  }
}

TEST(PageMap, PosturesOfTheGridAndOfCriticalPoints) {
  const MapPageTrial& trial = *rhex_trial();
  MapPage asked = trial.page;
  MapFeatures features;
  features.points.push_back({.kind = CriticalPoint::Kind::saddle,
                             .smooth = true,
                             .at = Eigen::Vector2d(0.1, 0.2),
                             .value = -0.5,
                             .hessian_eigenvalues = Eigen::Vector2d(-1.0, 1.0),
                             .uncertainty = std::numeric_limits<double>::infinity()});
  features.zeros.push_back({.points = (Eigen::Matrix2d() << 0.0, 0.1, 0.2, 0.3).finished()});
  asked.features = {features};
  const Json page = map_page(asked);
  const Json& found = page.at("map").at("measures")[0].at("features");
  EXPECT_EQ(found.at("points")[0].at("kind"), "saddle");
  EXPECT_EQ(found.at("points")[0].at("at"), Json({0.1, 0.2}));
  EXPECT_EQ(found.at("points")[0].at("posture"), 0);
  EXPECT_EQ(Json::parse(found.dump()).at("points")[0].at("uncertainty"), nullptr);
  EXPECT_EQ(found.at("zeros")[0].at("points"), Json({{0.0, 0.2}, {0.1, 0.3}}));
  EXPECT_THAT(page.at("summary")[0].get<std::string>(),
              HasSubstr("; 1 critical point, 1 curve of zeros."));

  const Json& postures = page.at("map").at("postures");
  ASSERT_EQ(postures.at("at").size(), 25u);
  EXPECT_EQ(postures.at("at")[0], Json({0.1, 0.2}));
  EXPECT_EQ(postures.at("at")[2], Json({-0.5, trial.map.axis_values(1)[1]}));
  const std::size_t bodies = page.at("drawing").at("bodies").size();
  const std::size_t contacts = page.at("drawing").at("contacts").size();
  const auto poses = unpacked_numbers<float>(postures.at("poses"));
  ASSERT_EQ(poses.size(), 25 * 7 * bodies);
  EXPECT_EQ(unpacked_numbers<float>(postures.at("points")).size(), 25 * 3 * contacts);
  // As the variation stands there.
  const auto point = trial.map.variation().make_point();
  ASSERT_TRUE(point->move(Eigen::Vector2d(0.1, 0.2)));
  PageDrawing drawing(trial.scene.model, trial.scene.state.q);
  std::vector<float> expected, points;
  drawing.place(point->state()->q, expected, points);
  EXPECT_EQ(std::vector<float>(poses.begin(), poses.begin() + 7 * static_cast<long>(bodies)),
            expected);
}

TEST(PageMap, InterruptedAndWithoutValues) {
  MapPage asked = rhex_trial()->page;
  asked.values = asked.values.topRows(10).eval();
  asked.values(3, 0) = std::nan("");
  const Json page = map_page(asked);
  EXPECT_EQ(page.at("summary")[0],
            "10 of 24 points over phi_r [rad], gamma [rad]: the map was interrupted.");
  EXPECT_THAT(page.at("summary")[1].get<std::string>(), HasSubstr("; no value at 1 point."));
  EXPECT_EQ(page.at("map").at("rows"), 10);
  EXPECT_EQ(page.at("map").at("postures").at("at").size(), 10u);
  const auto values = unpacked_numbers<float>(page.at("map").at("measures")[0].at("values"));
  ASSERT_EQ(values.size(), 10u);
  EXPECT_TRUE(std::isnan(values[3]));
  asked.values.setConstant(std::nan(""));
  EXPECT_EQ(map_page(asked).at("summary")[1], "inner_product_raw has no value anywhere.");
}

TEST(PageMap, RestitutionIsNoPosture) {
  const MapPageTrial trial("rhex",
                           {{.name = "restitution", .from = 0.0, .to = 1.0, .count = 3},
                            {.name = "gamma", .from = 0.0, .to = 0.2, .count = 2}},
                           "spread_orders");
  const Json page = map_page(trial.page);
  const auto poses = unpacked_numbers<float>(page.at("map").at("postures").at("poses"));
  const std::size_t row = 7 * page.at("drawing").at("bodies").size();
  ASSERT_EQ(poses.size(), 6 * row);
  for (std::size_t k = 0; k < 2 * row; ++k) EXPECT_EQ(poses[k], poses[k + 2 * row]) << k;
}

TEST(PageMap, ShapeThatChangesIsSaid) {
  const MapPageTrial trial("biped",
                           {{.name = "theta", .from = 0.3, .to = 0.9, .count = 3},
                            {.name = "rho", .from = 0.0, .to = 0.5, .count = 3}},
                           "constrained_energy");
  const Json page = map_page(trial.page);
  ASSERT_FALSE(page.at("notes").empty());
  EXPECT_THAT(page.at("notes").back().get<std::string>(), HasSubstr("change the shape"));
}

TEST(PageMap, NothingToDraw) {
  MapPageTrial trial("billiards", {{.name = "theta", .from = 1.2, .to = 3.0, .count = 5}},
                     "indeterminacy");
  for (const bool with_model : {true, false}) {
    if (!with_model) trial.page.model = nullptr;
    const Json page = map_page(trial.page);
    EXPECT_TRUE(page.at("map").at("postures").is_null());
    EXPECT_FALSE(page.contains("drawing"));
  }
}

TEST(PageMap, KeptGridIsEvenAndHasItsEnds) {
  const std::vector<MapAxis> axes = {{.name = "a", .from = 0.0, .to = 1.0, .count = 400},
                                     {.name = "b", .from = 0.0, .to = 1.0, .count = 3},
                                     {.name = "c", .from = 0.0, .to = 1.0, .count = 200}};
  const KeptGrid grid(axes, 1200);
  EXPECT_FALSE(grid.whole());
  EXPECT_EQ(grid.along(1), (std::vector<std::int64_t>{0, 1, 2}));
  for (const std::size_t axis : {0u, 2u}) {
    const auto& along = grid.along(axis);
    EXPECT_GE(along.size(), 18u);
    EXPECT_EQ(along.front(), 0);
    EXPECT_EQ(along.back(), axes[axis].count - 1);
    const double step = static_cast<double>(along.back()) / static_cast<double>(along.size() - 1);
    for (std::size_t k = 1; k < along.size(); ++k) {
      EXPECT_NEAR(static_cast<double>(along[k] - along[k - 1]), step, 1.0);
    }
  }
  const auto rows = grid.rows(400 * 3 * 200);
  EXPECT_LE(rows.size(), 1200u);
  EXPECT_EQ(rows.size(), grid.along(0).size() * 3 * grid.along(2).size());
  EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
  EXPECT_EQ(rows[1], grid.along(2)[1]);
  EXPECT_EQ(rows.back(), 400 * 3 * 200 - 1);
  EXPECT_EQ(grid.rows(1).size(), 1u);
  EXPECT_TRUE(grid.rows(0).empty());
  EXPECT_TRUE(KeptGrid(axes, 240000).whole());
  EXPECT_EQ(KeptGrid(axes, 1).rows(240000).size(), 1u);
  EXPECT_EQ(KeptGrid(axes, 0).rows(240000).size(), 1u);
}

TEST(PageMap, TooManyPointsForAPage) {
  const std::vector<MapAxis> axes = {{.name = "phi_r", .from = -1.0, .to = 1.0, .count = 1000},
                                     {.name = "gamma", .from = -0.5, .to = 0.5, .count = 3000}};
  const Map map(MapPageTrial::variation("rhex", axes),
                {.axes = axes, .measures = {"inner_product"}});
  MapPage asked{.map = &map};
  asked.values = Eigen::VectorXd::LinSpaced(3'000'000, 0.0, 1.0);
  const Json page = map_page(asked);
  const Json& part = page.at("map");
  const auto first = unpacked_numbers<double>(part.at("axes")[0].at("values"));
  const auto second = unpacked_numbers<double>(part.at("axes")[1].at("values"));
  EXPECT_EQ(first.size(), 1000u);
  EXPECT_LE(second.size(), 2000u);
  EXPECT_EQ(second.back(), 0.5);
  EXPECT_EQ(part.at("rows"), first.size() * second.size());
  EXPECT_EQ(page.at("title"), "Map");
  EXPECT_THAT(page.at("notes")[0].get<std::string>(),
              HasSubstr("The map has 1000 × 3000 points, this page 1000 × "));
}

TEST(PageMap, BadInput) {
  EXPECT_THROW(
      {
        try {
          static_cast<void>(map_page({}));
        } catch (const InvalidInput& error) {
          EXPECT_STREQ(error.what(),
                       "map page: map = none; expected the map that was run; set MapPage::map");
          throw;
        }
      },
      InvalidInput);
  MapPage asked = rhex_trial()->page;
  asked.values.resize(25, 2);
  const std::string said = test::refusal_of([&] { static_cast<void>(map_page(asked)); });
  EXPECT_EQ(said,
            "map page: values = 25 × 2; expected at most 24 rows of 1 measures; they are of "
            "another map");
}

}  // namespace
}  // namespace carom::report
