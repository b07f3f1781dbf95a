// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a drawing is made of: shapes fixed to the links of a model's tree, and the plane of the
// motion. For the files of this folder alone.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "carom/model.h"
#include "model/body_tree.h"
#include "model/robot/mesh_file.h"

namespace carom::report {

/// A mesh small enough for a page: vertices and triangles as the page holds them.
struct PageMesh {
  std::vector<float> vertices = {};           ///< x y z of each.
  std::vector<std::uint32_t> triangles = {};  ///< Three vertices each.
  bool thinned = false;                       ///< The file has more.
};

/// Points that are not finite are left out with their triangles; the result may be empty.
[[nodiscard]] PageMesh page_mesh(const Mesh& mesh, const Eigen::Vector3d& scale,
                                 std::size_t most_triangles);

struct DrawnShape {
  CollisionShape::Kind kind = CollisionShape::Kind::sphere;
  Eigen::Isometry3d placement = Eigen::Isometry3d::Identity();  ///< In the link.
  Eigen::Vector3d size = Eigen::Vector3d::Zero();               ///< As CollisionShape::size.
  bool stand_in = false;
  PageMesh mesh = {};
  std::optional<Eigen::Vector3d> colour = {};  ///< Of the file, see VisualShape.
  bool sole = false;                           ///< The hull of points that touch.
};

/// The box around a shape, along its own axes.
struct ShapeBox {
  Eigen::Vector3d center = Eigen::Vector3d::Zero();  ///< In the shape's axes.
  Eigen::Vector3d half = Eigen::Vector3d::Zero();
};
[[nodiscard]] ShapeBox box_of(const DrawnShape& shape);
/// Corners of that box, in the link; of a sphere, its points along the axes.
[[nodiscard]] std::vector<Eigen::Vector3d> corners_of(const DrawnShape& shape);
/// Whether a sphere of the link lies within that box, or nearly so.
[[nodiscard]] bool covers(const DrawnShape& shape, const Eigen::Vector3d& center, double radius);

struct DrawnBody {
  std::string name = {};
  int joint = -1;  ///< Of the tree; -1: the world.
  std::vector<DrawnShape> shapes = {};
  std::vector<DrawnShape> collision = {};  ///< What collides, where `shapes` are others.
  int limb = 0;                            ///< See limbs_of.
};

/// A model with its tree, and where the links are at the start.
struct DrawnModel {
  DrawnModel(const Model& source, const Eigen::VectorXd& start);

  /// A frame's link, and a point or placement of the frame in that link.
  const TreeFrame& frame(const std::string& name) const;
  Eigen::Vector3d in_world(int joint, const Eigen::Vector3d& point) const;

  Model model;
  BodyTree tree;
  std::vector<Eigen::Isometry3d> places;  ///< Of the links at the start.
};

/// Forward kinematics: where each joint's moving frame is.
void place_joints(const BodyTree& tree, const Eigen::VectorXd& q,
                  std::vector<Eigen::Isometry3d>& places);

/// Shapes of the model's file by link, and what is to be said about meshes.
struct FileShapes {
  std::vector<std::vector<DrawnShape>> links = {};      ///< By joint; the last: the world.
  std::vector<std::vector<DrawnShape>> collision = {};  ///< Likewise; empty: `links` are it.
  std::vector<std::string> notes = {};
};
/// What a link shows, and what collides of it where that is something else. The file's colours are
/// kept where it has more than one: one for all says nothing.
[[nodiscard]] FileShapes file_shapes(const DrawnModel& drawn);

/// By joint: 0 is the trunk, 1, 2 … the limbs that hang from it, in the tree's order. A model
/// without a free base, or with fewer than two limbs, is all trunk.
[[nodiscard]] std::vector<int> limbs_of(const BodyTree& tree);

/// Bodies with the shapes of the file, and with stand-ins for what the file does not show.
[[nodiscard]] std::vector<DrawnBody> drawn_bodies(const DrawnModel& drawn, FileShapes file);

/// What contacts may touch beside planes, each once.
[[nodiscard]] std::vector<const Terrain*> terrains_of(const Model& model);
/// Boxes and height fields of terrain, as shapes of the world; notes say what is left out.
void add_terrain(const Model& model, std::vector<DrawnBody>& bodies,
                 std::vector<std::string>& notes);
/// Whether terrain is the same all along `normal`, so that a picture across it shows all.
[[nodiscard]] bool is_along(const Terrain& terrain, const Eigen::Vector3d& normal);

/// A solid with this mass and inertia, at the centre of mass: a box, or a ball where all moments
/// are the same. `least`: of its edges.
[[nodiscard]] DrawnShape inertia_solid(const TreeJoint& link, bool always_box, double least);

/// The plane in which all moves at every posture; none: spatial.
struct ViewPlane {
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ(), up = Eigen::Vector3d::UnitY();
};
[[nodiscard]] Eigen::Vector3d up_of(const Model& model);
[[nodiscard]] std::optional<ViewPlane> view_plane(const DrawnModel& drawn);

}  // namespace carom::report
