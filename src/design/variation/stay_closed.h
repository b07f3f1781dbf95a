// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contacts that stay closed while a posture varies: the rest of the posture follows.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "carom/model.h"

namespace carom::design {

std::vector<int> contact_indices(const Model& model, const std::vector<std::string>& names);

/// Gaps of the named contacts, then what loops and couplings lack, at the workspace's
/// configuration.
Eigen::VectorXd opened(const ModelWorkspace& workspace, const std::vector<std::string>& contacts);

/// Moves the posture as little as it takes, joints in `held` excepted, until the named contacts and
/// the loops are closed; a free base keeps its velocity in world axes. The workspace ends there.
/// Empty, or why it cannot be; then the state is as before.
std::string stay_closed(ModelWorkspace& workspace, const std::vector<std::string>& contacts,
                        const std::vector<std::string>& held, State& state);

/// The velocity of `start` at another posture: a free base keeps it in world axes.
Eigen::VectorXd carried_velocity(const Model& model, const State& start, const Eigen::VectorXd& q);

}  // namespace carom::design
