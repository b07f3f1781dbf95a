// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A robot in MJCF. Read by us and not by Pinocchio, whose reader (4.1) keeps only the first body of
// the world and ignores settotalmass, masses and joint positions of classes, and more: of the 19
// models of dm_control's suite that have bodies, nine get a wrong mass and one does not load.
#pragma once

#include <filesystem>

#include "model/robot/mjcf/tree.h"
#include "model/robot/urdf_file.h"

namespace carom {

/// Throws InvalidInput with all faults.
RobotContent read_mjcf(const xml::Element& root, const std::filesystem::path& file,
                       const RobotOptions& options, RobotNotes& notes);

/// Frees or fixes the base as the user asks. In description.cpp, like the next.
void set_mjcf_base(RobotOptions::Base base, MjcfTree& tree, RobotNotes& notes);
/// Bodies with one joint each: several joints of one body become a chain of massless bodies. Adds
/// shapes and springs to the parts.
ModelDescription describe_mjcf(const MjcfTree& tree, RobotNotes& notes, ModelParts& parts);

/// Equalities, actuators, keyframes. In parts.cpp.
void read_mjcf_equalities(MjcfContext& context, const MjcfTree& tree, ModelParts& parts);
void read_mjcf_actuators(MjcfContext& context, const MjcfTree& tree, ModelParts& parts);
/// `file_tree`: before the base was changed.
void read_mjcf_postures(MjcfContext& context, const MjcfTree& file_tree, const MjcfTree& tree,
                        ModelParts& parts);
/// One line for each thing that the file has and carom has not.
void warn_of_unread(MjcfContext& context, const MjcfTree& tree);

}  // namespace carom
