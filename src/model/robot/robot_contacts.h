// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contacts of a whole robot (robot.h), with what a stance asks besides: which of them the soles
// are.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "carom/robot.h"

namespace carom {

/// The word that stands for the feet that are found.
inline constexpr const char* auto_word = "auto";

struct FoundContacts {
  RobotContacts robot = {};
  /// Names of the contacts that stand on the ground where the feet do: those in words, and the
  /// lowest points of the feet that were found.
  std::vector<std::string> soles = {};
  std::vector<std::string> unread = {};  ///< Of the notes those of meshes that are left out.
  /// What there is to say of frames that are above their soles, or have no shapes.
  std::vector<std::string> heights = {};
};
/// As robot_contacts(). `where` names the robot where no foot is found.
FoundContacts find_contacts(const Model& robot, const Eigen::VectorXd& q,
                            const std::vector<std::string>& words, bool all,
                            const std::string& where);

/// What is said of contacts that are origins of frames, by name, where a flat foot's sole is lower:
/// how far, and the word that takes the sole. Reads the shapes of their bodies alone.
std::vector<std::string> frames_above_soles(const Model& robot, const Eigen::VectorXd& q,
                                            const std::vector<ContactCandidate>& contacts);

}  // namespace carom
