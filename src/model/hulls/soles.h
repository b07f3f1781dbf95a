// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Flat feet that touch at fewer than three points. Input: a robot, its posture, its contacts that
// touch. Output: the corners of these soles, which lie on the ground with the contact.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "carom/model.h"

namespace carom {

/// Corners of soles as contacts with what the foot's contact touches, each moved to where its gap
/// is zero at `q`: files draw soles some millimetres off. Round feet, and soles with three contacts
/// or more, have none.
std::vector<ContactCandidate> sole_corners(const Model& model, const Eigen::VectorXd& q,
                                           const std::vector<std::string>& touching);

}  // namespace carom
