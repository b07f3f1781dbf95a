// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A file as bytes at offsets of 64 bits. What is appended waits in a buffer, a second at most, so
// that writes are large and little is lost if the run is killed. A file that is written is locked:
// a second run cannot write it too. Errors of the system are thrown as InvalidInput.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace carom::report {

/// What the system says of an errno.
[[nodiscard]] std::string error_text(int error_number);

class ByteFile {
 public:
  enum class Use {
    read,
    create,  ///< Made if missing; the old content stays until cut().
    change   ///< Must exist.
  };
  ByteFile(std::filesystem::path path, Use use);
  ~ByteFile();
  ByteFile(ByteFile&& other) noexcept;
  ByteFile& operator=(ByteFile&&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Without what waits in the buffer.
  std::int64_t size() const;
  /// Reads up to `count` bytes; fewer only at the end of the file.
  std::size_t read_at(std::int64_t offset, char* bytes, std::size_t count) const;
  void write_at(std::int64_t offset, std::string_view bytes);

  /// Keeps the first `size` bytes; append() goes on after them.
  void cut(std::int64_t size);
  void append(std::string_view bytes);
  void flush();
  void close();

 private:
  [[noreturn]] void fail(std::string_view what, int error_number) const;

  std::filesystem::path path_;
  int handle_ = -1;
  std::int64_t end_ = 0;  // where the buffer goes
  std::string buffer_;
  std::chrono::steady_clock::time_point flushed_;
};

/// "FILE" + suffix, in the same folder.
[[nodiscard]] std::filesystem::path beside(const std::filesystem::path& path,
                                           std::string_view suffix);
/// Writes a whole file by way of FILE.tmp, so that it is the old or the new one at any time.
void replace_file(const std::filesystem::path& path, std::string_view text);
/// The last step of it; throws InvalidInput.
void rename_file(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace carom::report
