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

void check_vector(SceneReader& reader, const char* name, std::size_t size, const char* why) {
  reader.require_size(name, size, why);
  reader.require_finite(name);
}

ContactCandidate touching_point(const SceneReader& reader) {
  ContactCandidate contact;
  contact.name = "point";
  contact.sphere = {"body", as_vector(reader.list("point")), 0.0};
  contact.friction = reader.number("friction");
  return contact;
}

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
  check_vector(reader, "com", 3, "in the body frame");
  check_vector(reader, "position", 3, "of the body frame");
  check_vector(reader, "velocity", 6, "linear, then angular, in body axes");
  if (!reader.list("point").empty()) check_vector(reader, "point", 3, "in the body frame, or none");
  if (!std::isfinite(reader.number("gravity"))) {
    reader.add_fault(
        fmt::format("gravity = {} m/s^2; expected a finite number", reader.number("gravity")));
  }
  reader.require_not_negative("friction");
  reader.finish();

  ModelDescription description;
  description.name = "free_body";
  description.gravity = {0.0, 0.0, -reader.number("gravity")};
  BodyDescription body;
  body.name = "body";
  body.joint = "free";
  body.kind = JointKind::free;
  body.mass = reader.number("mass");
  body.center = as_vector(reader.list("com"));
  body.inertia = as_vector(reader.list("inertia")).asDiagonal();
  description.bodies = {body};
  if (!reader.list("point").empty()) description.parts.contacts = {touching_point(reader)};
  Eigen::VectorXd q(7);
  q << as_vector(reader.list("position")), Eigen::Vector4d::UnitW();
  return {Model(description), {q, as_vector(reader.list("velocity"))}};
}

}  // namespace carom::gallery
