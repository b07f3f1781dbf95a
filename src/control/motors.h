// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the motors of a model can give.
#pragma once

#include <Eigen/Core>

#include "carom/model.h"

namespace carom::control {

/// Of every velocity [N, N m]: the joint's limit or its actuator's, whichever is less; what a file
/// gives as 0 or infinite is no limit.
Eigen::VectorXd motor_limits(const Model& model);

}  // namespace carom::control
