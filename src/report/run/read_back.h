// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The files of a trajectory read back to what was recorded, for the page of a run that goes on
// after an interruption. Input: a folder. Output: records in order of time, as the simulation made
// them, one row each; of a row's kind, an outcome's residuals and a sample's phase the page needs
// nothing. Memory does not grow with the length of the files.
#pragma once

#include <filesystem>
#include <functional>

#include "carom/simulation.h"
#include "report/run/text.h"

namespace carom::report {

/// Calls `use` with a record for every row, with the impacts, events, samples and touch-downs up to
/// its time, and with one for what comes after the last row. Files other than trajectory.csv (and
/// walk.csv, of a walk) may be missing. Throws InvalidInput for files that were changed.
void read_back(const std::filesystem::path& folder, const RunNames& names, bool walk,
               const std::function<void(const SimulationRecord&)>& use);

}  // namespace carom::report
