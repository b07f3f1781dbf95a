// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// While something long runs: how far it is, and Ctrl-C.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace carom::cli {

/// One line on standard error that says how far something long is; only on a terminal, and only if
/// results do not scroll by on standard output.
class Progress {
 public:
  /// `what`: is counted. `prints`: standard output gets results meanwhile.
  explicit Progress(std::string what = "problems", bool prints = true);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// What stands behind the count from now on.
  void note(std::string text) { note_ = std::move(text); }
  /// `done` of `whole` (bytes, points) are through; cheap enough to call for every problem.
  void update(std::uint64_t count, std::uint64_t done, std::optional<std::uint64_t> whole);

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_, note_;
  bool shown_;
  Clock::time_point start_, last_;
};

/// The first Ctrl-C asks it to stop, a second one ends the command.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  static bool asked();
};

}  // namespace carom::cli
