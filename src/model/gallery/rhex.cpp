// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Two-legged RHex (S0 V, Figs. 1 to 3): a body with two legs of two rods, both feet on the ground.
//      ▭        q = (x, y, th, phiL, gammaL, phiR, gammaR), angles anticlockwise; plane as planar.h
//    ╱   ╲      hip h along the body, knee = hip + lu (sin a, −cos a), a = th + phi
//    ╲   ╱      foot = knee + ll (sin b, −cos b), b = a + gamma
// With equal knees a leg is the line hip-foot of length D at the angle a + β,
//   β = atan2(ll sin γ, lu + ll cos γ),  D² = lu² + ll² + 2 lu ll cos γ,
// so both feet have one height when cos(a_L + β) = cos(a_R + β) + (hL − hR) sin(th) / D. Of its
// solutions we take the one on the other side of the vertical from the right leg: with hips
// together phiL = −phiR − 2β − 2 th. S0 prints no sizes: the defaults are ours. In a run the lower
// corners of the body may touch the ground too.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "model/gallery/gallery.h"
#include "model/gallery/planar.h"

namespace carom::gallery {
namespace {

using List = std::vector<double>;
using std::numbers::pi;

struct Stance {
  double phi_l = 0.0, y = 0.0;
};

/// The angle of the left leg's line; NaN if the left foot cannot come down (or up) to the right's.
double left_line(double right_line, double cosine_offset) {
  if (cosine_offset == 0.0) return -right_line;
  const double turns = 2.0 * pi * std::round(right_line / (2.0 * pi));
  const double angle = std::acos(std::cos(right_line) + cosine_offset);
  return right_line - turns >= 0.0 ? -turns - angle : -turns + angle;
}

Stance both_feet_down(SceneReader& reader) {
  const double lu = reader.number("lu"), ll = reader.number("ll");
  const double gamma = reader.number("gamma"), theta = reader.number("theta");
  const double beta = std::atan2(ll * std::sin(gamma), lu + ll * std::cos(gamma));
  const double length = std::hypot(ll * std::sin(gamma), lu + ll * std::cos(gamma));
  const double rise = (reader.number("hL") - reader.number("hR")) * std::sin(theta);
  const double right = theta + reader.number("phi_r") + beta;
  const double left = left_line(right, rise == 0.0 ? 0.0 : rise / length);
  if (!std::isfinite(left)) {
    reader.add_fault(fmt::format(
        "theta = {} rad puts the left hip {} m above the right one; expected a posture where the "
        "left foot, on a leg of {} m, reaches the height of the right foot; change theta, phi_r, "
        "gamma or bring hL and hR together",
        theta, rise, length));
  }
  return {left - beta - theta, length * std::cos(right) - reader.number("hR") * std::sin(theta)};
}

void check_rhex(SceneReader& reader) {
  for (const char* name : {"mb", "bl", "bh", "mu", "lu", "ml", "ll"}) {
    reader.require_positive(name);
  }
  for (const char* name : {"hL", "hR", "phi_r", "gamma", "theta"}) reader.require_finite(name);
  reader.require_vector("velocity", 7, "of x, y, th, phiL, gammaL, phiR, gammaR");
  for (const char* name : {"friction", "knee_stiffness", "knee_damping"}) {
    reader.require_not_negative(name);
  }
}

void add_leg(const SceneReader& reader, const std::string& side, const char* letter, double hip,
             ModelDescription& description) {
  const double lu = reader.number("lu"), ll = reader.number("ll");
  const Eigen::Vector3d knee = in_plane(0.0, -lu), foot = in_plane(0.0, -ll);
  const Eigen::Vector3d top = Eigen::Vector3d::Zero();
  const std::string upper = "upper_" + side, lower = "lower_" + side;
  const std::string phi = std::string("phi") + letter, gamma = std::string("gamma") + letter;
  description.bodies.push_back(
      hinged(upper, "body", phi, in_plane(hip, 0.0), rod(reader.number("mu"), top, knee)));
  description.bodies.push_back(
      hinged(lower, upper, gamma, knee, rod(reader.number("ml"), top, foot)));
  ModelParts& parts = description.parts;
  parts.contacts.push_back(floor_contact(side, lower, foot, reader.number("friction")));
  parts.solids.push_back(solid_part(side + " hip", upper, {top}));
  parts.solids.push_back(solid_part(side + " knee", lower, {top}));
  parts.actuators.push_back({.name = "hip_" + side, .joint = phi});
  parts.joint_springs.push_back({.joint = gamma,
                                 .stiffness = reader.number("knee_stiffness"),
                                 .rest = reader.number("gamma"),
                                 .damping = reader.number("knee_damping")});
}

/// RHex's clock on both hips, half a period apart; legs turn clockwise, it goes towards +x.
SceneProgram rhex_walk() {
  MotorEntry clock{.name = "clock",
                   .joints = {"phiL", "phiR"},
                   .motion = MotorClock{.period = 0.5,
                                        .duty = 0.55,
                                        .sweep = 1.0,
                                        .middle = 0.0,
                                        .phases = {0.0, 0.5},
                                        .clockwise = true}};
  return {.program = {.name = "walk", .summary = "walks by RHex's clock", .entries = {clock}},
          .settings = {{"friction", 0.8}},
          .law = "regular",
          .law_settings = {{"restitution", "0"}},
          .duration = 5.0,
          .step = {}};
}

}  // namespace

Scene rhex() {
  return {"rhex",
          "two-legged RHex: a body on two legs with hips and knees lands on both feet at once",
          "S0 V, Figs. 1 to 3; S0 prints no sizes or masses, they are ours",
          {{"mb", 7.0, "kg", "mass of the body, a uniform rectangle"},
           {"bl", 0.5, "m", "length of the body"},
           {"bh", 0.15, "m", "height of the body"},
           {"mu", 0.3, "kg", "mass of an upper leg, a uniform rod"},
           {"lu", 0.09, "m", "length of an upper leg"},
           {"ml", 0.2, "kg", "mass of a lower leg, a uniform rod"},
           {"ll", 0.09, "m", "length of a lower leg"},
           {"hL", 0.0, "m", "left hip along the body, from its centre"},
           {"hR", 0.0, "m", "right hip along the body, from its centre"},
           {"phi_r", 0.8, "rad",
            "right hip, anticlockwise from straight down; the left hip and the height y follow "
            "from both feet on the ground, the legs on different sides of the vertical"},
           {"gamma", 0.5, "rad", "both knees, anticlockwise; 0: straight legs"},
           {"theta", 0.0, "rad", "of the body, anticlockwise"},
           {"velocity", List{0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0}, "m/s, rad/s",
            "of x, y, th, phiL, gammaL, phiR, gammaR at landing"},
           {"friction", 0.0, "", "of both feet"},
           {"knee_stiffness", 40.0, "N m/rad",
            "of the springs in the knees, at rest at gamma; S0 prints none, it is ours"},
           {"knee_damping", 0.5, "N m s/rad", "of the dampers in the knees; ours"}},
          {},
          {},
          {{"phi_r=-180deg:180deg:241", "gamma=-90deg:90deg:121"}, {"inner_product"}},  // Fig. 3
          {rhex_walk()}};
}

void rhex_state(SceneReader& reader, State& state) {
  const Stance stance = both_feet_down(reader);
  const double gamma = reader.number("gamma");
  state.q.resize(7);
  state.q << 0.0, stance.y, reader.number("theta"), stance.phi_l, gamma, reader.number("phi_r"),
      gamma;
  state.v = as_vector(reader.list("velocity"));
}

SceneModel rhex_model(SceneReader& reader) {
  check_rhex(reader);
  reader.finish();
  State state;
  rhex_state(reader, state);
  reader.finish();

  ModelDescription description{.name = "rhex"};
  description.bodies = {
      slider("slide_x", "world", "x", in_plane(1.0, 0.0)),
      slider("slide_y", "slide_x", "y", in_plane(0.0, 1.0)),
      hinged("body", "slide_y", "th", Eigen::Vector3d::Zero(),
             plate(reader.number("mb"), reader.number("bl"), reader.number("bh")))};
  const double across = 0.5 * reader.number("bl"), up = 0.5 * reader.number("bh");
  description.parts.solids.push_back(solid_part("body", "body",
                                                {in_plane(-across, -up), in_plane(across, -up),
                                                 in_plane(across, up), in_plane(-across, up)}));
  add_leg(reader, "left", "L", reader.number("hL"), description);
  add_leg(reader, "right", "R", reader.number("hR"), description);
  return {Model(description), std::move(state)};
}

SceneModel rhex_start(SceneReader& reader) {
  SceneModel scene = rhex_model(reader);
  const double length = reader.number("bl"), height = reader.number("bh");
  const double friction = reader.number("friction");
  ModelParts parts = scene.model.parts();
  for (const auto& [name, side] : {std::pair("body_left", -0.5), std::pair("body_right", 0.5)}) {
    parts.contacts.push_back(
        floor_contact(name, "body", in_plane(side * length, -0.5 * height), friction));
  }
  scene.model = scene.model.with(std::move(parts));
  return scene;
}

}  // namespace carom::gallery
