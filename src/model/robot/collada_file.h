// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Triangles of a Collada file (.dae), by assimp, in metres: its <unit> is applied, its <up_axis> is
// not, as robot tools have it (a URDF says itself how a mesh is turned).
#pragma once

#include <filesystem>
#include <string>

#include "model/robot/mesh_file.h"

namespace carom {

/// Each triangle has three points of its own. `file` is read for the check, `bytes` are what it
/// holds. Throws InvalidInput.
Mesh read_collada(const std::filesystem::path& file, const std::string& bytes);

}  // namespace carom
