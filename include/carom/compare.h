// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "analysis": one impact under several laws. Input: a problem, laws. Output: an outcome with
// its verdict for every law, and why the others do not apply.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/law.h"
#include "carom/outcome.h"
#include "carom/problem.h"
#include "carom/resolve.h"

namespace carom {

struct CompareOptions {
  std::vector<Law> laws = {};  ///< Empty: every law of the library (laws_by_name in law_by_name.h).
  /// Given: of every contact, static and dynamic, for the laws that have friction.
  std::optional<double> friction = {};
  /// Of the practical verdict, and of contacts without one for laws that must have it; none: the
  /// contacts' own, 1 where a contact has none.
  std::optional<double> restitution = {};
  /// `practical`: the verdict on the impact is asked once, not for every law.
  ResolveOptions resolve = {};
};

/// Outcomes of one problem under several laws.
struct Comparison {
  struct LeftOut {
    std::string law, reason;
  };
  /// How well defined the impact is, whatever the law; none: not asked for.
  std::optional<PracticalVerdict> practical = {};
  std::vector<Outcome> outcomes = {};  ///< Some may have no answer: see Outcome::ok().
  std::vector<LeftOut> left_out = {};  ///< Laws that do not apply to the problem.
};

/// In the order of the laws. A law that refuses the problem is left out with its first reason.
[[nodiscard]] Comparison compare(const ImpactProblem& problem, const CompareOptions& options = {});

}  // namespace carom
