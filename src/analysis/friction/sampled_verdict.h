// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The verdict on laws with friction: are the impulses determined (rank, exact), and does the
// outcome depend on the contacts' stiffness or on the order in which they close (sampled)?
#pragma once

#include "carom/law.h"
#include "carom/resolve.h"

namespace carom::analysis {

/// Fills outcome.uniqueness, and outcome.branches if options ask for them.
void judge_by_sampling(const ImpactProblem& problem, const Law& law, const ResolveOptions& options,
                       Outcome& outcome);

}  // namespace carom::analysis
