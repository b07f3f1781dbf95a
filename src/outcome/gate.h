// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The gate that every `resolved` passes, whoever wrote the law: what must hold after an impact
// holds within a bound, relative to the problem, or it is no answer.
#pragma once

#include "carom/outcome.h"
#include "carom/problem.h"
#include "outcome/ledger.h"

namespace carom::outcome {

/// After complete(), for an outcome that is ok(): above LawDescription::residual_bound it becomes
/// not_converged, with a message that names each residual, and the velocity as the last one.
void refuse_unless_it_holds(const ImpactProblem& problem, const LawDescription& law,
                            const Measures& measures, Outcome& outcome);

/// A note where a contact with friction has normal and tangents of very different lengths: its cone
/// then compares impulses of different units.
void note_mixed_units(const ImpactProblem& problem, Outcome& outcome);

}  // namespace carom::outcome
