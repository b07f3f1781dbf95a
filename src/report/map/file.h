// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "report": the file of a map. Input: the rows of a map, in order. Output: FILE.csv or
// FILE.npz, and beside it FILE.csv.json: what the map is of and whether it is finished. A run that
// stopped, or was killed, can go on; the files then end with the bits of a run in one go.
// CSV: a header line of "name [unit]", one line per row, numbers that read back to the same bits.
// NPZ: one array per axis, one per measure with the shape of the grid, and `settings`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "carom/map.h"

namespace carom::report {

/// What a map is of: two maps are the same if this is. JSON text.
struct MapIdentity {
  std::string subject;
};

/// A file that takes the rows of a map. Left without finish(), it keeps the rows it was given.
class MapFile : public MapSink {
 public:
  /// Starts a file. Replaces a finished map. Throws InvalidInput for an unknown extension, a folder
  /// that does not exist, and where an unfinished map is.
  static std::unique_ptr<MapFile> create(const std::filesystem::path& path,
                                         const std::vector<MapColumn>& columns,
                                         const MapOptions& options, const MapIdentity& identity,
                                         std::int64_t point_count);
  /// Goes on with an unfinished map; a finished one has rows() == point_count and stays as it is.
  /// Throws InvalidInput, with nothing changed, unless the file is of the same map: every
  /// difference is named.
  static std::unique_ptr<MapFile> resume(const std::filesystem::path& path,
                                         const std::vector<MapColumn>& columns,
                                         const MapOptions& options, const MapIdentity& identity,
                                         std::int64_t point_count);

  /// Whole rows in the file: where to go on.
  virtual std::int64_t rows() const = 0;
  /// Closes the file. A file with only some of the rows can be read, and resumed.
  virtual void finish(bool complete) = 0;
};

/// One measure of a map, read back.
struct MapGrid {
  std::vector<MapAxis> axes = {};
  std::vector<std::string> axis_units = {};
  MapColumn column = {};
  std::int64_t rows = 0;  ///< Rows that are in the file.
  /// One per point, the last axis running fastest; NaN where there is none or no row yet.
  std::vector<double> values = {};
};

/// Reads one measure from a finished or unfinished map. Throws InvalidInput.
[[nodiscard]] MapGrid read_map_columns(const std::filesystem::path& path, std::string_view column);

}  // namespace carom::report
