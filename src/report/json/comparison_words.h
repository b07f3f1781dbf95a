// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// How far apart laws are, in words that the command and pages share.
#pragma once

#include <string>

#include "carom/compare.h"
#include "carom/problem.h"

namespace carom::report {

/// "Farthest apart: a and b, by 3 % of the incoming momentum."; empty with fewer than two answers.
[[nodiscard]] std::string difference_words(const ImpactProblem& problem,
                                           const Comparison& comparison);

}  // namespace carom::report
