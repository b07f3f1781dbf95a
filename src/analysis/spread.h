// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// How far apart the outcomes are at one Newton coefficient.
#pragma once

#include <cstdint>

#include "carom/analysis.h"
#include "carom/problem.h"

namespace carom::analysis {

/// From the outcomes over orders at that coefficient, which are known; `seed`: of the stiffnesses.
Spread spread_over(const ImpactProblem& problem, double restitution, const OutcomeSet& orders,
                   std::uint64_t seed);

}  // namespace carom::analysis
