// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The files of one trajectory. Input: records of a simulation, in order. Output: trajectory.csv,
// impacts.json, events.csv, walk.csv and touchdowns.json of a walk, and trajectory.mcap on request,
// grown by whole records. After flush() all files are valid and belong
// to the same instant. Throws DiskFault.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "report/files/bytes.h"
#include "report/run/mcap.h"
#include "report/run/state.h"
#include "report/run/text.h"

namespace carom::report {

class RunWriter {
 public:
  /// `node`: what is in the files. `lengths`: of files that go on; all 0: new ones.
  RunWriter(const std::filesystem::path& folder, const RunNames& names, bool mcap,
            const RunNode& node, const FileLengths& lengths);

  /// Rows, impacts, events and what a walk leaves; notes and forks are not for files of a
  /// trajectory.
  void take(const SimulationRecord& record);
  FileLengths flush();
  void close();
  /// After a DiskFault: whatever still finds room.
  void salvage();
  /// Rows and impacts in the files, which are fewer than were taken if the disk is full.
  std::int64_t rows_on_disk() const { return rows_before_ + trajectory_.records() - header_; }
  std::int64_t impacts_on_disk() const { return impacts_before_ + impacts_.records() - header_; }

 private:
  void take_row(const TrajectoryRow& row);
  void take_impact(const ImpactRecord& impact);
  void take_walk(const SimulationRecord& record);
  std::vector<RunFile*> files();

  const RunNames& names_;
  std::int64_t header_ = 0;  // records of a new file that are no rows
  std::int64_t rows_before_ = 0, impacts_before_ = 0;
  std::int64_t impacts_taken_ = 0, touchdowns_taken_ = 0;
  RunFile trajectory_, impacts_, events_;
  std::optional<RunFile> walk_, touchdowns_;
  std::optional<McapFile> mcap_;
  std::string text_;
};

}  // namespace carom::report
