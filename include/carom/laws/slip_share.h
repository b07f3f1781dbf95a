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
  /// A slip below this share of the largest contact speed is none; a hundredth of it is the local
  /// error of the integration.
  double tolerance = 1e-9;

  LawDescription describe() const;
  void check() const;
  void solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const;
};

}  // namespace carom
