// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Which kind of thing the argument FILE names, and what is said where it is none of them.
#pragma once

#include <string>
#include <vector>

#include "carom/scene.h"
#include "carom/scene_file.h"
#include "cli/input/robot_options.h"

namespace carom::cli {

std::vector<std::string> scene_names();
/// A file of the same name wins over a scene.
bool is_scene(const std::string& file);
bool is_robot(const std::string& file);
bool is_scene_file(const std::string& file);

/// "name=value" of --set. Throws InvalidInput with all faults.
SceneSettings scene_settings(const Scene& scene, const std::vector<std::string>& settings);

/// The same for a scene file.
SceneOverrides scene_overrides(const std::vector<std::string>& settings);

/// For kinds of files that are known and not read.
void refuse_kind(const std::string& file);
[[noreturn]] void refuse_missing(const std::string& file);
/// Options of robot files beside something else.
void refuse_robot_options(const RobotArguments& robot, const std::string& what,
                          const std::string& remedy);

}  // namespace carom::cli
