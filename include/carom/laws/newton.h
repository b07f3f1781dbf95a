// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Newton's law (Moreau): every contact that is pressed separates at its coefficient times its
// approach, with Coulomb friction on the velocity after the impact. Page: docs/laws/newton.md.
#pragma once

#include <optional>

#include "carom/law.h"

namespace carom {

struct Newton {
  /// Kinematic (Newton), of every contact. Unset: each contact's own.
  std::optional<double> restitution = {};

  LawDescription describe() const;
  void check() const;
  void solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const;
};

}  // namespace carom
