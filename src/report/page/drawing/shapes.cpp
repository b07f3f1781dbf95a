// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The shapes that a model's file gives its bodies, as the page draws them: primitives as they are,
// meshes thinned. A mesh that cannot be read is left out and named in a note.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "base/text.h"
#include "carom/error.h"
#include "report/page/drawing/parts.h"

namespace carom::report {
namespace {

using Eigen::Vector3d;
using ShapeKind = CollisionShape::Kind;

constexpr std::size_t most_per_mesh = 4000;      // triangles
constexpr std::size_t most_per_drawing = 60000;  // triangles
constexpr std::size_t least_per_mesh = 60;       // triangles
constexpr std::size_t named = 3;                 // meshes in a note

/// "a.stl, b.dae, c.dae and 4 more".
std::string some_of(const std::set<std::string>& names) {
  std::vector<std::string> first;
  for (const std::string& name : names) {
    if (first.size() < named) first.push_back(name);
  }
  std::string text = base::join(first);
  if (names.size() > named) text += fmt::format(" and {} more", names.size() - named);
  return text;
}

/// The last part of a path or address.
std::string short_name(const std::string& mesh) {
  const std::size_t slash = mesh.find_last_of("/\\");
  return slash == mesh.npos ? mesh : mesh.substr(slash + 1);
}

bool sound(const CollisionShape& shape) {
  return shape.size.allFinite() && shape.placement.matrix().allFinite();
}

}  // namespace

ShapeBox box_of(const DrawnShape& shape) {
  const Vector3d& size = shape.size;
  ShapeBox box;
  switch (shape.kind) {
    case ShapeKind::box: box.half = 0.5 * size; break;
    case ShapeKind::sphere: box.half.setConstant(size.x()); break;
    case ShapeKind::cylinder: box.half = Vector3d(size.x(), size.x(), 0.5 * size.y()); break;
    case ShapeKind::capsule:
      box.half = Vector3d(size.x(), size.x(), 0.5 * size.y() + size.x());
      break;
    case ShapeKind::ellipsoid: box.half = size; break;
    case ShapeKind::mesh: {
      const auto& values = shape.mesh.vertices;
      if (values.empty()) break;
      const Eigen::Map<const Eigen::Matrix3Xf> points(values.data(), 3,
                                                      static_cast<Eigen::Index>(values.size() / 3));
      const Vector3d low = points.rowwise().minCoeff().cast<double>();
      const Vector3d high = points.rowwise().maxCoeff().cast<double>();
      box = {0.5 * (low + high), 0.5 * (high - low)};
      break;
    }
  }
  return box;
}

std::vector<Vector3d> corners_of(const DrawnShape& shape) {
  const ShapeBox box = box_of(shape);
  std::vector<Vector3d> corners;
  if (shape.kind == ShapeKind::sphere) {
    for (Eigen::Index k = 0; k < 6; ++k) {
      const double away = k < 3 ? shape.size.x() : -shape.size.x();
      corners.push_back(shape.placement.translation() + away * Vector3d::Unit(k % 3));
    }
    return corners;
  }
  for (const double x : {-1.0, 1.0}) {
    for (const double y : {-1.0, 1.0}) {
      for (const double z : {-1.0, 1.0}) {
        const Vector3d away = box.half.cwiseProduct(Vector3d(x, y, z));
        corners.push_back(shape.placement * Vector3d(box.center + away));
      }
    }
  }
  return corners;
}

bool covers(const DrawnShape& shape, const Vector3d& center, double radius) {
  const ShapeBox box = box_of(shape);
  const Vector3d away = (shape.placement.inverse() * center - box.center).cwiseAbs();
  const double slack = 0.02 * box.half.maxCoeff() + 0.1 * radius;
  return (away.array() + radius <= box.half.array() + slack).all();
}

FileShapes file_shapes(const DrawnModel& drawn) {
  const auto& shapes = drawn.model.parts().shapes;
  FileShapes file;
  file.links.resize(drawn.tree.joints.size() + 1);
  const auto meshes =
      static_cast<std::size_t>(std::count_if(shapes.begin(), shapes.end(), [](const auto& shape) {
        return shape.kind == ShapeKind::mesh;
      }));
  const std::size_t budget = std::clamp(most_per_drawing / std::max<std::size_t>(meshes, 1),
                                        least_per_mesh, most_per_mesh);
  std::set<std::string> unread;
  std::size_t thinned = 0;
  for (const CollisionShape& shape : shapes) {
    if (!sound(shape)) continue;
    const TreeFrame& frame = drawn.frame(shape.frame);
    DrawnShape one{
        .kind = shape.kind, .placement = frame.placement * shape.placement, .size = shape.size};
    if (shape.kind == ShapeKind::mesh) {
      try {
        one.mesh = page_mesh(read_mesh(shape.mesh), shape.size, budget);
      } catch (const InvalidInput&) {
        // Without it the body is drawn from its joints; the note says so.
      }
      if (one.mesh.triangles.empty()) {
        unread.insert(short_name(shape.mesh));
        continue;
      }
      thinned += one.mesh.thinned ? 1 : 0;
    }
    const auto link =
        frame.joint < 0 ? file.links.size() - 1 : static_cast<std::size_t>(frame.joint);
    file.links[link].push_back(std::move(one));
  }
  if (!unread.empty()) {
    file.notes.push_back(
        fmt::format("{} not found or not read (STL, OBJ and Collada are): {}; what they show is "
                    "drawn from joints, "
                    "contacts and masses.",
                    unread.size() == 1 ? "A mesh was" : "Meshes were", some_of(unread)));
  }
  if (thinned > 0) {
    file.notes.push_back(fmt::format(
        "{} drawn with fewer triangles than in the file.",
        thinned == 1 ? std::string("One mesh is") : fmt::format("{} meshes are", thinned)));
  }
  return file;
}

// Vertex clustering: the points in one cell of a grid become their mean, triangles that lose a
// corner or stand twice go; the grid is made coarser until the rest is few enough.

namespace {

using Eigen::Vector3d;

struct Surface {
  std::vector<Vector3d> points = {};
  std::vector<std::array<std::uint32_t, 3>> triangles = {};
};

/// What can be drawn, scaled; points that no triangle uses are gone.
Surface usable(const Mesh& mesh, const Vector3d& scale) {
  constexpr std::uint32_t none = ~std::uint32_t{0};
  Surface surface;
  std::vector<std::uint32_t> number(mesh.points.size(), none);
  const auto good = [&](int corner) {
    return corner >= 0 && static_cast<std::size_t>(corner) < mesh.points.size() &&
           mesh.points[static_cast<std::size_t>(corner)].cwiseProduct(scale).allFinite();
  };
  for (const auto& triangle : mesh.triangles) {
    if (!std::all_of(triangle.begin(), triangle.end(), good)) continue;
    std::array<std::uint32_t, 3> corners = {};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto corner = static_cast<std::size_t>(triangle[k]);
      if (number[corner] == none) {
        number[corner] = static_cast<std::uint32_t>(surface.points.size());
        surface.points.push_back(mesh.points[corner].cwiseProduct(scale));
      }
      corners[k] = number[corner];
    }
    surface.triangles.push_back(corners);
  }
  return surface;
}

/// `cells`: of the grid along the longest edge of the surface's box.
Surface clustered(const Surface& surface, int cells) {
  Vector3d low = surface.points.front(), high = low;
  for (const Vector3d& point : surface.points) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  // A surface that is one point has no edge: any number but zero will do.
  const double edge = std::max((high - low).maxCoeff() / cells, 1e-300);
  std::map<std::array<int, 3>, std::uint32_t> found;
  std::vector<std::uint32_t> number;
  std::vector<double> members;
  Surface coarse;
  for (const Vector3d& point : surface.points) {
    const Vector3d at = (point - low) / edge;
    const std::array<int, 3> cell = {static_cast<int>(at.x()), static_cast<int>(at.y()),
                                     static_cast<int>(at.z())};
    const auto [place, fresh] =
        found.try_emplace(cell, static_cast<std::uint32_t>(coarse.points.size()));
    if (fresh) {
      coarse.points.emplace_back(Vector3d::Zero());
      members.push_back(0.0);
    }
    coarse.points[place->second] += point;
    members[place->second] += 1.0;
    number.push_back(place->second);
  }
  for (std::size_t k = 0; k < coarse.points.size(); ++k) coarse.points[k] /= members[k];
  std::set<std::array<std::uint32_t, 3>> seen;
  for (const auto& triangle : surface.triangles) {
    const std::array<std::uint32_t, 3> corners = {number[triangle[0]], number[triangle[1]],
                                                  number[triangle[2]]};
    auto sorted = corners;
    std::sort(sorted.begin(), sorted.end());
    if (sorted[0] == sorted[1] || sorted[1] == sorted[2] || !seen.insert(sorted).second) continue;
    coarse.triangles.push_back(corners);
  }
  return coarse;
}

}  // namespace

PageMesh page_mesh(const Mesh& mesh, const Vector3d& scale, std::size_t most_triangles) {
  Surface surface = usable(mesh, scale);
  PageMesh page;
  page.thinned = surface.triangles.size() > most_triangles;
  if (page.thinned) {
    // A closed surface has about twice as many triangles as cells that it passes through.
    int cells = static_cast<int>(std::sqrt(static_cast<double>(most_triangles))) + 2;
    Surface coarse = clustered(surface, cells);
    while (coarse.triangles.size() > most_triangles && cells > 1) {
      cells = std::max(1, cells * 4 / 5);
      coarse = clustered(surface, cells);
    }
    surface = std::move(coarse);
  }
  for (const Vector3d& point : surface.points) {
    for (const double x : point) page.vertices.push_back(static_cast<float>(x));
  }
  for (const auto& triangle : surface.triangles) {
    page.triangles.insert(page.triangles.end(), triangle.begin(), triangle.end());
  }
  return page;
}

// Terrain on a page: planes are grounds (drawing.cpp), boxes and height fields are shapes that are
// fixed to the world. A field is drawn over its grid alone, with the triangles it has.

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
