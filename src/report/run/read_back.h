// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The files of a run that we wrote, read again in bounded memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "carom/simulation.h"
#include "report/files/bytes.h"
#include "report/files/csv.h"
#include "report/run/text.h"

namespace carom::report {

/// The names of a table of the same model that may be of a run with other motors, or with none:
/// those in its header. A table of anything else: as they are.
[[nodiscard]] RunNames names_in_table(const std::filesystem::path& path, const RunNames& names);

/// The rows of a trajectory.csv or walk.csv, one at a time.
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

// trajectory.npz, made from trajectory.csv when a run ends or stops (so an interrupted run leaves
// the same bytes), in blocks of rows. Arrays of numpy: time (n), q (n × coordinates), v, energy
// (n), gaps, forces and friction (n × contacts), the names q_names, v_names, contacts, and run:
// what was run, as JSON. Of a motor program also torque (n × driven velocities), motor_work (n)
// and torque_names.

/// Throws DiskFault, or InvalidInput for a CSV that was changed.
void write_npz(const std::filesystem::path& folder, const RunNames& names, std::int64_t rows,
               const std::string& settings);

// The files of a trajectory read back to what was recorded, for the page of a run that goes on
// after an interruption. Input: a folder. Output: records in order of time, as the simulation made
// them, one row each; of a row's kind, an outcome's residuals and a sample's phase the page needs
// nothing. Memory does not grow with the length of the files.

/// Calls `use` with a record for every row, with the impacts, events, samples and touch-downs up to
/// its time, and with one for what comes after the last row. Files other than trajectory.csv (and
/// walk.csv, of a walk) may be missing. Throws InvalidInput for files that were changed.
void read_back(const std::filesystem::path& folder, const RunNames& names, bool walk,
               const std::function<void(const SimulationRecord&)>& use);

}  // namespace carom::report
