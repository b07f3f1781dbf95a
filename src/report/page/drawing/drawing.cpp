// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/page/drawing/drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/multibody.h"
#include "report/page/document.h"
#include "report/page/drawing/parts.h"

namespace carom::report {
namespace {

using Eigen::Vector3d;
using ShapeKind = CollisionShape::Kind;

constexpr std::size_t most_grounds = 12;

/// "#rrggbb".
std::string hex_of(const Vector3d& colour) {
  const auto byte = [](double share) {
    return static_cast<int>(std::lround(255.0 * std::clamp(share, 0.0, 1.0)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(colour.x()), byte(colour.y()), byte(colour.z()));
}

Json shape_json(const DrawnShape& shape) {
  const Eigen::Quaterniond turn(shape.placement.linear());
  Json json = {{"position", list_of(shape.placement.translation())},
               {"quaternion", {turn.x(), turn.y(), turn.z(), turn.w()}}};
  if (shape.stand_in) json["stand_in"] = true;
  if (shape.sole) json["sole"] = true;
  if (shape.colour) json["colour"] = hex_of(*shape.colour);
  const Vector3d& size = shape.size;
  switch (shape.kind) {
    case ShapeKind::box: json.update({{"kind", "box"}, {"size", list_of(size)}}); break;
    case ShapeKind::sphere: json.update({{"kind", "sphere"}, {"radius", size.x()}}); break;
    case ShapeKind::cylinder:
      json.update({{"kind", "cylinder"}, {"radius", size.x()}, {"length", size.y()}});
      break;
    case ShapeKind::capsule:
      json.update({{"kind", "capsule"}, {"radius", size.x()}, {"length", size.y()}});
      break;
    case ShapeKind::ellipsoid: json.update({{"kind", "ellipsoid"}, {"size", list_of(size)}}); break;
    case ShapeKind::mesh:
      json.update({{"kind", "mesh"},
                   {"vertices", packed(shape.mesh.vertices)},
                   {"triangles", packed(shape.mesh.triangles)}});
      break;
  }
  return json;
}

struct Ground {
  Vector3d point = Vector3d::Zero(), normal = Vector3d::UnitZ();
};

/// Planes fixed to the world, each once.
std::vector<Ground> grounds_of(const DrawnModel& drawn) {
  std::vector<Ground> grounds;
  const auto add = [&](const Ground& ground) {
    const bool known = std::any_of(grounds.begin(), grounds.end(), [&](const Ground& other) {
      const double apart = (ground.point - other.point).dot(other.normal);
      const double size = std::max(ground.point.norm(), other.point.norm());
      // Planes of one file differ by rounding of its placements, 1e-15; no picture shows 1e-9.
      return (ground.normal - other.normal).norm() < 1e-9 && std::abs(apart) <= 1e-9 * size;
    });
    if (!known && grounds.size() < most_grounds) grounds.push_back(ground);
  };
  for (const ContactCandidate& contact : drawn.model.contacts()) {
    const auto* plane = std::get_if<ContactPlane>(&contact.against);
    if (plane == nullptr) continue;
    const TreeFrame& frame = drawn.frame(plane->body);
    if (frame.joint >= 0) continue;
    add({frame.placement * plane->point, (frame.placement.linear() * plane->normal).normalized()});
  }
  for (const Terrain* terrain : terrains_of(drawn.model)) {
    if (terrain->has_plane) add({terrain->point, terrain->normal});
  }
  return grounds;
}

/// Seen from the front, a solid of made-up depth must not hide the rods in its middle.
void flatten(const DrawnModel& drawn, const Vector3d& normal, std::vector<DrawnBody>& bodies) {
  constexpr double thin = 0.01;  // of its longest edge; rods are thicker
  for (DrawnBody& body : bodies) {
    if (body.joint < 0) continue;
    const auto& link = drawn.places[static_cast<std::size_t>(body.joint)];
    for (DrawnShape& shape : body.shapes) {
      if (!shape.stand_in || shape.kind != ShapeKind::box) continue;
      Eigen::Index depth = 0;
      (shape.placement.linear().transpose() * link.linear().transpose() * normal)
          .cwiseAbs()
          .maxCoeff(&depth);
      shape.size[depth] = std::min(shape.size[depth], thin * shape.size.maxCoeff());
    }
  }
}

/// A joint's stop touches nowhere in the picture.
bool is_stop(const Model& model, int contact) {
  const ContactCandidate& candidate = model.contacts()[static_cast<std::size_t>(contact)];
  return std::holds_alternative<JointStop>(candidate.against);
}

void put(const Vector3d& point, std::vector<float>& list) {
  for (const double x : point) list.push_back(static_cast<float>(x));
}

}  // namespace

struct PageDrawing::Parts {
  Parts(const Model& source, const Eigen::VectorXd& start)
      : drawn(source, start), plane(view_plane(drawn)), workspace(source), places(drawn.places) {
    FileShapes file = file_shapes(drawn);
    notes = std::move(file.notes);
    bodies = drawn_bodies(drawn, std::move(file));
    if (plane) flatten(drawn, plane->normal, bodies);
    add_terrain(source, bodies, notes);
    for (const DrawnBody& body : bodies) {
      std::vector<Vector3d> points;
      for (const DrawnShape& shape : body.shapes) {
        for (const Vector3d& corner : corners_of(shape)) points.push_back(corner);
      }
      corners.push_back(std::move(points));
    }
    workspace.set_configuration(start);
    frame_all();
  }

  /// The ball around the box of all that moves.
  void frame_all() {
    std::vector<Vector3d> points;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      if (bodies[k].joint < 0 && bodies.size() > 1) continue;
      for (const Vector3d& corner : corners[k]) {
        points.push_back(drawn.in_world(bodies[k].joint, corner));
      }
    }
    for (std::size_t k = 0; k < drawn.model.contacts().size(); ++k) {
      if (drawn.model.contacts()[k].is_internal()) continue;
      points.push_back(workspace.contact_point(static_cast<int>(k)));
    }
    std::erase_if(points, [](const Vector3d& point) { return !point.allFinite(); });
    Eigen::AlignedBox3d box;
    for (const Vector3d& point : points) box.extend(point);
    if (box.isEmpty()) return;
    center = box.center();
    double farthest = 0.0;
    for (const Vector3d& point : points) farthest = std::max(farthest, (point - center).norm());
    if (farthest > 0.0) radius = farthest;
  }

  DrawnModel drawn;
  std::optional<ViewPlane> plane;
  std::vector<DrawnBody> bodies = {};
  std::vector<std::vector<Vector3d>> corners = {};  ///< Around each body's shapes, in its link.
  std::vector<std::string> notes = {};
  ModelWorkspace workspace;
  std::vector<Eigen::Isometry3d> places;
  Vector3d center = Vector3d::Zero();
  double radius = 1.0;
};

PageDrawing::PageDrawing(const Model& model, const Eigen::VectorXd& start)
    : parts_(std::make_unique<Parts>(model, start)) {}
PageDrawing::~PageDrawing() = default;
PageDrawing::PageDrawing(PageDrawing&&) noexcept = default;

const Model& PageDrawing::model() const { return parts_->drawn.model; }
std::vector<std::string> PageDrawing::notes() const { return parts_->notes; }
int PageDrawing::bodies() const { return static_cast<int>(parts_->bodies.size()); }
double PageDrawing::radius() const { return parts_->radius; }
const ModelWorkspace& PageDrawing::workspace() const { return parts_->workspace; }

Json PageDrawing::document() const {
  Json json = {{"name", model().name()}, {"planar", nullptr}, {"up", list_of(up_of(model()))}};
  if (parts_->plane) {
    json["planar"] = {{"normal", list_of(parts_->plane->normal)},
                      {"up", list_of(parts_->plane->up)}};
  }
  json["bodies"] = Json::array();
  for (const DrawnBody& body : parts_->bodies) {
    Json one = {
        {"name", body.name}, {"limb", body.limb}, {"shapes", list_from(body.shapes, shape_json)}};
    if (!body.collision.empty()) one["collision"] = list_from(body.collision, shape_json);
    json["bodies"].push_back(std::move(one));
  }
  json["contacts"] = Json::array();
  for (const ContactCandidate& contact : model().contacts()) {
    json["contacts"].push_back({{"name", contact.name}, {"tangents", contact.tangents}});
  }
  json["grounds"] = Json::array();
  for (const Ground& ground : grounds_of(parts_->drawn)) {
    json["grounds"].push_back(
        {{"point", list_of(ground.point)}, {"normal", list_of(ground.normal)}});
  }
  json["center"] = list_of(parts_->center);
  json["radius"] = parts_->radius;
  return json;
}

void PageDrawing::place(const Eigen::VectorXd& q, std::vector<float>& poses,
                        std::vector<float>& points) {
  if (!q.allFinite()) {  // nowhere; the workspace stays where it was
    const float nowhere = std::numeric_limits<float>::quiet_NaN();
    poses.resize(poses.size() + 7 * parts_->bodies.size(), nowhere);
    points.resize(points.size() + 3 * static_cast<std::size_t>(contacts()), nowhere);
    return;
  }
  parts_->workspace.set_configuration(q);
  place_joints(parts_->drawn.tree, q, parts_->places);
  for (const DrawnBody& body : parts_->bodies) {
    const Eigen::Isometry3d place = body.joint < 0
                                        ? Eigen::Isometry3d::Identity()
                                        : parts_->places[static_cast<std::size_t>(body.joint)];
    const Eigen::Quaterniond turn(place.linear());
    put(place.translation(), poses);
    for (const double x : {turn.x(), turn.y(), turn.z(), turn.w()}) {
      poses.push_back(static_cast<float>(x));
    }
  }
  const Vector3d nowhere = Vector3d::Constant(std::numeric_limits<double>::quiet_NaN());
  for (int k = 0; k < contacts(); ++k) {
    put(is_stop(model(), k) ? nowhere : parts_->workspace.contact_point(k), points);
  }
}

bool PageDrawing::articulated() const {
  const auto& joints = parts_->drawn.tree.joints;
  return std::any_of(joints.begin(), joints.end(), [&](const TreeJoint& joint) {
    return joint.parent >= 0 && joints[static_cast<std::size_t>(joint.parent)].mass > 0.0;
  });
}

double PageDrawing::apart(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  if (!a.allFinite() || !b.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<Eigen::Isometry3d> first, second;
  place_joints(parts_->drawn.tree, a, first);
  place_joints(parts_->drawn.tree, b, second);
  double farthest = 0.0;
  for (std::size_t k = 0; k < parts_->bodies.size(); ++k) {
    if (parts_->bodies[k].joint < 0) continue;
    const auto joint = static_cast<std::size_t>(parts_->bodies[k].joint);
    for (const Vector3d& corner : parts_->corners[k]) {
      farthest = std::max(farthest, (second[joint] * corner - first[joint] * corner).norm());
    }
  }
  return farthest;
}

double PageDrawing::speed(const Eigen::VectorXd& q, const Eigen::VectorXd& velocity) {
  // By a small difference: exact enough for the length of a picture's motion.
  const double size = velocity.norm();
  if (!(size > 0.0) || !std::isfinite(size)) return 0.0;
  const double instant = 1e-6 / size;
  const double fastest = apart(q, model().integrate(q, instant * velocity));
  return std::isfinite(fastest) ? fastest / instant : 0.0;
}

}  // namespace carom::report
