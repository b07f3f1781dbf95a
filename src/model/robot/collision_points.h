// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where a collision shape would touch flat ground below it: corners of a box, lowest points of any
// shape. All in the frame of the shape's body; `up` is the world's z in that frame.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "carom/model.h"

namespace carom {

/// A point (radius 0) or sphere of a shape, in the frame of its body.
struct CollisionPoint {
  Eigen::Vector3d center = Eigen::Vector3d::Zero();
  double radius = 0.0;
};

/// Height of the point's lowest part along `up`.
double height(const CollisionPoint& point, const Eigen::Vector3d& up);

/// The four corners of the box's face that looks down most; sorted by x, then y, then z.
std::vector<CollisionPoint> lower_corners(const CollisionShape& box, const Eigen::Vector3d& up);

/// All points of a shape that could be its lowest: corners, ends, rims, support points. Throws
/// InvalidInput for a mesh that cannot be read.
std::vector<CollisionPoint> support_points(const CollisionShape& shape, const Eigen::Vector3d& up);

/// Those within `depth` [m] of the lowest. Of points (not spheres) only corners of their convex
/// hull in the ground plane, and of these at most `most`, the farthest in as many directions; only
/// the lowest where the hull is no wider than 20 times the depth: a round foot, not a sole.
std::vector<CollisionPoint> lowest_points(const std::vector<CollisionPoint>& points,
                                          const Eigen::Vector3d& up, double depth,
                                          std::size_t most);

}  // namespace carom
