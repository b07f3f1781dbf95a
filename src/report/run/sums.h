// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a trajectory's facts count of its rows and impacts; for runs with a folder and without.
#pragma once

#include "carom/run.h"
#include "carom/simulation.h"

namespace carom::report {

/// `reference_energy`: right after the last impact, or at the start.
void count_row(const TrajectoryRow& row, RunTrajectory& facts, double& reference_energy);
void count_impact(const ImpactRecord& impact, RunTrajectory& facts);
/// Empty again, with its storage.
void clear(SimulationRecord& record);

}  // namespace carom::report
