// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "model": ground that is not one plane. Input: a plane, boxes, heights over a grid. Output:
// how far a point is from the surface, and along which normal. Page: docs/terrain.md.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// A solid box that stands in the world.
struct TerrainBox {
  Eigen::Isometry3d placement = Eigen::Isometry3d::Identity();  ///< Of its centre.
  Eigen::Vector3d size = Eigen::Vector3d::Ones();               ///< Edges [m].
};

/// Heights over a grid in x and y, two triangles per cell; beyond it the surface goes on level from
/// its edge.
struct HeightField {
  Eigen::Vector2d origin = Eigen::Vector2d::Zero();   ///< Of heights(0, 0) [m].
  Eigen::Vector2d spacing = Eigen::Vector2d::Ones();  ///< Between rows (x) and columns (y) [m].
  Eigen::MatrixXd heights = {};                       ///< [m]; at least 2 × 2, or empty: none.
};

/// The union of a half space below a plane, boxes, and what is below a height field.
struct Terrain {
  std::string name = "plane";
  bool has_plane = true;
  Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< Of the plane.
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< Of the plane, unit.
  std::vector<TerrainBox> boxes = {};
  HeightField field = {};

  /// Signed distance of a point from the surface, negative inside, and the unit normal there.
  /// `rank` 1: from the surface of the second nearest of its parts.
  double distance(const Eigen::Vector3d& place, Eigen::Vector3d& normal_there, int rank = 0) const;
  /// The highest surface straight below (or above) a place; −infinity: none.
  double height(const Eigen::Vector2d& place) const;
  /// One level or sloping plane and nothing else.
  bool is_plane() const { return has_plane && parts() == 1; }
  int parts() const {
    return static_cast<int>(boxes.size()) + (has_plane ? 1 : 0) +
           (field.heights.size() > 0 ? 1 : 0);
  }
};

/// "plane", "slope=10deg" (rises along x), "stairs=0.2x0.1" (depth of a tread × its height, up
/// along x, the first at x = one depth), or a TOML file with [[box]], [field] or [plane]. Throws
/// InvalidInput with all faults.
[[nodiscard]] Terrain terrain_from_words(const std::string& words);

}  // namespace carom
