// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A robot in URDF: its tree of links is checked here, by us, with lines; Pinocchio builds the
// bodies from a cleaned text (links with their inertia, joints; no meshes, materials, plugins).
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "carom/robot.h"
#include "model/multibody.h"
#include "model/robot/robot_notes.h"

namespace carom {

/// What a file gives: bodies, and what the model carries beside them.
struct RobotContent {
  std::shared_ptr<const Multibody> bodies = {};
  ModelParts parts = {};
};

/// Throws InvalidInput with all faults.
RobotContent read_urdf(const xml::Element& root, const std::filesystem::path& file,
                       const RobotOptions& options, RobotNotes& notes);

/// All faults of links and joints: names, masses, numbers, the tree. Returns joints to be fixed
/// (see check_inertia). In urdf_check.cpp.
std::vector<std::string> check_urdf(const xml::Element& root, bool free_base, RobotNotes& notes);
/// The link that is nobody's child; null if there is none.
const xml::Element* urdf_root_link(const xml::Element& root);
/// Links with inertia and joints alone, as text.
std::string cleaned_urdf(const xml::Element& root);

/// Collision shapes, springs, actuators. In urdf_parts.cpp.
void read_urdf_parts(const xml::Element& root, const std::filesystem::path& file,
                     const RobotOptions& options, ModelParts& parts, RobotNotes& notes);

/// By Pinocchio, in pinocchio/urdf.cpp. Mimic joints are joints of their own.
std::shared_ptr<const Multibody> build_urdf(const std::string& text, bool free_base,
                                            const std::string& name);

}  // namespace carom
