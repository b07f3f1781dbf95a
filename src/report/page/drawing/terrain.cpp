// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Terrain on a page: planes are grounds (drawing.cpp), boxes and height fields are shapes that are
// fixed to the world. A field is drawn over its grid alone, with the triangles it has.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/page/drawing/parts.h"

namespace carom::report {
namespace {

constexpr std::size_t most_boxes = 400;
constexpr std::size_t most_field_triangles = 20000;

DrawnShape field_shape(const HeightField& field) {
  DrawnShape shape{.kind = CollisionShape::Kind::mesh};
  // Every second, third … row and column where there are too many.
  const auto cells = static_cast<double>((field.heights.rows() - 1) * (field.heights.cols() - 1));
  const auto stride = static_cast<Eigen::Index>(
      std::ceil(std::sqrt(2.0 * cells / static_cast<double>(most_field_triangles))));
  const auto taken = [&](Eigen::Index count) {
    std::vector<Eigen::Index> list;
    for (Eigen::Index k = 0; k < count - 1; k += std::max<Eigen::Index>(stride, 1)) {
      list.push_back(k);
    }
    list.push_back(count - 1);
    return list;
  };
  const std::vector<Eigen::Index> rows = taken(field.heights.rows());
  const std::vector<Eigen::Index> columns = taken(field.heights.cols());
  for (const Eigen::Index i : rows) {
    for (const Eigen::Index j : columns) {
      const double x = field.origin.x() + static_cast<double>(i) * field.spacing.x();
      const double y = field.origin.y() + static_cast<double>(j) * field.spacing.y();
      for (const double value : {x, y, field.heights(i, j)}) {
        shape.mesh.vertices.push_back(static_cast<float>(value));
      }
    }
  }
  const auto at = [&](std::size_t i, std::size_t j) {
    return static_cast<std::uint32_t>(i * columns.size() + j);
  };
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    for (std::size_t j = 0; j + 1 < columns.size(); ++j) {
      for (const std::uint32_t corner :
           {at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)}) {
        shape.mesh.triangles.push_back(corner);
      }
    }
  }
  shape.mesh.thinned = stride > 1;
  return shape;
}

}  // namespace

std::vector<const Terrain*> terrains_of(const Model& model) {
  std::vector<const Terrain*> list;
  for (const ContactCandidate& contact : model.contacts()) {
    const auto* ground = std::get_if<ContactTerrain>(&contact.against);
    if (ground == nullptr) continue;
    const Terrain* terrain = ground->terrain.get();
    if (std::find(list.begin(), list.end(), terrain) == list.end()) list.push_back(terrain);
  }
  return list;
}

void add_terrain(const Model& model, std::vector<DrawnBody>& bodies,
                 std::vector<std::string>& notes) {
  std::vector<DrawnShape> shapes;
  for (const Terrain* terrain : terrains_of(model)) {
    const std::size_t shown = std::min(terrain->boxes.size(), most_boxes);
    for (std::size_t k = 0; k < shown; ++k) {
      const TerrainBox& box = terrain->boxes[k];
      shapes.push_back(
          {.kind = CollisionShape::Kind::box, .placement = box.placement, .size = box.size});
    }
    if (shown < terrain->boxes.size()) {
      notes.push_back(
          fmt::format("{} of {} boxes of the ground are drawn.", shown, terrain->boxes.size()));
    }
    if (terrain->field.heights.size() == 0) continue;
    shapes.push_back(field_shape(terrain->field));
    if (shapes.back().mesh.thinned) {
      notes.push_back("The ground's heights are drawn on a coarser grid than they have.");
    }
  }
  if (shapes.empty()) return;
  const auto world = std::find_if(bodies.begin(), bodies.end(),
                                  [](const DrawnBody& body) { return body.joint < 0; });
  if (world == bodies.end()) {
    bodies.insert(bodies.begin(), {"world", -1, std::move(shapes)});
  } else {
    for (DrawnShape& shape : shapes) world->shapes.push_back(std::move(shape));
  }
}

bool is_along(const Terrain& terrain, const Eigen::Vector3d& normal) {
  // Sine or cosine of an angle that counts as none, as in plane.cpp.
  constexpr double parallel = 1e-9;
  if (terrain.has_plane && std::abs(terrain.normal.dot(normal)) > parallel) return false;
  if (terrain.field.heights.size() > 0) return false;
  return std::all_of(terrain.boxes.begin(), terrain.boxes.end(), [&](const TerrainBox& box) {
    return (box.placement.linear().transpose() * normal).cwiseAbs().maxCoeff() > 1.0 - parallel;
  });
}

}  // namespace carom::report
