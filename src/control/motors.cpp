// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "control/motors.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::control {

Eigen::VectorXd motor_limits(const Model& model) {
  constexpr double none = std::numeric_limits<double>::infinity();
  Eigen::VectorXd limits = model.effort_limit();
  for (double& limit : limits) {
    if (!(limit > 0.0)) limit = none;
  }
  for (const Actuator& actuator : model.parts().actuators) {
    const double limit = std::abs(actuator.gear) * actuator.effort_limit;
    if (!(limit > 0.0)) continue;
    const Joint& joint = model.joints()[static_cast<std::size_t>(model.joint(actuator.joint))];
    limits[joint.v] = std::min(limits[joint.v], limit);
  }
  return limits;
}

}  // namespace carom::control
