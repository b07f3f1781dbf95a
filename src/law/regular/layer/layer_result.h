// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// From the scaled end state of the compliant layer to an outcome: impulses (nothing pulls, friction
// in the cone exactly), v⁺ from them, works that balance the energy.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "carom/outcome.h"
#include "law/regular/layer/layer_system.h"

namespace carom::law {

/// Energy that each point took and gave back by its normal impulse, scaled.
struct LayerExchange {
  Eigen::VectorXd taken, returned;
  void reset(Eigen::Index points);
  /// Adds the normal works of a step.
  void add(const LayerSystem& system, const Eigen::VectorXd& before, const Eigen::VectorXd& after);
};

/// Fills impulse, velocity_plus, works and residuals.law: the largest difference, relative to the
/// approach speed, between point velocities by the impulses and by the integrated state.
void write_result(const ImpactProblem& problem, const LayerSystem& system, const Eigen::VectorXd& y,
                  const LayerExchange& exchange, Outcome& outcome);
/// The velocity at y into outcome.last_velocity.
void write_last_velocity(const ImpactProblem& problem, const LayerSystem& system,
                         const Eigen::VectorXd& y, Outcome& outcome);

}  // namespace carom::law
