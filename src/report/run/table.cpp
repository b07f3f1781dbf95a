// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "carom/error.h"

namespace carom::report {
namespace {

constexpr std::size_t read_size = 1 << 20;

/// The end of a number; null: there is none.
const char* read_number(const char* from, const char* stop, double& value) {
  const auto [to, error] = std::from_chars(from, stop, value);
  return error == std::errc() ? to : nullptr;
}

const char* read_word(const char* from, const char* stop, double& value) {
  value = std::numeric_limits<double>::quiet_NaN();
  const char* to = std::find(from, stop, ',');
  return to == from ? nullptr : to;
}

}  // namespace

RunTable::RunTable(const std::filesystem::path& path, const RunNames& names)
    : RunTable(path, trajectory_header(names), names.columns().size()) {}

RunTable::RunTable(const std::filesystem::path& path, const std::string& header,
                   std::size_t columns, int word)
    : file_(path, ByteFile::Use::read), columns_(columns), word_(word) {
  std::string start(header.size(), '\0');
  start.resize(file_.read_at(0, start.data(), start.size()));
  if (start != header) {
    throw InvalidInput(
        fmt::format("{}:1: another header; expected that of this run; the file was changed: delete "
                    "the folder to start anew",
                    path.string()));
  }
  offset_ = static_cast<std::int64_t>(header.size());
}

/// More of the file behind what is left of the block.
bool RunTable::fill() {
  block_.erase(0, at_);
  at_ = 0;
  const std::size_t kept = block_.size();
  block_.resize(kept + read_size);
  const std::size_t got = file_.read_at(offset_, block_.data() + kept, read_size);
  block_.resize(kept + got);
  offset_ += static_cast<std::int64_t>(got);
  return got > 0;
}

bool RunTable::next(std::vector<double>& row) {
  std::size_t end = block_.find('\n', at_);
  while (end == block_.npos) {
    if (!fill()) return false;
    end = block_.find('\n', at_);
  }
  ++line_;
  row.resize(columns_);
  const char *from = block_.data() + at_, *stop = block_.data() + end;
  bool good = true;
  for (std::size_t k = 0; k < columns_ && good; ++k) {
    const bool word = static_cast<int>(k) == word_;
    const char* to = word ? read_word(from, stop, row[k]) : read_number(from, stop, row[k]);
    good = to != nullptr && (k + 1 == columns_ ? to == stop : to < stop && *to == ',');
    if (good) from = to + 1;
  }
  at_ = end + 1;
  if (good) return true;
  throw InvalidInput(
      fmt::format("{}:{}: is not a row of {} {}; expected it as carom wrote it; the file was "
                  "changed: delete the folder to start anew",
                  file_.path().string(), line_, columns_, word_ < 0 ? "numbers" : "values"));
}

}  // namespace carom::report
