// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Zeros known in closed form: sines, touching zeros, pairs between nodes, jumps; circles, lines
// through nodes, crossing curves, missing values, and refused input.
#include "design/map/zero_curves.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/constants.h"
#include "support/faults.h"

namespace carom::design {
namespace {

using Eigen::VectorXd;
using std::numbers::pi;
using test::not_a_number;

std::vector<ZeroCurve> zeros(const ScalarField& field, const std::vector<GridAxis>& axes) {
  const auto place = [](const GridAxis& axis, int k) {
    return axis.from + k * (axis.to - axis.from) / (axis.count - 1);
  };
  std::vector<double> values;
  for (int i = 0; i < axes[0].count; ++i) {
    if (axes.size() == 1) values.push_back(field(VectorXd::Constant(1, place(axes[0], i))));
    for (int j = 0; axes.size() == 2 && j < axes[1].count; ++j)
      values.push_back(field(Eigen::Vector2d(place(axes[0], i), place(axes[1], j))));
  }
  return find_zero_curves(field, axes, VectorXd::Map(values.data(), Eigen::Index(values.size())));
}

/// A field of one variable.
template <class Function>
std::vector<ZeroCurve> on_line(const Function& f, double from, double to, int count) {
  return zeros([&](const VectorXd& x) { return f(x[0]); }, {{"x", from, to, count}});
}

void expect_zeros(const std::vector<ZeroCurve>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    ASSERT_EQ(found[k].points.size(), 1);
    EXPECT_NEAR(found[k].points(0, 0), expected[k], 1e-9);
    EXPECT_FALSE(found[k].closed);
  }
}

TEST(ZeroCurves, ChangesOfSign) {
  expect_zeros(on_line([](double x) { return std::sin(x); }, -1.0, 10.0, 25),
               {0.0, pi, 2.0 * pi, 3.0 * pi});
  // At nodes, exactly and to rounding, also at both ends.
  expect_zeros(on_line([](double x) { return std::sin(x); }, 0.0, 2.0 * pi, 25),
               {0.0, pi, 2.0 * pi});
  expect_zeros(on_line([](double x) { return x; }, -1.0, 1.0, 2), {0.0});
  expect_zeros(on_line([](double x) { return std::pow(x - 0.1, 3); }, -1.0, 1.0, 4), {0.1});
}

TEST(ZeroCurves, TouchingZeros) {
  expect_zeros(on_line([](double x) { return 3e-3 * std::abs(std::cos(x)); }, 0.0, 6.0, 25),
               {pi / 2.0, 1.5 * pi});
  expect_zeros(on_line([](double x) { return std::abs(x - 0.5); }, 0.0, 1.0, 11), {0.5});
  expect_zeros(on_line([](double x) { return 1.0 + std::cos(x - 0.3); }, 0.0, 6.0, 25), {pi + 0.3});
  // Nearly: no zero.
  expect_zeros(on_line([](double x) { return std::abs(std::cos(x)) + 1e-9; }, 0.0, 6.0, 25), {});
}

TEST(ZeroCurves, PairBetweenNodes) {
  expect_zeros(on_line([](double x) { return (x - 0.31) * (x - 0.32); }, 0.0, 1.0, 11),
               {0.31, 0.32});
  expect_zeros(on_line([](double x) { return std::abs(x - 0.315) - 0.005; }, 0.0, 1.0, 11),
               {0.31, 0.32});
}

TEST(ZeroCurves, NoZeroAtAJumpOrAPole) {
  expect_zeros(on_line([](double x) { return x < 0.33 ? -1.0 : 2.0; }, 0.0, 1.0, 11), {});
  expect_zeros(on_line([](double x) { return 1.0 / (x - 0.33); }, 0.0, 1.0, 11), {});
}

TEST(ZeroCurves, MissingValuesOnALine) {
  const auto f = [](double x) { return x > 1.0 && x < 4.0 ? not_a_number : std::sin(x); };
  expect_zeros(on_line(f, -1.0, 7.0, 33), {0.0, 2.0 * pi});
}

TEST(ZeroCurves, ZeroOnARangeGivesItsEnds) {
  const auto found = on_line([](double x) { return std::max(0.0, x - 0.5); }, 0.0, 1.0, 11);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].points.cols(), 2);
  EXPECT_NEAR(found[0].points(0, 0), 0.0, 1e-15);
  EXPECT_NEAR(found[0].points(0, 1), 0.5, 1e-15);
}

/// No vertex comes twice in a row, and the pieces are no longer than a cell.
void expect_joined(const ZeroCurve& curve, double longest) {
  for (Eigen::Index k = 1; k < curve.points.cols(); ++k) {
    const double length = (curve.points.col(k) - curve.points.col(k - 1)).norm();
    EXPECT_GT(length, 0.0);
    EXPECT_LE(length, longest);
  }
}

TEST(ZeroCurves, Circle) {
  const auto field = [](const VectorXd& x) { return x.squaredNorm() - 1.0; };
  for (const int count : {24, 25, 31}) {  // 25: the circle passes through nodes
    const auto found = zeros(field, {{"x", -1.5, 1.5, count}, {"y", -1.5, 1.5, count}});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(found[0].closed);
    EXPECT_GE(found[0].points.cols(), 40);
    for (Eigen::Index k = 0; k < found[0].points.cols(); ++k)
      EXPECT_NEAR(found[0].points.col(k).norm(), 1.0, 1e-9);
    expect_joined(found[0], 3.0 / (count - 1) * 1.5);
    EXPECT_LE((found[0].points.col(0) - found[0].points.rightCols(1)).norm(),
              3.0 / (count - 1) * 1.5);
  }
}

TEST(ZeroCurves, LinesThroughNodes) {
  const std::vector<GridAxis> axes{{"x", -1, 1, 9}, {"y", -1, 1, 9}};
  const auto row = zeros([](const VectorXd& x) { return x[1]; }, axes);
  ASSERT_EQ(row.size(), 1u);
  EXPECT_EQ(row[0].points.cols(), 9);
  EXPECT_EQ(row[0].points.row(1).cwiseAbs().maxCoeff(), 0.0);
  const auto diagonal = zeros([](const VectorXd& x) { return x[0] - x[1]; }, axes);
  ASSERT_EQ(diagonal.size(), 1u);
  EXPECT_EQ(diagonal[0].points.cols(), 9);
  EXPECT_FALSE(diagonal[0].closed);
  EXPECT_EQ((diagonal[0].points.row(0) - diagonal[0].points.row(1)).cwiseAbs().maxCoeff(), 0.0);
  const auto negative = zeros([](const VectorXd& x) { return x[1] - x[0]; }, axes);
  ASSERT_EQ(negative.size(), 1u);
  EXPECT_EQ(negative[0].points.cols(), 9);
}

TEST(ZeroCurves, FourCrossingsAreDecidedByTheCentre) {
  // x y = ±0.001 in a cell with corners (±0.05, ±0.05): the branches lie in opposite quadrants.
  for (const double c : {0.001, -0.001}) {
    const auto found = zeros([&](const VectorXd& x) { return x[0] * x[1] - c; },
                             {{"x", -0.55, 0.45, 11}, {"y", -0.55, 0.45, 11}});
    ASSERT_EQ(found.size(), 2u);
    for (const ZeroCurve& curve : found) {
      for (Eigen::Index k = 0; k < curve.points.cols(); ++k) {
        EXPECT_NEAR(curve.points(0, k) * curve.points(1, k), c, 1e-9);
        EXPECT_GT(curve.points(0, k) * curve.points(0, 0), 0.0);
      }
    }
  }
}

TEST(ZeroCurves, CrossingCurvesThroughANode) {
  const auto found =
      zeros([](const VectorXd& x) { return x[0] * x[1]; }, {{"x", -1, 1, 9}, {"y", -1, 1, 9}});
  Eigen::Index points = 0;
  for (const ZeroCurve& curve : found) {
    points += curve.points.cols();
    for (Eigen::Index k = 0; k < curve.points.cols(); ++k)
      EXPECT_EQ(curve.points.col(k).prod(), 0.0);
    expect_joined(curve, 0.25 * 1.5);
  }
  EXPECT_EQ(found.size(), 2u);
  EXPECT_EQ(points, 16);  // 17 nodes, without the crossing itself
}

TEST(ZeroCurves, MissingValuesBreakTheCurve) {
  const auto found = zeros(
      [](const VectorXd& x) { return std::abs(x[0]) < 0.3 ? not_a_number : x.squaredNorm() - 1.0; },
      {{"x", -1.5, 1.5, 31}, {"y", -1.5, 1.5, 31}});
  ASSERT_EQ(found.size(), 2u);
  for (const ZeroCurve& curve : found) {
    EXPECT_FALSE(curve.closed);
    EXPECT_GE(curve.points.row(0).cwiseAbs().minCoeff(), 0.3 - 1e-12);
  }
  EXPECT_LT(found[0].points(0, 0), 0.0);
  EXPECT_GT(found[1].points(0, 0), 0.0);
}

TEST(ZeroCurves, IsolatedNodeJumpsAndManyAxes) {
  const std::vector<GridAxis> axes{{"x", -1, 1, 9}, {"y", -1, 1, 9}};
  const auto point = zeros([](const VectorXd& x) { return x.norm(); }, axes);
  ASSERT_EQ(point.size(), 1u);
  EXPECT_EQ(point[0].points, Eigen::MatrixXd::Zero(2, 1));
  const auto jump = zeros([](const VectorXd& x) { return x[0] < 0.1 ? -1.0 : 1.0; }, axes);
  EXPECT_TRUE(jump.empty());
  const std::vector<GridAxis> three(3, axes[0]);
  EXPECT_TRUE(find_zero_curves([](const VectorXd& x) { return x[0]; }, three, VectorXd()).empty());
}

TEST(ZeroCurves, TheSameEachTime) {
  const ScalarField field = [](const VectorXd& x) { return std::sin(3.0 * x[0]) + std::cos(x[1]); };
  const std::vector<GridAxis> axes{{"x", -3, 3, 30}, {"y", -3, 3, 30}};
  const auto first = zeros(field, axes), second = zeros(field, axes);
  ASSERT_EQ(first.size(), second.size());
  ASSERT_GE(first.size(), 3u);
  for (std::size_t k = 0; k < first.size(); ++k) EXPECT_EQ(first[k].points, second[k].points);
}

std::string zero_curves_refusal(const ScalarField& field, const std::vector<GridAxis>& axes,
                                const VectorXd& values, double tolerance = 1e-9) {
  return test::refusal_of([&] { find_zero_curves(field, axes, values, tolerance); });
}

TEST(ZeroCurves, RefusesBadInputWithReasons) {
  const ScalarField field = [](const VectorXd& x) { return x.sum(); };
  const GridAxis axis{"x", 0, 1, 3};
  const VectorXd values = VectorXd::Zero(3);
  const auto has = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  has(zero_curves_refusal({}, {axis}, values),
      "find_zero_curves: field = none; expected a function; give");
  has(zero_curves_refusal(field, {}, values),
      "find_zero_curves: number of axes = 0; expected 1 or more; name");
  has(zero_curves_refusal(field, {axis}, values, -1.0),
      "tolerance = -1; expected a finite number > 0; 1e-9");
  has(zero_curves_refusal(field, {{"x", 0, 1, 1}}, VectorXd::Zero(1)),
      "count = 1; expected 2 or more; refine");
  has(zero_curves_refusal(field, {{"x", 2, 1, 3}}, values),
      "axis 'x': from = 2, to = 1; expected finite");
  has(zero_curves_refusal(field, {axis}, VectorXd::Zero(2)),
      "number of values = 2; expected 3, the product");
}

}  // namespace
}  // namespace carom::design
