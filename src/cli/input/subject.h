// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What `map` and `design` vary: a scene of the gallery, a scene file, or a robot.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "carom/variation.h"
#include "cli/input/options.h"

namespace carom::cli {

inline constexpr const char* varied_file_help =
    "scene (its name, or *.toml), or robot (*.urdf, *.xml)";

struct Subject {
  std::string title = {};
  std::string scene = {};  ///< Of the gallery; empty: a model.
  SceneSettings settings = {};
  std::optional<ModelInput> model = {};
  std::optional<std::string> law = {};  ///< That the file proposes.
  std::map<std::string, std::string> law_settings = {};
  std::string identity = {};  ///< JSON: two subjects are the same if this is.
  bool is_robot = false;

  /// Everything that can be varied.
  std::vector<VariedParameter> parameters() const;
  Variation vary(const std::vector<std::string>& names,
                 Variation::Closing closing = Variation::Closing::follow) const;
  /// What moves, with all that may touch: for pictures.
  Model drawn() const;
  Scene::Units units() const;
  /// Newton coefficient where none is told: 0 for robots, 1 for scenes.
  double usual_restitution() const { return is_robot ? 0.0 : 1.0; }
};

/// Throws InvalidInput.
Subject open_subject(const InputOptions& input);

}  // namespace carom::cli
