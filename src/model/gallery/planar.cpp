// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Parts of planar scenes: uniform solids, sliders, hinges, points over the floor.
//   Steiner: I_c = Σ I_i + m_i (d² 1 − d dᵀ), d from the common centre.
#include "model/gallery/planar.h"

namespace carom::gallery {
namespace {

/// Inertia of a unit mass at `lever` from the origin.
Eigen::Matrix3d steiner(const Eigen::Vector3d& lever) {
  return lever.squaredNorm() * Eigen::Matrix3d::Identity() - lever * lever.transpose();
}

BodyDescription moving(std::string_view body, std::string_view parent, std::string_view joint,
                       JointKind kind, const Eigen::Vector3d& axis, const Solid& solid) {
  return {.name = std::string(body),
          .parent = std::string(parent),
          .joint = std::string(joint),
          .kind = kind,
          .axis = axis,
          .mass = solid.mass,
          .center = solid.center,
          .inertia = solid.inertia};
}

}  // namespace

Solid point_mass(double mass, const Eigen::Vector3d& at) {
  return {mass, at, Eigen::Matrix3d::Zero()};
}

Solid rod(double mass, const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  return {mass, 0.5 * (from + to), mass / 12.0 * steiner(to - from)};
}

Solid ball(double mass, double radius, const Eigen::Vector3d& center) {
  return {mass, center, 0.4 * mass * radius * radius * Eigen::Matrix3d::Identity()};
}

Solid plate(double mass, double length, double height) {
  const Eigen::Vector3d diagonal(height * height, length * length + height * height,
                                 length * length);
  return {mass, Eigen::Vector3d::Zero(), (mass / 12.0 * diagonal).asDiagonal()};
}

Solid together(const Solid& a, const Solid& b) {
  Solid sum;
  sum.mass = a.mass + b.mass;
  sum.center = (a.mass * a.center + b.mass * b.center) / sum.mass;
  sum.inertia = a.inertia + a.mass * steiner(a.center - sum.center) + b.inertia +
                b.mass * steiner(b.center - sum.center);
  return sum;
}

BodyDescription slider(std::string_view body, std::string_view parent, std::string_view joint,
                       const Eigen::Vector3d& axis, const Solid& solid) {
  return moving(body, parent, joint, JointKind::prismatic, axis, solid);
}

BodyDescription hinged(std::string_view body, std::string_view parent, std::string_view joint,
                       const Eigen::Vector3d& at, const Solid& solid) {
  BodyDescription description =
      moving(body, parent, joint, JointKind::revolute, anticlockwise(), solid);
  description.placement.translation() = at;
  return description;
}

ContactCandidate floor_contact(std::string_view name, std::string_view body,
                               const Eigen::Vector3d& point, double friction) {
  return {.name = std::string(name),
          .sphere = {std::string(body), point},
          .tangents = 1,
          .friction = friction};
}

BodySolid solid_part(std::string_view name, std::string_view body,
                     const std::vector<Eigen::Vector3d>& points, double radius) {
  return {std::string(name), std::string(body), {points, radius}};
}

BodyDescription floating(const std::string& body, const Solid& solid) {
  return {.name = body,
          .joint = "free",
          .kind = JointKind::free,
          .mass = solid.mass,
          .center = solid.center,
          .inertia = solid.inertia};
}

ContactCandidate ball_contact(const std::string& name, const ContactSphere& ball,
                              const decltype(ContactCandidate::against)& against) {
  return {.name = name, .sphere = ball, .against = against, .tangents = 0};
}

std::string ball_name(std::size_t ball, std::size_t count) {
  return count <= 26 ? std::string(1, static_cast<char>('a' + ball)) : std::to_string(ball + 1);
}

Eigen::VectorXd as_vector(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

}  // namespace carom::gallery
