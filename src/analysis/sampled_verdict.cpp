// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "analysis/sampled_verdict.h"

namespace carom::analysis {

void judge_by_sampling(const ImpactProblem&, const Law&, const ResolveOptions&, Outcome& outcome) {
  outcome.uniqueness.reason = "not checked yet";
}

}  // namespace carom::analysis
