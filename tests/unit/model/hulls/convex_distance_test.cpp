// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Distances of hulls beside closed forms, and the shortest way apart of those that overlap.
#include "model/hulls/convex_distance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace carom {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using PointSet = std::vector<Vector3d>;

// Coordinates are of order 1: a hundred roundings; a library's 1e-6 would fail.
constexpr double rounded = 1e-13;

PointSet cube(double edge) {
  PointSet points;
  for (int k = 0; k < 8; ++k) {
    points.push_back(0.5 * edge * Vector3d(k & 4 ? 1 : -1, k & 2 ? 1 : -1, k & 1 ? 1 : -1));
  }
  return points;
}

Isometry3d shifted(double x, double y, double z) {
  return Isometry3d(Eigen::Translation3d(x, y, z));
}

ConvexDistance between(const PointSet& first, const Isometry3d& at, const PointSet& second) {
  const Isometry3d origin = Isometry3d::Identity();
  return convex_distance({first, at}, {second, origin}, at.translation() + Vector3d(0, 0, 1e-3));
}

TEST(ConvexDistance, OfTwoPoints) {
  const PointSet point = {Vector3d::Zero()};
  const ConvexDistance found = between(point, shifted(3.0, 0.0, 4.0), point);
  EXPECT_NEAR(found.distance, 5.0, rounded);
  EXPECT_LT((found.normal - Vector3d(0.6, 0.0, 0.8)).norm(), rounded);
  EXPECT_LT((found.first - Vector3d(3.0, 0.0, 4.0)).norm(), rounded);
}

TEST(ConvexDistance, OfCubesFaceToFaceAndEdgeToEdge) {
  const PointSet box = cube(1.0);
  const ConvexDistance faces = between(box, shifted(0.2, -0.1, 1.25), box);
  EXPECT_NEAR(faces.distance, 0.25, rounded);
  EXPECT_LT((faces.normal - Vector3d::UnitZ()).norm(), rounded);
  const ConvexDistance edges = between(box, shifted(1.3, 0.1, 1.4), box);
  EXPECT_NEAR(edges.distance, 0.5, rounded);
  EXPECT_LT((edges.normal - Vector3d(0.6, 0.0, 0.8)).norm(), rounded);
  // A cube on its edge over another that is turned by a right angle: edges cross.
  Isometry3d turned = shifted(0.05, 0.02, 1.0 + std::sqrt(0.5));
  turned.rotate(Eigen::AngleAxisd(M_PI / 4.0, Vector3d::UnitX()));
  const ConvexDistance crossing = between(box, turned, box);
  EXPECT_NEAR(crossing.distance, 0.5, rounded);
  EXPECT_LT((crossing.normal - Vector3d::UnitZ()).norm(), rounded);
}

TEST(ConvexDistance, OfCubesThatOverlapIsTheShortestWayApart) {
  const PointSet box = cube(1.0);
  const ConvexDistance found = between(box, shifted(0.2, -0.1, 0.75), box);
  EXPECT_NEAR(found.distance, -0.25, 1e-12);  // the face is found to 1e-12 m
  EXPECT_LT((found.normal - Vector3d::UnitZ()).norm(), 1e-12);
  EXPECT_NEAR(found.first.z(), 0.25, 1e-12);
}

/// The gap is as large as the hulls are apart along the normal, and no direction parts them more.
TEST(ConvexDistance, OfRandomHullsIsTheLargestSeparation) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  const auto vector = [&] { return Vector3d(normal(random), normal(random), normal(random)); };
  int overlaps = 0;
  for (int trial = 0; trial < 300; ++trial) {
    PointSet first, second;
    for (int k = 0; k < 20; ++k) first.push_back(vector());
    for (int k = 0; k < 20; ++k) second.push_back(vector());
    Isometry3d at = Isometry3d::Identity();
    at.translation() = 3.0 * vector();
    at.rotate(Eigen::Quaterniond(Eigen::Vector4d(vector().homogeneous()).normalized()));
    const auto separation = [&](const Vector3d& n) {
      double least = 1e9, most = -1e9;
      for (const Vector3d& point : first) least = std::min(least, n.dot(at * point));
      for (const Vector3d& point : second) most = std::max(most, n.dot(point));
      return least - most;
    };
    const ConvexDistance found = between(first, at, second);
    overlaps += found.distance < 0.0;
    EXPECT_NEAR(found.normal.norm(), 1.0, rounded);
    EXPECT_NEAR(separation(found.normal), found.distance, 1e-11) << trial;  // size of hulls: 10
    for (int k = 0; k < 100; ++k) {
      const Vector3d n = vector().normalized();
      EXPECT_LE(separation(n), found.distance + 1e-11) << trial;
      const Vector3d near = (found.normal + 0.05 * n).normalized();
      EXPECT_LE(separation(near), found.distance + 1e-11) << trial;
    }
  }
  EXPECT_GT(overlaps, 20);
  EXPECT_LT(overlaps, 280);
}

}  // namespace
}  // namespace carom
