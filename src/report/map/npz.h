// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A map as NPZ, the archive of arrays of numpy.load: one array per axis, one per measure with the
// shape of the grid (C order, NaN where there is no row yet), and `settings`, the JSON as text.
// While the map is made, rows wait in FILE.npz.part: little-endian doubles, the measures only, row
// by row. An array is called like its column, with '_' for '/'; a name already taken gets "_2".
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "report/map/file.h"
#include "report/map/settings.h"

namespace carom::report {

/// One per column, then "settings".
[[nodiscard]] std::vector<std::string> array_names(const MapSettings& settings);
[[nodiscard]] std::filesystem::path spool_path(const std::filesystem::path& map);
[[nodiscard]] std::unique_ptr<MapFile> create_npz(const std::filesystem::path& path,
                                                  const MapSettings& settings);
[[nodiscard]] std::unique_ptr<MapFile> resume_npz(const std::filesystem::path& path,
                                                  const MapSettings& settings);
/// Throws InvalidInput unless every measure is there.
void check_finished_npz(const std::filesystem::path& path, const MapSettings& settings);

/// Fills `values`, one per point, from a column that is a measure; returns the number of rows.
std::int64_t read_npz(const std::filesystem::path& path, const MapSettings& settings,
                      std::size_t column, std::vector<double>& values);
/// The settings inside the file.
[[nodiscard]] MapSettings read_npz_settings(const std::filesystem::path& path);

}  // namespace carom::report
