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

#include <cerrno>
#include <system_error>
#include <utility>

#include "carom/error.h"

namespace carom::report {
namespace {

constexpr std::size_t buffer_size = 1 << 20;
constexpr std::chrono::seconds longest_wait{1};

}  // namespace

std::string error_text(int error_number) { return std::generic_category().message(error_number); }

ByteFile::ByteFile(std::filesystem::path path, Use use) : path_(std::move(path)) {
  const int flags = use == Use::read ? O_RDONLY : use == Use::change ? O_RDWR : O_RDWR | O_CREAT;
  handle_ = ::open(path_.c_str(), flags | O_CLOEXEC, 0666);
  if (handle_ < 0) {
    throw InvalidInput(fmt::format("{}: cannot be opened: {}; expected a {} file", path_.string(),
                                   error_text(errno), use == Use::read ? "readable" : "writable"));
  }
  if (use != Use::read && ::flock(handle_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(std::exchange(handle_, -1));
    throw InvalidInput(
        fmt::format("{}: is being written by another run; expected one run per file; wait for it "
                    "or name another file",
                    path_.string()));
  }
  flushed_ = std::chrono::steady_clock::now();
}

ByteFile::ByteFile(ByteFile&& other) noexcept
    : path_(std::move(other.path_)),
      handle_(std::exchange(other.handle_, -1)),
      end_(other.end_),
      buffer_(std::move(other.buffer_)),
      flushed_(other.flushed_) {
  other.buffer_.clear();
}

ByteFile::~ByteFile() {
  if (handle_ < 0) return;
  try {
    flush();
  } catch (const InvalidInput&) {
    // The rows that are lost are found missing by the next run.
  }
  ::close(handle_);
}

void ByteFile::fail(std::string_view what, int error_number) const {
  throw InvalidInput(fmt::format("{}: {}: {}; expected a working disk with room on it",
                                 path_.string(), what, error_text(error_number)));
}

std::int64_t ByteFile::size() const {
  struct stat status = {};
  if (::fstat(handle_, &status) != 0) fail("cannot be read", errno);
  return status.st_size;
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
      fail("cannot be read", errno);
    }
  }
  return done;
}

void ByteFile::write_at(std::int64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto got = ::pwrite(handle_, bytes.data(), bytes.size(), offset);
    if (got >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(got));
      offset += got;
    } else if (errno != EINTR) {
      fail("cannot be written", errno);
    }
  }
}

void ByteFile::cut(std::int64_t size) {
  buffer_.clear();
  if (::ftruncate(handle_, size) != 0) fail("cannot be written", errno);
  end_ = size;
}

void ByteFile::append(std::string_view bytes) {
  buffer_ += bytes;
  const auto now = std::chrono::steady_clock::now();
  if (buffer_.size() >= buffer_size || now - flushed_ >= longest_wait) flush();
}

void ByteFile::flush() {
  const std::string_view waiting = buffer_;
  write_at(end_, waiting);
  end_ += static_cast<std::int64_t>(waiting.size());
  buffer_.clear();
  flushed_ = std::chrono::steady_clock::now();
}

void ByteFile::close() {
  if (handle_ < 0) return;
  flush();
  if (::close(std::exchange(handle_, -1)) != 0) fail("cannot be written", errno);
}

std::filesystem::path beside(const std::filesystem::path& path, std::string_view suffix) {
  std::filesystem::path result = path;
  result += suffix;
  return result;
}

void replace_file(const std::filesystem::path& path, std::string_view text) {
  const std::filesystem::path temporary = beside(path, ".tmp");
  ByteFile file(temporary, ByteFile::Use::create);
  file.cut(0);
  file.append(text);
  file.close();
  rename_file(temporary, path);
}

void rename_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  std::filesystem::rename(from, to, error);
  if (!error) return;
  throw InvalidInput(fmt::format("{}: cannot be replaced by {}: {}; expected a writable file",
                                 to.string(), from.filename().string(), error.message()));
}

}  // namespace carom::report
