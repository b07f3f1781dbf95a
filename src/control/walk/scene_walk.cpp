// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The walk of a scene or of its file. Parameters and their rules: model/walk_parameters.h.
#include "carom/scene_walk.h"

#include <fmt/format.h>

#include "carom/error.h"
#include "model/scene_parameters.h"
#include "model/walk_parameters.h"

namespace carom {
namespace {

/// Soles of scenes/robots/atlas_facts.json.
WalkRobot atlas_robot() {
  return {.left_foot = "l_foot",
          .right_foot = "r_foot",
          .pelvis = "pelvis",
          .torso = "utorso",
          .back = -0.082,
          .front = 0.178,
          .right = -0.0624435,
          .left = 0.0624435,
          .sole = -0.081119};
}

bool walks(std::string_view scene) { return scene == "atlas"; }

}  // namespace

std::optional<Walk> make_walk(std::string_view scene, const SceneSettings& settings) {
  if (!walks(scene)) return std::nullopt;
  SceneReader reader(find_scene(scene), settings);
  reader.finish();
  const SceneSettings complete = complete_walk(settings);
  const std::string motion = motion_of(settings);
  if (motion == "drop") return std::nullopt;
  for (const WalkFault& fault : walk_faults(complete)) reader.add_fault(fault.text);
  if (reader.number("points_per_foot") == 1.0) {
    reader.add_fault(fmt::format(
        "points_per_foot = 1 and motion = {}; expected 4, 8 or 16, on which it can stand", motion));
  }
  reader.finish();
  return walk_of(complete, atlas_robot());
}

std::optional<Walk> make_walk(const SceneFile& file) {
  if (file.kind == SceneFile::Kind::gallery) return make_walk(file.gallery, file.settings);
  if (!file.walk) return std::nullopt;
  const SceneSettings complete = complete_walk(file.walk->settings);
  if (motion_of(complete) == "drop") return std::nullopt;
  std::vector<std::string> faults;
  for (const WalkFault& fault : walk_faults(complete)) {
    faults.push_back(fmt::format("{}: walk: {}", file.where, fault.text));
  }
  if (!faults.empty()) throw InvalidInput(faults);
  return walk_of(complete, file.walk->robot);
}

SceneSettings with_walk_settings(std::string_view scene, const SceneSettings& settings) {
  if (!walks(scene)) return settings;
  SceneSettings all = complete_walk(settings);
  const bool falls = motion_of(settings) == "drop";
  for (const auto& [name, value] : settings) all[name] = value;
  if (!falls && !settings.contains("knee")) all["knee"] = walking_knee;
  return all;
}

double walk_duration(const WalkGait& gait) {
  constexpr double standing = 10.0, afterwards = 1.0;  // [s]
  if (gait.motion == WalkMotion::stand) return standing;
  return 2.0 * gait.shift + gait.steps * (gait.single_support + gait.double_support) + afterwards;
}

}  // namespace carom
