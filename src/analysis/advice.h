// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Sentences for the person who reads an analysis: what decides, and what to change.
#pragma once

#include <string>
#include <vector>

#include "carom/analysis.h"
#include "carom/problem.h"

namespace carom::analysis {

/// Indices in certificate.pairs, the most strongly coupled first.
std::vector<std::size_t> by_coupling(const Certificate& certificate);

/// From an analysis that is complete but for its advice.
std::vector<std::string> advise(const ImpactProblem& problem, const Analysis& analysis);

}  // namespace carom::analysis
