// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A file that exists wins over a scene of the same name, a folder does not (of `run trex -o trex`);
// else the end of the name tells the kind.
//
//   kind        --set   robot options   impact   variation, run
//   scene       yes     no              yes      yes
//   scene file  yes     no              yes      yes
//   robot       no      yes             yes      yes
//   problem     no      no              yes      no
#include "report/subject/file_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include "base/gather_faults.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "carom/error.h"

namespace carom {
namespace {

namespace fs = std::filesystem;
using Use = SubjectOptions::Use;

std::string extension_of(const std::string& file) {
  std::string extension = fs::path(file).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

std::vector<std::string> scene_names() {
  std::vector<std::string> names;
  for (const Scene& scene : all_scenes()) names.push_back(scene.name);
  return names;
}

std::string shown_name(const std::string& file) { return file == "-" ? "standard input" : file; }

/// The options of robot files that were given, as the command names them.
std::vector<std::string> robot_options(const SubjectOptions& options) {
  const StanceOptions& stance = options.stance;
  const std::pair<const char*, bool> all[] = {
      {"--contacts", !stance.contacts.empty()},
      {"--posture", stance.posture.has_value()},
      {"--drop", stance.drop.has_value()},
      {"--velocity", options.velocity || stance.velocity},
      {"--armature", !stance.armature.empty()},
      {"--lock", !stance.locked.empty()},
      {"--base", options.base.has_value()},
      {"--stand", stance.stand},
      {"--ground", options.ground.has_value()},
      {"--no-fall-check", stance.watch_all},
      {"--touch", stance.touch.has_value()},
      {"--srdf", !options.robot.srdf.empty()},
      {"--packages", !options.robot.package_folders.empty()}};
  std::vector<std::string> names;
  for (const auto& [name, given] : all) {
    if (given) names.emplace_back(name);
  }
  return names;
}

void refuse_robot_options(const SubjectOptions& options, const std::string& what,
                          const std::string& remedy) {
  const std::vector<std::string> given = robot_options(options);
  if (given.empty()) return;
  throw InvalidInput(fmt::format("{}: {}; expected a robot file (*.urdf, *.xml); {}",
                                 base::join(given), what, remedy));
}

/// For kinds of files that are known and not read.
void refuse_format(const std::string& file) {
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

/// --set beside a robot or a problem.
void refuse_settings(const std::string& file, const SubjectOptions& options) {
  // Of a robot's run: numbers of its motor program.
  const auto is_number = [](const std::string& setting) {
    return setting.find('.') < setting.find('=');
  };
  const bool numbers = options.use == Use::run && std::ranges::all_of(options.settings, is_number);
  if (options.settings.empty() || numbers) return;
  throw InvalidInput(options.use == Use::impact
                         ? fmt::format("--set {}: {} is a file; expected a scene ({})",
                                       options.settings.front(), shown_name(file),
                                       base::join(scene_names()))
                         : fmt::format("--set {}: {} is a robot; expected a scene",
                                       options.settings.front(), file));
}

void check_problem(const std::string& file, const SubjectOptions& options) {
  if (options.use == Use::variation) {
    throw InvalidInput(fmt::format(
        "{}: has nothing to vary; expected a scene ({}), a scene file (*.toml) or a robot (*.urdf, "
        "*.xml)",
        file, base::join(scene_names())));
  }
  if (options.use == Use::run) {
    throw InvalidInput(fmt::format(
        "{}: has nothing that moves; expected a scene ({}), a scene file (*.toml) or a robot "
        "(*.urdf, *.xml); 'carom resolve' takes problems",
        shown_name(file), base::join(scene_names())));
  }
  refuse_settings(file, options);
  refuse_format(file);
  refuse_robot_options(options, fmt::format("{} is a problem", shown_name(file)),
                       "a problem has its contacts and velocity in it");
}

}  // namespace

FileKind file_kind(const std::string& file) {
  if (file == "-") return FileKind::stream;
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  const std::string extension = extension_of(file);
  if (!fs::exists(status) || fs::is_directory(status)) {
    const auto& scenes = all_scenes();
    const bool known = std::any_of(scenes.begin(), scenes.end(),
                                   [&](const Scene& scene) { return scene.name == file; });
    if (known) return FileKind::scene;
  }
  if (extension == ".toml") return FileKind::scene_file;
  if (extension == ".urdf" || extension == ".xml" || extension == ".mjcf") return FileKind::robot;
  const bool pipe = fs::exists(status) && !fs::is_regular_file(status);
  const bool lines = file.ends_with(".jsonl") || file.ends_with(".ndjson");
  return pipe || lines ? FileKind::stream : FileKind::problem;
}

namespace report {

FileKind checked_kind(const std::string& file, const SubjectOptions& options) {
  const FileKind kind = file_kind(file);
  if (kind == FileKind::scene) {
    refuse_robot_options(options, fmt::format("'{}' is a scene", file),
                         "a scene takes --set NAME=VALUE");
    return kind;
  }
  if (file != "-") {
    std::error_code ignored;
    const fs::file_status status = fs::status(file, ignored);
    if (status.type() == fs::file_type::none) base::whole_file(file);  // says why
    if (!fs::exists(status)) refuse_missing(file);
    if (fs::is_directory(status)) {
      throw InvalidInput(fmt::format("{}: is a directory; expected a file", file));
    }
  }
  if (kind == FileKind::scene_file) {
    refuse_robot_options(options, fmt::format("{} says this itself", file),
                         options.use == Use::run
                             ? "a scene file takes --set NAME=VALUE, such as --set posture=crouch"
                             : "a scene file takes --set NAME=VALUE, such as --set drop=0.1");
  } else if (kind == FileKind::robot) {
    refuse_settings(file, options);
  } else {
    check_problem(file, options);
  }
  return kind;
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
    base::gather(faults, [&] {
      values[parameter] = parse_parameter(scene, parameter, setting.substr(equals + 1));
    });
  }
  if (!faults.empty()) throw InvalidInput(faults);
  return values;
}

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

}  // namespace report
}  // namespace carom
