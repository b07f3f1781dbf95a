// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a page says of a walk. Input: run.json, walk.csv, touchdowns.json. Output: curves and
// touch-downs of a track (format.ts), sentences and facts.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "report/json/json_text.h"
#include "report/run/walk.h"

namespace carom::report {

/// `trajectory`: of run.json.
[[nodiscard]] bool is_walk(const Json& trajectory);

/// How many curves put_walk_channels() adds.
[[nodiscard]] std::size_t walk_channel_count(const WalkMotors& motors);
/// Adds the curves of a walk.csv at these times, ascending: between two rows blended, before the
/// first as that one, NaN where nothing is known. Motors that came nearest to their limits come
/// first. Throws InvalidInput for a file that was changed.
void put_walk_channels(const std::filesystem::path& file, const WalkMotors& motors,
                       const std::vector<double>& times, Json& channels);

/// Of a touchdowns.json (format.ts, Touchdowns). Throws InvalidInput for a file that was changed.
[[nodiscard]] Json page_touchdowns(const std::filesystem::path& file);

/// How it ended, and the largest of what should stay small.
[[nodiscard]] std::vector<std::string> walk_sentences(const Json& run);
/// "; touch-downs 0.05 J per step, at most 0.08 J"; empty: no foot has landed.
[[nodiscard]] std::string walk_loss(const Json& run);
/// What was asked for.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> walk_facts(const Json& run);

}  // namespace carom::report
