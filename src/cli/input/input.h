// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the argument FILE stands for where problems are asked for: a subject, or a batch of them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "carom/subject.h"
#include "cli/screen/output.h"

namespace carom::cli {

struct OutputOptions;
class RecordStream;

/// Problems to be read one after the other.
struct Batch {
  std::string where;  ///< As messages show it.
  std::shared_ptr<RecordStream> records;
};

/// What FILE holds: one problem, with what moves where there is a model, unless it is a batch.
struct Input : Subject {
  std::optional<Batch> batch = {};
};

/// Throws InvalidInput.
Input open_input(const std::string& file, const SubjectOptions& options);

/// What a verb says about one problem.
struct Answer {
  std::string json;  ///< One line.
  ExitCode code = ExitCode::answer;
};

/// One line of JSON per problem, in order, in constant memory. A bad line gives {"error": …,
/// "line": N} in its place. The worst code of all lines.
ExitCode run_batch(Batch& batch, const OutputOptions& output,
                   const std::function<Answer(const ImpactProblem&)>& answer);

}  // namespace carom::cli
