// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Slip-share law (S2 ch. 2, corrected): normal impulses in proportion to slip speed over friction.
// Page: docs/laws/slip_share.md.
#pragma once

#include <optional>

#include "carom/law.h"

namespace carom {

struct SlipShare {
  /// Energetic (Stronge), one for the whole impact. Unset: the contacts' common restitution.
  std::optional<double> restitution = {};
  double tolerance = 1e-9;  ///< Local error of the integration, relative to the approach speed.

  LawDescription describe() const;
  void check() const;
  void solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const;
};

}  // namespace carom
