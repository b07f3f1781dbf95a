// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "support/friction_problems.h"

#include <Eigen/Geometry>
#include <cmath>

#include "base/random.h"
#include "support/constants.h"

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
  base::Random random(seed * 7919 + static_cast<std::uint64_t>(settings.points));
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

ImpactProblem random_corner(std::uint64_t seed) {
  base::Random random(seed);
  const double mass = std::exp(random.uniform(-1, 1)), radius = random.uniform(0.2, 2);
  const double half = random.uniform(10, 80) * degree, friction = random.uniform(0.1, 1.5);
  std::vector<Contact> contacts;
  for (const double x : {std::cos(half), -std::cos(half)}) {
    // The point at −radius·normal moves along (n_z, −n_x) by the rotation too.
    contacts.push_back({.normal = Eigen::RowVector3d(x, std::sin(half), 0),
                        .tangents = Eigen::RowVector3d(std::sin(half), -x, radius),
                        .friction = friction});
  }
  const Eigen::Vector3d inertia(mass, mass, 0.5 * mass * radius * radius);
  const Eigen::Vector3d velocity(random.uniform(-1, 1), random.uniform(-1.5, -0.2),
                                 random.uniform(-2, 2) / radius);
  return {inertia.asDiagonal(), contacts, velocity, {}, "corner " + std::to_string(seed)};
}

ImpactProblem random_stack(std::uint64_t seed) {
  base::Random random(seed);
  Eigen::VectorXd inertia(6), velocity(6);
  const double friction = random.uniform(0.1, 1);
  const Eigen::Vector3d low(0, 0, -random.uniform(0.05, 0.2)), high = -low;
  std::vector<Contact> contacts;
  for (int body = 0; body < 2; ++body) {
    const double mass = std::exp(random.uniform(-1, 1)), turning = random.uniform(0.05, 0.15);
    inertia.segment(3 * body, 3) << mass, mass, mass * turning * turning;
    velocity.segment(3 * body, 3) << random.uniform(-1, 1), random.uniform(-1, -0.3) * (1 + body),
        random.uniform(-2, 2);
    for (int side = -1; side <= 1; side += 2) {
      const Eigen::Vector3d across(side * random.uniform(0.02, 0.1), 0, 0);
      const Contact at = planar_point(low + across, friction);
      Contact contact{.normal = Eigen::RowVectorXd::Zero(6),
                      .tangents = Eigen::MatrixXd::Zero(1, 6),
                      .friction = friction};
      contact.normal.segment(3 * body, 3) = at.normal;
      contact.tangents.block(0, 3 * body, 1, 3) = at.tangents;
      if (body == 1) {  // against the top of the first
        const Contact under = planar_point(high + across, friction);
        contact.normal.head(3) = -under.normal;
        contact.tangents.leftCols(3) = -under.tangents;
      }
      contacts.push_back(contact);
    }
  }
  return {inertia.asDiagonal(), contacts, velocity, {}, "stack " + std::to_string(seed)};
}

}  // namespace carom::test
