// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Bouncing ball: a uniform ball falls on the floor and bounces until it lies (Zeno).
//   q = (centre, quaternion xyzw), v = (linear, angular) in body axes; floor z = 0; I = 2/5 m r²
// Dropped from rest at the height h of its lowest point, with t₀ = √(2h/g) and restitution e < 1:
//   impact k (from 0) at t₀ (1 + 2e (1 − eᵏ)/(1 − e)),  all over at t₀ (1 + e)/(1 − e).
// Its problem is the first impact; a run starts at the height.
#include <fmt/format.h>

#include <cmath>

#include "model/gallery/gallery.h"
#include "model/gallery/planar.h"

namespace carom::gallery {
namespace {

using List = std::vector<double>;

void check_ball(SceneReader& reader) {
  reader.require_positive("mass");
  reader.require_positive("radius");
  reader.require_not_negative("height");
  reader.require_fraction("restitution");
  reader.require_not_negative("friction");
  reader.require_vector("velocity", 3, "along x, y, z, at the height");
  reader.require_vector("spin", 3, "about x, y, z");
  reader.require_not_negative("gravity");
  reader.finish();
}

/// What it has where it reaches the floor; a ball that never does is a fault.
Eigen::Vector3d landing_velocity(SceneReader& reader) {
  Eigen::Vector3d velocity = as_vector(reader.list("velocity"));
  const double gravity = reader.number("gravity"), height = reader.number("height");
  if (height > 0.0 && gravity == 0.0 && velocity.z() >= 0.0) {
    reader.add_fault(fmt::format(
        "height = {} m, gravity = 0 and velocity[2] = {} m/s: it never lands; expected gravity, a "
        "velocity downwards or height = 0",
        height, velocity.z()));
    reader.finish();
  }
  const bool lands = height > 0.0 || velocity.z() > 0.0;
  if (lands && gravity > 0.0) {
    velocity.z() = -std::sqrt(velocity.z() * velocity.z() + 2.0 * gravity * height);
  }
  return velocity;
}

Model make_ball(const SceneReader& reader) {
  const double radius = reader.number("radius");
  ModelDescription description{.name = "bouncing_ball",
                               .bodies = {floating("ball", ball(reader.number("mass"), radius))},
                               .gravity = {0.0, 0.0, -reader.number("gravity")}};
  description.parts.contacts = {{.name = "floor",
                                 .sphere = {"ball", Eigen::Vector3d::Zero(), radius},
                                 .friction = reader.number("friction"),
                                 .restitution = reader.number("restitution")}};
  return Model(description);
}

SceneModel at_height(const SceneReader& reader, double height, const Eigen::Vector3d& velocity) {
  State state{Eigen::VectorXd(7), Eigen::VectorXd(6)};
  state.q << 0.0, 0.0, reader.number("radius") + height, Eigen::Vector4d::UnitW();
  state.v << velocity, as_vector(reader.list("spin"));
  return {make_ball(reader), state};
}

}  // namespace

Scene bouncing_ball() {
  return {"bouncing_ball",
          "a ball falls on the floor and bounces, ever faster, until it lies",
          "ours; the usual example of infinitely many impacts in a finite time",
          {{"mass", 1.0, "kg", "of the ball, uniform"},
           {"radius", 0.1, "m", "of the ball"},
           {"height", 1.0, "m", "of its lowest point at the start"},
           {"restitution", 0.8, "", "of the floor; its meaning is the law's"},
           {"friction", 0.0, "", "of the floor"},
           {"velocity", List{0.0, 0.0, 0.0}, "m/s", "at the start"},
           {"spin", List{0.0, 0.0, 0.0}, "rad/s", "at the start"},
           {"gravity", 9.81, "m/s^2", "along -z"}}};
}

SceneModel bouncing_ball_model(SceneReader& reader) {
  check_ball(reader);
  return at_height(reader, 0.0, landing_velocity(reader));
}

SceneModel bouncing_ball_start(SceneReader& reader) {
  check_ball(reader);
  return at_height(reader, reader.number("height"), as_vector(reader.list("velocity")));
}

}  // namespace carom::gallery
