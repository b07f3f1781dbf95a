// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// How far the outcome of springs moves when the ratios of their stiffness are not known.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>

#include "carom/problem.h"

namespace carom::analysis {

/// Columns: the velocities after the impact under the compliant law without friction, when the
/// ratio of any two stiffnesses is between 0.1 and 10. Two contacts: a grid of ratios; more: random
/// draws; fewer, or nothing that moves: no column. None if an outcome is not to be had, or for more
/// than 64 contacts.
std::optional<Eigen::MatrixXd> stiffness_outcomes(const ImpactProblem& problem, double restitution,
                                                  std::uint64_t seed);

}  // namespace carom::analysis
