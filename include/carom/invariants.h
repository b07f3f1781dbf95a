// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What must hold for every law on every problem, as a check that users run on their own laws.
#pragma once

#include <string>
#include <vector>

#include "carom/law.h"

namespace carom {

/// Solves `problem` by `law` and returns a sentence per violated invariant (none: all hold). Of an
/// outcome: finite numbers, momentum balance, energy balance of the ledger, bilateral rows kept; no
/// pulling impulse, no approach left, no energy growth, friction cone; the same bits twice. No
/// outcome: a message, and a residual that is not zero.
/// The same outcome: in other units of mass, speed and length; in other coordinates; with contacts
/// renumbered; with the rows of one contact in another unit; with a contact given twice, each of
/// half the stiffness; beside a body of its own with a contact that rests, leaves or approaches,
/// which does what it does alone. Nearly the same: at a velocity that is nearly the same, and
/// beside a body that is nearly decoupled. Left out is what the law's description declares:
/// `pulls`, `leaves_approach`, `gains_energy`, `depends_on_order`, `compares_contacts`,
/// `counts_contacts`, `jumps`; added contacts for a law that has a parameter `seed`; and problems
/// that the law refuses (InvalidInput). `tolerance` is relative.
[[nodiscard]] std::vector<std::string> check_law_invariants(const ImpactProblem& problem,
                                                            const Law& law,
                                                            double tolerance = 1e-9);

}  // namespace carom
