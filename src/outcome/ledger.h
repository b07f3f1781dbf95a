// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Sizes an outcome for a problem, and completes what a law left open: energies, residuals, hinges.
#pragma once

#include "carom/outcome.h"
#include "carom/problem.h"

namespace carom::outcome {

/// Everything zero and of the right size; keeps storage. Works are NaN: "not filled by the law".
void prepare(const ImpactProblem& problem, Outcome& outcome);
/// After a law: bilateral impulses, energies, works the law did not fill, residuals.
void complete(const ImpactProblem& problem, Outcome& outcome);

}  // namespace carom::outcome
