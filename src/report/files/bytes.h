// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A file as bytes at offsets of 64 bits, and a whole file replaced in one step. A file that is
// written is locked: a second run cannot write it too. What cannot be opened or read is bad input;
// what cannot be written is a DiskFault.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/error.h"

namespace carom::report {

/// What the system says of an errno.
[[nodiscard]] std::string error_text(int error_number);

/// The disk did not take what it was given. A map ends with it as with bad input; a run catches it,
/// stops and keeps what there is.
class DiskFault : public InvalidInput {
 public:
  DiskFault(const std::filesystem::path& path, int error_number);
  /// `text`: the whole message.
  DiskFault(const std::filesystem::path& path, std::string why, const std::string& text);
  /// "FILE: cannot be written (No space left on device)", for sentences that say more.
  std::string brief() const;

  std::string file, reason;
};

class ByteFile {
 public:
  enum class Use {
    read,
    create,     ///< Made if missing; the old content stays until cut().
    change,     ///< Must exist.
    temporary,  ///< As create; that it cannot be opened is a DiskFault.
  };
  ByteFile(std::filesystem::path path, Use use);
  ~ByteFile();
  ByteFile(ByteFile&& other) noexcept;
  ByteFile& operator=(ByteFile&&) = delete;

  const std::filesystem::path& path() const { return path_; }
  bool is_open() const { return handle_ >= 0; }
  std::int64_t size() const;
  /// Reads up to `count` bytes; fewer only at the end of the file.
  std::size_t read_at(std::int64_t offset, char* bytes, std::size_t count) const;
  std::string read_at(std::int64_t offset, std::size_t count) const;
  void write_at(std::int64_t offset, std::string_view bytes);
  /// Writes what the disk takes and returns how much; `error` says why that is not all.
  std::int64_t try_write_at(std::int64_t offset, std::string_view bytes, int& error);
  /// Keeps the first `size` bytes. A device has none to keep.
  void cut(std::int64_t size);
  void close();

 private:
  std::filesystem::path path_;
  int handle_ = -1;
};

/// "FILE" + suffix, in the same folder.
[[nodiscard]] std::filesystem::path beside(const std::filesystem::path& path,
                                           std::string_view suffix);
/// The whole file, which must be readable.
[[nodiscard]] std::string read_whole(const std::filesystem::path& path);
/// Writes a file in place, as `>` of a shell does: links, modes and files beside it stay as they
/// are. For what a user names; a run's own files are replaced whole. Throws DiskFault.
void write_in_place(const std::filesystem::path& path, std::string_view text);
/// Writes a whole file by way of FILE.tmp, so that it is the old or the new one at any time. Throws
/// DiskFault; then the old one stands.
void replace_whole(const std::filesystem::path& path, std::string_view text);
/// The same for what does not fit in memory: `fill` writes it into the empty FILE.tmp.
void replace_whole(const std::filesystem::path& path, const std::function<void(ByteFile&)>& fill);

/// The low `bytes` bytes of a number, the lowest first, and back.
void put_little(std::string& text, std::uint64_t value, int bytes);
[[nodiscard]] std::uint64_t get_little(std::string_view text, std::size_t at, std::size_t bytes);

// A file that grows by whole records and is valid whenever it is on disk: after its records stands
// a tail ("]" of a list), which the next records overwrite. Input: records. Output: the file. A
// write that fails is a DiskFault, after the file was cut back to whole records.

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
