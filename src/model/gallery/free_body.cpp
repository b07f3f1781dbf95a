// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Free body: one rigid body in flight, its axes parallel to the world's at the start.
//   q = (position of the body frame, quaternion xyzw), v = (linear, angular) in body axes.
// A point of it may touch the floor z = 0.
#include <fmt/format.h>

#include <cmath>

#include "model/gallery/gallery.h"
#include "model/gallery/planar.h"

namespace carom::gallery {
namespace {

using List = std::vector<double>;

}  // namespace

Scene free_body() {
  return {
      "free_body",
      "one rigid body in flight; a point of it may touch the floor",
      "ours; asymmetric top",
      {{"mass", 2.0, "kg", "of the body"},
       {"inertia", List{1.0, 2.0, 3.5}, "kg m^2",
        "about the centre of mass, along the body's x, y, z; the default is a number to test with: "
        "in matter none is larger than the sum of the others"},
       {"com", List{0.0, 0.0, 0.0}, "m", "centre of mass, in the body frame"},
       {"gravity", 0.0, "m/s^2", "along -z"},
       {"position", List{0.0, 0.0, 1.0}, "m", "of the body frame"},
       {"velocity", List{0.0, 0.0, 0.0, 0.1, 2.0, 0.1}, "m/s, rad/s",
        "of the body frame, linear then angular, in body axes; by default a spin about the "
        "middle axis"},
       {"point", List{}, "m", "of the body, that may touch the floor z = 0; empty: none"},
       {"friction", 0.0, "", "of the point"}}};
}

SceneModel free_body_model(SceneReader& reader) {
  reader.require_positive("mass");
  reader.require_size("inertia", 3, "about the body's x, y, z");
  reader.require_positive("inertia");
  reader.require_vector("com", 3, "in the body frame");
  reader.require_vector("position", 3, "of the body frame");
  reader.require_vector("velocity", 6, "linear, then angular, in body axes");
  const List& point = reader.list("point");
  if (!point.empty()) reader.require_vector("point", 3, "in the body frame, or none");
  if (!std::isfinite(reader.number("gravity"))) {
    reader.add_fault(
        fmt::format("gravity = {} m/s^2; expected a finite number", reader.number("gravity")));
  }
  reader.require_not_negative("friction");
  reader.finish();

  const Eigen::Vector3d moments = as_vector(reader.list("inertia"));
  const Solid solid{reader.number("mass"), as_vector(reader.list("com")), moments.asDiagonal()};
  ModelDescription description{.name = "free_body",
                               .bodies = {floating("body", solid)},
                               .gravity = {0.0, 0.0, -reader.number("gravity")}};
  if (!point.empty()) {
    description.parts.contacts = {{.name = "point",
                                   .sphere = {"body", as_vector(point)},
                                   .friction = reader.number("friction")}};
  }
  Eigen::VectorXd q(7);
  q << as_vector(reader.list("position")), Eigen::Vector4d::UnitW();
  return {Model(description), {q, as_vector(reader.list("velocity"))}};
}

}  // namespace carom::gallery
