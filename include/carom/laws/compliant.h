// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Compliant law: a spring at every contact, Coulomb friction, unloading stiffer than loading. Only
// the ratios of the contacts' `stiffness` matter. The referee of the other laws. Page:
// docs/laws/compliant.md.
#pragma once

#include <optional>

#include "carom/law.h"

namespace carom {

struct Compliant {
  /// Energetic (Stronge), of every contact: unloading returns its square of the spring's energy.
  /// Unset: each contact's own.
  std::optional<double> restitution = {};
  double exponent = 1.0;     ///< Force = stiffness · compression^exponent: 1 linear, 1.5 Hertz.
  double tolerance = 1e-11;  ///< Local error of the integration, relative to the approach speed.

  LawDescription describe() const;
  void check() const;
  void solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const;
};

}  // namespace carom
