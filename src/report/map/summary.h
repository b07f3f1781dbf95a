// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a map found, as text and JSON.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "carom/map.h"

namespace carom::report {

struct MapSummary {
  std::string title;
  MapResult result = {};
  bool resumed = false;   ///< The counts of `result` are those of the last run.
  std::string file = {};  ///< Where the rows are; empty: nowhere.
  struct Range {
    double lowest = 0.0, highest = 0.0;
    std::int64_t values = 0;  ///< Rows with a value.
    std::int64_t above_zero = 0;
    void add(double value);  ///< NaN is left out.
  };
  std::vector<Range> ranges = {};                         ///< Per measure.
  std::vector<std::optional<MapFeatures>> features = {};  ///< Per measure, where asked for.
  std::vector<double> rows = {};  ///< All values, where they are to be shown.
};

/// The column of a measure.
const MapColumn& measure_column(const Map& map, std::size_t measure);

/// "inside the ground by 3 mm: left knee"; lengths in the unit of the map. Empty: nothing is
/// inside.
std::string penetration_words(const Map& map, const Penetration& penetration);
/// "6218 of 29161 points: a body is below the ground or inside another, by up to 89 mm". `range`:
/// of the penetration.
std::string impossible_text(const Map& map, const MapSummary::Range& range);

std::string to_text(const Map& map, const MapSummary& summary);
std::string to_json(const Map& map, const MapSummary& summary, int indent);

}  // namespace carom::report
