// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/files/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

namespace carom::report {
namespace {

// Bytes read at once: a call of the system costs nothing beside them, and memory stays small.
constexpr std::size_t csv_block = 1 << 20;

}  // namespace

std::string label(const MapColumn& column) {
  return column.unit.empty() ? column.name : fmt::format("{} [{}]", column.name, column.unit);
}

std::string csv_field(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == field.npos) return field;
  std::string text = "\"";
  for (const char c : field) text.append(c == '"' ? 2 : 1, c);
  return text + "\"";
}

std::string csv_header(const std::vector<std::string>& names) {
  std::string line;
  for (const std::string& name : names) line += csv_field(name) + ',';
  line.back() = '\n';
  return line;
}

char* put_number(char* at, double value) {
  if (std::isnan(value)) return std::copy_n("nan", 3, at);  // never "-nan"
  return std::to_chars(at, at + longest_number, value).ptr;
}

void put_number(double value, std::string& text) {
  char digits[longest_number];
  text.append(digits, put_number(digits, value));
}

bool read_number(std::string_view field, double& value) {
  const char* end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  return error == std::errc() && stop == end;
}

std::string_view take_field(std::string_view& line) {
  const std::size_t comma = std::min(line.find(','), line.size());
  const std::string_view field = line.substr(0, comma);
  line.remove_prefix(std::min(comma + 1, line.size()));
  return field;
}

bool CsvLines::next(std::string_view& line) {
  std::size_t stop = block_.find('\n', at_);
  while (stop == block_.npos) {  // more of the file behind what is left of the block
    block_.erase(0, at_);
    at_ = 0;
    const std::size_t kept = block_.size();
    block_.resize(kept + csv_block);
    const std::size_t got =
        file_.read_at(end_ + static_cast<std::int64_t>(kept), block_.data() + kept, csv_block);
    block_.resize(kept + got);
    if (got == 0) return false;
    stop = block_.find('\n', kept);
  }
  line = std::string_view(block_).substr(at_, stop - at_);
  start_ = end_;
  end_ += static_cast<std::int64_t>(line.size()) + 1;
  at_ = stop + 1;
  ++count_;
  return true;
}

}  // namespace carom::report
