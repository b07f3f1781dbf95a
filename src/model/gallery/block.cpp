// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Block over flat ground (S2 ch. 3): a uniform box that lands on its sole, on an edge of it or on a
// corner. Generalised velocity (v of the centre of mass, ω), both in world axes; ground z = 0.
//   M = diag(m 1, R I Rᵀ),  R = Rz(yaw) Ry(pitch) Rx(roll);  point at r from the centre:
//   row along d: (d, r × d) for d = z (normal), x, y (tangents).
// Candidate points lie on the sole, the face z = −size[2]/2; the lowest of them are closed.
// S2 prints no sizes or speeds: the defaults are ours.
// As a model: q = (centre of mass, quaternion xyzw), lowest points at z = 0, v in body axes (Rᵀv,
// Rᵀω); all points are candidates. A run starts `height` higher, before it falls.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <vector>

#include "model/gallery/gallery.h"
#include "model/gallery/planar.h"

namespace carom::gallery {
namespace {

constexpr double block_gravity = 9.81;    // [m/s²]
constexpr double level_tolerance = 1e-9;  // of the block's size: what counts as one height
constexpr int most_points_per_side = 45;  // 45² contacts is the most a problem holds

using Points = std::vector<Eigen::Vector2d>;  // on the sole, in units of half its sides

const Points triangle = {{-1, -1}, {1, -1}, {0, 1}};
const Points corners = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
const Points corners_and_middles = {{-1, -1}, {0, -1}, {1, -1}, {1, 0},
                                    {1, 1},   {0, 1},  {-1, 1}, {-1, 0}};

/// Rows along x, from −y to +y.
Points grid(int side) {
  Points points;
  for (int i = 0; i < side * side; ++i) {
    points.emplace_back(2.0 * (i % side) / (side - 1) - 1.0, 2.0 * (i / side) / (side - 1) - 1.0);
  }
  return points;
}

/// Empty if there is no such arrangement.
Points arrangement(double count) {
  if (count == 3.0) return triangle;
  if (count == 4.0) return corners;
  if (count == 8.0) return corners_and_middles;
  const double side = std::round(std::sqrt(count));
  if (!(side >= 2.0 && side <= most_points_per_side) || side * side != count) return {};
  return grid(static_cast<int>(side));
}

Eigen::Matrix3d rotation(const std::vector<double>& rpy, double tilt) {
  using Eigen::AngleAxisd, Eigen::Vector3d;
  return (AngleAxisd(rpy[2], Vector3d::UnitZ()) * AngleAxisd(rpy[1] + tilt, Vector3d::UnitY()) *
          AngleAxisd(rpy[0], Vector3d::UnitX()))
      .toRotationMatrix();
}

Eigen::Vector3d principal_moments(double mass, const Eigen::Vector3d& size) {
  const Eigen::Vector3d squares = size.cwiseAbs2();
  return mass / 12.0 * (squares.sum() - squares.array()).matrix();
}

Eigen::MatrixXd mass_matrix(double mass, const Eigen::Vector3d& size, const Eigen::Matrix3d& R) {
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(6, 6);
  M.topLeftCorner<3, 3>().diagonal().setConstant(mass);
  M.bottomRightCorner<3, 3>() = R * principal_moments(mass, size).asDiagonal() * R.transpose();
  return 0.5 * (M + M.transpose());
}

Eigen::RowVectorXd row(const Eigen::Vector3d& lever, const Eigen::Vector3d& direction) {
  Eigen::RowVectorXd result(6);
  result << direction.transpose(), lever.cross(direction).transpose();
  return result;
}

Contact ground_contact(const SceneReader& reader, std::size_t point, const Eigen::Vector3d& lever) {
  Contact contact;
  contact.name = fmt::format("p{}", point + 1);
  contact.normal = row(lever, Eigen::Vector3d::UnitZ());
  contact.tangents.resize(2, 6);
  contact.tangents << row(lever, Eigen::Vector3d::UnitX()), row(lever, Eigen::Vector3d::UnitY());
  contact.friction = reader.number("friction");
  contact.restitution = reader.number("restitution");
  return contact;
}

/// In the body's axes.
Eigen::Vector3d on_sole(const Eigen::Vector2d& point, const Eigen::Vector3d& size) {
  return 0.5 * size.cwiseProduct(Eigen::Vector3d(point.x(), point.y(), -1.0));
}

double lowest_level(const Points& points, const Eigen::Vector3d& size, const Eigen::Matrix3d& R) {
  double lowest = INFINITY;
  for (const Eigen::Vector2d& point : points) {
    lowest = std::min(lowest, (R * on_sole(point, size)).z());
  }
  return lowest;
}

/// The lowest points; each keeps the number it has among all of them.
std::vector<Contact> closed_contacts(const SceneReader& reader, const Points& points,
                                     const Eigen::Vector3d& size, const Eigen::Matrix3d& R) {
  const double lowest = lowest_level(points, size, R);
  std::vector<Contact> contacts;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Eigen::Vector3d lever = R * on_sole(points[i], size);
    if (lever.z() > lowest + level_tolerance * size.maxCoeff()) continue;
    contacts.push_back(ground_contact(reader, i, lever));
  }
  return contacts;
}

void check_block(SceneReader& reader) {
  reader.require_positive("mass");
  reader.require_positive("size");
  reader.require_size("size", 3, "along x, y, z of the block");
  reader.require_vector("rpy", 3, "roll, pitch, yaw");
  reader.require_size("velocity", 6, "of the centre of mass (x, y, z), then angular (x, y, z)");
  reader.require_not_negative("friction");
  reader.require_fraction("restitution");
  reader.require_not_negative("height");
  if (!std::isfinite(reader.number("tilt"))) {
    reader.add_fault(fmt::format("tilt = {} rad; expected a finite angle", reader.number("tilt")));
  }
  const double count = reader.number("points");
  if (arrangement(count).empty()) {
    reader.add_fault(fmt::format(
        "points = {}; expected 3, 4, 8, or a square number of points up to {} x {}; such as 16",
        count, most_points_per_side, most_points_per_side));
  }
}

/// The lowest point of a box is on its sole exactly while the axis z of the box points up.
void check_posture(SceneReader& reader, const Eigen::Matrix3d& R) {
  if (R(2, 2) > level_tolerance) return;
  reader.add_fault(fmt::format(
      "rpy and tilt turn the sole away from the ground: its axis rises by {:.6g}; expected > 0; "
      "turn the block by less than 90 deg, or give its sides in another order",
      R(2, 2)));
}

/// All faults, then the rotation at landing.
Eigen::Matrix3d checked_rotation(SceneReader& reader) {
  check_block(reader);
  reader.finish();
  const Eigen::Matrix3d R = rotation(reader.list("rpy"), reader.number("tilt"));
  check_posture(reader, R);
  reader.finish();
  return R;
}

/// Of the centre of mass, then angular, in world axes.
Eigen::VectorXd start_velocity(const SceneReader& reader) {
  Eigen::VectorXd velocity = as_vector(reader.list("velocity"));
  if (reader.given("height") && !reader.given("velocity")) velocity.setZero();
  return velocity;
}

Eigen::VectorXd landing_velocity(const SceneReader& reader) {
  Eigen::VectorXd velocity = start_velocity(reader);
  velocity[2] -= std::sqrt(2.0 * block_gravity * reader.number("height"));
  return velocity;
}

ContactCandidate sole_point(const SceneReader& reader, std::size_t point,
                            const Eigen::Vector3d& at) {
  return {.name = fmt::format("p{}", point + 1),
          .sphere = {"block", at},
          .friction = reader.number("friction"),
          .restitution = reader.number("restitution")};
}

/// The model with its lowest points at `height` above the ground, at a velocity in world axes.
SceneModel at_height(SceneReader& reader, double height,
                     Eigen::VectorXd (*velocity_of)(const SceneReader&)) {
  reader.require_finite("velocity");
  const Eigen::Matrix3d R = checked_rotation(reader);
  const Eigen::Vector3d size = as_vector(reader.list("size"));
  const Points points = arrangement(reader.number("points"));
  ModelDescription description{.name = "block"};
  const double mass = reader.number("mass");
  description.bodies = {
      floating("block", {.mass = mass, .inertia = principal_moments(mass, size).asDiagonal()})};
  for (std::size_t i = 0; i < points.size(); ++i) {
    description.parts.contacts.push_back(sole_point(reader, i, on_sole(points[i], size)));
  }
  const Eigen::VectorXd velocity = velocity_of(reader);
  State state{Eigen::VectorXd(7), Eigen::VectorXd(6)};
  state.q << 0.0, 0.0, height - lowest_level(points, size, R), Eigen::Quaterniond(R).coeffs();
  state.v << R.transpose() * velocity.head<3>(), R.transpose() * velocity.tail<3>();
  return {Model(description), state};
}

}  // namespace

Scene block() {
  using List = std::vector<double>;
  return {"block",
          "a box lands on flat ground, on its sole, an edge or a corner, with friction",
          "S2 ch. 3, Figs. 3.1 and 3.7; the numbers are ours, S2 prints none",
          {{"mass", 1.0, "kg", "of the box, uniform"},
           {"size", List{0.2, 0.2, 0.1}, "m", "sides along its own x, y, z"},
           {"points", 4.0, "",
            "of the sole: 4 corners, 8 with the middles of the edges, 3 (two corners at -y, the "
            "middle of the edge at +y), or any n x n grid such as 16 or 64"},
           {"rpy", List{0.0, 0.0, 0.0}, "rad",
            "roll, pitch, yaw, R = Rz Ry Rx; the lowest points of this posture are the contacts"},
           {"velocity", List{0.0, 0.0, -1.0, 0.0, 0.0, 0.0}, "m/s, rad/s",
            "of the centre of mass, then angular, in world axes; zero if height is given instead"},
           {"friction", 0.3, "", "of every point"},
           {"restitution", 0.5, "", "of every point"},
           {"height", 0.0, "m",
            "dropped from this height (of the lowest point): sqrt(2 g height) is added downwards, "
            "g = 9.81; the posture at landing is rpy and tilt"},
           {"tilt", 0.0, "rad", "added to the pitch; 10deg: lands on the edge at +x"}}};
}

ImpactProblem make_block(SceneReader& reader) {
  const Eigen::Matrix3d R = checked_rotation(reader);
  const Eigen::Vector3d size = as_vector(reader.list("size"));
  return ImpactProblem(mass_matrix(reader.number("mass"), size, R),
                       closed_contacts(reader, arrangement(reader.number("points")), size, R),
                       landing_velocity(reader), {}, "block");
}

SceneModel block_model(SceneReader& reader) { return at_height(reader, 0.0, landing_velocity); }

SceneModel block_start(SceneReader& reader) {
  return at_height(reader, reader.number("height"), start_velocity);
}

}  // namespace carom::gallery
