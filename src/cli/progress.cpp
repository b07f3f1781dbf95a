// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Count, rate and, where the size of the input is known, the time left; five times a second.
#include "cli/progress.h"

#include <fmt/format.h>

#include "cli/terminal.h"

namespace carom::cli {
namespace {

constexpr std::chrono::milliseconds pause{200};
constexpr const char* erase_line = "\r\033[K";

}  // namespace

Progress::Progress()
    : shown_(is_terminal(Stream::error) && !is_terminal(Stream::output)),
      start_(Clock::now()),
      last_(start_) {}

Progress::~Progress() {
  if (shown_) fmt::print(stderr, "{}", erase_line);
}

void Progress::update(std::uint64_t problems, std::uint64_t done,
                      std::optional<std::uint64_t> whole) {
  if (!shown_) return;
  const Clock::time_point now = Clock::now();
  if (now - last_ < pause) return;
  last_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  fmt::print(stderr, "{}{} problems, {:.0f} per second", erase_line, problems,
             static_cast<double>(problems) / seconds);
  if (whole && done > 0 && done <= *whole) {
    const auto left = static_cast<double>(*whole - done) / static_cast<double>(done);
    fmt::print(stderr, ", {:.0f} s left", seconds * left);
  }
  std::fflush(stderr);
}

}  // namespace carom::cli
