// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Bodies that may not be below the ground or inside each other (clearance.h). Against the ground a
// body is points, spheres and corners; against another body it is hulls (self_contacts.cpp).
#include "carom/clearance.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "base/text.h"
#include "carom/robot.h"
#include "model/hulls/hull_pair.h"
#include "model/hulls/soles.h"
#include "model/multibody.h"
#include "model/robot/collision_points.h"

namespace carom {

using Eigen::Vector3d;

namespace {

// In the unit of length. What touches is closed to 1e-10 (PostureOptions); ten times less would
// still do, ten times more is a hair that pictures would show.
constexpr double touching_within = 1e-6;
// [m] Hulls have edges rounded by 1 mm, and those of meshes are 1 mm thicker: two of them may
// overlap by twice that and not touch.
constexpr double hulls_within = 2e-3;
// [m] Beyond this the gap of hulls is that of balls around them (hull_pair.cpp), which jumps.
constexpr double hulls_apart = 0.01;
// [m] So near to a contact that touches a body is the foot: balls of quadrupeds are 2 to 6 cm wide,
// and their mesh turns about the one point of it that is the contact.
constexpr double foot_size = 0.06;

/// Some points of one body, and a ball around them.
struct CheckedPart {
  int frame = 0;
  int joint = -1;
  std::string name = {};
  std::vector<CollisionPoint> points = {};
  Vector3d center = Vector3d::Zero();
  double radius = 0.0;
  double least = 0.0;  ///< Its distance at the start where that is below zero and may be.

  void enclose() {
    Eigen::AlignedBox3d box;
    for (const CollisionPoint& point : points) box.extend(point.center);
    center = box.center();
    for (const CollisionPoint& point : points) {
      radius = std::max(radius, (point.center - center).norm() + point.radius);
    }
  }
};

struct CheckedPair {
  std::string first, second;
  int first_frame, second_frame;
  HullPair hulls;

  double gap(const ModelWorkspace& at) const {
    const HullTouch touch = hulls.touch(at.placement(first_frame), at.placement(second_frame));
    return std::min(touch.gap, hulls_apart);
  }
};

struct CheckedContact {
  int contact = 0;
  std::string name, other;
  double least = 0.0;
};

}  // namespace

struct Clearance::Parts {
  Parts(const Model& robot, const Eigen::VectorXd& q, const std::vector<std::string>& touching)
      : model(robot), start(robot), measured(!robot.parts().shapes.empty()) {
    start.set_configuration(q);
    for (const std::string& name : touching) closed.insert(model.contact(name));
    for (const int contact : closed) {
      const auto& candidate = model.contacts()[static_cast<std::size_t>(contact)];
      if (!candidate.is_internal()) feet.insert(joint_of(model.frame(candidate.sphere.body)));
    }
    if (measured) {
      for (const ContactCandidate& corner : sole_corners(model, q, touching)) {
        flat.insert(joint_of(model.frame(corner.sphere.body)));
      }
    }
    find_grounds();
    if (!planes.empty() || !terrains.empty()) add_bodies();
    add_contacts();
    if (has_moving_shape()) add_pairs(q);
    for (const CheckedPart& body : bodies) points += static_cast<int>(body.points.size());
  }

  int joint_of(int frame) const {
    return model.bodies().frame_joints[static_cast<std::size_t>(frame)];
  }

  /// Planes and terrains fixed to the world, each once.
  void find_grounds() {
    for (const ContactCandidate& contact : model.contacts()) {
      if (const auto* plane = std::get_if<ContactPlane>(&contact.against)) {
        const int frame = model.frame(plane->body);
        if (joint_of(frame) >= 0) continue;
        const Eigen::Isometry3d place = start.placement(frame);
        const Vector3d normal = (place.linear() * plane->normal).normalized();
        const Eigen::Vector4d row(normal.x(), normal.y(), normal.z(),
                                  -normal.dot(place * plane->point));
        // Planes of one file differ by the rounding of its placements.
        if (std::none_of(planes.begin(), planes.end(),
                         [&](const auto& other) { return other.isApprox(row, 1e-12); })) {
          planes.push_back(row);
        }
      } else if (const auto* ground = std::get_if<ContactTerrain>(&contact.against)) {
        if (std::find(terrains.begin(), terrains.end(), ground->terrain) == terrains.end()) {
          terrains.push_back(ground->terrain);
        }
      }
    }
  }

  double above_ground(const Vector3d& at, double radius) const {
    double distance = std::numeric_limits<double>::infinity();
    for (const Eigen::Vector4d& plane : planes) {
      distance = std::min(distance, plane.head<3>().dot(at) + plane[3]);
    }
    Vector3d normal;
    for (const auto& terrain : terrains) {
      distance = std::min(distance, terrain->distance(at, normal));
    }
    return distance - radius;
  }

  double lowest(const CheckedPart& body, const ModelWorkspace& at) const {
    const Eigen::Isometry3d place = at.placement(body.frame);
    double distance = std::numeric_limits<double>::infinity();
    for (const CollisionPoint& point : body.points) {
      distance = std::min(distance, above_ground(place * point.center, point.radius));
    }
    return distance;
  }

  bool has_moving_shape() {
    return std::any_of(
        model.parts().shapes.begin(), model.parts().shapes.end(), [&](const auto& shape) {
          return joint_of(model.frame(shape.frame)) >= 0 && meshes.of(shape) != nullptr;
        });
  }

  void add_bodies() {
    for (const CollisionShape& shape : model.parts().shapes) {
      const std::vector<Vector3d>* mesh = meshes.of(shape);
      if (mesh == nullptr) continue;
      add_body(shape.frame, shape.frame,
               extreme_points(shape, Directions::faces_corners_edges, *mesh));
    }
    for (const BodySolid& solid : model.parts().solids) {
      std::vector<CollisionPoint> list;
      for (const Vector3d& point : solid.hull.points) list.push_back({point, solid.hull.radius});
      add_body(solid.name, solid.body, std::move(list));
    }
    if (bodies.empty()) {
      for (const WatchedBody& body : model.parts().watched) {
        for (const ContactSphere& point : body.points) {
          add_body(body.name, point.body, {{point.center, point.radius}});
        }
      }
    }
    if (!measured) return;
    const std::set<int> low = feet_and_neighbours();
    std::map<int, double> lowest_of;
    for (const CheckedPart& body : bodies) {
      if (!low.contains(body.joint)) continue;
      double& least = lowest_of[body.joint];
      least = std::min(least, lowest(body, start));
    }
    for (CheckedPart& body : bodies) {
      if (low.contains(body.joint)) body.least = lowest_of[body.joint];
    }
  }

  void add_body(const std::string& name, const std::string& frame,
                std::vector<CollisionPoint> list) {
    CheckedPart body{.frame = model.frame(frame), .name = name, .points = std::move(list)};
    body.joint = joint_of(body.frame);
    if (body.joint < 0) return;  // It does not move.
    if (measured && feet.contains(body.joint) && !flat.contains(body.joint)) leave_out_foot(body);
    if (body.points.empty()) return;
    body.enclose();
    bodies.push_back(std::move(body));
  }

  void leave_out_foot(CheckedPart& body) const {
    for (const int contact : closed) {
      const auto& candidate = model.contacts()[static_cast<std::size_t>(contact)];
      if (candidate.is_internal()) continue;
      const int frame = model.frame(candidate.sphere.body);
      if (joint_of(frame) != body.joint) continue;
      const Vector3d touch = start.position(frame, candidate.sphere.center);
      std::erase_if(body.points, [&](const CollisionPoint& point) {
        return (start.position(body.frame, point.center) - touch).norm() < foot_size;
      });
    }
  }

  /// Joints that carry a touching contact, and those next to them that have shapes: ankles, toes.
  std::set<int> feet_and_neighbours() const {
    std::set<int> shaped, result = feet;
    for (const CheckedPart& body : bodies) shaped.insert(body.joint);
    for (const int joint : shaped) {
      int before = joint;
      do {
        before = model.joints()[static_cast<std::size_t>(before)].parent;
      } while (before >= 0 && !shaped.contains(before) && !feet.contains(before));
      if (feet.contains(before)) result.insert(joint);
      if (feet.contains(joint) && before >= 0) result.insert(before);
    }
    return result;
  }

  /// Contacts that do not touch may not be inside either.
  void add_contacts() {
    for (std::size_t k = 0; k < model.contacts().size(); ++k) {
      const ContactCandidate& candidate = model.contacts()[k];
      const auto index = static_cast<int>(k);
      if (closed.contains(index) || candidate.is_internal()) continue;
      CheckedContact contact{index, candidate.name, "the ground"};
      if (const auto* ball = std::get_if<ContactSphere>(&candidate.against)) {
        contact.name = candidate.sphere.body;
        contact.other = ball->body;
      }
      if (measured && feet.contains(joint_of(model.frame(candidate.sphere.body)))) {
        contact.least = std::min(0.0, start.gap(index));
      }
      contacts.push_back(std::move(contact));
    }
  }

  void add_pairs(const Eigen::VectorXd& q) {
    std::vector<std::string> unread;  // The meshes, again.
    for (const ContactCandidate& contact : self_contacts(model, q, unread)) {
      const auto& hulls = std::get<ContactHulls>(contact.against);
      pairs.push_back({hulls.first, hulls.second, model.frame(hulls.first),
                       model.frame(hulls.second), HullPair(hulls)});
    }
    for (std::string& note : unread) {
      if (note.starts_with("self-collision")) notes.push_back(std::move(note));
    }
  }

  int size() const {
    return points + static_cast<int>(contacts.size()) + static_cast<int>(pairs.size());
  }
  /// Calls the one that fits with the part of a place.
  template <class OfPoint, class OfContact, class OfPair>
  auto at_place(int place, const OfPoint& of_point, const OfContact& of_contact,
                const OfPair& of_pair) const {
    auto k = static_cast<std::size_t>(place);
    for (const CheckedPart& body : bodies) {
      if (k < body.points.size()) return of_point(body, body.points[k]);
      k -= body.points.size();
    }
    if (k < contacts.size()) return of_contact(contacts[k]);
    return of_pair(pairs[k - contacts.size()]);
  }

  /// Calls `found` with every distance below zero beyond rounding, and its place.
  template <class Found>
  void search(const ModelWorkspace& at, const Found& found) const {
    int place = 0;
    for (const CheckedPart& body : bodies) {
      const Eigen::Isometry3d frame = at.placement(body.frame);
      const auto count = static_cast<int>(body.points.size());
      if (above_ground(frame * body.center, body.radius) - body.least < 0.0) {
        for (int k = 0; k < count; ++k) {
          const CollisionPoint& point = body.points[static_cast<std::size_t>(k)];
          const double distance = above_ground(frame * point.center, point.radius) - body.least;
          if (distance < -touching_within) found(distance, place + k);
        }
      }
      place += count;
    }
    for (const CheckedContact& contact : contacts) {
      const double distance = at.gap(contact.contact) - contact.least;
      if (distance < -touching_within) found(distance, place);
      ++place;
    }
    for (const CheckedPair& pair : pairs) {
      const double distance = pair.gap(at);
      if (distance < -hulls_within) found(distance, place);
      ++place;
    }
  }

  Model model;
  ModelWorkspace start;
  bool measured;                     ///< By shapes of a file, which need not meet its contacts.
  std::set<int> closed, feet, flat;  ///< Contacts; joints; those with a sole.
  std::vector<Eigen::Vector4d> planes;
  std::vector<std::shared_ptr<const Terrain>> terrains;
  std::vector<CheckedPart> bodies;
  std::vector<CheckedContact> contacts;
  std::vector<CheckedPair> pairs;
  int points = 0;
  std::vector<std::string> notes;
  ShapeMeshes meshes{notes};
};

std::string to_string(const Penetration& penetration, const std::string& length_unit) {
  if (!(penetration.depth > 0.0)) return {};
  const bool metres = length_unit == "m";
  return fmt::format("inside {} by {} {}: {}", penetration.in,
                     base::number(penetration.depth * (metres ? 1e3 : 1.0), 3),
                     metres ? "mm" : length_unit, penetration.what);
}

Clearance::Clearance(const Model& model, const Eigen::VectorXd& q,
                     const std::vector<std::string>& touching)
    : parts_(std::make_shared<const Parts>(model, q, touching)) {}

int Clearance::size() const { return parts_->size(); }
const std::vector<std::string>& Clearance::notes() const { return parts_->notes; }

std::string Clearance::name(int place) const {
  return parts_->at_place(
      place, [](const auto& body, const auto&) { return body.name + " above the ground"; },
      [](const auto& contact) {
        return contact.other == "the ground"
                   ? contact.name + " above the ground"
                   : fmt::format("{} and {} apart", contact.name, contact.other);
      },
      [](const auto& pair) { return fmt::format("{} and {} apart", pair.first, pair.second); });
}

double Clearance::distance(const ModelWorkspace& at, int place) const {
  return parts_->at_place(
      place,
      [&](const auto& body, const auto& point) {
        return parts_->above_ground(at.position(body.frame, point.center), point.radius) -
               body.least;
      },
      [&](const auto& contact) { return at.gap(contact.contact) - contact.least; },
      [&](const auto& pair) { return pair.gap(at); });
}

double Clearance::tolerance(int place) const {
  return place >= size() - static_cast<int>(parts_->pairs.size()) ? -hulls_within
                                                                  : -touching_within;
}

Penetration Clearance::deepest(const ModelWorkspace& at) const {
  double least = 0.0;
  int deepest = -1;
  parts_->search(at, [&](double distance, int place) {
    if (distance >= least) return;
    least = distance;
    deepest = place;
  });
  if (deepest < 0) return {};
  const auto words = [](const std::string& what, const std::string& in) {
    return std::pair(what, in);
  };
  auto [what, in] = parts_->at_place(
      deepest, [&](const auto& body, const auto&) { return words(body.name, "the ground"); },
      [&](const auto& contact) { return words(contact.name, contact.other); },
      [&](const auto& pair) { return words(pair.first, pair.second); });
  return {-least, std::move(what), std::move(in)};
}

std::vector<int> Clearance::inside(const ModelWorkspace& at) const {
  std::vector<std::pair<double, int>> found;
  parts_->search(at, [&](double distance, int place) { found.emplace_back(distance, place); });
  std::sort(found.begin(), found.end());
  std::vector<int> places;
  for (const auto& [distance, place] : found) places.push_back(place);
  return places;
}

}  // namespace carom
