// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "carom/simulation.h"

namespace carom::report {

/// Impacts of a run whose verdict is "several".
std::size_t several_outcomes(const Trajectory& run);

}  // namespace carom::report
