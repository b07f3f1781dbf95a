// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A file that grows by whole records and is valid whenever it is on disk: after its records stands
// a tail ("]" of a list), which the next records overwrite. Input: records. Output: the file. A
// write that fails is a DiskFault, after the file was cut back to whole records.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/files/bytes.h"

namespace carom::report {

class RunFile {
 public:
  /// Keeps the first `body` bytes of the file, 0: a new file. Throws InvalidInput if it cannot be
  /// opened or is shorter.
  RunFile(std::filesystem::path path, std::int64_t body, std::string tail = {});
  /// Of a file that was looked into before.
  RunFile(ByteFile file, std::int64_t body, std::string tail = {});
  ~RunFile();
  RunFile(RunFile&& other) noexcept = default;
  RunFile& operator=(RunFile&&) = delete;

  const std::filesystem::path& path() const { return file_.path(); }
  const ByteFile& bytes() const { return file_; }
  /// A whole record; waits in a buffer until flush() is called.
  void append(std::string_view record);
  /// Time for it.
  bool full() const { return buffer_.size() >= buffer_size; }
  /// What shall stand after the records from the next flush on.
  void set_tail(std::string tail) { tail_ = std::move(tail); }
  void flush();
  void close();
  /// Bytes of records on disk, without tail; all of them after flush().
  std::int64_t body() const { return body_; }
  /// Records on disk since the file was opened.
  std::int64_t records() const { return records_; }

 private:
  // Large enough that calls of the system cost nothing beside the text of the records; ten times
  // more only holds more that is lost when the run is killed.
  static constexpr std::size_t buffer_size = 1 << 18;
  void fall_back(std::int64_t written);

  ByteFile file_;
  std::int64_t body_ = 0, records_ = 0;
  std::string tail_, written_tail_, buffer_;
  std::vector<std::size_t> ends_;  // of the records in the buffer
};

/// No other run may write into the folder while this lives.
class FolderLock {
 public:
  /// Throws InvalidInput.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int handle_ = -1;
};

}  // namespace carom::report
