// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Rows of a map as lines of CSV.
#pragma once

#include <string>
#include <vector>

#include "carom/map.h"

namespace carom::report {

/// A field, quoted where it must be (RFC 4180).
std::string csv_field(const std::string& field);
/// "name [unit],name [unit]" and a line end.
std::string csv_header(const std::vector<MapColumn>& columns);
/// One line per row; numbers by the shortest text that reads back to the same bits, NaN as "nan".
void csv_rows(const MapRows& rows, std::string& text);

}  // namespace carom::report
