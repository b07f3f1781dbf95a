// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// trajectory.npz, made from trajectory.csv when a run ends or stops (so an interrupted run leaves
// the same bytes), in blocks of rows. Arrays of numpy: time (n), q (n × coordinates), v, energy
// (n), gaps, forces and friction (n × contacts), the names q_names, v_names, contacts, and run:
// what was run, as JSON.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "report/run/text.h"

namespace carom::report {

/// Throws DiskFault, or InvalidInput for a CSV that was changed.
void write_npz(const std::filesystem::path& folder, const RunNames& names, std::int64_t rows,
               const std::string& settings);

}  // namespace carom::report
