// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Outlines and level lines of gridded functions: areas known in closed form, holes, saddles, and
// on seeded random grids that what lies above a level and what lies below fill the whole.
#include "report/plot/contour_bands.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.h"
#include "support/constants.h"

namespace carom::report {
namespace {

using test::infinity;
using test::not_a_number;

template <typename Function>
ContourGrid make_grid(double low, double high, int points, Function function) {
  ContourGrid grid{Eigen::VectorXd::LinSpaced(points, low, high),
                   Eigen::VectorXd::LinSpaced(points, low, high), Eigen::MatrixXd(points, points)};
  for (int i = 0; i < points; ++i) {
    for (int j = 0; j < points; ++j) grid.values(i, j) = function(grid.x[i], grid.y[j]);
  }
  return grid;
}

ContourGrid unit_cell(double v00, double v10, double v11, double v01) {
  ContourGrid grid{Eigen::Vector2d(0, 1), Eigen::Vector2d(0, 1), Eigen::MatrixXd(2, 2)};
  grid.values << v00, v01, v10, v11;
  return grid;
}

// Signed: holes count negative.
double area(const std::vector<Polyline>& outlines) {
  double twice = 0.0;
  for (const Polyline& line : outlines) {
    for (std::size_t k = 0; k < line.size(); ++k) {
      const Point &p = line[k], &q = line[(k + 1) % line.size()];
      twice += p.x * q.y - q.x * p.y;
    }
  }
  return 0.5 * twice;
}

double length(const std::vector<Polyline>& lines) {
  double sum = 0.0;
  for (const Polyline& line : lines) {
    for (std::size_t k = 1; k < line.size(); ++k) {
      sum += std::hypot(line[k].x - line[k - 1].x, line[k].y - line[k - 1].y);
    }
  }
  return sum;
}

TEST(ContourBands, HalfPlaneIsExact) {
  const ContourGrid grid = make_grid(0.0, 3.0, 7, [](double x, double y) { return x + 2.0 * y; });
  // x + 2y ≥ 2 leaves out the triangle (0,0), (2,0), (0,1) of area 1.
  EXPECT_NEAR(area(outlines_above(grid, 2.0)), 8.0, 1e-12);
  const auto lines = level_lines(grid, 2.0);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NEAR(length(lines), std::sqrt(5.0), 1e-12);
  for (const Point& p : lines[0]) EXPECT_NEAR(p.x + 2.0 * p.y, 2.0, 1e-12);
}

TEST(ContourBands, HillHasAClosedLineAndAHoleBelow) {
  const ContourGrid grid =
      make_grid(-2.0, 2.0, 201, [](double x, double y) { return -std::hypot(x, y); });
  const auto lines = level_lines(grid, -1.0);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].front().x, lines[0].back().x);
  EXPECT_EQ(lines[0].front().y, lines[0].back().y);
  EXPECT_NEAR(length(lines), 2.0 * std::numbers::pi, 2e-3);
  EXPECT_NEAR(area(outlines_above(grid, -1.0)), std::numbers::pi, 2e-3);
  ContourGrid bowl = grid;
  bowl.values = -grid.values;
  const auto around = outlines_above(bowl, 1.0);
  EXPECT_EQ(around.size(), 2u);  // the square and its hole
  EXPECT_NEAR(area(around), 16.0 - std::numbers::pi, 2e-3);
}

TEST(ContourBands, OutsideOfTheRange) {
  const ContourGrid grid = make_grid(0.0, 1.0, 4, [](double x, double) { return x; });
  EXPECT_TRUE(outlines_above(grid, 1.5).empty());
  EXPECT_TRUE(level_lines(grid, 1.5).empty());
  EXPECT_TRUE(level_lines(grid, -infinity).empty());
  const auto all = outlines_above(grid, -infinity);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_NEAR(area(all), 1.0, 1e-15);
}

TEST(ContourBands, SaddleIsDecidedByTheMean) {
  // Opposite corners at 1: cut at a quarter from the low corners if the middle is high.
  const ContourGrid high_middle = unit_cell(1.0, 0.0, 1.0, 0.0);
  EXPECT_NEAR(area(outlines_above(high_middle, 0.25)), 1.0 - 2.0 * 0.5 * 0.25 * 0.25, 1e-15);
  EXPECT_EQ(outlines_above(high_middle, 0.25).size(), 1u);
  EXPECT_NEAR(area(outlines_above(high_middle, 0.75)), 2.0 * 0.5 * 0.25 * 0.25, 1e-15);
  EXPECT_EQ(outlines_above(high_middle, 0.75).size(), 2u);
  const ContourGrid turned = unit_cell(0.0, 1.0, 0.0, 1.0);
  EXPECT_NEAR(area(outlines_above(turned, 0.25)), 1.0 - 2.0 * 0.5 * 0.25 * 0.25, 1e-15);
  EXPECT_NEAR(area(outlines_above(turned, 0.75)), 2.0 * 0.5 * 0.25 * 0.25, 1e-15);
}

TEST(ContourBands, AMissingCornerLeavesATriangle) {
  EXPECT_NEAR(area(outlines_above(unit_cell(1, 1, not_a_number, 1), 0.0)), 0.5, 1e-15);
  EXPECT_NEAR(area(outlines_above(unit_cell(1, 1, infinity, 1), 0.0)), 0.5, 1e-15);
  // x ≥ 1/2 within the triangle below the diagonal from (1, 0) to (0, 1).
  EXPECT_NEAR(area(outlines_above(unit_cell(0, 1, not_a_number, 0), 0.5)), 0.125, 1e-15);
  EXPECT_TRUE(outlines_above(unit_cell(1, not_a_number, not_a_number, 1), 0.0).empty());
  EXPECT_TRUE(
      outlines_above(unit_cell(not_a_number, not_a_number, not_a_number, not_a_number), -infinity)
          .empty());
}

TEST(ContourBands, AMissingNodeLeavesADiamond) {
  ContourGrid grid = make_grid(0.0, 4.0, 5, [](double, double) { return 1.0; });
  grid.values(2, 2) = not_a_number;
  const auto outlines = outlines_above(grid, 0.5);
  EXPECT_EQ(outlines.size(), 2u);
  EXPECT_NEAR(area(outlines), 16.0 - 2.0, 1e-12);
  EXPECT_TRUE(level_lines(grid, 0.5).empty());
}

TEST(ContourBands, AboveAndBelowFillTheWhole) {
  base::Random random(11);
  for (int trial = 0; trial < 300; ++trial) {
    ContourGrid grid = make_grid(0.0, 9.0, 10, [&](double, double) {
      return random.below(8) == 0 ? not_a_number : random.normal();
    });
    const double level = random.normal();
    ContourGrid negative = grid;
    negative.values = -grid.values;
    const auto above = outlines_above(grid, level), below = outlines_above(negative, -level);
    const double whole = area(outlines_above(grid, -infinity));
    ASSERT_NEAR(area(above) + area(below), whole, 1e-10);
    ASSERT_NEAR(length(level_lines(grid, level)), length(level_lines(negative, -level)), 1e-10);
    ASSERT_GE(area(above), area(outlines_above(grid, level + 0.3)));
  }
}

TEST(ContourBands, AxesMayFall) {
  ContourGrid grid = make_grid(0.0, 3.0, 7, [](double x, double y) { return x + 2.0 * y; });
  grid.y = -grid.y;  // as on a page, where y points down
  EXPECT_NEAR(area(outlines_above(grid, 2.0)), -8.0, 1e-12);
}

TEST(ContourBands, ThinnedKeepsEnds) {
  const ContourGrid grid = make_grid(0.0, 1.0, 1000, [](double x, double y) { return x - y; });
  const ContourGrid thin = thinned(grid, 400);
  ASSERT_EQ(thin.x.size(), 401);
  ASSERT_EQ(thin.y.size(), 401);
  EXPECT_EQ(thin.x[0], 0.0);
  EXPECT_EQ(thin.x[400], 1.0);
  for (int i = 0; i <= 400; i += 50) EXPECT_EQ(thin.values(i, 7), thin.x[i] - thin.y[7]);
  EXPECT_TRUE(((thin.x.tail(400) - thin.x.head(400)).array() > 0.0).all());
  EXPECT_EQ(thinned(grid, 999).x.size(), 1000);
}

TEST(PlotPolyline, KeepsWithinTolerance) {
  Polyline circle;
  for (int k = 0; k <= 2000; ++k) {
    const double turn = 2.0 * std::numbers::pi * k / 2000;
    circle.push_back({100.0 * std::cos(turn), 100.0 * std::sin(turn)});
  }
  const Polyline fewer = simplified(circle, 0.02);
  EXPECT_LT(fewer.size(), 250u);
  EXPECT_GT(fewer.size(), 100u);
  EXPECT_EQ(fewer.front().x, circle.front().x);
  EXPECT_EQ(fewer.back().y, circle.back().y);
  // The sagitta of the longest chord is what a vertex may be off.
  for (std::size_t k = 1; k < fewer.size(); ++k) {
    const double x = 0.5 * (fewer[k].x + fewer[k - 1].x), y = 0.5 * (fewer[k].y + fewer[k - 1].y);
    ASSERT_LE(100.0 - std::hypot(x, y), 0.021);
  }
  EXPECT_EQ(simplified({{0, 0}, {1, 0}, {2, 0}, {2, 1}}, 0.01).size(), 3u);
  EXPECT_EQ(simplified({{0, 0}, {3, 0}, {1, 0}}, 0.01).size(), 3u);  // a way back is kept
  EXPECT_EQ(simplified({{0, 0}}, 0.01).size(), 1u);
}

}  // namespace
}  // namespace carom::report
