// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One line on standard error that says how far a batch is; only on a terminal, and only if standard
// output is none.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace carom::cli {

class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `done` of `whole` bytes are read; cheap enough to call for every problem.
  void update(std::uint64_t problems, std::uint64_t done, std::optional<std::uint64_t> whole);

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_;
  Clock::time_point start_, last_;
};

}  // namespace carom::cli
