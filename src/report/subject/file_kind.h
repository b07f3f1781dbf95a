// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What goes with which kind of FILE, and what is said where it does not.
#pragma once

#include <string>
#include <vector>

#include "carom/law_by_name.h"
#include "carom/scene.h"
#include "carom/scene_file.h"
#include "carom/subject.h"

namespace carom::report {

/// The kind of something that is there, and that the use and its options go with. Throws
/// InvalidInput.
FileKind checked_kind(const std::string& file, const SubjectOptions& options);

/// NAME=VALUE of --set for a scene of the gallery. Throws InvalidInput with all faults.
SceneSettings scene_settings(const Scene& scene, const std::vector<std::string>& settings);
/// The same for a scene file.
SceneOverrides scene_overrides(const std::vector<std::string>& settings);

/// refuse_unused() of the law, its settings named as options of the command.
void refuse_unused_options(const std::string& law, const LawSettings& settings);

}  // namespace carom::report
