// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The regular law by fixed implicit increments of the total normal impulse (backward Euler on the
// compliant layer, compliance ε times the increment), the last one of each phase trimmed: first
// order, extrapolated once. An independent and slower way, for cross-checks.
#pragma once

#include <span>

#include "carom/outcome.h"
#include "law/regular/flow_end.h"
#include "law/regular/layer/layer_flow.h"

namespace carom::law {

/// residuals.law is the difference of the results with N and 2N increments per unit of impulse.
FlowEnd run_increments(const ImpactProblem& problem, std::span<const int> contacts,
                       const Regular& settings, LayerFlow& scratch, Outcome& outcome);

}  // namespace carom::law
