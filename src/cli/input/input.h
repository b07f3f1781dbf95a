// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the argument FILE stands for where problems are asked for: a subject, or a batch of them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "carom/subject.h"
#include "cli/input/record_stream.h"

namespace carom::cli {

/// Problems to be read one after the other.
struct Batch {
  std::string where;  ///< As messages show it.
  std::unique_ptr<RecordStream> records;
};

/// What FILE holds: one problem, with what moves where there is a model, unless it is a batch.
struct Input : Subject {
  std::optional<Batch> batch = {};
};

/// Throws InvalidInput.
Input open_input(const std::string& file, const SubjectOptions& options);

}  // namespace carom::cli
