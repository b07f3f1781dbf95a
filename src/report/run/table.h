// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The rows of a trajectory.csv or walk.csv that we wrote, one at a time, in bounded memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "report/files/bytes.h"
#include "report/files/csv.h"
#include "report/run/text.h"

namespace carom::report {

class RunTable {
 public:
  /// Throws InvalidInput for a file that cannot be read or has another header.
  RunTable(const std::filesystem::path& path, const RunNames& names);
  /// Another table of a run. The column `word` holds a word and reads as NaN; -1: none does.
  RunTable(const std::filesystem::path& path, const std::string& header, std::size_t columns,
           int word = -1);
  RunTable(const RunTable&) = delete;
  /// The next row, by its columns; false at the end. Throws InvalidInput for a line that is not as
  /// it was written.
  bool next(std::vector<double>& row);

 private:
  ByteFile file_;
  CsvLines lines_;  // of file_
  std::size_t columns_ = 0;
  int word_ = -1;
};

}  // namespace carom::report
