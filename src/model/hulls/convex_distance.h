// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Distance of two convex hulls of few points each. Input: points in frames that are placed in the
// world. Output: the nearest points, or, where the hulls overlap, the shortest way apart. Exact to
// rounding, without allocation: touches are located to 1e-10 m, and libraries of collision checking
// stop at 1e-6 m.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <vector>

namespace carom {

/// Some points and where their frame is.
struct PlacedPoints {
  const std::vector<Eigen::Vector3d>& points;
  const Eigen::Isometry3d& placement;
};

struct ConvexDistance {
  double distance = 0.0;                              ///< Negative: the hulls overlap by so much.
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< World; from the second to the first.
  Eigen::Vector3d first = Eigen::Vector3d::Zero();    ///< World; of the first hull. The other one
                                                      ///< is at first − distance · normal.
};

/// Each hull has a point at least. `guess`: a direction from the second to the first, not zero; it
/// decides on which side they part where their difference is flat (edges that cross).
ConvexDistance convex_distance(const PlacedPoints& first, const PlacedPoints& second,
                               const Eigen::Vector3d& guess);

}  // namespace carom
