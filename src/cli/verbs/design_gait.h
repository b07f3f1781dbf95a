// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom design --program: gaits by search, with numbers of a motor program as what varies.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/input/options.h"
#include "cli/screen/output.h"

namespace CLI {
class App;
}

namespace carom::cli {

/// Options of its own.
struct GaitWords {
  std::optional<int> evaluations, population, threads;
  std::optional<double> duration, step;
  std::optional<std::string> integrator;
  bool resume = false;

  void declare(CLI::App& app, InputOptions& input);
};

/// What it shares with other designs.
struct GaitRequest {
  const InputOptions& input;
  const OutputOptions& output;
  const SolveOptions& solving;
  std::vector<std::string> vary, bounds;
  std::string target, file;
  int front = 0;
};

/// Throws InvalidInput for options of `app` that do not go with a program, or are for programs
/// alone.
void refuse_apart(const CLI::App& app, bool program);

ExitCode search_gaits(const GaitRequest& request, const GaitWords& words);

}  // namespace carom::cli
