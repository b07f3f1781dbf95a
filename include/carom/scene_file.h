// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "model": scenes from TOML files (docs/scene_files.md). A file is one of three kinds: a
// scene of the gallery with parameters, a robot file with its contacts and its landing, or bodies
// written out. Input: the file. Output: a model with its state, the options of its problem, and the
// law the file proposes, by name: laws are not known in this room, so whoever solves checks it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/model.h"
#include "carom/motor_program.h"
#include "carom/scene.h"
#include "carom/walk.h"

namespace carom {

/// [walk] of a robot's file: the parameters of a walk by name, and what of the robot walks. Stages
/// downstream make the walk of it (scene_walk.h).
struct WalkTable {
  SceneSettings settings = {};  ///< All of them: as given, else the defaults.
  WalkRobot robot = {};
};

struct SceneFile {
  enum class Kind { gallery, robot, bodies };
  Kind kind = Kind::gallery;
  std::string name = {};                    ///< Of the problem.
  std::string source = {};                  ///< Citation.
  std::string where = {};                   ///< The file, as messages name it.
  std::string gallery = {};                 ///< Name in all_scenes(); empty for other kinds.
  SceneSettings settings = {};              ///< Of the gallery's scene, overrides included.
  std::filesystem::path robot = {};         ///< The robot file; empty for other kinds.
  std::optional<std::string> posture = {};  ///< Name of the posture started from, if it has one.
  SceneModel scene;
  ProblemOptions options = {};
  std::optional<double> drop = {};  ///< Height fallen through, where it set the velocity [m].
  std::optional<std::string> law = {};
  /// Settings of the law as text: "restitution" → "0.5", "mode" → "literal" …; of [law], and of
  /// the gallery's parameters that are for the law.
  std::map<std::string, std::string> law_settings = {};
  std::vector<std::string> warnings = {};
  std::optional<WalkTable> walk = {};       ///< Of robots.
  std::vector<MotorProgram> programs = {};  ///< [[motors.NAME]]
};

/// Values that replace those of the file, by name, as text (--set NAME=VALUE): parameters of a
/// gallery scene; else a top-level key that is one value, such as drop, friction, posture, or a key
/// of [walk].
using SceneOverrides = std::map<std::string, std::string>;

/// Reads a scene file. Throws InvalidInput with all faults, each with file and line.
[[nodiscard]] SceneFile load_scene_file(const std::filesystem::path& file,
                                        const SceneOverrides& overrides = {});
/// The same from text; `where` names it in messages, robot files are looked for below `folder`.
[[nodiscard]] SceneFile scene_file_from_toml(std::string_view text, std::string_view where,
                                             const std::filesystem::path& folder,
                                             const SceneOverrides& overrides = {});
/// The impact at the scene's state. A gallery scene's is that of make_scene.
[[nodiscard]] ImpactProblem make_problem(const SceneFile& file);

}  // namespace carom
