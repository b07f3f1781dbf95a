// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Small models of every kind of joint for the variational integrator, and a way to run it.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <string>
#include <vector>

#include "carom/control.h"
#include "carom/model.h"
#include "carom/robot.h"
#include "simulation/variational/step.h"
#include "support/random_models.h"
#include "support/robot_text.h"

namespace carom::test {

/// A series of bodies with these joints.
inline ModelDescription series(const std::vector<JointKind>& kinds, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<MassPoint> points;
  ModelDescription description;
  description.name = "series";
  description.gravity = {0.5, -1.0, -9.81};
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    BodyDescription body;
    body.name = "b" + std::to_string(k);
    body.joint = "j" + std::to_string(k);
    body.parent = k == 0 ? "world" : "b" + std::to_string(k - 1);
    body.kind = kinds[k];
    body.axis = random_vector(random);
    body.placement = random_placement(random);
    set_cloud(body, random, points);
    description.bodies.push_back(body);
  }
  return description;
}

/// With a spring and a damper from the last body to the world, and a spring in each joint of one
/// coordinate.
inline Model sprung(const ModelDescription& description) {
  const Model plain(description);
  ModelParts parts = plain.parts();
  for (const Joint& joint : plain.joints()) {
    if (joint.q_size == 1) parts.joint_springs.push_back({joint.name, 3.0, 0.2, 0.3});
  }
  PointSpring spring;
  spring.first = plain.frame_names().back();
  spring.first_point = {0.1, 0.2, -0.1};
  spring.second_point = {0.5, 0.0, 1.0};
  spring.stiffness = 20.0;
  spring.length = 0.3;
  spring.damping = 0.5;
  parts.point_springs = {spring};
  return plain.with(parts);
}

/// Bodies in series from URDF, with joints of these types ("continuous", "planar", "floating" …).
inline Model urdf_series(const std::vector<std::string>& types) {
  std::string text =
      "<robot name='series'><link name='b0'><inertial><mass value='1'/>"
      "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>";
  for (std::size_t k = 0; k < types.size(); ++k) {
    const std::string number = std::to_string(k + 1);
    text += "<joint name='j" + number + "' type='" + types[k] +
            "'><origin xyz='0.1 0.2 -0.3' rpy='0.3 -0.2 0.5'/><parent link='b" + std::to_string(k) +
            "'/><child link='b" + number +
            "'/><axis xyz='0 0 1'/><limit lower='-9' upper='9' effort='9' velocity='9'/></joint>"
            "<link name='b" +
            number +
            "'><inertial><origin xyz='0.1 -0.2 0.3'/><mass value='1.5'/>"
            "<inertia ixx='0.1' iyy='0.2' izz='0.15' ixy='0.01' ixz='0' iyz='0.02'/></inertial>"
            "</link>";
  }
  const RobotFolder folder;
  RobotOptions options;
  options.base = RobotOptions::Base::fixed;
  return load_robot(folder.write("series.urdf", text + "</robot>"), options);
}

/// A smooth force that depends on time, the first coordinates and all velocities.
inline Controller stirring() {
  Controller controller;
  controller.name = "stirring";
  controller.add_force = [](double time, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                            Eigen::Ref<Eigen::VectorXd> force) {
    force[0] += std::sin(3.0 * time) - 0.5 * q[0];
    force[force.size() - 1] += std::cos(2.0 * time) * q[1 % q.size()];
    force -= 0.2 * v;
  };
  return controller;
}

/// State after steps of h from `start`; NaN if one fails.
inline State run(const Model& model, const Controller& controller, const State& start, double h,
                 int steps) {
  simulation::VariationalStep step(model, controller);
  const Eigen::VectorXd none;
  State end = start;
  step.set_node(start.q, start.v);
  for (int k = 0; k < steps; ++k) {
    if (!step.step(k * h, h, none)) end.v.setConstant(std::nan(""));
    step.commit(none);
  }
  end.q = step.q();
  if (!end.v.hasNaN()) step.velocity(end.q, step.p(), end.v);
  return end;
}

/// How far two states are apart, at most.
inline double apart(const Model& model, const State& a, const State& b) {
  return std::max(model.difference(a.q, b.q).lpNorm<Eigen::Infinity>(),
                  (a.v - b.v).lpNorm<Eigen::Infinity>());
}

}  // namespace carom::test
