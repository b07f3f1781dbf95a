// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "support/friction_problems.h"

#include <Eigen/Geometry>
#include <cmath>

#include "solver/random.h"

namespace carom::test {
namespace {

// Row of the velocity of a point at `arm` from the centre of mass along `direction`.
Eigen::RowVectorXd point_row(const Eigen::Vector3d& arm, const Eigen::Vector3d& direction) {
  Eigen::RowVectorXd row(6);
  row << direction.transpose(), arm.cross(direction).transpose();
  return row;
}

Contact floor_point(const Eigen::Vector3d& arm, double friction) {
  Contact contact{.normal = point_row(arm, Eigen::Vector3d::UnitZ())};
  contact.tangents.resize(2, 6);
  contact.tangents << point_row(arm, Eigen::Vector3d::UnitX()),
      point_row(arm, Eigen::Vector3d::UnitY());
  contact.friction = friction;
  return contact;
}

Contact planar_point(const Eigen::Vector3d& arm, double friction) {
  // Pitch turns x towards −z, as a rotation about y does.
  Contact contact{.normal = Eigen::RowVector3d(0, 1, -arm.x())};
  contact.tangents = Eigen::RowVector3d(1, 0, arm.z());
  contact.friction = friction;
  return contact;
}

}  // namespace

ImpactProblem random_foot(std::uint64_t seed, const FootSettings& settings) {
  solver::Random random(seed * 7919 + static_cast<std::uint64_t>(settings.points));
  const auto between = [&](double from, double to) { return random.uniform(from, to); };
  const double mass = std::exp(between(-1, 2)), radius = between(0.05, 0.15);
  const double height = between(0.05, 0.3);
  const Eigen::Vector3d offset(between(-0.05, 0.05), between(-0.05, 0.05), 0.0);
  std::vector<Contact> contacts;
  for (int i = 0; i < settings.points; ++i) {
    const Eigen::Vector3d arm =
        offset + Eigen::Vector3d(between(-0.1, 0.1), between(-0.1, 0.1), -height);
    contacts.push_back(settings.planar ? planar_point(arm, settings.friction)
                                       : floor_point(arm, settings.friction));
  }
  const std::string name = "foot " + std::to_string(seed);
  if (settings.planar) {
    const Eigen::Vector3d inertia(mass, mass, mass * radius * radius);
    const Eigen::Vector3d velocity(between(-1, 1), between(-1.5, -0.5), between(-3, 3));
    return {inertia.asDiagonal(), contacts, velocity, {}, name};
  }
  Eigen::VectorXd inertia(6), velocity(6);
  inertia << mass, mass, mass, Eigen::Vector3d::Constant(mass * radius * radius);
  for (Eigen::Index k = 3; k < 6; ++k) inertia[k] *= between(0.6, 1.4);
  velocity << between(-1, 1), between(-1, 1), between(-1.5, -0.5), between(-3, 3), between(-3, 3),
      between(-3, 3);
  return {inertia.asDiagonal(), contacts, velocity, {}, name};
}

ImpactProblem block_on_floor(int points, const std::array<double, 6>& velocity) {
  const int side = static_cast<int>(std::lround(std::sqrt(points)));
  Eigen::VectorXd inertia(6);
  inertia << 1, 1, 1, 0.05 / 12, 0.05 / 12, 0.08 / 12;
  std::vector<Contact> contacts;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      contacts.push_back(
          floor_point({-0.1 + 0.2 * i / (side - 1), -0.1 + 0.2 * j / (side - 1), -0.05}, 0.3));
  return {inertia.asDiagonal(),
          contacts,
          Eigen::Map<const Eigen::VectorXd>(velocity.data(), 6),
          {},
          "block"};
}

}  // namespace carom::test
