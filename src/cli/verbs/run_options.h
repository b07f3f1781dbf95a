// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The options of `run`: names, help, and what is refused before anything is read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/simulation.h"
#include "cli/input/options.h"
#include "cli/screen/html.h"

namespace carom::cli {

struct RunArguments {
  InputOptions input;
  OutputOptions output;
  HtmlOption html;
  SolveOptions solving;
  std::string folder;
  SimulationOptions options;  ///< Those that are options of the command under the same name.
  std::optional<std::string> integrator, limits, ground;
  std::optional<double> duration, tolerance;
  std::vector<std::string> hold_words;
  HoldChoice hold;
  bool holds = false;   ///< --hold is given, with or without a posture.
  bool orders = false;  ///< Both orders, and how far they part.
  bool self_collision = false;
  bool no_fall_check = false;
  bool no_verdict = false, npz = false, mcap = false, resume = false;

  void declare(CLI::App& app);
  /// Throws InvalidInput with all faults.
  void check() const;
};

}  // namespace carom::cli
