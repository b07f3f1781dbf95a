// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "model/contact_geometry.h"

#include "model/names.h"

namespace carom {

using Eigen::Vector3d;

ContactGeometry::ContactGeometry(const Model& model) {
  for (const ContactCandidate& candidate : model.contacts()) {
    Shapes shapes;
    shapes.first = find_frame(model.bodies(), candidate.sphere.body);
    shapes.center = candidate.sphere.center;
    shapes.radius = candidate.sphere.radius;
    shapes.normal.setZero();
    if (const auto* plane = std::get_if<ContactPlane>(&candidate.against)) {
      shapes.second = find_frame(model.bodies(), plane->body);
      shapes.other = plane->point;
      shapes.normal = plane->normal.normalized();
    } else {
      const auto& sphere = std::get<ContactSphere>(candidate.against);
      shapes.plane = false;
      shapes.second = find_frame(model.bodies(), sphere.body);
      shapes.other = sphere.center;
      shapes.other_radius = sphere.radius;
    }
    shapes_.push_back(shapes);
  }
}

Touch ContactGeometry::touch(const FramePlacements& bodies, int contact) const {
  const Shapes& shapes = shapes_[static_cast<std::size_t>(contact)];
  Touch touch;
  touch.first = shapes.first;
  touch.second = shapes.second;
  const Vector3d center = bodies.placement(shapes.first) * shapes.center;
  const bool world = shapes.second == 0;  // The world is frame 0, and does not move.
  const Eigen::Isometry3d base =
      world ? Eigen::Isometry3d::Identity() : bodies.placement(shapes.second);
  const Vector3d apart = center - (world ? shapes.other : base * shapes.other);
  double distance = 0.0;
  if (shapes.plane) {
    touch.normal = world ? shapes.normal : base.linear() * shapes.normal;
    distance = touch.normal.dot(apart);
  } else {
    distance = apart.norm();
    if (distance > 0.0) touch.normal = apart / distance;  // Concentric: z stands in.
  }
  touch.gap = distance - shapes.radius - shapes.other_radius;
  touch.point = center - shapes.radius * touch.normal;
  return touch;
}

void ContactGeometry::gaps(const FramePlacements& bodies, Eigen::VectorXd& gaps) const {
  gaps.resize(static_cast<Eigen::Index>(shapes_.size()));
  for (Eigen::Index k = 0; k < gaps.size(); ++k) gaps[k] = touch(bodies, static_cast<int>(k)).gap;
}

Vector3d first_tangent(const Vector3d& wish, const Vector3d& normal) {
  // Sine of the angle between wish and normal. Rounding 1e-16 over it leaves a direction that is
  // good to 1e-10; a wish nearer to the normal turns with the rounding of the normal, and another
  // axis is taken. The two others are at right angles: one of them always serves.
  constexpr double parallel = 1e-6;
  const Vector3d candidates[] = {wish.normalized(), Vector3d::UnitY(), Vector3d::UnitZ()};
  for (const Vector3d& candidate : candidates) {
    const Vector3d flat = candidate - candidate.dot(normal) * normal;
    if (flat.norm() > parallel) return flat.normalized();
  }
  return Vector3d::UnitX();
}

}  // namespace carom
