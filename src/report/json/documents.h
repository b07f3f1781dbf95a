// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Documents of results, for formats and pages that hold several or say more.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "carom/analysis.h"
#include "carom/compare.h"
#include "carom/landing.h"
#include "carom/outcome.h"
#include "carom/problem.h"
#include "carom/simulation.h"
#include "report/json/json_text.h"

namespace carom::report {

inline constexpr const char* outcome_format = "carom-outcome/1";

Json practical_json(const PracticalVerdict& verdict);
Json outcome_document(const Outcome& outcome, bool branches, const ImpactProblem* problem);

/// How far apart laws are, in words that the command and pages share:
/// "Farthest apart: a and b, by 3 % of the incoming momentum."; empty with fewer than two answers.
[[nodiscard]] std::string difference_words(const ImpactProblem& problem,
                                           const Comparison& comparison);

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// Laws that do not apply, and why.
template <class LeftOut>
Json left_out_json(const LeftOut& laws) {
  return list_from(laws,
                   [](const auto& one) { return Json{{"law", one.law}, {"reason", one.reason}}; });
}

Json comparison_document(const Comparison& comparison, const ImpactProblem& problem);

Json analysis_document(const Analysis& analysis);

Json landing_document(const Landing& landing);

/// Impacts of a run whose verdict is "several".
std::size_t several_outcomes(const Trajectory& run);

}  // namespace carom::report
