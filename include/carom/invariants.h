// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What must hold for every law on every problem, as a check that users run on their own laws.
#pragma once

#include <string>
#include <vector>

#include "carom/law.h"

namespace carom {

/// Solves `problem` by `law` and returns a sentence per violated invariant (none: all hold):
/// momentum balance, energy balance of the ledger, bilateral rows kept; no pulling impulse, no
/// approach left, no energy growth, friction cone, unless the law declares otherwise; the same bits
/// twice; invariance under a change of unit and of coordinates; renumbering of contacts as
/// declared. `tolerance` is relative.
[[nodiscard]] std::vector<std::string> check_law_invariants(const ImpactProblem& problem,
                                                            const Law& law,
                                                            double tolerance = 1e-9);

}  // namespace carom
