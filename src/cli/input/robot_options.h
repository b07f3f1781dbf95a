// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a robot file needs besides itself: where it touches, how it stands, how it falls.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/model.h"

namespace CLI {
class App;
}

namespace carom::cli {

/// A model just before it lands.
struct ModelInput {
  Model model;
  State state;
  ProblemOptions options = {};
  double restitution = 1.0;  ///< Where neither the user nor the contacts give one.
};

struct RobotArguments {
  std::optional<std::string> contacts, posture, velocity, armature, lock, base, srdf;
  std::optional<double> drop, touch;
  bool stand = false;
  std::vector<std::string> packages;
  /// For the start of a run: at rest without --velocity, and no contact but the lowest need touch.
  bool at_rest = false;

  void declare(CLI::App& verb);
  /// Names of the options that were given.
  std::vector<std::string> given() const;
};

/// Reads the robot, puts its lowest contact on the ground and lets it fall. Warnings go to standard
/// error. Throws InvalidInput with all faults.
ModelInput open_robot(const std::string& file, const RobotArguments& arguments);

}  // namespace carom::cli
