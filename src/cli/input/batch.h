// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A batch: one line of JSON per problem, in order, in constant memory.
#pragma once

#include <functional>
#include <string>

#include "cli/exit_code.h"
#include "cli/input/input.h"
#include "cli/input/options.h"

namespace carom::cli {

/// What a verb says about one problem.
struct Answer {
  std::string json;  ///< One line.
  ExitCode code = ExitCode::answer;
};

/// A bad line gives {"error": …, "line": N} in its place. The worst code of all lines.
ExitCode run_batch(Batch& batch, const OutputOptions& output,
                   const std::function<Answer(const ImpactProblem&)>& answer);

}  // namespace carom::cli
