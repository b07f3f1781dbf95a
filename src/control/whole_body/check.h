// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a whole-body controller refuses, the limits of the motors, and words for what gave way.
#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

#include "carom/whole_body.h"

namespace carom::control {

constexpr std::size_t most_corners = 8;  ///< Of a foot.

/// Throw InvalidInput with all faults.
void check_whole_body(const Model& model, const WholeBodyOptions& options);
void check_tasks(const Model& model, const Eigen::VectorXd& bias, std::span<const MotionTask> tasks,
                 std::span<const SupportFoot> feet);

/// Of every velocity; infinite where a model knows none (files write 0), and at the base.
Eigen::VectorXd torque_limits(const Model& model, const WholeBodyOptions& options);

/// "torque limit of l_leg_kny: 23.4 N m short of what the tasks ask (limit 90); com misses …".
std::string describe_relaxed(const std::vector<RelaxedLimit>& relaxed,
                             std::span<const MotionTask> tasks, const Eigen::VectorXd& error,
                             const Eigen::VectorXd& free_error);

}  // namespace carom::control
