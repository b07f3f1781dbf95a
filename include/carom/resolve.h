// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One call for users: the outcome of an impact under a law, with the verdict on whether it is the
// only one. For tight loops that need no verdict: solve() in law.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "carom/law.h"
#include "carom/outcome.h"

namespace carom {

struct ResolveOptions {
  enum class Branches { none, all, minimal };
  Branches branches = Branches::none;  ///< List the outcomes: every greedy order, or S3 Def. 1.
  std::size_t max_states = 100'000;    ///< Cap of the search; beyond it, sampling.
  std::size_t max_branches = 10'000;
  std::uint64_t seed = 0;
  /// Laws judged by sampling (friction): half with other stiffness ratios, half with other orders
  /// of closing.
  int draws = 64;
  /// Outcome::practical, at the law's coefficient (laws without one: the contacts', else 0). False:
  /// left out, which is faster.
  bool practical = true;
  /// False: the practical verdict leaves the contacts' friction out, such as one nobody has given.
  bool practical_friction = true;
};
[[nodiscard]] Outcome resolve(const ImpactProblem& problem, const Law& law,
                              const ResolveOptions& options = {});

}  // namespace carom
