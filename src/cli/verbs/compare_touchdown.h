// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom compare --touchdown: one touch-down of a walk under every law, with several numbers of
// points under each foot.
#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/input/options.h"
#include "cli/screen/html.h"

namespace carom::cli {

struct TouchdownArguments {
  bool wanted = false;            ///< --touchdown is given, with or without a step.
  std::vector<std::string> step;  ///< Counted from 1; empty: the third.
  std::vector<int> points;        ///< Empty: 4, 8, 16.
  bool no_verdict = false;

  void declare(CLI::App& app);
  /// Throws InvalidInput for options that go with --touchdown alone.
  void check() const;
};

/// What `compare` was told besides.
struct TouchdownCall {
  const InputOptions& input;
  const OutputOptions& output;
  const HtmlOption& html;
  const SolveOptions& solving;
  const std::vector<std::string>& laws;
};

ExitCode compare_touchdowns(const TouchdownArguments& told, const TouchdownCall& call);

}  // namespace carom::cli
