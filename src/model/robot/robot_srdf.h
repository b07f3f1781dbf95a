// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// SRDF beside a robot file: named postures (group_state; joints that it does not name are neutral),
// pairs of bodies that never touch (disable_collisions) and rotor inertia (rotor_params: inertia of
// the rotor `mass` [kg m²], times gear_ratio²).
#pragma once

#include <filesystem>
#include <string>

#include "carom/model.h"
#include "model/multibody.h"
#include "model/robot/robot_notes.h"

namespace carom {

/// A file of the robot's name, or of the robot file's, beside the file or in ../srdf; in ../srdf
/// also the only one, or one whose name starts the robot's. Empty if there is none.
std::filesystem::path find_srdf(const std::filesystem::path& robot_file,
                                const std::string& robot_name);

/// Joints that the model has not are passed over.
void read_srdf(const std::filesystem::path& file, const Multibody& bodies, ModelParts& parts,
               RobotNotes& notes);

}  // namespace carom
