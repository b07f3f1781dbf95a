// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "model/contact_geometry.h"

#include <algorithm>

#include "model/names.h"

namespace carom {

using Eigen::Vector3d;

ContactGeometry::ContactGeometry(const Model& model) {
  for (const ContactCandidate& candidate : model.contacts()) {
    Shapes shapes;
    shapes.first = find_frame(model.bodies(), candidate.sphere.body);
    shapes.center = candidate.sphere.center;
    shapes.radius = candidate.sphere.radius;
    shapes.other.setZero();
    shapes.normal.setZero();
    if (const auto* plane = std::get_if<ContactPlane>(&candidate.against)) {
      shapes.second = find_frame(model.bodies(), plane->body);
      shapes.other = plane->point;
      shapes.normal = plane->normal.normalized();
    } else if (const auto* sphere = std::get_if<ContactSphere>(&candidate.against)) {
      shapes.kind = Shapes::Kind::sphere;
      shapes.second = find_frame(model.bodies(), sphere->body);
      shapes.other = sphere->center;
      shapes.other_radius = sphere->radius;
    } else if (const auto* ground = std::get_if<ContactTerrain>(&candidate.against)) {
      shapes.kind = Shapes::Kind::terrain;
      shapes.terrain = ground->terrain;
      shapes.rank = ground->rank;
    } else if (const auto* hulls = std::get_if<ContactHulls>(&candidate.against)) {
      shapes.kind = Shapes::Kind::hulls;
      shapes.first = find_frame(model.bodies(), hulls->first);
      shapes.second = find_frame(model.bodies(), hulls->second);
      shapes.hulls = std::make_shared<const HullPair>(*hulls);
    } else {
      add_stop(model, std::get<JointStop>(candidate.against), shapes);
    }
    shapes_.push_back(shapes);
  }
}

void ContactGeometry::add_stop(const Model& model, const JointStop& stop, Shapes& shapes) {
  const Joint& joint =
      model.joints()[static_cast<std::size_t>(find_joint(model.bodies(), stop.joint))];
  shapes.kind = Shapes::Kind::stop;
  shapes.first = std::max(find_frame(model.bodies(), stop.joint), 0);
  shapes.center.setZero();
  shapes.radius = 0.0;
  shapes.coordinate = joint.q;
  shapes.velocity = joint.v;
  shapes.bound = stop.bound;
  shapes.sign = stop.upper ? -1.0 : 1.0;
}

Touch ContactGeometry::hull_touch(const FramePlacements& bodies, const Shapes& shapes) {
  const HullTouch found =
      shapes.hulls->touch(bodies.placement(shapes.first), bodies.placement(shapes.second));
  return {.gap = found.gap,
          .normal = found.normal,
          .point = found.point,
          .first = shapes.first,
          .second = shapes.second,
          .first_radius = found.first_radius,
          .second_radius = found.second_radius};
}

Touch ContactGeometry::touch(const FramePlacements& bodies,
                             const Eigen::Ref<const Eigen::VectorXd>& q, int contact) const {
  const Shapes& shapes = shapes_[static_cast<std::size_t>(contact)];
  if (shapes.kind == Shapes::Kind::hulls) return hull_touch(bodies, shapes);
  Touch touch;
  touch.first = shapes.first;
  touch.second = shapes.second;
  const Vector3d center = bodies.placement(shapes.first) * shapes.center;
  if (shapes.kind == Shapes::Kind::stop) {
    touch.point = center;
    touch.velocity = shapes.velocity;
    touch.sign = shapes.sign;
    touch.gap = shapes.sign * (q[shapes.coordinate] - shapes.bound);
    return touch;
  }
  double distance = 0.0;
  if (shapes.kind == Shapes::Kind::terrain) {
    distance = shapes.terrain->distance(center, touch.normal, shapes.rank);
    touch.gap = distance - shapes.radius;
    touch.point = center - shapes.radius * touch.normal;
    return touch;
  }
  const bool world = shapes.second == 0;  // The world is frame 0, and does not move.
  const Eigen::Isometry3d base =
      world ? Eigen::Isometry3d::Identity() : bodies.placement(shapes.second);
  const Vector3d apart = center - (world ? shapes.other : base * shapes.other);
  if (shapes.kind == Shapes::Kind::plane) {
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

void ContactGeometry::gaps(const FramePlacements& bodies,
                           const Eigen::Ref<const Eigen::VectorXd>& q,
                           Eigen::VectorXd& gaps) const {
  gaps.resize(static_cast<Eigen::Index>(shapes_.size()));
  for (Eigen::Index k = 0; k < gaps.size(); ++k) {
    gaps[k] = touch(bodies, q, static_cast<int>(k)).gap;
  }
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
