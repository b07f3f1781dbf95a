// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The parameters of a walk (carom/walk.h), for scenes of the gallery, for [walk] of scene files and
// for the plan: names, defaults, units, meanings, and the rules that they keep. Input: settings
// that are given. Output: all settings, the walk that they make, or what is wrong with them. What
// needs the robot is checked by the plan and by the controller.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "carom/scene.h"
#include "carom/walk.h"

namespace carom {

/// All of them, in the order in which they are shown.
const std::vector<SceneParameter>& walk_parameters();
bool is_walk_parameter(std::string_view name);

/// Knees of a robot that is to walk, where they are not given [rad].
constexpr double walking_knee = 0.45;
/// Arms of such a robot keep so far from their limits [rad].
constexpr double arm_distance = 0.25;

/// The word of `motion`: as given; else drop where `drop` or `velocity` is given; else walk.
std::string motion_of(const SceneSettings& settings);

/// Every parameter of walk_parameters() with its value: as given, else as `motion` and `version`
/// have it, else the default. Settings of other names are left out.
SceneSettings complete_walk(const SceneSettings& settings);

/// Fault of one parameter: "step_length = -1 m; expected …".
struct WalkFault {
  std::string name = {};
  std::string text = {};
};
/// All faults of settings that complete_walk made. Words are not checked.
std::vector<WalkFault> walk_faults(const SceneSettings& complete);
/// The same rules for a gait, each parameter by itself.
std::vector<WalkFault> walk_faults(const WalkGait& gait);

/// Of settings that complete_walk made.
Walk walk_of(const SceneSettings& complete, WalkRobot robot);

}  // namespace carom
