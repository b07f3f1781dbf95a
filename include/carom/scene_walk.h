// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "control": the walk that a scene's parameters, or [walk] of a robot's scene file, ask for.
// Input: settings by name. Output: carom::Walk. Pages: docs/walking.md, docs/scene_files.md.
#pragma once

#include <optional>
#include <string_view>

#include "carom/scene.h"
#include "carom/scene_file.h"
#include "carom/walking.h"

namespace carom {

/// Of a scene of the gallery; nothing for scenes that do not walk, and for motion = drop. Throws
/// InvalidInput with all faults of the settings.
[[nodiscard]] std::optional<Walk> make_walk(std::string_view scene, const SceneSettings& settings);
/// Of a scene file; nothing without a walk in it. A gallery's scene as above.
[[nodiscard]] std::optional<Walk> make_walk(const SceneFile& file);

/// The settings, with those of a walk that are not given at the values they have then; unchanged
/// for scenes that do not walk.
[[nodiscard]] SceneSettings with_walk_settings(std::string_view scene,
                                               const SceneSettings& settings);

/// How long a run of it takes if nobody says [s]: until it stands again and a second more; standing
/// alone: 10.
[[nodiscard]] double walk_duration(const WalkGait& gait);

}  // namespace carom
