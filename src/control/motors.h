// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the motors of a model can give, and which joint is the base, that nothing drives.
#pragma once

#include <Eigen/Core>

#include "carom/model.h"

namespace carom::control {

/// Of every velocity [N, N m]: the joint's limit or its actuator's, whichever is less; what a file
/// gives as 0 or infinite is no limit.
Eigen::VectorXd motor_limits(const Model& model);

/// True for the joint that lets a robot move freely, in space or in the plane.
inline bool is_base(const Joint& joint) {
  return joint.parent < 0 && (joint.kind == JointKind::free || joint.kind == JointKind::planar);
}

}  // namespace carom::control
