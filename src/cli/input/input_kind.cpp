// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "cli/input/input_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "carom/error.h"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;

std::string extension_of(const std::string& file) {
  std::string extension = fs::path(file).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

}  // namespace

std::vector<std::string> scene_names() {
  std::vector<std::string> names;
  for (const Scene& scene : all_scenes()) names.push_back(scene.name);
  return names;
}

SceneSettings scene_settings(const Scene& scene, const std::vector<std::string>& settings) {
  SceneSettings values;
  std::vector<std::string> faults;
  for (const std::string& setting : settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos) {
      faults.push_back(
          fmt::format("--set '{}': expected NAME=VALUE, such as masses=[1,2,1]", setting));
      continue;
    }
    const std::string parameter = setting.substr(0, equals);
    try {
      values[parameter] = parse_parameter(scene, parameter, setting.substr(equals + 1));
    } catch (const InvalidInput& error) {
      faults.insert(faults.end(), error.faults().begin(), error.faults().end());
    }
  }
  if (!faults.empty()) throw InvalidInput(faults);
  return values;
}

bool is_scene(const std::string& file) {
  std::error_code ignored;
  if (file == "-" || fs::exists(file, ignored)) return false;
  const std::vector<std::string> scenes = scene_names();
  return std::find(scenes.begin(), scenes.end(), file) != scenes.end();
}

bool is_robot(const std::string& file) {
  const std::string extension = extension_of(file);
  return extension == ".urdf" || extension == ".xml" || extension == ".mjcf";
}

bool is_scene_file(const std::string& file) { return extension_of(file) == ".toml"; }

SceneOverrides scene_overrides(const std::vector<std::string>& settings) {
  SceneOverrides overrides;
  for (const std::string& setting : settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos) {
      throw InvalidInput(fmt::format("--set '{}': expected NAME=VALUE, such as drop=0.1", setting));
    }
    overrides[setting.substr(0, equals)] = setting.substr(equals + 1);
  }
  return overrides;
}

void refuse_kind(const std::string& file) {
  const std::string extension = extension_of(file);
  if (extension == ".sdf" || extension == ".xacro") {
    throw InvalidInput(
        fmt::format("{}: {} files are not read; expected URDF (*.urdf) or MJCF (*.xml, *.mjcf); {}",
                    file, extension == ".sdf" ? "SDF" : "xacro",
                    extension == ".sdf" ? "convert it to URDF" : "run xacro on it first"));
  }
}

[[noreturn]] void refuse_missing(const std::string& file) {
  const std::vector<std::string> scenes = scene_names();
  throw InvalidInput(
      fmt::format("{}: the file does not exist, and no scene has this name; expected "
                  "a file, - for standard input, or a scene: {}{}",
                  file, base::join(scenes), base::did_you_mean(file, scenes)));
}

void refuse_robot_options(const RobotArguments& robot, const std::string& what,
                          const std::string& remedy) {
  const std::vector<std::string> given = robot.given();
  if (given.empty()) return;
  throw InvalidInput(fmt::format("{}: {}; expected a robot file (*.urdf, *.xml); {}",
                                 base::join(given), what, remedy));
}

}  // namespace carom::cli
