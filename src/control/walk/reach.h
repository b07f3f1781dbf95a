// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Whether the legs reach the footholds of a plan. Input: a plan, where the centre of mass starts.
// Output: the first step that is out of reach. Method: the centre of mass follows the planned DCM,
// ċ = ω(ξ − c); where a foot lands and where the next one is lifted, both soles flat, inverse
// kinematics must find a posture inside the joint limits, within 20 mm and rad of everything (so
// much the controller gives way in height).
#pragma once

#include <Eigen/Core>
#include <string>

#include "carom/walking.h"

namespace carom::control {

/// What stands where, and how the body is turned.
struct ReachPosture {
  Foothold left = {}, right = {};
  Eigen::Vector3d com = Eigen::Vector3d::Zero();
};

/// Empty: all steps are within reach. `height`: of the centre of mass over the soles.
std::string out_of_reach(const Model& model, const WalkRobot& robot, const WalkPlan& plan,
                         const ReachPosture& start, const Eigen::VectorXd& q, double height);

}  // namespace carom::control
