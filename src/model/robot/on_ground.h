// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stances from what was not all readable, and what of a robot has no inertia.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <vector>

#include "carom/stance.h"

namespace carom {

/// As stand(robot, options). `velocity_faults`: of whoever read the velocity; they stand behind the
/// faults of everything else, and nothing is asked of the velocity itself.
Stance stand(const Model& robot, const StanceOptions& options,
             const std::vector<std::string>& velocity_faults);

/// What turns or slides nothing with inertia, rotors counted.
struct WithoutInertia {
  std::vector<std::size_t> joints = {};  ///< Indices.
  /// Of each velocity: it has a part in a motion that costs nothing, as a neck's roll beside its
  /// yaw. What it is after an impact means nothing.
  std::vector<bool> velocities = {};
};
WithoutInertia without_inertia(const Model& model, const Eigen::VectorXd& q);

}  // namespace carom
