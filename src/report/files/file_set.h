// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A file that grows by whole records and is valid whenever it is on disk: after its records stands
// a tail ("]" of a list), which the next records overwrite. Input: records. Output: the file. A
// write that fails is a DiskFault, after the file was cut back to whole records.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace carom::report {

/// The disk did not take what it was given. No bad input: the run stops and keeps what there is.
class DiskFault : public std::runtime_error {
 public:
  /// "FILE: cannot be written (No space left on device)"
  DiskFault(const std::filesystem::path& file, int error_number);
  explicit DiskFault(const std::string& text) : std::runtime_error(text) {}
};

class RunFile {
 public:
  /// Keeps the first `body` bytes of the file, 0: a new file. Throws InvalidInput if it cannot be
  /// opened or is shorter.
  RunFile(std::filesystem::path path, std::int64_t body, std::string tail = {});
  ~RunFile();
  RunFile(RunFile&& other) noexcept;
  RunFile& operator=(RunFile&&) = delete;

  const std::filesystem::path& path() const { return path_; }
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
  static constexpr std::size_t buffer_size = 1 << 18;
  std::int64_t write_at(std::int64_t offset, std::string_view bytes, int& error) const;
  void fall_back(std::int64_t written);

  std::filesystem::path path_;
  int handle_ = -1;
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

/// A whole file by way of FILE.tmp, so that it is the old or the new one at any time. Throws
/// DiskFault; then the old one stands.
void replace_whole(const std::filesystem::path& path, std::string_view text);
/// Throws InvalidInput.
[[nodiscard]] std::string read_whole(const std::filesystem::path& path);

}  // namespace carom::report
