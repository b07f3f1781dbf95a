// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Settings by name to the members of carom::Walk. Their ranges are checked in the stage "model"
// (model/walk_parameters.h); what needs the robot, in the plan and in the controller.
#include "carom/scene_walk.h"

#include <fmt/format.h>

#include "carom/error.h"
#include "model/scene_parameters.h"
#include "model/walk_parameters.h"

namespace carom {
namespace {

using Numbers = std::vector<double>;

/// Settings that complete_walk made.
class WalkSettings {
 public:
  explicit WalkSettings(const SceneSettings& settings) : settings_(settings) {}
  double number(const char* name) const { return get<double>(name); }
  bool flag(const char* name) const { return get<bool>(name); }
  const Numbers& list(const char* name) const { return get<Numbers>(name); }
  const std::string& word(const char* name) const { return get<std::string>(name); }

 private:
  template <class Value>
  const Value& get(const char* name) const {
    return std::get<Value>(settings_.find(name)->second);
  }
  const SceneSettings& settings_;
};

WalkGait gait_of(const WalkSettings& from) {
  WalkGait gait;
  gait.motion = from.word("motion") == "stand" ? WalkMotion::stand : WalkMotion::walk;
  gait.steps = static_cast<int>(from.number("steps"));
  gait.length = from.number("step_length");
  gait.width = from.number("step_width");
  gait.turn = from.number("turn");
  gait.first = from.word("first_foot") == "left" ? Side::left : Side::right;
  gait.single_support = from.number("single_support");
  gait.double_support = from.number("double_support");
  gait.shift = from.number("shift");
  gait.apex = from.number("apex");
  gait.touchdown_speed = from.number("touchdown_speed");
  gait.touchdown_acceleration = from.number("touchdown_acceleration");
  gait.landing_pitch = from.number("landing_pitch");
  gait.heights = from.list("heights");
  gait.adjust = from.flag("adjust");
  gait.max_adjustment = from.number("max_adjustment");
  gait.shortest_swing = from.number("shortest_swing");
  return gait;
}

WalkControl control_of(const WalkSettings& from) {
  WalkControl control;
  control.dcm_gain = from.number("dcm_gain");
  control.zmp_inset = from.number("zmp_inset");
  control.zmp_overreach = from.number("zmp_overreach");
  control.height_gain = from.number("height_gain");
  control.swing_gain = from.number("swing_gain");
  control.attitude_gain = from.number("attitude_gain");
  control.posture_gain = from.number("posture_gain");
  control.stance_damping = from.number("stance_damping");
  control.com_weight = from.number("com_weight");
  control.stance_weight = from.number("stance_weight");
  control.swing_weight = from.number("swing_weight");
  control.attitude_weight = from.number("attitude_weight");
  control.posture_weight = from.number("posture_weight");
  control.friction = from.number("control_friction");
  control.effort_scale = from.number("effort_scale");
  control.force_weight = from.number("force_weight");
  return control;
}

std::vector<Push> pushes_of(const WalkSettings& from) {
  std::vector<Push> pushes;
  const Numbers& list = from.list("push");
  for (std::size_t k = 0; k + 3 < list.size(); k += 4) {
    pushes.push_back({.time = list[k],
                      .duration = from.number("push_duration"),
                      .impulse = {list[k + 1], list[k + 2], list[k + 3]}});
  }
  return pushes;
}

Walk walk_of(const SceneSettings& complete, WalkRobot robot) {
  const WalkSettings settings(complete);
  return {.robot = std::move(robot),
          .gait = gait_of(settings),
          .control = control_of(settings),
          .pushes = pushes_of(settings),
          .ground = settings.list("ground")};
}

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
  const WalkTable& table = *file.walk;
  return walk_of(complete, {.left_foot = table.left_foot,
                            .right_foot = table.right_foot,
                            .pelvis = table.pelvis,
                            .torso = table.torso,
                            .back = table.back,
                            .front = table.front,
                            .right = table.right,
                            .left = table.left,
                            .sole = table.height});
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
