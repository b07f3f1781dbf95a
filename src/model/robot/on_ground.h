// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stances from what was not all readable.
#pragma once

#include <string>
#include <vector>

#include "carom/stance.h"

namespace carom {

/// As stand(robot, options). `velocity_faults`: of whoever read the velocity; they stand behind the
/// faults of everything else, and nothing is asked of the velocity itself.
Stance stand(const Model& robot, const StanceOptions& options,
             const std::vector<std::string>& velocity_faults);

}  // namespace carom
