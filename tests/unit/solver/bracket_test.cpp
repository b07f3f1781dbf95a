// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Bracketed roots: to rounding in few values, the side that is returned, a zero at an end.
#include "solver/bracket.h"

#include <gtest/gtest.h>

#include <cmath>

namespace carom::solver {
namespace {

TEST(Bracket, FindsARootToRoundingInFewValues) {
  int values = 0;
  const auto f = [&](double x) { return ++values, x * x - 2.0; };
  const double root = bracket_root(f, {0.0, -2.0}, {2.0, 2.0}, false, 0.0, 1e-16, 100);
  EXPECT_NEAR(root, std::sqrt(2.0), 5e-16);
  EXPECT_LE(values, 40);
}

TEST(Bracket, ReturnsTheSideOfTheUpperEnd) {
  const auto step = [](double x) { return x < 0.3 ? -1.0 : 1.0; };
  const double root = bracket_root(step, {0.0, -1.0}, {1.0, 1.0}, false, 1e-12, 0.0, 200);
  EXPECT_GE(root, 0.3);
  EXPECT_LE(root, 0.3 + 1e-12);
}

TEST(Bracket, IsGivenTheSignWhereTheLowerValueIsZero) {
  // From zero it is positive for a while, then negative: that change is meant.
  const auto f = [](double x) { return x * (0.5 - x); };
  const double root = bracket_root(f, {0.0, 0.0}, {1.0, -0.5}, true, 1e-14, 0.0, 200);
  EXPECT_NEAR(root, 0.5, 1e-13);
}

TEST(Bracket, EndsAfterTheValuesAllowed) {
  int values = 0;
  const auto f = [&](double x) { return ++values, x - 0.123456789; };
  const auto cubed = [&](double x) { return std::pow(f(x), 3); };
  const double low = std::pow(-0.123456789, 3), high = std::pow(1.0 - 0.123456789, 3);
  bracket_root(cubed, {0.0, low}, {1.0, high}, false, 0.0, 0.0, 5);
  EXPECT_EQ(values, 5);
}

}  // namespace
}  // namespace carom::solver
