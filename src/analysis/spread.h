// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// How far apart the outcomes are at one Newton coefficient.
#pragma once

#include <cstdint>

#include "carom/analysis.h"
#include "carom/problem.h"

namespace carom::analysis {

/// Outcomes closer than these shares of ‖p⁻‖ are practically one, or slightly different.
inline constexpr double practically_one = 0.01, slightly_different = 0.10;
/// For a sentence that has just named ξ > 0.
inline const char* negligible_words(double indeterminacy) {
  return indeterminacy < practically_one ? "; practically one outcome (below 1 %)" : "";
}

/// From the outcomes over orders at that coefficient, which are known; `seed`: of the stiffnesses.
Spread spread_over(const ImpactProblem& problem, double restitution, const OutcomeSet& orders,
                   std::uint64_t seed);

}  // namespace carom::analysis
