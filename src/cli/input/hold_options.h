// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// --hold of a run: what its motors hold.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/control.h"
#include "carom/model.h"

namespace carom::cli {

struct HoldArguments {
  std::optional<std::string> posture;  ///< Name, JSON, or its file; empty: as it starts.
  std::optional<double> stiffness, damping, frequency;
  std::vector<std::string> joints;
};
/// Motors of the joints named, else of motor_joints(). `what` names the model in messages. Throws
/// InvalidInput with all faults.
Controller make_hold(const Model& model, const std::string& what, const State& start,
                     const HoldArguments& arguments);

}  // namespace carom::cli
