// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Robots and targets of the tests of inverse kinematics.
#pragma once

#include <Eigen/Core>
#include <string>

#include "carom/inverse_kinematics.h"
#include "carom/scene.h"
#include "support/random_models.h"

namespace carom::test::kinematic {

/// Two links of 1 m in the plane of x and y, fixed to the world.
inline Model arm(double lower = -3.0, double upper = 3.0) {
  ModelDescription description;
  description.name = "arm";
  for (const std::string name : {"upper", "lower", "tip"}) {
    BodyDescription body;
    body.name = name;
    body.joint = name + "_joint";
    body.mass = 1.0;
    body.inertia = Eigen::Matrix3d::Identity();
    if (name != "upper") {
      body.parent = description.bodies.back().name;
      body.placement.translation().x() = 1.0;
    }
    if (name != "tip") body.kind = JointKind::revolute;
    if (name == "lower") {
      body.lower = lower;
      body.upper = upper;
    }
    description.bodies.push_back(body);
  }
  return Model(description);
}

inline KinematicTargets tip_at(double x, double y) {
  KinematicTargets targets;
  targets.points = {{.frame = "tip", .position = {x, y, 0.0}, .axes = {true, true, false}}};
  return targets;
}

inline Model atlas_model(const char* version = "v1") {
  return make_scene_model("atlas", {{"version", std::string(version)}, {"knee", 0.45}}).model;
}
inline Eigen::VectorXd atlas_standing(const char* version = "v1") {
  return make_scene_model("atlas", {{"version", std::string(version)}, {"knee", 0.45}}).state.q;
}

/// Feet, trunk and centre of mass as they are at q.
inline KinematicTargets as_at(const Model& model, const Eigen::VectorXd& q) {
  ModelWorkspace at(model);
  at.set_configuration(q);
  KinematicTargets targets;
  for (const char* frame : {"l_sole", "r_sole"}) {
    const int f = model.frame(frame);
    targets.points.push_back({.frame = frame, .position = at.position(f, Eigen::Vector3d::Zero())});
    targets.orientations.push_back({.frame = frame, .orientation = at.placement(f).linear()});
  }
  const int trunk = model.frame("utorso");
  targets.orientations.push_back({.frame = "utorso", .orientation = at.placement(trunk).linear()});
  targets.center_of_mass = CenterOfMassTarget{.position = at.center_of_mass()};
  return targets;
}

/// Somewhere in the middle `share` of every joint's range, the base moved and turned a little.
inline Eigen::VectorXd random_posture(const Model& model, base::Random& random, double share) {
  Eigen::VectorXd dv = random_velocity(model, random, 0.1);
  dv.tail(dv.size() - 6).setZero();
  Eigen::VectorXd q = model.integrate(atlas_standing(), dv);
  for (int c = 7; c < model.configuration_size(); ++c) {
    const double low = model.lower_limit()[c], high = model.upper_limit()[c];
    const double middle = 0.5 * (low + high), half = 0.5 * share * (high - low);
    q[c] = random.uniform(middle - half, middle + half);
  }
  return q;
}

}  // namespace carom::test::kinematic
