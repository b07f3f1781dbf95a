// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "model": scenes that need no robot file. A scene is a name with parameters; it builds a
// model with its state, and a problem. Units: SI, unless the scene says otherwise; angles in
// radians.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "carom/model.h"
#include "carom/motor_program.h"
#include "carom/problem.h"

namespace carom {

using ParameterValue = std::variant<bool, double, std::vector<double>, std::string>;

struct SceneParameter {
  std::string name;
  ParameterValue value;  ///< Default.
  std::string unit;
  std::string meaning;
  std::vector<std::string> words = {};  ///< The values allowed, if the value is a word.
  bool for_law = false;                 ///< A setting of the law, no part of the problem.
  bool for_run = false;                 ///< A setting of runs, no part of the problem.
  /// Where it is not given, its value depends on others, as `meaning` says: files of all defaults
  /// leave it out.
  bool varies = false;
};

using SceneSettings = std::map<std::string, ParameterValue, std::less<>>;

/// What the motors of a scene may do, and how it is run then unless somebody says otherwise.
struct SceneProgram {
  MotorProgram program = {};
  SceneSettings settings = {};  ///< Of the scene.
  std::string law = {};         ///< By name; empty: that of any run of the scene.
  std::map<std::string, std::string> law_settings = {};  ///< As text: "restitution" → "0" …
  std::optional<double> duration = {}, step = {};        ///< [s]
  std::optional<double> tolerance = {};                  ///< Of runge_kutta.
};

/// What a word of a parameter means for others: their values where they are not given.
struct ScenePreset {
  std::string parameter = {}, word = {};
  SceneSettings settings = {};
};

struct Scene {
  std::string name;
  std::string summary;
  std::string source;
  std::vector<SceneParameter> parameters;
  struct Units {
    std::string mass = "kg", length = "m";
  };
  Units units = {};
  std::string law = {};  ///< That the source uses, by name; empty: none in particular.
  /// The map of its source's figure, in the words of `carom map`: axes NAME=FROM:TO:COUNT, and
  /// measures; empty: it has none. As options: usual_map() in map.h.
  struct UsualMap {
    std::vector<std::string> axes = {}, measures = {};
  };
  UsualMap map = {};
  std::vector<SceneProgram> programs = {};  ///< Of its motors, for runs.
  std::vector<ScenePreset> presets = {};
};

/// Throws InvalidInput that lists the names and suggests the nearest.
const SceneProgram& find_program(const Scene& scene, std::string_view name);

/// The settings with those that the presets of their words add.
[[nodiscard]] SceneSettings with_presets(const Scene& scene, SceneSettings settings);

const std::vector<Scene>& all_scenes();
/// Throws InvalidInput that lists the names and suggests the nearest.
const Scene& find_scene(std::string_view name);
/// The problem of a scene with some parameters overridden. Throws InvalidInput with all faults.
[[nodiscard]] ImpactProblem make_scene(std::string_view name, const SceneSettings& settings = {});
/// What moves in a scene, and how it stands and moves at the start.
struct SceneModel {
  Model model;
  State state;
};
/// The same scene as something that moves. Throws InvalidInput with all faults.
[[nodiscard]] SceneModel make_scene_model(std::string_view name,
                                          const SceneSettings& settings = {});
/// The scene as a run starts it: as make_scene_model, but what is dropped (`height` of block and
/// bouncing_ball, `drop` of trex and atlas) is at that height and has not fallen yet, and the
/// bodies of rhex and trex may touch the floor too. Atlas stands at rest and walks (scene_walk.h),
/// unless its motion is drop.
[[nodiscard]] SceneModel make_scene_start(std::string_view name,
                                          const SceneSettings& settings = {});
/// The settings given that are for the law and not for the problem, such as the mode of `corner`.
/// Those not given are not in it: the law has its own defaults. Throws InvalidInput for a word that
/// is not allowed.
[[nodiscard]] std::map<std::string, std::string> law_settings(const Scene& scene,
                                                              const SceneSettings& settings);
/// Reads "1.5", "40deg", "[1,2,1]", "true", "literal" for the given parameter. Throws InvalidInput.
[[nodiscard]] ParameterValue parse_parameter(const Scene& scene, std::string_view name,
                                             std::string_view text);

}  // namespace carom
