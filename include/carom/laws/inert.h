// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Inert law (S4): every row of every contact, tangents included, is zero after the impact; impulses
// may pull, and the outcome says so. Page: docs/laws/inert.md.
#pragma once

#include "carom/law.h"

namespace carom {

struct Inert {
  LawDescription describe() const;
  void solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const;
};

}  // namespace carom
