// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/files/file_set.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace carom::report {

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
