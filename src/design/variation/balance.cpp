// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "design/variation/balance.h"

#include <algorithm>
#include <limits>

#include "model/contact_geometry.h"
#include "model/robot/collision_points.h"

namespace carom::design {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

// [m] Above the lowest point of a foot: soles are flat to a millimetre or two, and the edge of a
// tread does not carry.
constexpr double sole_thickness = 0.01;

double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Anticlockwise (Andrew 1979): both chains of the points in the order of x.
std::vector<Vector2d> hull_of_points(std::vector<Vector2d> points) {
  std::sort(points.begin(), points.end(), [](const Vector2d& a, const Vector2d& b) {
    return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y();
  });
  std::vector<Vector2d> hull;
  for (int side = 0; side < 2; ++side) {
    const std::size_t first = hull.size();
    for (const Vector2d& point : points) {
      while (hull.size() >= first + 2 &&
             cross(hull.back() - hull[hull.size() - 2], point - hull.back()) <= 0.0) {
        hull.pop_back();
      }
      hull.push_back(point);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

double to_edge(const Vector2d& point, const Vector2d& from, const Vector2d& to) {
  const Vector2d edge = to - from;
  const double length = edge.squaredNorm();
  const double share = length > 0.0 ? std::clamp((point - from).dot(edge) / length, 0.0, 1.0) : 0.0;
  return (point - from - share * edge).norm();
}

}  // namespace

double outside_hull(const Vector2d& point, std::vector<Vector2d> corners) {
  const Vector2d only = corners.front();
  const std::vector<Vector2d> hull = hull_of_points(std::move(corners));
  if (hull.size() < 2) return (point - only).norm();
  double nearest = std::numeric_limits<double>::infinity();
  bool inside = hull.size() > 2;
  for (std::size_t k = 0; k < hull.size(); ++k) {
    const Vector2d &from = hull[k], &to = hull[(k + 1) % hull.size()];
    nearest = std::min(nearest, to_edge(point, from, to));
    inside = inside && cross(to - from, point - from) >= 0.0;
  }
  return inside ? -nearest : nearest;
}

Balance::Balance(const Model& model, const Eigen::VectorXd& q,
                 const std::vector<std::string>& touching) {
  if (!model.has_free_base() || !(model.gravity().norm() > 0.0)) return;
  up_ = -model.gravity().normalized();
  first_ = first_tangent(Vector3d::UnitX(), up_);
  second_ = up_.cross(first_);
  ModelWorkspace at(model);
  at.set_configuration(q);
  const auto joint_of = [&](int frame) {
    return model.bodies().frame_joints[static_cast<std::size_t>(frame)];
  };
  std::vector<int> feet;
  double lowest = std::numeric_limits<double>::infinity();
  for (const std::string& name : touching) {
    const ContactCandidate& contact =
        model.contacts()[static_cast<std::size_t>(model.contact(name))];
    if (contact.is_internal()) continue;
    const int frame = model.frame(contact.sphere.body);
    points_.emplace_back(frame, contact.sphere.center);
    feet.push_back(joint_of(frame));
    lowest = std::min(lowest, up_.dot(at.contact_point(model.contact(name))));
  }
  std::vector<std::string> unread;
  ShapeMeshes meshes(unread);
  for (const CollisionShape& shape : model.parts().shapes) {
    const int frame = model.frame(shape.frame);
    if (std::find(feet.begin(), feet.end(), joint_of(frame)) == feet.end()) continue;
    const auto* mesh = meshes.of(shape);
    if (mesh == nullptr) continue;
    for (const CollisionPoint& point :
         extreme_points(shape, Directions::faces_corners_edges, *mesh)) {
      const double height = up_.dot(at.position(frame, point.center)) - point.radius;
      if (height <= lowest + sole_thickness) points_.emplace_back(frame, point.center);
    }
  }
}

double Balance::outside(const ModelWorkspace& at) const {
  const auto seen = [&](const Vector3d& point) {
    return Vector2d(first_.dot(point), second_.dot(point));
  };
  std::vector<Vector2d> corners;
  for (const auto& [frame, point] : points_) corners.push_back(seen(at.position(frame, point)));
  return outside_hull(seen(at.center_of_mass()), std::move(corners));
}

}  // namespace carom::design
