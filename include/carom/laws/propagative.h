// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Propagative law (S3): energy-conserving reflections, one contact at a time, until none
// approaches; restitution by a global blend with the plastic outcome. Page:
// docs/laws/propagative.md.
#pragma once

#include <cstdint>
#include <optional>

#include "carom/law.h"
#include "carom/laws/policy.h"

namespace carom {

struct Propagative {
  /// S3's R: √(1 − energy lost / energy a plastic impact would lose). One number for the impact.
  /// Unset: the contacts' common restitution, or 1.
  std::optional<double> restitution = {};
  Policy policy = Policy::most_violated;
  std::uint64_t seed = 0;  ///< Of policy random.

  LawDescription describe() const;
  void check() const;
  void solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const;
};

}  // namespace carom
