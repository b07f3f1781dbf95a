// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Colour maps: equal steps in Oklab, ever lighter or symmetric, within what a screen can show.
// Reference for the conversion: B. Ottosson's white, and sRGB red, which is 0.628, 0.225, 0.126.
#include "report/plot/colours.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <tuple>

namespace carom::report {
namespace {

double distance(const Oklab& p, const Oklab& q) {
  return std::hypot(p.lightness - q.lightness, p.a - q.a, p.b - q.b);
}

void expect_on_screen(const Oklab& colour) {
  const Colour light = linear_light(colour);
  for (const double channel : {light.red, light.green, light.blue}) {
    EXPECT_GE(channel, -1e-3);
    EXPECT_LE(channel, 1.0);
  }
}

TEST(PlotColours, ConversionMeetsReference) {
  const Colour white = to_colour({1.0, 0.0, 0.0});
  EXPECT_NEAR(white.red, 1.0, 1e-3);
  EXPECT_NEAR(white.green, 1.0, 1e-3);
  EXPECT_NEAR(white.blue, 1.0, 1e-3);
  const Colour red = to_colour({0.62796, 0.22486, 0.12585});
  EXPECT_NEAR(red.red, 1.0, 1e-3);
  EXPECT_NEAR(red.green, 0.0, 5e-3);
  EXPECT_NEAR(red.blue, 0.0, 5e-3);
}

TEST(PlotColours, SequentialStepsAreEqualAndLighter) {
  const double step = distance(sequential_oklab(0.0), sequential_oklab(0.01));
  for (int k = 0; k < 100; ++k) {
    const Oklab here = sequential_oklab(k / 100.0), next = sequential_oklab((k + 1) / 100.0);
    EXPECT_NEAR(distance(here, next), step, 0.02 * step) << k;
    EXPECT_GT(next.lightness, here.lightness) << k;
    expect_on_screen(here);
  }
  EXPECT_NEAR(sequential_oklab(0.0).lightness, 0.28, 1e-12);
  EXPECT_NEAR(sequential_oklab(1.0).lightness, 0.92, 1e-12);
}

TEST(PlotColours, DivergingIsSymmetricInLightness) {
  for (int k = 0; k <= 100; ++k) {
    const Oklab cold = diverging_oklab(-k / 100.0), warm = diverging_oklab(k / 100.0);
    EXPECT_NEAR(cold.lightness, warm.lightness, 1e-15);
    expect_on_screen(cold);
    expect_on_screen(warm);
  }
  EXPECT_GT(diverging_oklab(0.0).lightness, 0.95);
  EXPECT_LT(diverging_oklab(-1.0).b, -0.1);  // blue
  EXPECT_GT(diverging_oklab(1.0).a, 0.1);    // red
}

TEST(PlotColours, SharesAreClamped) {
  EXPECT_EQ(sequential_oklab(-1.0).lightness, sequential_oklab(0.0).lightness);
  EXPECT_EQ(sequential_oklab(2.0).lightness, sequential_oklab(1.0).lightness);
  EXPECT_EQ(diverging_oklab(2.0).lightness, diverging_oklab(1.0).lightness);
}

TEST(PlotColours, TwentyEightCurvesDiffer) {
  std::set<std::tuple<double, double, double, std::vector<double>>> styles;
  for (std::size_t k = 0; k < 28; ++k) {
    const Colour colour = curve_colour(k);
    styles.insert({colour.red, colour.green, colour.blue, curve_dashes(k)});
  }
  EXPECT_EQ(styles.size(), 28u);
}

}  // namespace
}  // namespace carom::report
