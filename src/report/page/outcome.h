// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The documents inside pages of one impact (format.ts, "resolve" and "compare").
#pragma once

#include "carom/page.h"
#include "report/json/json_text.h"

namespace carom::report {

/// Throws InvalidInput for a state that is none of the context's model.
[[nodiscard]] Json outcome_page(const Outcome& outcome, const ImpactProblem& problem,
                                const PageContext& context);
[[nodiscard]] Json comparison_page(const Comparison& comparison, const ImpactProblem& problem,
                                   const PageContext& context);

}  // namespace carom::report
