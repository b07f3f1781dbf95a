// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// POSIX calls; one that was interrupted, or wrote only a part, is repeated.
#include "report/files/bytes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace carom::report {

std::string error_text(int error_number) { return std::generic_category().message(error_number); }

DiskFault::DiskFault(const std::filesystem::path& path, int error_number)
    : DiskFault(path, error_text(error_number),
                fmt::format("{}: cannot be written: {}; expected a working disk with room on it",
                            path.string(), error_text(error_number))) {}

DiskFault::DiskFault(const std::filesystem::path& path, std::string why, const std::string& text)
    : InvalidInput(text), file(path.string()), reason(std::move(why)) {}

std::string DiskFault::brief() const {
  return fmt::format("{}: cannot be written ({})", file, reason);
}

ByteFile::ByteFile(std::filesystem::path path, Use use) : path_(std::move(path)) {
  const int flags = use == Use::read ? O_RDONLY : use == Use::change ? O_RDWR : O_RDWR | O_CREAT;
  handle_ = ::open(path_.c_str(), flags | O_CLOEXEC, 0666);
  if (handle_ < 0) {
    const std::string reason = error_text(errno);
    const std::string text =
        fmt::format("{}: cannot be opened: {}; expected a {} file", path_.string(), reason,
                    use == Use::read ? "readable" : "writable");
    if (use == Use::temporary) throw DiskFault(path_, reason, text);
    throw InvalidInput(text);
  }
  if (use != Use::read && ::flock(handle_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(std::exchange(handle_, -1));
    throw InvalidInput(
        fmt::format("{}: is being written by another run; expected one run per file; wait for it "
                    "or name another file",
                    path_.string()));
  }
}

ByteFile::ByteFile(ByteFile&& other) noexcept
    : path_(std::move(other.path_)), handle_(std::exchange(other.handle_, -1)) {}

ByteFile::~ByteFile() {
  if (handle_ >= 0) ::close(handle_);
}

std::int64_t ByteFile::size() const {
  struct stat status = {};
  if (::fstat(handle_, &status) == 0) return status.st_size;
  throw InvalidInput(fmt::format("{}: cannot be read: {}; expected a working disk with room on it",
                                 path_.string(), error_text(errno)));
}

std::size_t ByteFile::read_at(std::int64_t offset, char* bytes, std::size_t count) const {
  std::size_t done = 0;
  while (done < count) {
    const auto got =
        ::pread(handle_, bytes + done, count - done, offset + static_cast<std::int64_t>(done));
    if (got == 0) break;
    if (got > 0) {
      done += static_cast<std::size_t>(got);
    } else if (errno != EINTR) {
      throw InvalidInput(
          fmt::format("{}: cannot be read: {}; expected a working disk with room on it",
                      path_.string(), error_text(errno)));
    }
  }
  return done;
}

std::string ByteFile::read_at(std::int64_t offset, std::size_t count) const {
  std::string text(count, '\0');
  text.resize(read_at(offset, text.data(), count));
  return text;
}

std::int64_t ByteFile::try_write_at(std::int64_t offset, std::string_view bytes, int& error) {
  std::int64_t done = 0;
  while (!bytes.empty()) {
    const auto got = ::pwrite(handle_, bytes.data(), bytes.size(), offset + done);
    if (got > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(got));
      done += got;
    } else if (got == 0 || errno != EINTR) {
      error = got == 0 ? ENOSPC : errno;
      break;
    }
  }
  return done;
}

void ByteFile::write_at(std::int64_t offset, std::string_view bytes) {
  int error = 0;
  try_write_at(offset, bytes, error);
  if (error != 0) throw DiskFault(path_, error);
}

void ByteFile::cut(std::int64_t size) {
  if (::ftruncate(handle_, size) != 0 && errno != EINVAL) throw DiskFault(path_, errno);
}

void ByteFile::close() {
  if (handle_ < 0) return;
  if (::close(std::exchange(handle_, -1)) != 0) throw DiskFault(path_, errno);
}

std::filesystem::path beside(const std::filesystem::path& path, std::string_view suffix) {
  std::filesystem::path result = path;
  result += suffix;
  return result;
}

std::string read_whole(const std::filesystem::path& path) {
  const ByteFile file(path, ByteFile::Use::read);
  return file.read_at(0, static_cast<std::size_t>(file.size()));
}

void write_in_place(const std::filesystem::path& path, std::string_view text) {
  errno = 0;
  std::ofstream stream(path, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) throw DiskFault(path, errno);
}

void replace_whole(const std::filesystem::path& path, std::string_view text) {
  replace_whole(path, [&](ByteFile& file) { file.write_at(0, text); });
}

void replace_whole(const std::filesystem::path& path, const std::function<void(ByteFile&)>& fill) {
  const std::filesystem::path temporary = beside(path, ".tmp");
  const auto remove = [&] {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
  };
  bool opened = false;  // else another process has it, and may have it
  try {
    ByteFile file(temporary, ByteFile::Use::temporary);
    opened = true;
    file.cut(0);
    fill(file);
    file.close();
    std::error_code error;
    std::filesystem::rename(temporary, path, error);
    if (!error) return;
    throw DiskFault(path, error.message(),
                    fmt::format("{}: cannot be replaced by {}: {}; expected a writable file",
                                path.string(), temporary.filename().string(), error.message()));
  } catch (DiskFault& fault) {
    if (opened) remove();
    fault.file = path.string();
    throw;
  } catch (...) {
    if (opened) remove();
    throw;
  }
}

void put_little(std::string& text, std::uint64_t value, int bytes) {
  for (int k = 0; k < bytes; ++k) text += static_cast<char>(value >> (8 * k) & 0xFF);
}

std::uint64_t get_little(std::string_view text, std::size_t at, std::size_t bytes) {
  std::uint64_t value = 0;
  for (std::size_t k = bytes; k-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(text[at + k]);
  }
  return value;
}

RunFile::RunFile(std::filesystem::path path, std::int64_t body, std::string tail)
    : RunFile(ByteFile(std::move(path), body > 0 ? ByteFile::Use::change : ByteFile::Use::create),
              body, std::move(tail)) {}

RunFile::RunFile(ByteFile file, std::int64_t body, std::string tail)
    : file_(std::move(file)), body_(body), tail_(std::move(tail)) {
  const std::int64_t size = body > 0 ? file_.size() : 0;
  if (size < body) {
    throw InvalidInput(
        fmt::format("{}: {} bytes; expected the {} that were written before the run was "
                    "interrupted; the file was changed: delete the folder to start anew",
                    path().string(), size, body));
  }
  file_.cut(body);
}

RunFile::~RunFile() {
  try {
    close();
  } catch (const DiskFault&) {
    // The file holds whole records; whoever writes has said what happened, or finds out next time.
  }
}

void RunFile::append(std::string_view record) {
  buffer_ += record;
  ends_.push_back(buffer_.size());
}

void RunFile::flush() {
  if (buffer_.empty() && tail_ == written_tail_) return;
  const std::size_t records = buffer_.size();
  buffer_ += tail_;
  int error = 0;
  const std::int64_t written = file_.try_write_at(body_, buffer_, error);
  if (written < static_cast<std::int64_t>(buffer_.size())) {
    fall_back(written);
    throw DiskFault(path(), error);
  }
  body_ += static_cast<std::int64_t>(records);
  records_ += static_cast<std::int64_t>(ends_.size());
  // A tail shorter than the last one leaves bytes behind only if no record came with it.
  if (records + tail_.size() < written_tail_.size()) {
    file_.cut(body_ + static_cast<std::int64_t>(tail_.size()));
  }
  written_tail_ = tail_;
  buffer_.clear();
  ends_.clear();
}

/// Without a tail the records that are whole stay; with one, which may count them, those of the
/// last flush. The bytes of the old tail are there to be written again: no room is needed.
void RunFile::fall_back(std::int64_t written) {
  if (written_tail_.empty() && tail_.empty()) {
    const auto whole =
        std::upper_bound(ends_.begin(), ends_.end(), static_cast<std::size_t>(written));
    records_ += whole - ends_.begin();
    if (whole != ends_.begin()) body_ += static_cast<std::int64_t>(*(whole - 1));
  }
  buffer_.clear();
  ends_.clear();
  tail_ = written_tail_;
  int ignored = 0;
  file_.cut(body_ + file_.try_write_at(body_, written_tail_, ignored));
}

void RunFile::close() {
  if (!file_.is_open()) return;
  flush();
  file_.close();
}

FolderLock::FolderLock(const std::filesystem::path& folder) {
  handle_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle_ < 0) {
    throw InvalidInput(fmt::format("{}: cannot be opened: {}; expected a folder", folder.string(),
                                   error_text(errno)));
  }
  if (::flock(handle_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(std::exchange(handle_, -1));
    throw InvalidInput(
        fmt::format("{}: is being written by another run; expected one run per folder; wait for it "
                    "or name another folder",
                    folder.string()));
  }
}

FolderLock::~FolderLock() {
  if (handle_ >= 0) ::close(handle_);
}

}  // namespace carom::report
