// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// NPZ, the archive of arrays of numpy.load. An array (NEP 1, version 1.0) is a header in Python's
// notation, padded to a multiple of 64 bytes, then the entries, little-endian.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "report/files/zip.h"

namespace carom::report {

/// An array of which the start is known, and how many bytes follow.
struct NpzArray {
  std::string name, start;
  std::uint64_t rest = 0;
};
/// Replaces a file. `fill` writes what follows the starts, piecewise and side by side.
void write_arrays(const std::filesystem::path& path, const std::vector<NpzArray>& arrays,
                  const std::function<void(ZipWriter&)>& fill);

/// `kind`: "<f8" for doubles, "<U12" for a text of 12 characters.
[[nodiscard]] std::string array_header(std::string_view kind,
                                       const std::vector<std::int64_t>& shape);
/// The length of the header that starts these bytes (ten at least); 0 if it is none.
[[nodiscard]] std::size_t array_header_size(std::string_view bytes);
/// A whole array of texts, all as long as the longest; `scalar`: of one text, without dimension.
[[nodiscard]] std::string text_array(const std::vector<std::string>& texts, bool scalar);

/// Eight bytes; every NaN is written as the same one.
char* put_double(char* at, double value);
[[nodiscard]] double get_double(const char* at);

/// The UTF-32 of arrays to UTF-8.
[[nodiscard]] std::string narrow_text(std::string_view wide);

}  // namespace carom::report
