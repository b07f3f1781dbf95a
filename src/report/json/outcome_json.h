// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The document of one outcome, for the formats that hold several.
#pragma once

#include "carom/outcome.h"
#include "carom/problem.h"
#include "report/json/json_text.h"

namespace carom::report {

inline constexpr const char* outcome_format = "carom-outcome/1";

Json outcome_document(const Outcome& outcome, bool branches, const ImpactProblem* problem);

}  // namespace carom::report
