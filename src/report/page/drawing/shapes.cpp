// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The shapes that a model's file gives its bodies, as the page draws them: primitives as they are,
// meshes thinned. A mesh that cannot be read is left out and named in a note.
#include <fmt/format.h>

#include <algorithm>
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

}  // namespace carom::report
