// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Everything that can be wrong with raw matrices, found at once.
#pragma once

#include <string>
#include <vector>

#include "carom/problem.h"

namespace carom::problem {

/// Faults of the parts, in the shape "what = value; expected rule; remedy". Empty: all is well.
std::vector<std::string> find_faults(const Eigen::MatrixXd& mass_matrix,
                                     const std::vector<Contact>& contacts,
                                     const Eigen::VectorXd& velocity,
                                     const std::vector<BilateralConstraint>& bilateral);

/// Faults of a velocity against bilateral rows (sizes already checked).
std::vector<std::string> velocity_faults(const Eigen::Ref<const Eigen::VectorXd>& velocity,
                                         const std::vector<BilateralConstraint>& bilateral);

}  // namespace carom::problem
