// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Count, rate and, where the size of the input is known, the time left; five times a second.
#include "cli/screen/progress.h"

#include <fmt/format.h>

#include <atomic>
#include <csignal>

#include "cli/screen/output.h"

namespace carom::cli {
namespace {

constexpr std::chrono::milliseconds pause{200};
constexpr const char* erase_line = "\r\033[K";

std::string bar(double share) {
  constexpr int width = 24;
  const int full = static_cast<int>(share * width);
  std::string text = "[";
  for (int k = 0; k < width; ++k) text += k < full ? "█" : "·";
  return text + "]";
}

std::string duration(double seconds) {
  if (seconds < 100.0) return fmt::format("{:.0f} s", seconds);
  const auto minutes = static_cast<long>(seconds / 60.0);
  return minutes < 100 ? fmt::format("{} min", minutes)
                       : fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

}  // namespace

Progress::Progress(std::string what, bool prints)
    : what_(std::move(what)),
      shown_(is_terminal(Stream::error) && !(prints && is_terminal(Stream::output))),
      start_(Clock::now()),
      last_(start_) {}

Progress::~Progress() {
  if (shown_) fmt::print(stderr, "{}", erase_line);
}

void Progress::update(std::uint64_t count, std::uint64_t done, std::optional<std::uint64_t> whole) {
  if (!shown_) return;
  const Clock::time_point now = Clock::now();
  if (now - last_ < pause) return;
  last_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::string line = erase_line;
  const bool known = whole && done > 0 && done <= *whole;
  if (known) {
    const double share = static_cast<double>(done) / static_cast<double>(*whole);
    line += bar(share) + fmt::format(" {:3.0f} %  ", 100.0 * share);
  }
  const double rate = static_cast<double>(count) / seconds;
  const bool slow = rate < 1.0;
  line += fmt::format("{} {}{}, {:.0f} per {}", count, what_, note_, slow ? 60.0 * rate : rate,
                      slow ? "minute" : "second");
  if (known) {
    const auto left = static_cast<double>(*whole - done) / static_cast<double>(done);
    line += fmt::format(", {} left", duration(seconds * left));
  }
  fmt::print(stderr, "{}", line);
  std::fflush(stderr);
}

namespace {

std::atomic<bool> was_asked{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void ask(int signal) {
  was_asked = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt() {
  was_asked = false;
  std::signal(SIGINT, ask);
  std::signal(SIGTERM, ask);
}

Interrupt::~Interrupt() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool Interrupt::asked() { return was_asked; }

}  // namespace carom::cli
