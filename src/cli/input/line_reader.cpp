// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Reads what is there and no more, so that a program at the other end of a pipe gets its answers as
// soon as it has asked: output is flushed before every wait for input.
#include "cli/input/line_reader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "carom/error.h"
#include "cli/screen/output.h"

namespace carom::cli {
namespace {

constexpr std::size_t chunk = 1 << 18;

[[noreturn]] void refuse(const std::string& path) {
  const std::string reason = std::generic_category().message(errno);
  throw InvalidInput(fmt::format("{}: cannot be read: {}; expected a readable file",
                                 path == "-" ? "standard input" : path, reason));
}

}  // namespace

LineReader::LineReader(const std::string& path) : path_(path) {
  file_ = path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file_ < 0) refuse(path_);
  struct stat status = {};
  if (fstat(file_, &status) == 0 && S_ISREG(status.st_mode)) {
    size_ = static_cast<std::uint64_t>(status.st_size);
  }
}

LineReader::~LineReader() {
  if (file_ > STDIN_FILENO) close(file_);
}

bool LineReader::refill() {
  flush_output();
  buffer_.erase(0, start_);
  start_ = 0;
  const std::size_t held = buffer_.size();
  buffer_.resize(held + chunk);
  ssize_t count = 0;
  do {
    count = read(file_, buffer_.data() + held, chunk);
  } while (count < 0 && errno == EINTR);
  if (count < 0) refuse(path_);
  buffer_.resize(held + static_cast<std::size_t>(count));
  bytes_read_ += static_cast<std::uint64_t>(count);
  return count > 0;
}

bool LineReader::next(std::string_view& line) {
  std::size_t searched = start_;
  std::size_t end = buffer_.find('\n', searched);
  while (end == std::string::npos) {
    searched = buffer_.size() - start_;
    if (!refill()) break;
    end = buffer_.find('\n', searched);
  }
  if (end == std::string::npos && start_ == buffer_.size()) return false;
  const std::size_t stop = end == std::string::npos ? buffer_.size() : end;
  line = std::string_view(buffer_).substr(start_, stop - start_);
  start_ = end == std::string::npos ? buffer_.size() : end + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  ++line_number_;
  return true;
}

std::string LineReader::rest() {
  while (refill()) {
  }
  std::string text = buffer_.substr(start_);
  start_ = buffer_.size();
  return text;
}

}  // namespace carom::cli
