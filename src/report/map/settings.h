// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a map is of, as the JSON that stands beside its file:
//   {"format": "carom-map/1", "version", "subject", "axes": [{"name", "unit", "from", "to",
//    "count"}], "measures": [{"name", "unit"}], "law", "restitution", "points", "rows", "status"}
// with status "unfinished" or "finished". Nothing in it depends on how many runs the map took.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "carom/map.h"
#include "report/json/json_text.h"
#include "report/map/file.h"

namespace carom::report {

struct MapSettings {
  std::vector<MapColumn> columns;  ///< Axes, then measures.
  std::vector<MapAxis> axes;
  std::int64_t point_count = 0;
  std::int64_t rows = 0;  ///< At the end of the last run that ended by itself.
  bool finished = false;
  Json document;  ///< All of the above and the subject, as in the file.

  std::size_t measure_count() const { return columns.size() - axes.size(); }
};

/// Of a map that starts. Throws InvalidInput if the subject is not JSON.
[[nodiscard]] MapSettings make_settings(const std::vector<MapColumn>& columns,
                                        const MapOptions& options, const MapIdentity& identity,
                                        std::int64_t point_count);
/// The values of the axes at a row: value k of axis `axis`, the last axis running fastest.
[[nodiscard]] double axis_value(const MapSettings& settings, std::size_t axis, std::int64_t row);

[[nodiscard]] std::filesystem::path settings_path(const std::filesystem::path& map);
/// The text of the file, with the rows that are done.
[[nodiscard]] std::string settings_text(const MapSettings& settings, std::int64_t rows,
                                        bool finished);
void write_settings(const std::filesystem::path& map, const MapSettings& settings,
                    std::int64_t rows, bool finished);
/// Throws InvalidInput for a file that cannot be read or is not of a map.
[[nodiscard]] MapSettings read_settings(const std::filesystem::path& map);
[[nodiscard]] MapSettings parse_settings(std::string_view text, const std::string& where);

/// Throws InvalidInput, with all that differs other than rows and status:
/// "axes: x 0:1:10 in the file, 0:1:20 asked".
void check_same(const std::filesystem::path& map, const MapSettings& in_file,
                const MapSettings& asked);

}  // namespace carom::report
