// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// POSIX calls; one that was interrupted, or wrote only a part, is repeated.
#include "report/files/file_set.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "carom/error.h"
#include "report/files/bytes.h"

namespace carom::report {
DiskFault::DiskFault(const std::filesystem::path& file, int error_number)
    : std::runtime_error(
          fmt::format("{}: cannot be written ({})", file.string(), error_text(error_number))) {}

RunFile::RunFile(std::filesystem::path path, std::int64_t body, std::string tail)
    : path_(std::move(path)), body_(body), tail_(std::move(tail)) {
  handle_ = ::open(path_.c_str(), (body > 0 ? O_RDWR : O_RDWR | O_CREAT) | O_CLOEXEC, 0666);
  if (handle_ < 0) {
    throw InvalidInput(fmt::format("{}: cannot be opened: {}; expected a writable file",
                                   path_.string(), error_text(errno)));
  }
  const std::int64_t size = body > 0 ? ::lseek(handle_, 0, SEEK_END) : 0;
  if (size < body) {
    ::close(std::exchange(handle_, -1));
    throw InvalidInput(
        fmt::format("{}: {} bytes; expected the {} that were written before the run was "
                    "interrupted; the file was changed: delete the folder to start anew",
                    path_.string(), size, body));
  }
  if (::ftruncate(handle_, body) != 0 && errno != EINVAL) {  // EINVAL: a device
    const int error = errno;
    ::close(std::exchange(handle_, -1));
    throw DiskFault(path_, error);
  }
}

RunFile::RunFile(RunFile&& other) noexcept
    : path_(std::move(other.path_)),
      handle_(std::exchange(other.handle_, -1)),
      body_(other.body_),
      records_(other.records_),
      tail_(std::move(other.tail_)),
      written_tail_(std::move(other.written_tail_)),
      buffer_(std::move(other.buffer_)),
      ends_(std::move(other.ends_)) {}

RunFile::~RunFile() {
  if (handle_ < 0) return;
  try {
    flush();
  } catch (const DiskFault&) {
    // The file holds whole records; the run has said what happened.
  }
  ::close(handle_);
}

std::int64_t RunFile::write_at(std::int64_t offset, std::string_view bytes, int& error) const {
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

void RunFile::append(std::string_view record) {
  buffer_ += record;
  ends_.push_back(buffer_.size());
}

void RunFile::flush() {
  if (buffer_.empty() && tail_ == written_tail_) return;
  const std::size_t records = buffer_.size();
  buffer_ += tail_;
  int error = 0;
  const std::int64_t written = write_at(body_, buffer_, error);
  if (written < static_cast<std::int64_t>(buffer_.size())) {
    fall_back(written);
    throw DiskFault(path_, error);
  }
  body_ += static_cast<std::int64_t>(records);
  records_ += static_cast<std::int64_t>(ends_.size());
  // A tail shorter than the last one leaves bytes behind only if no record came with it.
  if (records + tail_.size() < written_tail_.size() &&
      ::ftruncate(handle_, body_ + static_cast<std::int64_t>(tail_.size())) != 0) {
    throw DiskFault(path_, errno);
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
  const std::int64_t tail = write_at(body_, written_tail_, ignored);
  if (::ftruncate(handle_, body_ + tail) != 0) return;  // a device: nothing to keep
}

void RunFile::close() {
  if (handle_ < 0) return;
  flush();
  if (::close(std::exchange(handle_, -1)) != 0) throw DiskFault(path_, errno);
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

void replace_whole(const std::filesystem::path& path, std::string_view text) {
  const std::filesystem::path temporary = beside(path, ".tmp");
  std::error_code error;
  try {
    const int handle = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (handle < 0) throw DiskFault(path, errno);
    int failed = 0;
    while (!text.empty() && failed == 0) {
      const auto got = ::write(handle, text.data(), text.size());
      if (got > 0) text.remove_prefix(static_cast<std::size_t>(got));
      if (got == 0 || (got < 0 && errno != EINTR)) failed = got == 0 ? ENOSPC : errno;
    }
    if (::close(handle) != 0 && failed == 0) failed = errno;
    if (failed != 0) throw DiskFault(path, failed);
    std::filesystem::rename(temporary, path, error);
    if (error) throw DiskFault(path, error.value());
  } catch (const DiskFault&) {
    std::filesystem::remove(temporary, error);
    throw;
  }
}

std::string read_whole(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.is_open() && !file.bad() && !std::filesystem::is_directory(path)) return text;
  throw InvalidInput(fmt::format("{}: cannot be read; expected a readable file", path.string()));
}

}  // namespace carom::report
