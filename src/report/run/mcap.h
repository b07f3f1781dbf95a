// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// trajectory.mcap: the rows and impacts of a trajectory as a log for viewers (MCAP, the format of
// mcap.dev/spec, version "0"). Input: rows and impacts. Output: Header, Schema and Channel of
// "/state" and "/impacts" (JSON by JSON Schema), a Message each, DataEnd, and a summary of Schemas,
// Channels and Statistics. Log time is simulated time in nanoseconds. We write no chunks and no
// checksums (0 is allowed): the file then grows by whole records, and its end is valid at any time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "report/files/bytes.h"
#include "report/run/text.h"

namespace carom::report {

class McapFile {
 public:
  /// What is in a file that goes on; all 0: a new one.
  struct Counts {
    std::int64_t body = 0;  ///< Bytes without the summary.
    std::int64_t rows = 0, impacts = 0;
    double first = 0.0, last = 0.0;  ///< Times.
  };
  McapFile(const std::filesystem::path& path, const RunNames& names, const Counts& counts);

  void put(const TrajectoryRow& row);
  /// `text`: the impact as JSON.
  void put_impact(double time, std::string_view text);
  void flush();
  void close();
  std::int64_t body() const { return file_.body(); }

 private:
  std::string start() const;
  std::string end() const;
  void append();
  void put_message(int channel, std::int64_t sequence, double time, std::string_view data);

  Counts counts_;
  std::string state_schema_, record_;
  bool driven_ = false;            // rows have torques
  std::vector<std::string> keys_;  // what stands before each number of a row
  std::string text_;
  std::int64_t body_ = 0;
  RunFile file_;
};

}  // namespace carom::report
