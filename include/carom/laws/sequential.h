// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Sequential law (S0): restitution inside each reflection. Page: docs/laws/sequential.md.
#pragma once

#include <cstdint>
#include <optional>

#include "carom/law.h"
#include "carom/laws/policy.h"

namespace carom {

struct Sequential {
  /// Newton coefficient of every reflection (S0's √e). Unset: each contact's own, or 1.
  std::optional<double> restitution = {};
  Policy policy = Policy::most_violated;
  std::uint64_t seed = 0;  ///< Of policy random.

  LawDescription describe() const;
  void check() const;
  void solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const;
};

}  // namespace carom
