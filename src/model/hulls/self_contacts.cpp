// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Bodies of a robot that may touch each other (robot.h). A body is a joint with all links that are
// fixed to it; each of its shapes is a convex part.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "base/text.h"
#include "carom/error.h"
#include "carom/robot.h"
#include "model/hulls/hull_pair.h"
#include "model/multibody.h"
#include "model/robot/collision_points.h"
#include "model/robot/feet.h"

namespace carom {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

// [m] Of edges: their normals turn instead of jumping, and parts that overlap by less than twice
// that have nearest points still.
constexpr double edge_radius = 1e-3;
// [m] Bodies nearer than this in the posture are next to each other: gaps of housings are some
// millimetres.
constexpr double least_gap = 2e-3;
constexpr std::size_t most_pairs = 400;
constexpr int rim_corners = 16;  // of a cylinder: off its circle by 2 % of the radius

/// The rim of a cylinder is made of points on its circle.
std::vector<Vector3d> cylinder_corners(const CollisionShape& shape, double inset) {
  std::vector<Vector3d> points;
  const double r = shape.size(0) - inset, half = 0.5 * shape.size(1) - inset;
  for (const double z : {-half, half}) {
    for (int k = 0; k < rim_corners; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / rim_corners;
      points.push_back(shape.placement * Vector3d(r * std::cos(angle), r * std::sin(angle), z));
    }
  }
  return points;
}

RoundHull hull_of(const CollisionShape& shape, const std::vector<Vector3d>& mesh) {
  RoundHull hull;
  switch (shape.kind) {
    case CollisionShape::Kind::sphere:
    case CollisionShape::Kind::capsule: hull.radius = shape.size(0); break;
    case CollisionShape::Kind::cylinder: {
      // A quarter of a part that is thin: more would leave nothing inside.
      hull.radius = std::min({edge_radius, 0.25 * shape.size(0), 0.25 * shape.size(1)});
      hull.points = cylinder_corners(shape, hull.radius);
      return hull;
    }
    case CollisionShape::Kind::box: {
      hull.radius = std::min(edge_radius, 0.25 * shape.size.minCoeff());
      CollisionShape inner = shape;
      inner.size.array() -= 2.0 * hull.radius;
      for (const auto& point : extreme_points(inner, Directions::faces_corners, mesh)) {
        hull.points.push_back(point.center);
      }
      return hull;
    }
    default: hull.radius = edge_radius;
  }
  for (const auto& point : extreme_points(shape, Directions::faces_corners_edges, mesh)) {
    hull.points.push_back(point.center);
  }
  return hull;
}

/// The bodies of a robot that have shapes.
class OwnBodies {
 public:
  struct Body {
    std::string link = {};  ///< The first of its links with shapes; the hulls are in its frame.
    std::shared_ptr<std::vector<RoundHull>> hulls = std::make_shared<std::vector<RoundHull>>();
  };

  OwnBodies(const Model& robot, const Eigen::VectorXd& q, std::vector<std::string>& notes)
      : robot_(robot), workspace_(robot), meshes_(notes) {
    workspace_.set_configuration(q);
    for (const CollisionShape& shape : robot.parts().shapes) add(shape);
    for (const auto& [first, second] : robot.parts().apart) {
      const int a = joint_of(first), b = joint_of(second);
      if (a >= 0 && b >= 0) apart_.insert(std::minmax(a, b));
    }
  }

  const std::map<int, Body>& bodies() const { return bodies_; }

  bool may_touch(int first, int second) const {
    return carrier(first) != second && carrier(second) != first &&
           !apart_.contains(std::minmax(first, second));
  }

  double gap(const ContactHulls& hulls) const {
    return HullPair(hulls)
        .touch(workspace_.placement(robot_.frame(hulls.first)),
               workspace_.placement(robot_.frame(hulls.second)))
        .gap;
  }

 private:
  int joint_of(const std::string& frame) const {
    const auto& names = robot_.frame_names();
    if (std::find(names.begin(), names.end(), frame) == names.end()) return -1;
    return robot_.bodies().frame_joints[static_cast<std::size_t>(robot_.frame(frame))];
  }

  /// The body with shapes before this one in the tree.
  int carrier(int joint) const {
    do {
      joint = robot_.joints()[static_cast<std::size_t>(joint)].parent;
    } while (joint >= 0 && !bodies_.contains(joint));
    return joint;
  }

  void add(const CollisionShape& source) {
    const int joint = joint_of(source.frame);
    if (joint < 0) return;
    const std::vector<Vector3d>* mesh = meshes_.of(source);
    if (mesh == nullptr) return;
    Body& body = bodies_[joint];
    if (body.link.empty()) body.link = source.frame;
    CollisionShape shape = source;
    const Isometry3d origin = workspace_.placement(robot_.frame(body.link)).inverse();
    shape.placement = origin * workspace_.placement(robot_.frame(source.frame)) * source.placement;
    body.hulls->push_back(hull_of(shape, *mesh));
  }

  const Model& robot_;
  ModelWorkspace workspace_;
  ShapeMeshes meshes_;
  std::map<int, Body> bodies_;
  std::set<std::pair<int, int>> apart_;
};

/// A contact with its gap at the posture.
struct OwnPair {
  ContactCandidate contact;
  double gap = 0.0;
};

/// The nearest ones, in their order.
void keep_nearest(std::vector<OwnPair>& pairs, std::vector<std::string>& notes) {
  if (pairs.size() <= most_pairs) return;
  std::vector<double> gaps;
  for (const OwnPair& pair : pairs) gaps.push_back(pair.gap);
  std::nth_element(gaps.begin(), gaps.begin() + most_pairs, gaps.end());
  const double limit = gaps[most_pairs];
  const std::size_t all = pairs.size();
  std::erase_if(pairs, [&](const OwnPair& pair) { return pair.gap >= limit; });
  notes.push_back(
      fmt::format("self-collision: {} of {} pairs of bodies may touch, those that are nearest in "
                  "this posture (within {} m)",
                  pairs.size(), all, base::number(limit, 2)));
}

}  // namespace

std::vector<std::string> boxes_inside(const Model& robot, const Eigen::VectorXd& q,
                                      const Terrain& terrain) {
  // [m] Twice the rounding of edges: what rests on a box is not in it.
  constexpr double deep = 2.0 * edge_radius;
  std::vector<std::string> unread, found;
  const OwnBodies own(robot, q, unread);
  for (std::size_t k = 0; k < terrain.boxes.size(); ++k) {
    CollisionShape box;
    box.placement = terrain.boxes[k].placement;
    box.size = terrain.boxes[k].size;
    const auto hull = std::make_shared<const std::vector<RoundHull>>(std::vector{hull_of(box, {})});
    for (const auto& [joint, body] : own.bodies()) {
      const double gap = own.gap({body.link, "world", body.hulls, hull});
      if (gap >= -deep) continue;
      found.push_back(
          fmt::format("box {} is {} m inside '{}'", k + 1, base::number(-gap, 2), body.link));
    }
  }
  return found;
}

std::vector<ContactCandidate> self_contacts(const Model& robot, const Eigen::VectorXd& q,
                                            std::vector<std::string>& notes) {
  robot.check({q, Eigen::VectorXd::Zero(robot.velocity_size())});
  const OwnBodies own(robot, q, notes);
  if (own.bodies().empty()) {
    throw InvalidInput(fmt::format(
        "{}: no body that moves has a collision shape that can be read; expected some for "
        "self-collision",
        robot.name()));
  }
  std::vector<OwnPair> pairs;
  std::vector<std::string> near;
  for (auto first = own.bodies().begin(); first != own.bodies().end(); ++first) {
    for (auto second = std::next(first); second != own.bodies().end(); ++second) {
      if (!own.may_touch(first->first, second->first)) continue;
      const ContactHulls hulls{first->second.link, second->second.link, first->second.hulls,
                               second->second.hulls};
      OwnPair pair;
      pair.contact.name = hulls.first + " - " + hulls.second;
      pair.contact.sphere.body = hulls.first;
      pair.contact.against = hulls;
      pair.gap = own.gap(hulls);
      if (pair.gap < least_gap) {
        near.push_back(pair.contact.name);
      } else {
        pairs.push_back(std::move(pair));
      }
    }
  }
  if (!near.empty()) {
    notes.push_back(fmt::format(
        "self-collision: {} pair{} of bodies overlap or are nearer than 2 mm in this posture, and "
        "may not touch: {}",
        near.size(), near.size() == 1 ? "" : "s", short_names(near)));
  }
  keep_nearest(pairs, notes);
  std::vector<ContactCandidate> contacts;
  for (OwnPair& pair : pairs) contacts.push_back(std::move(pair.contact));
  return contacts;
}

}  // namespace carom
