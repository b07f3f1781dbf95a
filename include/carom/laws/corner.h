// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Corner law (S1): two points of one body in the plane, normal impulses tied to each other.
// Page: docs/laws/corner.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "carom/law.h"

namespace carom {

/// What happens where a slip goes through zero.
enum class CornerMode {
  published_table,  ///< Both friction signs flip where the second slip stops: S1 Table I.
  literal,          ///< Each slip that stops reverses: S1 VI as written.
  stick_tested,     ///< Each slip that stops sticks if static friction can hold it.
};
std::string to_string(CornerMode mode);
/// Throws InvalidInput that lists the names and suggests the nearest.
CornerMode corner_mode_from_string(std::string_view name);

struct Corner {
  /// Energetic (Stronge), one for the whole impact. Unset: the contacts' common restitution.
  std::optional<double> restitution = {};
  CornerMode mode = CornerMode::stick_tested;

  LawDescription describe() const;
  void check() const;
  void solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const;
};

}  // namespace carom
