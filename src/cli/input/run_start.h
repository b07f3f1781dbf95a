// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// --drop and --hold of a run: how high it starts, and what its motors hold.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "carom/control.h"
#include "carom/model.h"

namespace carom::cli {

/// The velocity that moves every body straight up at 1 m/s and turns none; none: something is fixed
/// to the world, or there is no gravity.
std::optional<Eigen::VectorXd> rising(const Model& model, const Eigen::VectorXd& q);

/// Moves everything up by a height. `what` names it in messages. Throws InvalidInput.
void raise(const Model& model, const std::string& what, double height, State& state);
/// Moves everything until the lowest contact is at that height. Throws InvalidInput.
void put_at_height(const Model& model, const std::string& what, double height, State& state);

struct HoldArguments {
  std::optional<std::string> posture;  ///< Name, JSON, or its file; empty: as it starts.
  std::optional<double> stiffness, damping, frequency;
  std::vector<std::string> joints;
};
/// Motors of the joints named, else of the actuators, else of all but the base. Throws InvalidInput
/// with all faults.
Controller make_hold(const Model& model, const std::string& what, const State& start,
                     const HoldArguments& arguments);

}  // namespace carom::cli
