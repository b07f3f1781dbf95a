// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the command says about a posture, and what a posture needs before it is used.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "carom/model.h"

namespace carom {

/// Coordinates outside their limits, each "'x' = 3 is above its limit 2.5". A posture is
/// the user's: this is no fault.
[[nodiscard]] std::vector<std::string> posture_warnings(const Model& model,
                                                        const Eigen::VectorXd& q);

/// Entries of q that must have length 1: quaternions, cosines and sines.
struct UnitPart {
  int joint = 0;
  int start = 0, size = 0;
};
[[nodiscard]] std::vector<UnitPart> unit_parts(const Model& model);
/// With those brought to length 1 exactly.
[[nodiscard]] Eigen::VectorXd with_unit_parts(const Model& model, Eigen::VectorXd q);

}  // namespace carom
