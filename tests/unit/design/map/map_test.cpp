// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Maps: every value against the problem made by hand at the same place; the same bits for any
// number of threads and from any row on; features where they are known.
#include "carom/map.h"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <numbers>

#include "carom/analysis.h"
#include "carom/laws.h"
#include "carom/resolve.h"

namespace carom::test {
namespace {

using std::numbers::pi;

class CollectedRows : public MapSink {
 public:
  void take(const MapRows& rows) override {
    EXPECT_EQ(rows.first, first + count);
    count += rows.count;
    values.insert(values.end(), rows.values.begin(), rows.values.end());
  }
  std::int64_t first = 0, count = 0;
  std::vector<double> values;
};

Map rhex_map(std::vector<std::string> measures, int threads = 0) {
  return {Variation::of_scene("rhex", {}, {"phi_r", "gamma"}),
          {.axes = {{"phi_r", -pi, pi, 31}, {"gamma", -1.5, 1.5, 23}},
           .measures = std::move(measures),
           .threads = threads}};
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
           return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
         });
}

TEST(Map, AxesMeetTheirEndsExactly) {
  const MapAxis axis{"a", 0.1, 0.7, 7};
  EXPECT_EQ(axis.at(0), 0.1);
  EXPECT_EQ(axis.at(6), 0.7);
  EXPECT_NEAR(axis.at(3), 0.4, 1e-15);
  EXPECT_EQ((MapAxis{"a", 2.0, 2.0, 1}.at(0)), 2.0);
}

TEST(Map, ValuesAreThoseOfTheProblemAtEveryPoint) {
  const Map map = rhex_map({"inner_product", "inner_product_raw", "indeterminacy", "energy_ratio"});
  CollectedRows rows;
  const MapResult result = map.run(rows);
  EXPECT_TRUE(result.finished);
  EXPECT_EQ(result.rows, 31 * 23);
  for (const std::int64_t row : {0, 7, 100, 355, 712}) {
    const double* values = rows.values.data() + row * 6;
    const Eigen::VectorXd at = map.axis_values(row);
    EXPECT_EQ(values[0], at[0]);
    EXPECT_EQ(values[1], at[1]);
    const ImpactProblem problem = make_scene("rhex", {{"phi_r", at[0]}, {"gamma", at[1]}});
    EXPECT_NEAR(values[2], problem.gram()(0, 1), 1e-13);
    EXPECT_NEAR(values[3], problem.delassus()(problem.normal_row(0), problem.normal_row(1)), 1e-13);
    EXPECT_NEAR(values[4], all_outcomes(problem).indeterminacy, 1e-12);
    EXPECT_NEAR(values[5], energy_split(problem).constrained / problem.kinetic_energy(), 1e-12);
  }
}

TEST(Map, ProductsAloneAreThoseOfTheWholeProblem) {
  CollectedRows alone, beside;
  rhex_map({"inner_product_raw"}).run(alone);
  rhex_map({"inner_product_raw", "energy_ratio"}).run(beside);
  for (std::size_t k = 0; k < alone.values.size() / 3; ++k) {
    EXPECT_NEAR(alone.values[3 * k + 2], beside.values[4 * k + 2], 1e-14);
  }
}

TEST(Map, AnyNumberOfThreadsGivesTheSameBits) {
  CollectedRows one;
  rhex_map({"inner_product", "spread", "outcomes"}, 1).run(one);
  for (const int threads : {2, 3, 8}) {
    CollectedRows several;
    rhex_map({"inner_product", "spread", "outcomes"}, threads).run(several);
    EXPECT_TRUE(same_bits(one.values, several.values)) << threads;
  }
}

TEST(Map, GoesOnFromAnyRow) {
  CollectedRows whole, rest;
  rhex_map({"inner_product"}).run(whole);
  rest.first = 300;
  const MapResult result = rhex_map({"inner_product"}).run(rest, 300);
  EXPECT_TRUE(result.finished);
  EXPECT_TRUE(same_bits({whole.values.begin() + 900, whole.values.end()}, rest.values));
}

TEST(Map, StopsAfterWholeRows) {
  std::atomic<int> asked{0};
  CollectedRows rows;
  const MapResult result = rhex_map({"spread"}).run(rows, 0, [&] { return ++asked > 20; });
  EXPECT_FALSE(result.finished);
  EXPECT_EQ(result.rows, rows.count);
  EXPECT_LT(result.rows, 31 * 23);
  EXPECT_EQ(rows.values.size(), static_cast<std::size_t>(rows.count) * 3);
}

TEST(Map, PlacesWhereNothingStandsAreMarkedAndCounted) {
  // A radius below zero is refused by the scene; the row stays.
  const Map map(Variation::of_scene("billiards", {}, {"radius_c"}),
                {.axes = {{"radius_c", -1.0, 1.0, 5}}, .measures = {"inner_product", "status"}});
  CollectedRows rows;
  const MapResult result = map.run(rows);
  EXPECT_EQ(result.unreachable, 3);
  EXPECT_TRUE(std::isnan(rows.values[1]));
  EXPECT_EQ(rows.values[2], 1.0);
  EXPECT_EQ(rows.values[14], 0.0);
  EXPECT_FALSE(std::isnan(rows.values[13]));
}

TEST(Map, MeasuresOfContactsHaveAColumnForEach) {
  const Map map(Variation::of_scene("vee", {}, {"half_angle"}),
                {.axes = {{"half_angle", 0.3, 0.9, 3}},
                 .measures = {"normal_impulse", "post_impact_gap_rate:foot 2"},
                 .restitution = 0.5});
  ASSERT_EQ(map.columns().size(), 4u);
  EXPECT_EQ(map.columns()[1].name, "normal_impulse:foot 1");
  EXPECT_EQ(map.columns()[1].unit, "N s");
  EXPECT_EQ(map.columns()[3].name, "post_impact_gap_rate:foot 2");
  CollectedRows rows;
  map.run(rows);
  const ImpactProblem problem = make_scene("vee", {{"half_angle", 0.6}});
  const Outcome outcome = resolve(problem, Propagative{.restitution = 0.5});
  EXPECT_NEAR(rows.values[5], outcome.impulse[0].normal, 1e-12);
  EXPECT_NEAR(rows.values[6], outcome.impulse[1].normal, 1e-12);
  const double rate =
      problem.contact_jacobian().row(problem.normal_row(1)).dot(outcome.velocity_plus);
  EXPECT_NEAR(rows.values[7], rate, 1e-12);
}

TEST(Map, UnitsFollowTheScene) {
  const Map map(Variation::of_scene("trex", {}, {"pT"}),
                {.axes = {{"pT", -0.1, 0.1, 3}},
                 .measures = {"inner_product_raw", "energy_lost", "normal_impulse"}});
  EXPECT_EQ(map.columns()[1].unit, "1/g");
  EXPECT_EQ(map.columns()[2].unit, "g cm^2/s^2");
  EXPECT_EQ(map.columns()[3].unit, "g cm/s");
}

TEST(Map, RestitutionMayBeAnAxis) {
  const Map map(Variation::of_scene("billiards", {}, {}),
                {.axes = {{"restitution", 0.0, 1.0, 3}}, .measures = {"energy_lost", "spread"}});
  CollectedRows rows;
  map.run(rows);
  const ImpactProblem problem = make_scene("billiards");
  EXPECT_NEAR(rows.values[1], resolve(problem, Plastic{}).energy.lost, 1e-12);
  EXPECT_NEAR(rows.values[4], resolve(problem, Propagative{.restitution = 0.5}).energy.lost, 1e-12);
  EXPECT_NEAR(rows.values[7], 0.0, 1e-12);
  EXPECT_NEAR(rows.values[5], measure_spread(problem, 0.5).value(), 1e-12);
}

TEST(Map, FindsABCOfRhex) {
  // Locations in 40 digits (S0 V on the specified RHex): A at γ = 0, C at both.
  const Map map(
      Variation::of_scene("rhex", {}, {"phi_r", "gamma"}),
      {.axes = {{"phi_r", 0.9, 1.3, 21}, {"gamma", -0.3, 1.1, 29}}, .measures = {"inner_product"}});
  CollectedRows rows;
  map.run(rows);
  Eigen::VectorXd values(map.point_count());
  for (Eigen::Index k = 0; k < values.size(); ++k) {
    values[k] = rows.values[static_cast<std::size_t>(3 * k + 2)];
  }
  const MapFeatures features = find_features(map, 0, values);
  ASSERT_GE(features.points.size(), 2u);
  EXPECT_EQ(features.points.front().kind, CriticalPoint::Kind::minimum);
  EXPECT_NEAR(features.points.front().at[0], 1.185209363190677931, 1e-9);
  EXPECT_NEAR(features.points.front().at[1], 0.0, 1e-9);
  EXPECT_EQ(features.points.back().kind, CriticalPoint::Kind::maximum);
  EXPECT_NEAR(features.points.back().at[0], 1.128439258876247790, 1e-9);
  EXPECT_NEAR(features.points.back().at[1], 0.8847141358372976574, 1e-9);
}

}  // namespace
}  // namespace carom::test
