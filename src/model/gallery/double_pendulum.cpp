// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Double pendulum over a floor: two point masses on massless rods, pivot at 1.5 m, floor at 0.
//   q = absolute angles a1, a2, anticlockwise from straight down; plane as planar.h
//   T = ½ (m1 + m2) l1² ȧ1² + ½ m2 l2² ȧ2² + m2 l1 l2 cos(a1 − a2) ȧ1 ȧ2
//   gap of the tip: 1.5 − l1 cos a1 − l2 cos a2
// The joints' own angles are (a1, a2 − a1): a coordinate map stands between.

#include "model/gallery/gallery.h"
#include "model/gallery/planar.h"

namespace carom::gallery {
namespace {

using List = std::vector<double>;
constexpr double pivot_height = 1.5;  // [m]

}  // namespace

Scene double_pendulum() {
  return {"double_pendulum",
          "a double pendulum of point masses whose tip may hit the floor",
          "ours; pivot at 1.5 m, g = 9.81 m/s^2",
          {{"m1", 1.0, "kg", "upper mass"},
           {"m2", 1.0, "kg", "lower mass, the tip"},
           {"l1", 1.0, "m", "upper rod, massless"},
           {"l2", 1.0, "m", "lower rod, massless"},
           {"angles", List{1.0, 1.2}, "rad", "absolute, anticlockwise from straight down"},
           {"velocity", List{0.0, 0.0}, "rad/s", "of the two angles"},
           {"friction", 0.0, "", "of the tip"}}};
}

SceneModel double_pendulum_model(SceneReader& reader) {
  for (const char* name : {"m1", "m2", "l1", "l2"}) reader.require_positive(name);
  for (const char* name : {"angles", "velocity"}) reader.require_vector(name, 2, "upper, lower");
  reader.require_not_negative("friction");
  reader.finish();

  const Eigen::Vector3d upper_end = in_plane(0.0, -reader.number("l1"));
  const Eigen::Vector3d tip = in_plane(0.0, -reader.number("l2"));
  ModelDescription description{.name = "double_pendulum"};
  description.bodies = {
      hinged("upper", "world", "upper", in_plane(0.0, pivot_height),
             point_mass(reader.number("m1"), upper_end)),
      hinged("lower", "upper", "lower", upper_end, point_mass(reader.number("m2"), tip))};
  description.coordinate_map = (Eigen::Matrix2d() << 1.0, 0.0, -1.0, 1.0).finished();
  description.coordinate_names = {"angle_1", "angle_2"};
  description.parts.contacts = {floor_contact("tip", "lower", tip, reader.number("friction"))};
  return {Model(description),
          {as_vector(reader.list("angles")), as_vector(reader.list("velocity"))}};
}

}  // namespace carom::gallery
