// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/map/csv_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace carom::report {
namespace {

constexpr std::size_t longest_number = 24;  // -2.2250738585072014e-308

char* put_digits(char* at, double value) {
  if (std::isnan(value)) {
    std::memcpy(at, "nan", 3);
    return at + 3;
  }
  return std::to_chars(at, at + longest_number, value).ptr;
}

}  // namespace

std::string csv_field(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == field.npos) return field;
  std::string text = "\"";
  for (const char c : field) text.append(c == '"' ? 2 : 1, c);
  return text + "\"";
}

std::string csv_header(const std::vector<MapColumn>& columns) {
  std::string line;
  for (const MapColumn& column : columns) {
    if (!line.empty()) line += ',';
    line += csv_field(fmt::format("{} [{}]", column.name, column.unit));
  }
  return line + "\n";
}

void csv_rows(const MapRows& rows, std::string& text) {
  const auto lines = static_cast<std::size_t>(rows.count);
  const std::size_t columns = rows.values.size() / std::max<std::size_t>(lines, 1);
  text.resize(lines * columns * (longest_number + 1));
  char* at = text.data();
  const double* value = rows.values.data();
  for (std::size_t i = 0; i < lines; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      at = put_digits(at, *value++);
      *at++ = ',';
    }
    at[-1] = '\n';
  }
  text.resize(static_cast<std::size_t>(at - text.data()));
}

}  // namespace carom::report
