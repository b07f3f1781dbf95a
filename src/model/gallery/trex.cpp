// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// TREX (S3 VII-B, Figs. 6 and 7, Table I): a body of two balls with a tail and two legs lands on
// the stance foot and the tip of the tail. Units: cm, g, s, rad; g = 981 cm/s².
//   q = (x, y, th, pS, gS, pW, gW, pT), e(a) = (cos a, sin a), anticlockwise; plane as planar.h
//   anterior ball r1 at (x, y), angle th; both hips at its centre; S stance leg, W swing leg
//   knee = (x, y) + lu e(th + p), foot = knee + ll e(th + p + g)
//   posterior ball r2 and tail, one body, hinged at (x, y) + (r1 + r2) e(th), angle th + pT
//   tip = posterior centre + L e(th + pT),  L = r2 (r1 + r2)/(r1 − r2)
// S3 prints another L; with this one (the cone that touches both balls) the tip of Table I is on
// the floor. Densities and the limbs' section are S3's; a limb is a thin rod.
// Knees and pT have linear springs and dashpots at rest in the posture (S3 VII-B, which prints no
// values). Ours, with the hips held: it stands with the knee bent by 0.26 rad more, and is at rest
// some 0.3 s after a fall of 17 cm. They give no impulse.
// A run starts `drop` higher, at rest, and there the balls may touch the floor too: S3 lets them
// sink in.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "model/gallery/gallery.h"
#include "model/gallery/planar.h"
#include "model/gallery/trex_stances.h"

namespace carom::gallery {
namespace {

constexpr double trex_gravity = 981.0;       // [cm/s²]
constexpr double body_density = 1.0;         // [g/cm³] water
constexpr double limb_density = 2.0 * 1.25;  // [g/cm] carbon fibre, 2 g/cm³ of 1.25 cm²

Solid body_ball(double radius) {
  return ball(body_density * 4.0 / 3.0 * std::numbers::pi * radius * radius * radius, radius);
}

/// Along the x of its frame.
Solid limb(double length) {
  return rod(limb_density * length, Eigen::Vector3d::Zero(), in_plane(length, 0.0));
}

void check_trex(SceneReader& reader) {
  for (const char* name : {"r1", "r2", "lu", "ll"}) reader.require_positive(name);
  const double r1 = reader.number("r1"), r2 = reader.number("r2");
  if (r2 > 0.0 && !(r1 > r2)) {
    reader.add_fault(fmt::format(
        "r1 = {} cm is not above r2 = {} cm; expected r1 > r2: the tail ends where the cone that "
        "touches both balls does",
        r1, r2));
  }
  for (const char* name : {"y", "th", "pS", "gS", "pW", "gW", "pT"}) reader.require_finite(name);
  for (const char* name :
       {"drop", "friction", "knee_stiffness", "knee_damping", "tail_stiffness", "tail_damping"}) {
    reader.require_not_negative(name);
  }
}

void add_spring(const SceneReader& reader, const std::string& joint, const std::string& what,
                ModelParts& parts) {
  parts.joint_springs.push_back({.joint = joint,
                                 .stiffness = reader.number(what + "_stiffness"),
                                 .rest = reader.number(joint),
                                 .damping = reader.number(what + "_damping")});
}

void add_trex_leg(const SceneReader& reader, const std::string& side, const std::string& letter,
                  ModelDescription& description) {
  const double lu = reader.number("lu"), ll = reader.number("ll");
  description.bodies.push_back(
      hinged("upper_" + side, "anterior", "p" + letter, Eigen::Vector3d::Zero(), limb(lu)));
  description.bodies.push_back(
      hinged("lower_" + side, "upper_" + side, "g" + letter, in_plane(lu, 0.0), limb(ll)));
  description.parts.solids.push_back(
      solid_part(side + " knee", "lower_" + side, {Eigen::Vector3d::Zero()}));
  description.parts.actuators.push_back({.name = "hip_" + side, .joint = "p" + letter});
  add_spring(reader, "g" + letter, "knee", description.parts);
}

ContactCandidate ball_contact(const std::string& body, double radius, double friction) {
  ContactCandidate contact = floor_contact(body + "_ball", body, Eigen::Vector3d::Zero(), friction);
  contact.sphere.radius = radius;
  return contact;
}

ModelDescription describe(const SceneReader& reader) {
  const double r1 = reader.number("r1"), r2 = reader.number("r2");
  const double tail = r2 * (r1 + r2) / (r1 - r2);
  ModelDescription description{.name = "trex", .gravity = {0.0, 0.0, -trex_gravity}};
  description.bodies = {
      slider("slide_x", "world", "x", in_plane(1.0, 0.0)),
      slider("slide_y", "slide_x", "y", in_plane(0.0, 1.0)),
      hinged("anterior", "slide_y", "th", Eigen::Vector3d::Zero(), body_ball(r1))};
  add_trex_leg(reader, "stance", "S", description);
  add_trex_leg(reader, "swing", "W", description);
  description.bodies.push_back(hinged("posterior", "anterior", "pT", in_plane(r1 + r2, 0.0),
                                      together(body_ball(r2), limb(tail))));
  add_spring(reader, "pT", "tail", description.parts);
  const double friction = reader.number("friction");
  const Eigen::Vector3d foot = in_plane(reader.number("ll"), 0.0), tip = in_plane(tail, 0.0);
  description.parts.contacts = {floor_contact("stance_foot", "lower_stance", foot, friction),
                                floor_contact("tail", "posterior", tip, friction),
                                floor_contact("swing_foot", "lower_swing", foot, friction)};
  const Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  description.parts.solids.push_back(solid_part("anterior ball", "anterior", {middle}, r1));
  description.parts.solids.push_back(solid_part("posterior ball", "posterior", {middle}, r2));
  return description;
}

/// The stances by their words; the initial one is what the parameters are anyway.
std::vector<ScenePreset> stance_presets() {
  std::vector<ScenePreset> presets;
  for (const TrexStance& stance : trex_stances) {
    ScenePreset preset{.parameter = "stance", .word = stance.word};
    for (std::size_t k = 0; k < trex_stance_names.size(); ++k) {
      preset.settings[trex_stance_names[k]] = stance.values[k];
    }
    presets.push_back(std::move(preset));
  }
  return presets;
}

/// S3 VII-B: hips held until the first impact, then spun anticlockwise: the robot moves towards −x.
/// S3 prints the gains 1e5 and 1e4 without units. As g cm²/s² and g cm²/s they are too weak: held
/// hips give way under the robot's weight. As gf cm and gf cm s they are stable and strong enough:
/// these. As N m and N m s they are stiffer than any step of 1 ms resolves, and are refused. The
/// rate is not printed; ours. The velocity gain makes the motion stiff: a tolerance of 1e-6 takes a
/// fourth of the time of 1e-10, comes as far to four digits, and its energy closes to 1e-7.
SceneProgram trex_drive() {
  constexpr double gram_force = 980.665;  // [g cm/s²]
  MotorEntry hold{.name = "hold", .joints = {"pS", "pW"}, .motion = MotorHold{}};
  hold.stiffness = 1e5 * gram_force;
  hold.damping = 1e4 * gram_force;
  MotorEntry spin{.name = "spin", .joints = {"pS", "pW"}, .motion = MotorSpin{.rate = 12.0}};
  spin.damping = 1e4 * gram_force;
  spin.at.kind = MotorTrigger::Kind::first_impact;
  return {.program = {.name = "drive",
                      .summary = "hips held until the first impact, then spun at spin.rate: it "
                                 "drives towards -x (S3 VII-B)",
                      .entries = {hold, spin}},
          .settings = {{"friction", 0.8}},
          .law = "propagative",
          .law_settings = {},
          .duration = 5.0,
          .step = {},
          .tolerance = 1e-6};
}

}  // namespace

Scene trex() {
  const auto& start = trex_stances.front().values;
  return {
      "trex",
      "TREX: a running robot lands on its stance foot and the tip of its tail (cm, g, s)",
      "S3 VII-B, Figs. 6 and 7, Table I; y and th such that both touch, to all digits",
      {{"y", start[0], "cm", "height of the anterior ball's centre"},
       {"th", start[1], "rad", "of the body, anticlockwise from the x axis"},
       {"pS", start[2], "rad", "hip of the stance leg, from the body's axis"},
       {"gS", start[3], "rad", "knee of the stance leg, from the upper leg"},
       {"pW", start[4], "rad", "hip of the swing leg"},
       {"gW", start[5], "rad", "knee of the swing leg"},
       {"pT", start[6], "rad", "of the posterior body and tail, from the body's axis"},
       {"r1", start[7], "cm", "radius of the anterior ball, 1 g/cm^3"},
       {"r2", start[8], "cm", "radius of the posterior ball; the tail is r2 (r1 + r2)/(r1 - r2)"},
       {"lu", start[9], "cm", "length of an upper leg, 2.5 g/cm"},
       {"ll", start[10], "cm", "length of a lower leg, 2.5 g/cm"},
       {"drop", 17.0, "cm", "falls from this height without turning, g = 981 cm/s^2"},
       {"friction", 0.0, "", "of feet and tail"},
       {"knee_stiffness", 3e7, "g cm^2/s^2/rad",
        "of the springs in the knees, at rest in this posture; S3 prints none, it is ours"},
       {"knee_damping", 6e5, "g cm^2/s/rad", "of the dashpots in the knees; ours"},
       {"tail_stiffness", 3e7, "g cm^2/s^2/rad",
        "of the spring at pT, at rest in this posture; ours"},
       {"tail_damping", 6e5, "g cm^2/s/rad", "of the dashpot at pT; ours"},
       {.name = "stance",
        .value = std::string("initial"),
        .unit = "",
        .meaning = "y to ll where they are not given: S3's initial stance, the optimised one, or "
                   "its body with straight legs",
        .words = {"initial", "optimised", "straight"}}},
      {.mass = "g", .length = "cm"},
      {},
      {{"pS=280deg:310deg:61", "gS=285deg:330deg:61"}, {"inner_product"}},
      {trex_drive()},
      stance_presets()};
}

void trex_state(SceneReader& reader, State& state) {
  state.q.resize(8);
  state.q << 0.0, reader.number("y"), reader.number("th"), reader.number("pS"), reader.number("gS"),
      reader.number("pW"), reader.number("gW"), reader.number("pT");
  state.v = Eigen::VectorXd::Zero(8);
  state.v[1] = -std::sqrt(2.0 * trex_gravity * reader.number("drop"));
}

SceneModel trex_model(SceneReader& reader) {
  check_trex(reader);
  reader.finish();
  State state;
  trex_state(reader, state);
  return {Model(describe(reader)), std::move(state)};
}

SceneModel trex_start(SceneReader& reader) {
  SceneModel scene = trex_model(reader);
  const double friction = reader.number("friction");
  ModelParts parts = scene.model.parts();
  parts.contacts.push_back(ball_contact("anterior", reader.number("r1"), friction));
  parts.contacts.push_back(ball_contact("posterior", reader.number("r2"), friction));
  scene.model = scene.model.with(std::move(parts));
  scene.state.q[1] += reader.number("drop");
  scene.state.v.setZero();
  return scene;
}

}  // namespace carom::gallery
