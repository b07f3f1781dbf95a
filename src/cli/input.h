// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the argument FILE stands for: one problem (a file, standard input, or a scene), or a batch.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "carom/problem.h"
#include "cli/record_stream.h"

namespace carom::cli {

/// Problems to be read one after the other.
struct Batch {
  std::string where;  ///< As messages show it.
  std::unique_ptr<RecordStream> records;
};

using Input = std::variant<ImpactProblem, Batch>;

/// Throws InvalidInput. `settings`: "name=value" of --set, for scenes only.
Input open_input(const std::string& file, const std::vector<std::string>& settings);
/// What a scene says to the law, such as corner_ball's mode; empty for files.
std::map<std::string, std::string> scene_law_settings(const std::string& file,
                                                      const std::vector<std::string>& settings);

}  // namespace carom::cli
