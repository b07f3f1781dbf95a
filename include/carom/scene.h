// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "model": scenes that need no robot file. A scene is a name with parameters; it builds a
// problem. Units: SI; angles in radians.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "carom/problem.h"

namespace carom {

using ParameterValue = std::variant<bool, double, std::vector<double>>;

struct SceneParameter {
  std::string name;
  ParameterValue value;  ///< Default.
  std::string unit;
  std::string meaning;
};

struct Scene {
  std::string name;
  std::string summary;
  std::string source;
  std::vector<SceneParameter> parameters;
};

using SceneSettings = std::map<std::string, ParameterValue, std::less<>>;

const std::vector<Scene>& all_scenes();
/// Throws InvalidInput that lists the names and suggests the nearest.
const Scene& find_scene(std::string_view name);
/// The problem of a scene with some parameters overridden. Throws InvalidInput with all faults.
[[nodiscard]] ImpactProblem make_scene(std::string_view name, const SceneSettings& settings = {});
/// Reads "1.5", "40deg", "[1,2,1]", "true" for the given parameter. Throws InvalidInput.
[[nodiscard]] ParameterValue parse_parameter(const Scene& scene, std::string_view name,
                                             std::string_view text);

}  // namespace carom
