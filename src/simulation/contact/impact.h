// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The impact of all closed contacts of a model under the law of a simulation, with its verdict, and
// the outcomes most different from it.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "carom/model.h"
#include "carom/simulation.h"

namespace carom::simulation {

/// `plastic`: restitution 0 at every contact, whatever the law and the contacts say.
Outcome resolve_impact(const Model& model, const State& state, const std::vector<int>& contacts,
                       bool plastic, const SimulationOptions& options, ModelWorkspace& workspace,
                       Workspace& scratch);

/// At most `count` velocities of the outcome's branches, each the farthest (mass metric) from those
/// before it and from the outcome's own.
std::vector<Eigen::VectorXd> most_different(const Outcome& outcome,
                                            const Eigen::MatrixXd& mass_matrix, int count);

/// All of these contacts are stops of joints; false where there is none.
bool are_stops(const Model& model, const std::vector<int>& contacts);

}  // namespace carom::simulation
