// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What `run` sets in motion: a scene of the gallery, a scene file or a robot, as it starts.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "carom/model.h"
#include "carom/scene.h"
#include "carom/walking.h"
#include "cli/input/options.h"

namespace carom::cli {

struct RunSubject {
  std::string title = {};
  Model model;
  State start = {};
  std::optional<std::string> law = {};  ///< That the file or the scene's source proposes.
  std::map<std::string, std::string> law_settings = {};
  bool is_robot = false;
  std::optional<Walk> walk = {};  ///< It walks, or stands by its controller.
  Scene::Units units = {};
  nlohmann::ordered_json identity = {};  ///< Two subjects are the same if this is.
};

inline constexpr const char* run_file_help =
    "scene (its name, or *.toml), or robot (*.urdf, *.xml)";

/// `drop`: of --drop; falls from there instead of from where the scene says. Throws InvalidInput.
RunSubject open_run_subject(const InputOptions& input, const std::optional<double>& drop);

}  // namespace carom::cli
