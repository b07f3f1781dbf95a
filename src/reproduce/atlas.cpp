// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S2 chapter 4 on Atlas: what its equations give, against an independent computation and against
// what they are for. S2 prints no numbers; the robot stands with its knees bent, soles flat.
//   torque law (4.21) at the knees, beside what standing needs;
//   centre of mass by (4.4): where the centre of pressure (ZMP) would have to be, y − z ÿ/g;
//   swing curve (4.1) with t − t_i as printed; inverse kinematics (4.6)–(4.12) along the gait.
#include <algorithm>
#include <cmath>

#include "carom/computed_torque.h"
#include "carom/gait.h"
#include "carom/inverse_kinematics.h"
#include "carom/scene.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

constexpr const char* atlas_reference = "S2 ch. 4 on Atlas, independent reference";
constexpr double knee_angle = 0.8;        // [rad]
constexpr double walking_knee = 0.45;     // [rad]
constexpr double half_width = 0.0624435;  // of the sole [m]

SceneModel standing(const char* version, double knee) {
  SceneModel scene = make_scene_model("atlas", {{"version", std::string(version)}, {"knee", knee}});
  scene.state.v.setZero();
  return scene;
}

struct KneeTorques {
  double hanging = 0.0, standing = 0.0;
};
KneeTorques knee_torques() {
  const auto [model, state] = standing("v3", knee_angle);
  ComputedTorque torque(model);
  const ComputedTorqueResult& result =
      torque.compute(state, {.q = state.q, .v = {}, .a = {}}, support_points(model));
  const int v = model.joints()[static_cast<std::size_t>(model.joint("l_leg_kny"))].v;
  return {result.hanging[v], result.supported[v]};
}

/// Where soles and centre of mass of a posture are.
KinematicTargets targets_at(const Model& model, const Eigen::VectorXd& q) {
  ModelWorkspace at(model);
  at.set_configuration(q);
  KinematicTargets targets;
  for (const char* frame : {"l_sole", "r_sole"}) {
    targets.points.push_back(
        {.frame = frame, .position = at.position(model.frame(frame), Eigen::Vector3d::Zero())});
    targets.orientations.push_back({.frame = frame});
  }
  targets.center_of_mass = CenterOfMassTarget{.position = at.center_of_mass()};
  return targets;
}

/// The walk of S2 4.2 from a posture, y = 0.
ThesisGait gait_from(const KinematicTargets& start) {
  ThesisGait gait;
  gait.left = start.points[0].position;
  gait.right = start.points[1].position;
  gait.height = start.center_of_mass->position.z();
  const Eigen::Vector3d middle = 0.5 * (gait.left + gait.right);
  gait.offset.x() = start.center_of_mass->position.x() - middle.x();
  return gait;
}

/// By how much the centre of pressure of (4.4) is beside the foot that stands [mm], in mid step.
double beside_the_foot() {
  const auto [model, state] = standing("v1", walking_knee);
  const ThesisGait gait = gait_from(targets_at(model, state.q));
  const GaitMoment moment = gait.at(0.5 * gait.step_time);
  const GaitPoint& com = moment.center_of_mass;
  const double zmp = com.position.y() - com.position.z() / 9.81 * com.acceleration.y();
  const GaitPoint& stance = moment.swing == Side::left ? moment.right : moment.left;
  return 1000.0 * (std::abs(stance.position.y() - zmp) - half_width);
}

/// Largest ‖Δx‖ left along the walk.
double left_by_kinematics() {
  auto [model, state] = standing("v1", walking_knee);
  KinematicTargets targets = targets_at(model, state.q);
  const ThesisGait gait = gait_from(targets);
  InverseKinematics kinematics(model);
  Eigen::VectorXd q = state.q;
  double largest = 0.0;
  for (int k = 0; k <= 8 * gait.steps; ++k) {
    const GaitMoment moment = gait.at(k * gait.end() / (8.0 * gait.steps));
    targets.points[0].position = moment.left.position;
    targets.points[1].position = moment.right.position;
    targets.center_of_mass->position = moment.center_of_mass.position;
    const InverseKinematicsResult& found = kinematics.solve(targets, q);
    largest = std::max(largest, found.error);
    q = found.q;
  }
  return largest;
}

void add_knees(Table& table) {
  table.add("atlas.knee.hanging", [] {
    return Reproduction{.source = atlas_reference,
                        .quantity = "torque of a knee at 0.8 rad by (4.21), v3 at rest [N m]",
                        .published = number(6.8),
                        .computed = number(knee_torques().hanging),
                        .digits = 2};
  });
  table.add("atlas.knee.standing", [] {
    return Reproduction{
        .source = atlas_reference,
        .quantity = "torque of a knee at 0.8 rad with the ground's forces, v3 at rest [N m]",
        .published = number(-101.0),
        .computed = number(knee_torques().standing),
        .digits = 3};
  });
  table.add("S2.eq4_21.knee", [] {
    const KneeTorques torques = knee_torques();
    return Reproduction{
        .source = "S2 (4.21)",
        .quantity = "torque that holds a knee of Atlas v3 at 0.8 rad, as (4.21) gives it [N m]",
        .published = number(torques.hanging),
        .computed = number(torques.standing),
        .digits = 3,
        .expected = Status::refuted,
        .note =
            "the inverse of Gᵀ drops the base rows: torques of a robot that hangs from its "
            "pelvis; the forces of the ground belong into the balance"};
  });
}

void add_walk(Table& table) {
  table.add("atlas.zmp.beside_the_foot", [] {
    return Reproduction{
        .source = atlas_reference,
        .quantity = "(4.4) with y = 0: centre of pressure beside the stance foot, v1 [mm]",
        .published = number(27.0),
        .computed = number(beside_the_foot()),
        .digits = 2,
        .note = "so the robot falls to the side of the foot that swings, whatever the torques"};
  });
  table.add("S2.eq4_1.end", [] {
    constexpr double T = 0.8;
    return Reproduction{
        .source = "S2 (4.1)",
        .quantity = "share of the stride made at the end of a step of 0.8 s",
        .published = number(1.0),
        .computed = number(-2.0 * T * T * T + 3.0 * T * T),
        .expected = Status::refuted,
        .note =
            "as printed, with t − t_i in seconds, it is right for steps of 1 s alone; the "
            "curve wants (t − t_i)/T"};
  });
  table.add("S2.eq4_12.error", [] {
    return Reproduction{
        .source = "S2 (4.6)-(4.12)",
        .quantity = "largest error left by inverse kinematics along (4.1)-(4.5), Atlas v1 [m, rad]",
        .published = number(0.0),
        .computed = number(left_by_kinematics()),
        .digits = 9,
        .note = "corrected: Jᵀ(J Jᵀ + λ²)⁻¹, error evaluated anew in each iteration, end on it"};
  });
}

}  // namespace

void add_reference_atlas(Table& table) {
  add_knees(table);
  add_walk(table);
}

}  // namespace carom::published
