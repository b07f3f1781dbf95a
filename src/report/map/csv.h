// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A map as CSV (RFC 4180, lines end with \n): "phi_r [rad],gamma [rad],inner_product_raw [1/kg]",
// then one line per row. The file itself says how far it is.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "report/map/file.h"
#include "report/map/settings.h"

namespace carom::report {

/// "name [unit],name []" and a line end: maps keep the brackets where there is no unit.
[[nodiscard]] std::string map_header(const std::vector<MapColumn>& columns);
/// One line per row.
void csv_rows(const MapRows& rows, std::string& text);

[[nodiscard]] std::unique_ptr<MapFile> create_csv(const std::filesystem::path& path,
                                                  const MapSettings& settings);
/// Nothing is changed before everything was checked. Throws InvalidInput.
[[nodiscard]] std::unique_ptr<MapFile> resume_csv(const std::filesystem::path& path,
                                                  const MapSettings& settings);
/// Throws InvalidInput unless every row is there.
void check_finished_csv(const std::filesystem::path& path, const MapSettings& settings);

/// Fills `values`, one per point, from a column; returns the number of rows read.
std::int64_t read_csv(const std::filesystem::path& path, const MapSettings& settings,
                      std::size_t column, std::vector<double>& values);

}  // namespace carom::report
