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
// corners of the body may touch the ground too, and it may start on one foot (phi_l).
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <utility>

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

/// RHex's clock on both hips; legs turn clockwise, it goes towards +x. Found by a search over these
/// numbers (docs/programs.md); S0 prints none.
struct ClockGait {
  const char *name, *summary;
  double period = 0.0, duty = 0.0, sweep = 0.0;  ///< Of the clock [s, –, rad].
  double line = 0.0;   ///< Of a leg, hip to foot, in the middle of the slow part [rad].
  double apart = 0.5;  ///< The right leg's clock is ahead, share of the period.
  double stiffness = 0.0, damping = 0.0;  ///< Of the hips [N m/rad, N m s/rad].
  double gamma = 0.0, knee_stiffness = 0.0, knee_damping = 0.0;
  double hips = 0.0;     ///< The right one before the centre by this, the left one behind it [m].
  double forward = 0.0;  ///< Speed at the start [m/s].
  double height = 0.15;  ///< Of the body [m].
};

/// Position and rate of a leg's line at u periods of the clock, without the middle; clockwise.
std::pair<double, double> clock_line(const ClockGait& gait, double u) {
  const double turns = std::floor(u), s = u - turns;
  const double slow = gait.sweep / gait.duty, fast = (2.0 * pi - gait.sweep) / (1.0 - gait.duty);
  const double angle =
      s < gait.duty ? -0.5 * gait.sweep + slow * s : 0.5 * gait.sweep + fast * (s - gait.duty);
  return {-2.0 * pi * turns - angle, -(s < gait.duty ? slow : fast) / gait.period};
}

/// The left leg stands in the middle of its slow part at the start, and both follow the clock.
SceneProgram clocked_program(const ClockGait& gait) {
  // Upper and lower legs are of one length: the line from hip to foot is half a knee further.
  const double middle = gait.line - 0.5 * gait.gamma;
  const double left = 0.5 * gait.duty, right = left + gait.apart;
  MotorEntry clock{.name = "clock",
                   .joints = {"phiL", "phiR"},
                   .motion = MotorClock{.period = gait.period,
                                        .duty = gait.duty,
                                        .sweep = gait.sweep,
                                        .middle = middle,
                                        .phases = {left, right},
                                        .clockwise = true},
                   .stiffness = gait.stiffness,
                   .damping = gait.damping};
  const auto [phi_l, rate_l] = clock_line(gait, left);
  const auto [phi_r, rate_r] = clock_line(gait, right);
  return {.program = {.name = gait.name, .summary = gait.summary, .entries = {std::move(clock)}},
          .settings = {{"friction", 0.5},
                       {"gamma", gait.gamma},
                       {"knee_stiffness", gait.knee_stiffness},
                       {"knee_damping", gait.knee_damping},
                       {"bh", gait.height},
                       {"hL", -gait.hips},
                       {"hR", gait.hips},
                       {"phi_l", middle + phi_l},
                       {"phi_r", middle + phi_r},
                       {"velocity", List{gait.forward, 0.0, 0.0, rate_l, 0.0, rate_r, 0.0}}},
          .law = "regular",
          .law_settings = {{"restitution", "0"}},
          .duration = 10.0,
          .step = {}};
}

constexpr ClockGait rhex_walk{
    .name = "walk",
    .summary = "walks: always a foot on the ground, both a third of the time",
    .period = 0.38,
    .duty = 0.77,
    .sweep = 0.515,
    .line = -0.24,
    .stiffness = 95.0,
    .damping = 5.8,
    .gamma = 0.9,
    .knee_stiffness = 6.0,
    .knee_damping = 0.4,
    .hips = -0.13,
    .forward = 0.39,
    // With 0.15 m a corner of it brushes the ground once per stride.
    .height = 0.12};

constexpr ClockGait rhex_run{.name = "run",
                             .summary = "runs: on one foot in turn, in the air between",
                             .period = 0.22,
                             .duty = 0.73,
                             .sweep = 0.93,
                             .line = -0.35,
                             .stiffness = 70.0,
                             .damping = 4.5,
                             .gamma = 0.63,
                             .knee_stiffness = 44.0,
                             .knee_damping = 1.1,
                             .forward = 1.0};

/// Hips apart, the front leg an eighth of the period after the rear one.
constexpr ClockGait rhex_bound{.name = "bound",
                               .summary = "bounds: hips apart, the front leg follows the rear one",
                               .period = 0.37,
                               .duty = 0.75,
                               .sweep = 0.93,
                               .line = 0.16,
                               .apart = 0.87,
                               .stiffness = 88.0,
                               .damping = 5.1,
                               .gamma = 0.76,
                               .knee_stiffness = 6.7,
                               .knee_damping = 1.1,
                               .hips = 0.225,
                               .forward = 0.75};

/// As `run`, but the legs turn at one rate, half a turn apart: as they are at C of S0 Fig. 2.
ClockGait rhex_symmetric() {
  ClockGait gait = rhex_run;
  gait.name = "symmetric";
  gait.summary = "as run, but the legs turn evenly, half a turn apart: does not work";
  gait.duty = 0.5;
  gait.sweep = pi;
  return gait;
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
           {.name = "phi_l",
            .value = 0.0,
            .unit = "rad",
            .meaning = "left hip at the start of a run; given: the lower foot is on the ground, "
                       "else both",
            .for_run = true,
            .varies = true},
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
          {clocked_program(rhex_walk), clocked_program(rhex_run), clocked_program(rhex_bound),
           clocked_program(rhex_symmetric())}};
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

/// Both legs as they are given, the lower foot on the ground.
void stand_on_lower_foot(const SceneReader& reader, State& state) {
  const double gamma = reader.number("gamma"), theta = reader.number("theta");
  const auto foot = [&](const char* hip, double phi) {
    const double upper = theta + phi;
    return reader.number(hip) * std::sin(theta) - reader.number("lu") * std::cos(upper) -
           reader.number("ll") * std::cos(upper + gamma);
  };
  state.q[3] = reader.number("phi_l");
  state.q[1] = -std::min(foot("hL", state.q[3]), foot("hR", state.q[5]));
}

SceneModel rhex_start(SceneReader& reader) {
  reader.require_finite("phi_l");
  SceneModel scene = rhex_model(reader);
  if (reader.given("phi_l")) stand_on_lower_foot(reader, scene.state);
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
