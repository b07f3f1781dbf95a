// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "control/whole_body/support_polygon.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace carom::control {
namespace {

using Eigen::Vector2d;

SupportPolygon rectangle(double x, double y) {
  SupportPolygon polygon;
  for (const double a : {-x, x}) {
    for (const double b : {-y, y}) polygon.add({a, b});
  }
  polygon.add({0.0, 0.0});    // inside: no part of the hull
  polygon.add({0.5 * x, y});  // on an edge
  polygon.close();
  return polygon;
}

TEST(SupportPolygon, HullOfARectangle) {
  const SupportPolygon polygon = rectangle(2.0, 1.0);
  EXPECT_EQ(polygon.hull().size(), 4U);
  EXPECT_DOUBLE_EQ(polygon.margin({0.0, 0.0}), 1.0);
  EXPECT_DOUBLE_EQ(polygon.margin({1.9, 0.0}), 0.1 + 2.0 - 2.0);
  EXPECT_DOUBLE_EQ(polygon.margin({3.0, 0.0}), -1.0);
  EXPECT_DOUBLE_EQ(polygon.margin({5.0, 5.0}), -5.0);
}

TEST(SupportPolygon, NearestPointInside) {
  const SupportPolygon polygon = rectangle(2.0, 1.0);
  EXPECT_EQ(polygon.inside({0.3, 0.2}, 0.1), Vector2d(0.3, 0.2));
  EXPECT_LT((polygon.inside({9.0, 0.2}, 0.1) - Vector2d(1.9, 0.2)).norm(), 1e-14);
  EXPECT_LT((polygon.inside({9.0, 9.0}, 0.1) - Vector2d(1.9, 0.9)).norm(), 1e-14);
  EXPECT_LT(polygon.inside({9.0, 9.0}, 2.0).norm(),
            1e-14);  // no point is so far inside: the middle
}

TEST(SupportPolygon, TwoPointsAndNone) {
  SupportPolygon polygon;
  polygon.close();
  EXPECT_TRUE(polygon.empty());
  EXPECT_TRUE(std::isnan(polygon.margin({0.0, 0.0})));
  polygon.add({0.0, 0.0});
  polygon.add({1.0, 0.0});
  polygon.close();
  EXPECT_EQ(polygon.inside({5.0, 5.0}, 0.0), Vector2d(0.5, 0.0));
  EXPECT_TRUE(std::isnan(rectangle(1.0, 1.0).margin({NAN, 0.0})));
}

TEST(SupportPolygon, RandomHullsHoldTheirPoints) {
  base::Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    SupportPolygon polygon;
    std::vector<Vector2d> points;
    for (int k = 0; k < 8; ++k) {
      points.emplace_back(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0));
      polygon.add(points.back());
    }
    polygon.close();
    for (const Vector2d& point : points) EXPECT_GE(polygon.margin(point), -1e-12);
    const Vector2d far(random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0));
    const Vector2d near = polygon.inside(far, 0.01);
    EXPECT_GE(polygon.margin(near), 0.01 - 1e-12);
    // No other point that is inside is nearer.
    for (int k = 0; k < 50; ++k) {
      const Vector2d other = near + Vector2d(random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1));
      if (polygon.margin(other) < 0.01) continue;
      EXPECT_GE((other - far).norm(), (near - far).norm() - 1e-12);
    }
  }
}

}  // namespace
}  // namespace carom::control
