// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "carom/error.h"

namespace carom::report {
RunTable::RunTable(const std::filesystem::path& path, const RunNames& names)
    : RunTable(path, trajectory_header(names), names.columns().size()) {}

RunTable::RunTable(const std::filesystem::path& path, const std::string& header,
                   std::size_t columns, int word)
    : file_(path, ByteFile::Use::read),
      lines_(file_, static_cast<std::int64_t>(header.size())),
      columns_(columns),
      word_(word) {
  if (file_.read_at(0, header.size()) == header) return;
  throw InvalidInput(
      fmt::format("{}:1: another header; expected that of this run; the file was changed: delete "
                  "the folder to start anew",
                  path.string()));
}

bool RunTable::next(std::vector<double>& row) {
  std::string_view line;
  if (!lines_.next(line)) return false;
  row.resize(columns_);
  const bool whole = std::count(line.begin(), line.end(), ',') + 1 == std::ssize(row);
  for (std::size_t k = 0; whole && k < columns_; ++k) {
    const std::string_view field = take_field(line);
    if (static_cast<int>(k) == word_ && !field.empty()) {
      row[k] = std::numeric_limits<double>::quiet_NaN();
    } else if (!read_number(field, row[k])) {
      break;
    }
    if (k + 1 == columns_) return true;
  }
  throw InvalidInput(fmt::format(
      "{}:{}: is not a row of {} {}; expected it as carom wrote it; the file was "
      "changed: delete the folder to start anew",
      file_.path().string(), lines_.count() + 1, columns_, word_ < 0 ? "numbers" : "values"));
}

}  // namespace carom::report
