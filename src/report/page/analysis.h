// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of an analysis. Input: an analysis of a problem, or the landing of a model. Output: the
// page's document (format.ts, AnalysisPart). analysis.cpp: what both have; landing.cpp:
// what only a model has; landing_variants.cpp: answers for other coefficients and rotors.
#pragma once

#include <string>
#include <vector>

#include "carom/law.h"
#include "carom/page.h"
#include "report/json/json_text.h"
#include "report/page/drawing/drawing.h"

namespace carom::report {

[[nodiscard]] Json analysis_page(const Analysis& analysis, const ImpactProblem& problem,
                                 const PageContext& context);
/// Without a model in `context` nothing is drawn, and there are no other answers.
[[nodiscard]] Json landing_page(const Landing& landing, const LandingOptions& options,
                                const PageContext& context);

/// AnalysisPart.variants: the spread and the law's outcome at every pair of a coefficient and a
/// rotor inertia; null where there is no answer.
[[nodiscard]] Json landing_variants(const Landing& landing, const LandingOptions& options,
                                    const Model& model, const State& state,
                                    const Scene::Units& units);

/// Adds the drawing, its notes and the track of the impact to a page; with all outcomes where the
/// law has several.
void add_impact(Json& page, const ImpactProblem& problem, const Law& law, Outcome outcome,
                const PageContext& context);

/// "4 contacts at restitution 0: practically one outcome."
[[nodiscard]] std::string verdict_sentence(const Analysis& analysis);

/// `sentence`, then as much of `advice` as is read at once.
[[nodiscard]] Json words_of(const std::string& sentence, const std::vector<std::string>& advice);

}  // namespace carom::report
