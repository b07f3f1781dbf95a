// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a robot file needs besides itself: where it touches, how it stands, how it falls.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/subject.h"

namespace CLI {
class App;
}

namespace carom::cli {

struct RobotArguments {
  std::optional<std::string> contacts, posture, velocity, armature, lock, base, srdf;
  std::optional<double> drop, touch;
  bool stand = false, watch_all = false;
  std::vector<std::string> packages;

  void declare(CLI::App& verb);
  /// The words, split.
  void add_to(SubjectOptions& options) const;
};

}  // namespace carom::cli
