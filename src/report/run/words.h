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

/// "Worst spread: 1.92 % of the momentum at t = 0.142784 s, slightly different outcomes."; empty:
/// no impact has a practical verdict.
[[nodiscard]] std::string spread_sentence(const SpreadSums& sums);
/// "30 practically one outcome, 1 several, 2 not asked"; empty: as above.
[[nodiscard]] std::string spread_counts(const SpreadSums& sums);

/// Sentences on a run with a motor program: how far it went, where its energy came from and went,
/// simultaneous impacts, motors at their limits.
[[nodiscard]] std::vector<std::string> program_sentences(const ProgramSums& sums,
                                                         const Scene::Units& units);
/// The same, a line each.
[[nodiscard]] std::string program_text(const ProgramSums& sums, const Scene::Units& units);

/// Sentences on how a robot landed: at rest, still moving or fallen; motors at their limits.
[[nodiscard]] std::vector<std::string> landing_sentences(const LandingSums& sums, bool finished);
/// The same, a line each.
[[nodiscard]] std::string landing_text(const RunTrajectory& trajectory);

}  // namespace carom::report
