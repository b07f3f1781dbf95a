// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Tables as CSV (RFC 4180, lines end with \n), out and in. Numbers are the shortest text that reads
// back to the same bits, or "nan", "inf".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "carom/map.h"
#include "report/files/bytes.h"

namespace carom::report {

/// "name [unit]", or "name" where there is no unit.
[[nodiscard]] std::string label(const MapColumn& column);
/// A field, quoted where it must be.
[[nodiscard]] std::string csv_field(const std::string& field);
/// The names of columns as a line.
[[nodiscard]] std::string csv_header(const std::vector<std::string>& names);

inline constexpr std::size_t longest_number = 24;  // -2.2250738585072014e-308
/// At most `longest_number` characters; returns their end.
char* put_number(char* at, double value);
void put_number(double value, std::string& text);
/// Each after a comma.
template <class Vector>
void put_numbers(const Vector& values, std::string& text) {
  for (const double value : values) {
    text += ',';
    put_number(value, text);
  }
}
/// False unless the whole field is a number.
bool read_number(std::string_view field, double& value);
/// Takes the text before the next comma off the line.
std::string_view take_field(std::string_view& line);

/// The whole lines of a file from an offset on, in bounded memory.
class CsvLines {
 public:
  CsvLines(const ByteFile& file, std::int64_t first) : file_(file), end_(first) {}
  /// Without its \n; valid until the next call. False: no whole line is left.
  bool next(std::string_view& line);
  /// Where the last line starts and ends in the file, and how many there were.
  std::int64_t start() const { return start_; }
  std::int64_t end() const { return end_; }
  std::int64_t count() const { return count_; }

 private:
  const ByteFile& file_;
  std::int64_t start_ = 0, end_ = 0, count_ = 0;
  std::string block_;
  std::size_t at_ = 0;
};

}  // namespace carom::report
