// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The shapes that a model's file gives its bodies, as the page draws them: what it shows, and what
// collides; primitives as they are, meshes thinned. A mesh that cannot be read is left out and
// named in a note.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "base/text.h"
#include "carom/error.h"
#include "report/page/drawing/parts.h"

namespace carom::report {
namespace {

using Eigen::Vector3d;
using ShapeKind = CollisionShape::Kind;

// Triangles of a drawing, 24 bytes of the page each: what is seen takes 1.2 MB of it, what collides
// 0.3 MB. With a third of them fingers and covers have corners; with ten times as many a page of a
// robot is too large to send, and no picture is better.
constexpr std::size_t most_seen = 50000, most_touched = 12000;
constexpr std::size_t most_per_mesh = 6000, least_per_mesh = 60;
constexpr std::size_t named = 3;  // meshes in a note

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

namespace {

/// A shape of the file with its mesh as it was read.
struct Source {
  DrawnShape shape = {};
  std::size_t link = 0;
  Mesh mesh = {};
  double share = 0.0;  ///< Of the triangles, beside those of others.
};

/// Those of one colour.
Mesh of_colour(const Mesh& mesh, int colour) {
  Mesh part;
  part.points = mesh.points;
  for (std::size_t k = 0; k < mesh.triangles.size(); ++k) {
    if (mesh.colour_of[k] == colour) part.triangles.push_back(mesh.triangles[k]);
  }
  return part;
}

/// The longest edge of the box around it: large parts get more triangles.
double extent_of(const Mesh& mesh, const Vector3d& scale) {
  Eigen::AlignedBox3d box;
  for (const Vector3d& point : mesh.points) {
    const Vector3d scaled = point.cwiseProduct(scale);
    if (scaled.allFinite()) box.extend(scaled);
  }
  return box.isEmpty() ? 0.0 : box.sizes().maxCoeff();
}

/// Shapes of one kind, seen or touched, until all are known and thinned together.
class Gathered {
 public:
  explicit Gathered(const DrawnModel& drawn) : drawn_(drawn) {}

  std::set<std::string> unread = {};
  std::size_t thinned = 0;

  /// `colour`: of the file; a mesh with colours of its own is parted by them.
  void add(const CollisionShape& shape, const std::optional<Vector3d>& colour, bool own_colours) {
    if (!sound(shape)) return;
    const TreeFrame& frame = drawn_.frame(shape.frame);
    Source one;
    one.shape = {.kind = shape.kind,
                 .placement = frame.placement * shape.placement,
                 .size = shape.size,
                 .colour = colour};
    one.link = frame.joint < 0 ? drawn_.tree.joints.size() : static_cast<std::size_t>(frame.joint);
    if (shape.kind != ShapeKind::mesh) {
      sources_.push_back(std::move(one));
      return;
    }
    try {
      one.mesh = read_mesh(shape.mesh);
    } catch (const InvalidInput&) {
      // Without it the body is drawn from something else; the note says so.
      unread.insert(short_name(shape.mesh));
      return;
    }
    one.share = extent_of(one.mesh, shape.size);
    if (!own_colours || one.mesh.colours.size() < 2) {
      if (own_colours && one.mesh.colours.size() == 1) one.shape.colour = one.mesh.colours[0];
      sources_.push_back(std::move(one));
      return;
    }
    for (std::size_t k = 0; k < one.mesh.colours.size(); ++k) {
      Source part{.shape = one.shape, .link = one.link};
      part.shape.colour = one.mesh.colours[k];
      part.mesh = of_colour(one.mesh, static_cast<int>(k));
      part.share = one.share * static_cast<double>(part.mesh.triangles.size()) /
                   static_cast<double>(one.mesh.triangles.size());
      sources_.push_back(std::move(part));
    }
  }

  /// By link, at most so many triangles in all.
  std::vector<std::vector<DrawnShape>> take(std::size_t most) {
    std::vector<std::vector<DrawnShape>> links(drawn_.tree.joints.size() + 1);
    double shares = 0.0;
    for (const Source& one : sources_) shares += one.share;
    for (Source& one : sources_) {
      if (one.shape.kind == ShapeKind::mesh) {
        const double part = shares > 0.0 ? one.share / shares : 0.0;
        const auto budget = std::clamp(static_cast<std::size_t>(part * static_cast<double>(most)),
                                       least_per_mesh, most_per_mesh);
        one.shape.mesh = page_mesh(one.mesh, one.shape.size, budget);
        one.mesh = {};
        if (one.shape.mesh.triangles.empty()) continue;
        thinned += one.shape.mesh.thinned ? 1 : 0;
      }
      links[one.link].push_back(std::move(one.shape));
    }
    return links;
  }

  /// More than one colour is among them.
  bool coloured() const {
    const std::optional<Vector3d>* first = nullptr;
    for (const Source& one : sources_) {
      if (first == nullptr) first = &one.shape.colour;
      if (one.shape.colour != *first) return true;
    }
    return false;
  }
  void forget_colours() {
    for (Source& one : sources_) one.shape.colour.reset();
  }

 private:
  const DrawnModel& drawn_;
  std::vector<Source> sources_ = {};
};

/// Whether the materials of the file say more than one colour.
bool says_colours(const std::vector<VisualShape>& visuals) {
  return std::any_of(visuals.begin(), visuals.end(),
                     [&](const VisualShape& one) { return one.colour != visuals.front().colour; });
}

void say_missing(const std::set<std::string>& unread, std::vector<std::string>& notes) {
  if (unread.empty()) return;
  notes.push_back(
      fmt::format("{} not found or not read (STL, OBJ and Collada are): {}; what they show is "
                  "drawn from other shapes, joints, contacts and masses.",
                  unread.size() == 1 ? "A mesh was" : "Meshes were", some_of(unread)));
}

}  // namespace

FileShapes file_shapes(const DrawnModel& drawn) {
  const ModelParts& parts = drawn.model.parts();
  Gathered seen(drawn), touched(drawn);
  const bool by_material = says_colours(parts.visuals);
  for (const VisualShape& visual : parts.visuals) {
    seen.add(visual.shape, visual.colour, !by_material);
  }
  if (!seen.coloured()) seen.forget_colours();
  for (const CollisionShape& shape : parts.shapes) touched.add(shape, {}, false);
  FileShapes file;
  file.links = seen.take(most_seen);
  file.collision = touched.take(parts.visuals.empty() ? most_seen : most_touched);
  for (std::size_t k = 0; k < file.links.size(); ++k) {
    // A link that shows nothing shows what collides; one that shows just that needs no second.
    if (file.links[k].empty()) file.links[k].swap(file.collision[k]);
  }
  std::set<std::string> unread = seen.unread;
  unread.insert(touched.unread.begin(), touched.unread.end());
  say_missing(unread, file.notes);
  const std::size_t thinned = seen.thinned + touched.thinned;
  if (thinned > 0) {
    file.notes.push_back(fmt::format(
        "{} drawn with fewer triangles than in the file.",
        thinned == 1 ? std::string("One mesh is") : fmt::format("{} meshes are", thinned)));
  }
  return file;
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
