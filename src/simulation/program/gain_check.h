// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Gains that a step of an integrator does not resolve.
#pragma once

#include "carom/model.h"
#include "carom/simulation.h"

namespace carom::simulation {

/// Throws InvalidInput that names each motor, its gain and the largest that the step allows, at the
/// posture of the start. Ticks are implicit in their motors and allow any.
void check_gains(const Model& model, const Eigen::VectorXd& posture,
                 const SimulationOptions& options);

}  // namespace carom::simulation
