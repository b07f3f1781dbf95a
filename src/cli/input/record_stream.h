// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Problems in one file, told apart before anything is parsed: one per line (JSON Lines), or objects
// written over several lines, back to back. Which of the two is decided by the first lines. One
// record is held at a time.
#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "cli/input/line_reader.h"

namespace carom::cli {

/// The text of one problem, and where it starts.
struct Record {
  std::string text;
  int line = 0;
};

class RecordStream {
 public:
  enum class Layout { lines, detect };
  RecordStream(const std::string& path, Layout layout);

  /// False at the end. Blank lines are passed over.
  bool next(Record& record);
  /// True if the text holds one problem and nothing more. To be asked before next().
  bool is_single();

  const LineReader& reader() const { return reader_; }

 private:
  struct Line {
    std::string text;
    int number;
  };
  bool read_line(Line& line);
  bool read_record(Record& record);
  void detect_layout();

  LineReader reader_;
  bool by_line_ = true;
  std::deque<Line> waiting_;
  std::deque<Record> ready_;
};

}  // namespace carom::cli
