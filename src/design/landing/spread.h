// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A spread of outcomes in the units of a robot: metres and radians per second of its base.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "carom/landing.h"

namespace carom::design {

/// Indices of the model's velocities that are not of locked joints.
std::vector<int> moving_velocities(const Model& model, const std::vector<std::string>& locked);

/// Names of all joints but a free base.
std::vector<std::string> joints_to_lock(const Model& model);

/// Where the velocity of a free base stands in a problem's, and its axes in the world.
struct Base {
  Eigen::Index start = 0;
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
};
/// None: the model has no free base, or it is locked.
std::optional<Base> find_base(const Model& model, const Eigen::VectorXd& q,
                              const std::vector<int>& velocities);

LandingSpread landing_spread(const ImpactProblem& problem, double restitution,
                             const EnumerationOptions& options, const std::optional<Base>& base);
/// Each contact with its own coefficient.
LandingSpread landing_spread(const ImpactProblem& problem, const Eigen::VectorXd& restitution,
                             const EnumerationOptions& options, const std::optional<Base>& base);

}  // namespace carom::design
