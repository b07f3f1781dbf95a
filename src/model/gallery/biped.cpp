// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Heel strike of a compass-gait walker with round feet and a torso (S4 Example 1, Table 1).
//         torso         q1, q2: centre of the stance foot's arc, x forward, z up.
//           |           q3, q4, q5: stance leg, landing leg and torso, absolute angles from the
//          hip          vertical, clockwise positive. At heel strike q3 = θ/2 = −q4, q2 = R.
//         /   \         Before it the stance foot rolls: q̇1 = R q̇3, q̇2 = 0.
//        /     \        R = ρ l, μ = m_T/2m, 2m + m_T + m_H = m_W.
//      (_)     (_)      The one contact is the landing foot, a sphere of radius R.
// S4 releases the stance foot at heel strike, so it is no contact; its normal velocity after the
// impact is q̇2⁺, and S4's walker walks on only if that is positive.
// S4 does not say how legs and torso are made: point masses at b and l_T from the hip (inferred; of
// the assumptions offered by `inertia` they come nearest to the lift limit in the text).
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string>

#include "model/gallery/gallery.h"
#include "model/gallery/planar.h"

namespace carom::gallery {
namespace {

using std::numbers::pi;

struct Walker {
  double foot_radius, leg_length, leg_center, torso_center;
  double leg_mass, torso_mass, hip_mass;
  double leg_inertia, torso_inertia;  // about the centre of mass
};

void check_posture(SceneReader& reader) {
  const double theta = reader.number("theta");
  if (!(theta >= 0.0 && theta < pi)) {
    reader.add_fault(fmt::format(
        "theta = {} rad ({:.6g} deg); expected 0 <= theta < pi: the hip is above the feet", theta,
        theta * 180.0 / pi));
  }
  if (!(std::abs(reader.number("q5")) <= pi)) {
    reader.add_fault(fmt::format("q5 = {} rad; expected -pi <= q5 <= pi", reader.number("q5")));
  }
}

void check_biped(SceneReader& reader) {
  check_posture(reader);
  const double rho = reader.number("rho");
  if (!(rho >= 0.0 && rho < 1.0)) {
    reader.add_fault(fmt::format(
        "rho = {}; expected 0 <= rho < 1: the foot's radius is a part of the leg's length", rho));
  }
  for (const char* name : {"mu", "mass", "leg_length", "leg_center", "torso_center"}) {
    reader.require_positive(name);
  }
  reader.require_not_negative("hip_mass");
  const double mass = reader.number("mass"), hip = reader.number("hip_mass");
  if (mass > 0.0 && hip >= mass) {
    reader.add_fault(fmt::format(
        "hip_mass = {} kg; expected < mass = {} kg: the rest is legs and torso", hip, mass));
  }
  reader.require_vector("rates", 3, "of stance leg, landing leg and torso");
  reader.finish();
}

Walker read_walker(const SceneReader& reader) {
  Walker walker{};
  walker.leg_length = reader.number("leg_length");
  walker.leg_center = reader.number("leg_center");
  walker.torso_center = reader.number("torso_center");
  walker.foot_radius = reader.number("rho") * walker.leg_length;
  walker.hip_mass = reader.number("hip_mass");
  const double mu = reader.number("mu"), limbs = reader.number("mass") - walker.hip_mass;
  walker.leg_mass = 0.5 * limbs / (1.0 + mu);
  walker.torso_mass = limbs * (mu / (1.0 + mu));
  const std::string& inertia = reader.word("inertia");
  const bool leg_rod = inertia == "leg_rod" || inertia == "both_rods";
  const bool torso_rod = inertia == "torso_rod" || inertia == "both_rods";
  const double torso_length = 2.0 * walker.torso_center;
  if (leg_rod) {
    walker.leg_inertia = walker.leg_mass * walker.leg_length * walker.leg_length / 12.0;
  }
  if (torso_rod) walker.torso_inertia = walker.torso_mass * torso_length * torso_length / 12.0;
  return walker;
}

/// Turns about y, which takes z to x: clockwise seen with x to the right and z up.
BodyDescription limb(const std::string& name, const std::string& parent, double height, double mass,
                     double center, double inertia) {
  BodyDescription body{.name = name,
                       .parent = parent,
                       .kind = JointKind::revolute,
                       .axis = Eigen::Vector3d::UnitY(),
                       .mass = mass,
                       .center = Eigen::Vector3d(0.0, 0.0, center)};
  body.placement.translation() = Eigen::Vector3d(0.0, 0.0, height);
  body.inertia.diagonal() = Eigen::Vector3d(inertia, inertia, 0.0);
  return body;
}

std::vector<BodyDescription> bodies(const Walker& walker) {
  const double hip_height = walker.leg_length - walker.foot_radius;  // above the arc's centre
  BodyDescription forward{.name = "forward", .kind = JointKind::prismatic};
  forward.axis = Eigen::Vector3d::UnitX();
  BodyDescription up{.name = "up", .parent = "forward", .kind = JointKind::prismatic};
  BodyDescription hip{.name = "hip", .parent = "stance_leg", .mass = walker.hip_mass};
  hip.placement.translation() = Eigen::Vector3d(0.0, 0.0, hip_height);
  return {forward,
          up,
          limb("stance_leg", "up", 0.0, walker.leg_mass, hip_height - walker.leg_center,
               walker.leg_inertia),
          hip,
          limb("landing_leg", "hip", 0.0, walker.leg_mass, -walker.leg_center, walker.leg_inertia),
          limb("torso", "hip", 0.0, walker.torso_mass, walker.torso_center, walker.torso_inertia)};
}

Model build(const Walker& walker) {
  ModelDescription description{.name = "biped", .bodies = bodies(walker)};
  // The joints at the hip turn by q4 − q3 and q5 − q3.
  description.coordinate_map = Eigen::MatrixXd::Identity(5, 5);
  description.coordinate_map(3, 2) = description.coordinate_map(4, 2) = -1.0;
  description.coordinate_names = {"q1", "q2", "q3", "q4", "q5"};
  ContactCandidate foot{.name = "landing_foot", .tangents = 1};
  foot.sphere = {
      "landing_leg", {0.0, 0.0, walker.foot_radius - walker.leg_length}, walker.foot_radius};
  description.parts.contacts = {foot};
  const Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  description.parts.solids = {solid_part("stance foot", "stance_leg", {middle}, walker.foot_radius),
                              solid_part("hip", "hip", {middle}),
                              solid_part("torso", "torso", {{0.0, 0.0, walker.torso_center}})};
  return Model(description);
}

}  // namespace

Scene biped() {
  return {"biped",
          "heel strike of a compass-gait walker with round feet and a torso",
          "S4 Example 1, Table 1, Figs. 1a, 2 and 3; point masses are inferred",
          {{"theta", 40.0 * pi / 180.0, "rad", "angle between the legs"},
           {"rho", 0.25, "", "radius of the feet over the length of the legs"},
           {"mu", 1.0, "", "mass of the torso over that of both legs"},
           {"q5", 0.0, "rad", "lean of the torso, forward positive"},
           {"rates", std::vector<double>{1.0, 1.0, 0.0}, "rad/s",
            "of stance leg, landing leg and torso; the stance foot rolls"},
           {"mass", 30.0, "kg", "of the walker"},
           {"hip_mass", 10.0, "kg", "at the hip"},
           {"leg_length", 0.8, "m", "from the hip to the sole"},
           {"leg_center", 0.4, "m", "from the hip to a leg's centre of mass"},
           {"torso_center", 0.4, "m", "from the hip to the torso's centre of mass"},
           {"inertia",
            std::string("point"),
            "",
            "point masses, or uniform rods (legs of leg_length, torso of twice torso_center)",
            {"point", "leg_rod", "torso_rod", "both_rods"}}},
          {},
          "inert",
          {{"theta=10deg:60deg:101"},  // Figs. 2 and 3
           {"constrained_energy", "admissible_energy", "normal_impulse", "tangential_impulse",
            "post_impact_gap_rate"}}};
}

void biped_state(SceneReader& reader, State& state) {
  check_posture(reader);
  const double theta = reader.number("theta");
  const double foot_radius = reader.number("rho") * reader.number("leg_length");
  const std::vector<double>& rates = reader.list("rates");
  state.q.resize(5);
  state.v.resize(5);
  state.q << 0.0, foot_radius, 0.5 * theta, -0.5 * theta, reader.number("q5");
  state.v << foot_radius * rates[0], 0.0, rates[0], rates[1], rates[2];
}

ReleasedContacts biped_released() {
  return {{"stance_foot"}, (Eigen::MatrixXd(1, 5) << 0.0, 1.0, 0.0, 0.0, 0.0).finished()};
}

SceneModel biped_model(SceneReader& reader) {
  check_biped(reader);
  State state;
  biped_state(reader, state);
  return {build(read_walker(reader)), std::move(state)};
}

}  // namespace carom::gallery
