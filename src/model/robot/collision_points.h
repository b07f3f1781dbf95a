// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where a collision shape would touch flat ground below it: corners of a box, lowest points of any
// shape. All in the frame of the shape's body; `up` is the world's z in that frame.
#pragma once

#include <Eigen/Core>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "carom/model.h"

namespace carom {

/// [m] above the lowest point: still a lowest point. A choice: meshes of soles are flat to some 0.1
/// mm, and treads and rounded edges begin at some millimetres.
inline constexpr double sole_depth = 1e-3;
inline constexpr std::size_t most_sole_points = 8;

/// Points of the meshes that shapes name, each file read once.
class ShapeMeshes {
 public:
  explicit ShapeMeshes(std::vector<std::string>& notes) : notes_(notes) {}
  /// Empty: a shape without a mesh. Null, with a note the first time: a mesh that cannot be read.
  const std::vector<Eigen::Vector3d>* of(const CollisionShape& shape);

 private:
  std::vector<std::string>& notes_;
  std::map<std::string, std::vector<Eigen::Vector3d>> points_;
};

/// A point (radius 0) or sphere of a shape, in the frame of its body.
struct CollisionPoint {
  Eigen::Vector3d center = Eigen::Vector3d::Zero();
  double radius = 0.0;
};

/// "LINK[x, y, z]", the name of a point of a link.
std::string point_name(const std::string& link, const Eigen::Vector3d& at);

/// Height of the point's lowest part along `up`.
double height(const CollisionPoint& point, const Eigen::Vector3d& up);

/// The four corners of the box's face that looks down most; sorted by x, then y, then z.
std::vector<CollisionPoint> lower_corners(const CollisionShape& box, const Eigen::Vector3d& up);

/// All points of a shape that could be its lowest: corners, ends, rims, support points. Throws
/// InvalidInput for a mesh that cannot be read.
std::vector<CollisionPoint> support_points(const CollisionShape& shape, const Eigen::Vector3d& up);
/// The same with the points of its mesh, as the file has them, which is then not read.
std::vector<CollisionPoint> support_points(const CollisionShape& shape, const Eigen::Vector3d& up,
                                           const std::vector<Eigen::Vector3d>& mesh);

/// Directions of a shape's own axes in which round shapes and meshes have their extreme points.
enum class Directions {
  faces_corners,       ///< 14: along the axes and the diagonals of space.
  faces_corners_edges  ///< 26: the diagonals of the planes too.
};
/// Points that stand for the whole shape, however it is turned: the corners of a box, the spheres
/// of a sphere or capsule, eight points of each rim of a cylinder, else extreme points, each once.
std::vector<CollisionPoint> extreme_points(const CollisionShape& shape, Directions directions,
                                           const std::vector<Eigen::Vector3d>& mesh);
/// The largest distance of two points seen along `up` [m].
double width_across(const std::vector<CollisionPoint>& points, const Eigen::Vector3d& up);

/// The point that stands for a flat foot where a landing is analysed, from the lowest points of its
/// sole: the origin of the frame where it lies in the sole, else the middle of the sole's hull.
/// None: the points span no area, as those of a round foot or of a bar.
std::optional<Eigen::Vector3d> middle_of_sole(const std::vector<CollisionPoint>& sole,
                                              const Eigen::Vector3d& up);

/// Those within `depth` [m] of the lowest. Of points (not spheres) only corners of their convex
/// hull in the ground plane, and of these at most `most`, the farthest in as many directions; only
/// the lowest where the hull is no wider than 20 times the depth: a round foot, not a sole.
std::vector<CollisionPoint> lowest_points(const std::vector<CollisionPoint>& points,
                                          const Eigen::Vector3d& up, double depth,
                                          std::size_t most);

}  // namespace carom
