// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Curves of a motor program on the page of a run (format.ts, Channel): torques with their limits,
// and where the energy goes over time. Input: values at the frames of a track, its impacts.
// Output: channels.
#pragma once

#include <vector>

#include "report/json/json_text.h"
#include "report/run/page/track.h"
#include "report/run/text.h"

namespace carom::report {

inline constexpr std::size_t account_curves = 4;  ///< That put_account() makes.

/// `torques`: of every driven velocity, over the frames.
void put_torques(const RunNames& names, const std::vector<std::vector<float>>& torques,
                 Json& channels);

/// What changed since the first frame: energy, work of the motors, of impacts, and what is left
/// for friction and dampers. `energies`, `works`: over the frames.
void put_account(const RunNames& names, const std::vector<double>& times,
                 const std::vector<double>& energies, const std::vector<double>& works,
                 const ImpactMarks& marks, Json& channels);

}  // namespace carom::report
