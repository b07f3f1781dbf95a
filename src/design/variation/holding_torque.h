// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The joint torques that hold a posture against gravity while it stands on its contacts.
//   g(q) = Bᵀτ + Jᵀf, with the forces f of least norm for which nothing acts on what has no motor.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "carom/model.h"

namespace carom::design {

/// τ over the model's velocities; zero where there is no motor: a free base, and where the model
/// has actuators, what carries all contacts and has none. Forces may pull, and friction is as large
/// as it takes. NaN if no forces do, as where the weight lies beside feet that are points on a
/// line.
Eigen::VectorXd holding_torques(ModelWorkspace& workspace, const State& state,
                                const std::vector<std::string>& contacts);
/// The largest |τ| [N m; N of prismatic joints].
double holding_torque(ModelWorkspace& workspace, const State& state,
                      const std::vector<std::string>& contacts);

}  // namespace carom::design
