// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Whether a simulation can start: its options and its state.
#pragma once

#include <string>
#include <vector>

#include "carom/simulation.h"

namespace carom::simulation {

/// Throws InvalidInput with all faults.
void check_options(const SimulationOptions& options);
/// The state to start from: as given, or moved where `project_start` says so and where a loop is
/// off by less than its tolerance; what was changed goes to `notes`. Throws InvalidInput with all
/// faults: off the manifold, contacts in penetration, loops open, velocities that violate them.
State checked_start(const Model& model, State start, const SimulationOptions& options,
                    std::vector<std::string>& notes);

}  // namespace carom::simulation
