// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Arrays in the format of numpy (NEP 1, version 1.0): a header in Python's notation, padded to a
// multiple of 64 bytes, then the entries, little-endian.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/map/settings.h"

namespace carom::report {

/// `kind`: "<f8" for doubles, "<U12" for a text of 12 characters.
[[nodiscard]] std::string array_header(std::string_view kind,
                                       const std::vector<std::int64_t>& shape);
/// The length of the header that starts these bytes (ten at least); 0 if it is none.
[[nodiscard]] std::size_t array_header_size(std::string_view bytes);

/// Eight bytes; every NaN is written as the same one.
char* put_double(char* at, double value);
[[nodiscard]] double get_double(const char* at);

/// Text in UTF-8 to the UTF-32 of arrays, and back.
[[nodiscard]] std::string wide_text(std::string_view text);
[[nodiscard]] std::string narrow_text(std::string_view wide);

/// The names of the arrays: one per column, then "settings".
[[nodiscard]] std::vector<std::string> array_names(const MapSettings& settings);

}  // namespace carom::report
