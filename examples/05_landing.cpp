// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A robot of your own: a body on two legs with knees lands on both feet. Straight knees: the
// outcome depends on which foot was first. Bent knees: practically not.
#include <carom/carom.h>

#include <cmath>
#include <iostream>
#include <string>

using Eigen::Vector3d;

// A uniform rod of length 0.4 m that hangs from its joint and turns about y.
carom::BodyDescription rod(const std::string& name, const std::string& parent,
                           const Vector3d& joint, double mass) {
  carom::BodyDescription body;
  body.name = name;
  body.parent = parent;
  body.kind = carom::JointKind::revolute;
  body.axis = Vector3d::UnitY();
  body.placement.translation() = joint;
  body.mass = mass;
  body.center = Vector3d(0, 0, -0.2);
  body.inertia = mass * 0.4 * 0.4 / 12 * Vector3d(1, 1, 0.01).asDiagonal().toDenseMatrix();
  return body;
}

carom::Model two_legs() {
  carom::ModelDescription robot;
  robot.name = "two legs";
  carom::BodyDescription body;
  body.name = "body";
  body.kind = carom::JointKind::free;
  body.mass = 10;
  body.inertia = Vector3d(0.2, 0.3, 0.2).asDiagonal();
  robot.bodies.push_back(body);
  for (const std::string side : {"left", "right"}) {
    const double y = side == "left" ? 0.15 : -0.15;
    robot.bodies.push_back(rod(side + "_thigh", "body", Vector3d(0, y, 0), 1.5));
    robot.bodies.push_back(rod(side + "_shank", side + "_thigh", Vector3d(0, 0, -0.4), 0.8));
    carom::ContactCandidate foot;
    foot.name = side + "_foot";
    foot.sphere = {.body = side + "_shank", .center = Vector3d(0, 0, -0.42), .radius = 0.02};
    robot.parts.contacts.push_back(foot);
  }
  return carom::Model(robot);
}

int main() {
  const carom::Model robot = two_legs();
  double straight = 0, bent = 0;
  for (const double knee : {0.1, 0.5, 1.0}) {
    Eigen::VectorXd q = robot.neutral();
    q.tail<4>() << -knee / 2, knee, -knee / 2, knee;
    const carom::PostureResult stance = carom::solve_posture(robot, q);  // both feet on the ground
    if (!stance.converged) return 1;
    Eigen::VectorXd v = Eigen::VectorXd::Zero(robot.velocity_size());
    v[2] = -1;
    const auto landing =
        carom::analyze_landing(robot, {stance.q, v}, {.analysis = {.restitution = 0.3}});
    std::cout << "knees " << knee << " rad: " << landing.summary() << '\n';
    (knee == 0.1 ? straight : bent) = landing.analysis.spread();
  }
  return bent < straight ? 0 : 1;
}
