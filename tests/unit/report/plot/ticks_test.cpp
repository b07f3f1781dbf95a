// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Ticks: nice steps, labels without noise, angles, decades, multipliers, edges of bands.
#include "report/plot/ticks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "base/random.h"

namespace carom::report {
namespace {

using std::numbers::pi;
using testing::ElementsAre;

TEST(PlotTicks, StepsAreOneTwoFive) {
  EXPECT_EQ(nice_step(0.11).times(1.0), 0.2);
  EXPECT_EQ(nice_step(0.2).times(1.0), 0.2);
  EXPECT_EQ(nice_step(0.21).times(1.0), 0.5);
  EXPECT_EQ(nice_step(70.0).times(1.0), 100.0);
  EXPECT_EQ(nice_step(1.0).times(3.0), 3.0);
  EXPECT_EQ(nice_step(0.1).times(3.0), 0.3);  // not 0.30000000000000004
}

TEST(PlotTicks, LabelsCarryNoNoise) {
  const Ticks ticks = linear_ticks(-0.3, 0.31, 7);
  EXPECT_THAT(ticks.labels, ElementsAre("−0.3", "−0.2", "−0.1", "0.0", "0.1", "0.2", "0.3"));
  EXPECT_THAT(ticks.at, ElementsAre(-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3));
  EXPECT_EQ(ticks.multiplier, "");
  EXPECT_THAT(linear_ticks(0.0, 10.0, 5).labels, ElementsAre("0", "2", "4", "6", "8", "10"));
  EXPECT_THAT(linear_ticks(0.137, 0.982, 5).labels, ElementsAre("0.2", "0.4", "0.6", "0.8"));
}

TEST(PlotTicks, TinyAndHugeNumbersGetAMultiplier) {
  const Ticks tiny = linear_ticks(1e-5, 4e-3, 5);
  EXPECT_EQ(tiny.multiplier, "×10⁻³");
  EXPECT_THAT(tiny.labels, ElementsAre("1", "2", "3", "4"));
  EXPECT_THAT(tiny.at, ElementsAre(1e-3, 2e-3, 3e-3, 4e-3));
  const Ticks huge = linear_ticks(0.0, 2.1e12, 5);
  EXPECT_EQ(huge.multiplier, "×10¹²");
  EXPECT_THAT(huge.labels, ElementsAre("0.0", "0.5", "1.0", "1.5", "2.0"));
  EXPECT_EQ(linear_ticks(0.0, 0.02, 5).multiplier, "");
  EXPECT_EQ(linear_ticks(0.0, 90000.0, 5).multiplier, "");
}

TEST(PlotTicks, AnglesAreMultiplesOfPi) {
  EXPECT_THAT(axis_ticks("hip [rad]", -pi, pi, 7).labels,
              ElementsAre("−π", "−π/2", "0", "π/2", "π"));
  EXPECT_THAT(axis_ticks("hip [rad]", -pi / 2, pi / 2, 7).labels,
              ElementsAre("−π/2", "−π/4", "0", "π/4", "π/2"));
  EXPECT_THAT(axis_ticks("hip [rad]", 0.0, 3.0, 7).labels, ElementsAre("0", "π/4", "π/2", "3π/4"));
  EXPECT_THAT(axis_ticks("hip [rad]", 0.0, 4.0 * pi, 7).labels,
              ElementsAre("0", "π", "2π", "3π", "4π"));
  EXPECT_THAT(axis_ticks("hip [rad]", 0.0, 30.0 * pi, 7).labels,
              ElementsAre("0", "5π", "10π", "15π", "20π", "25π", "30π"));
  EXPECT_DOUBLE_EQ(axis_ticks("hip [rad]", 0.0, 3.0, 7).at[3], 0.75 * pi);
}

TEST(PlotTicks, NarrowOrOtherAxesStayDecimal) {
  EXPECT_THAT(axis_ticks("hip [rad]", 0.0, 1.5, 3).labels, ElementsAre("0.0", "0.5", "1.0", "1.5"));
  EXPECT_EQ(axis_ticks("turn [rad]", 0.0, 1e299, 3).labels.back(), "1.0");
  EXPECT_THAT(axis_ticks("rate [rad/s]", 0.0, 6.0, 3).labels, ElementsAre("0", "2", "4", "6"));
}

TEST(PlotTicks, DecadesWithMinorTicks) {
  const Ticks ticks = logarithmic_ticks(0.05, 3000.0, 7);
  EXPECT_THAT(ticks.labels, ElementsAre("10⁻¹", "10⁰", "10¹", "10²", "10³"));
  EXPECT_DOUBLE_EQ(ticks.minor.front(), 0.05);
  EXPECT_DOUBLE_EQ(ticks.minor.back(), 3000.0);
  EXPECT_EQ(ticks.minor.size(), 5u + 4u * 8u + 2u);  // 0.05 … 0.09, four decades, 2000 and 3000
  const Ticks wide = logarithmic_ticks(1e-12, 1.0, 7);
  EXPECT_THAT(wide.labels, ElementsAre("10⁻¹²", "10⁻¹⁰", "10⁻⁸", "10⁻⁶", "10⁻⁴", "10⁻²", "10⁰"));
  EXPECT_EQ(wide.minor.size(), 6u);
  const Ticks endless = logarithmic_ticks(1e-300, 1e300, 7);
  EXPECT_THAT(endless.labels,
              ElementsAre("10⁻³⁰⁰", "10⁻²⁰⁰", "10⁻¹⁰⁰", "10⁰", "10¹⁰⁰", "10²⁰⁰", "10³⁰⁰"));
  EXPECT_TRUE(endless.minor.empty());
}

TEST(PlotTicks, RandomRanges) {
  base::Random random(3);
  for (int trial = 0; trial < 2000; ++trial) {
    const double low = random.normal() * std::pow(10.0, 10.0 * random.normal());
    const double high = low + std::abs(low) * std::pow(10.0, -6.0 + 1.5 * random.normal());
    if (is_single_value(low, high)) continue;
    const int most = 2 + static_cast<int>(random.below(8));
    const Ticks ticks = linear_ticks(low, high, most);
    const double slack = 1e-8 * (high - low);
    ASSERT_LE(ticks.at.size(), static_cast<std::size_t>(most + 1)) << low << " " << high;
    ASSERT_EQ(ticks.at.size(), ticks.labels.size());
    for (const double at : ticks.at) {
      ASSERT_TRUE(at >= low - slack && at <= high + slack) << low << " " << high << " " << at;
    }
    const std::set<std::string> different(ticks.labels.begin(), ticks.labels.end());
    ASSERT_EQ(different.size(), ticks.labels.size()) << low << " " << high;
  }
}

TEST(PlotTicks, BandsCoverTheRangeAndTicksLieOnEdges) {
  base::Random random(4);
  for (int trial = 0; trial < 2000; ++trial) {
    const double low = random.normal(), high = low + std::exp(5.0 * random.normal());
    const BandEdges bands = band_edges(low, high);
    const std::size_t count = bands.edges.size() - 1;
    ASSERT_TRUE(count >= 10 && count <= 21) << low << " " << high << " " << count;
    const double slack = 1e-8 * (high - low);
    ASSERT_LE(bands.edges.front(), low + slack);
    ASSERT_GT(bands.edges[1], low);
    ASSERT_GE(bands.edges.back(), high - slack);
    ASSERT_LT(bands.edges[count - 1], high);
    ASSERT_TRUE(bands.ticks.at.size() >= 2 && bands.ticks.at.size() <= 9) << low << " " << high;
    for (const double at : bands.ticks.at) {
      ASSERT_THAT(bands.edges, testing::Contains(testing::DoubleNear(at, slack)));
    }
  }
}

TEST(PlotTicks, StepsOfBandsMayBeTwoAndAHalf) {
  const BandEdges bands = band_edges(0.0, 49.0);
  EXPECT_EQ(bands.edges[1], 2.5);
  EXPECT_THAT(bands.ticks.labels, ElementsAre("0", "10", "20", "30", "40", "50"));
}

TEST(PlotTicks, ASingleValueHasOneTick) {
  EXPECT_TRUE(band_edges(2.5, 2.5).edges.empty());
  EXPECT_THAT(band_edges(2.5, 2.5).ticks.labels, ElementsAre("2.5"));
  EXPECT_TRUE(band_edges(1.0, 1.0 + 1e-12).edges.empty());
  EXPECT_THAT(band_edges(-1.0, -1.0).ticks.labels, ElementsAre("−1"));
  EXPECT_THAT(band_edges(0.0, 0.0).ticks.labels, ElementsAre("0"));
  EXPECT_THAT(single_tick(3.25e-5).labels, ElementsAre("3.25"));
  EXPECT_EQ(single_tick(3.25e-5).multiplier, "×10⁻⁵");
  EXPECT_TRUE(is_single_value(0.0, 5e-324));  // no step can be told from zero
  EXPECT_FALSE(is_single_value(0.0, 1e-200));
}

}  // namespace
TEST(PlotTicks, LogarithmicBandsAreEvenPartsOfADecade) {
  const BandEdges bands = logarithmic_band_edges(2.9e-5, 1.0);
  ASSERT_GE(bands.edges.size(), 10u);
  ASSERT_LE(bands.edges.size(), 22u);
  EXPECT_LE(bands.edges.front(), std::log10(2.9e-5));
  EXPECT_NEAR(bands.edges.back(), 0.0, 1e-12);
  for (std::size_t k = 2; k < bands.edges.size(); ++k) {
    EXPECT_NEAR(bands.edges[k] - bands.edges[k - 1], bands.edges[1] - bands.edges[0], 1e-12);
  }
  ASSERT_FALSE(bands.ticks.at.empty());
  EXPECT_NEAR(bands.ticks.at.back(), 0.0, 1e-12);
  EXPECT_LT(logarithmic_band_edges(1e-300, 1e300).edges.size(), 30u);
}

}  // namespace carom::report
