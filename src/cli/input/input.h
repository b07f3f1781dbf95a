// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the argument FILE stands for: one problem (a file, standard input, a scene, a robot that
// lands), or a batch.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "carom/problem.h"
#include "carom/scene.h"
#include "cli/input/record_stream.h"
#include "cli/input/robot_options.h"

namespace carom::cli {

/// Problems to be read one after the other.
struct Batch {
  std::string where;  ///< As messages show it.
  std::unique_ptr<RecordStream> records;
};

/// What FILE holds.
struct Input {
  std::variant<ImpactProblem, Batch> content;
  std::optional<ModelInput> model = {};  ///< What moves, where there is one and it was asked for.
  std::optional<std::string> law = {};   ///< That the file proposes.
  /// What the file or scene says to the law, as text: corner_ball's mode, restitution of [law] …
  std::map<std::string, std::string> law_settings = {};
  Scene::Units units = {};

  const ImpactProblem& problem() const { return std::get<ImpactProblem>(content); }
};

/// Throws InvalidInput. `settings`: "name=value" of --set, for scenes and scene files only.
/// `with_model`: scenes of the gallery come with their model too, if its coordinates are those of
/// the problem; robots and scene files always do.
Input open_input(const std::string& file, const std::vector<std::string>& settings,
                 const RobotArguments& robot, bool with_model);

}  // namespace carom::cli
