// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a person reads of a run's end: where the energy went, and how a robot landed. The same on
// the terminal and on the page.
#pragma once

#include <string>
#include <vector>

#include "carom/run.h"

namespace carom::report {

/// "energy 245 J (kinetic 0, potential 245) → …": one line whose sums add up.
[[nodiscard]] std::string energy_text(const RunTrajectory& trajectory, const std::string& unit);

/// Sentences on how a robot landed: at rest, still moving or fallen; motors at their limits.
[[nodiscard]] std::vector<std::string> landing_sentences(const LandingSums& sums, bool finished);
/// The same, a line each.
[[nodiscard]] std::string landing_text(const RunTrajectory& trajectory);

}  // namespace carom::report
