// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Poisson's law: compression to rest, then expansion with the coefficient times the compression's
// impulses, both with Coulomb friction. Page: docs/laws/poisson.md.
#pragma once

#include <optional>

#include "carom/law.h"

namespace carom {

struct Poisson {
  /// Kinetic (Poisson), of every contact. Unset: each contact's own.
  std::optional<double> restitution = {};

  LawDescription describe() const;
  void check() const;
  void solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const;
};

}  // namespace carom
