// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A file or standard input, line by line, in constant memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace carom::cli {

class LineReader {
 public:
  /// Throws InvalidInput if the file cannot be opened. "-" is standard input.
  explicit LineReader(const std::string& path);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// The next line without its end; valid until the next call. False at the end.
  bool next(std::string_view& line);
  /// Everything that is left.
  std::string rest();

  int line_number() const { return line_number_; }  ///< Of the last line given; from 1.
  std::uint64_t bytes_read() const { return bytes_read_; }
  std::optional<std::uint64_t> size() const { return size_; }  ///< Of a regular file.

 private:
  bool refill();

  std::string path_;
  int file_ = -1;
  std::string buffer_;
  std::size_t start_ = 0;
  int line_number_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::optional<std::uint64_t> size_;
};

}  // namespace carom::cli
