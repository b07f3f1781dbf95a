// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "model/hulls/soles.h"

#include <fmt/format.h>

#include <map>

#include "model/multibody.h"
#include "model/robot/collision_points.h"

namespace carom {

namespace {

// [m] Of the lowest points of a foot: they are a sole where they are wider apart than 20 times
// that (lowest_points), 6 cm, as in robot_contacts(); balls of quadrupeds are narrower.
constexpr double sole_roughness = 3e-3;
constexpr std::size_t most_corners = 4;

}  // namespace

std::vector<ContactCandidate> sole_corners(const Model& model, const Eigen::VectorXd& q,
                                           const std::vector<std::string>& touching) {
  ModelWorkspace at(model);
  at.set_configuration(q);
  const auto joint_of = [&](int frame) {
    return model.bodies().frame_joints[static_cast<std::size_t>(frame)];
  };
  std::map<int, std::vector<int>> feet;  // Contacts by joint.
  for (const std::string& name : touching) {
    const int contact = model.contact(name);
    const ContactCandidate& candidate = model.contacts()[static_cast<std::size_t>(contact)];
    if (candidate.is_internal()) continue;
    feet[joint_of(model.frame(candidate.sphere.body))].push_back(contact);
  }
  std::vector<std::string> unread;
  ShapeMeshes meshes(unread);
  std::vector<ContactCandidate> corners;
  for (const auto& [joint, contacts] : feet) {
    if (joint < 0 || contacts.size() > 2) continue;
    const ContactCandidate& own = model.contacts()[static_cast<std::size_t>(contacts.front())];
    const int frame = model.frame(own.sphere.body);
    const Eigen::Isometry3d place = at.placement(frame);
    const Eigen::Vector3d up = place.linear().transpose() * at.contact_normal(contacts.front());
    std::vector<CollisionPoint> points;
    for (const CollisionShape& shape : model.parts().shapes) {
      const int carrier = model.frame(shape.frame);
      const auto* mesh = joint_of(carrier) == joint ? meshes.of(shape) : nullptr;
      if (mesh == nullptr) continue;
      const Eigen::Isometry3d to_foot = place.inverse() * at.placement(carrier);
      for (CollisionPoint point : extreme_points(shape, Directions::faces_corners_edges, *mesh)) {
        point.center = to_foot * point.center;
        points.push_back(point);
      }
    }
    if (points.empty()) continue;
    points = lowest_points(points, up, sole_roughness, most_corners);
    if (points.size() < 3) continue;
    const Eigen::Vector3d touch = place.inverse() * at.contact_point(contacts.front());
    for (const CollisionPoint& point : points) {
      ContactCandidate corner = own;
      corner.name = fmt::format("{} corner {}", own.name, corners.size() + 1);
      corner.sphere.center = point.center + up.dot(touch - point.center) * up;
      corner.sphere.radius = 0.0;
      corners.push_back(std::move(corner));
    }
  }
  return corners;
}

}  // namespace carom
