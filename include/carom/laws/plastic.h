// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Plastic law: projection of the momentum on the feasible cone; nothing pulls, nothing bounces by
// itself. Page: docs/laws/plastic.md.
#pragma once

#include "carom/law.h"

namespace carom {

struct Plastic {
  LawDescription describe() const;
  void solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const;
};

}  // namespace carom
