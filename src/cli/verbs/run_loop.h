// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A run that leaves nothing on disk: the same tree of trajectories as run_to_folder's, of which
// nothing is kept but sums.
#pragma once

#include <functional>

#include "carom/run.h"
#include "carom/simulation.h"

namespace carom::cli {

struct RunWatch {
  /// Told after every step where the simulation of which trajectory is.
  std::function<void(int trajectory, double time)> progress = {};
  /// Told what the step recorded.
  std::function<void(int trajectory, const SimulationRecord& record)> observe = {};
};

/// Throws InvalidInput as Simulation does.
RunResult run_in_memory(const Model& model, const State& start, const SimulationOptions& options,
                        const RunWatch& watch);

}  // namespace carom::cli
