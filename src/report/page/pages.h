// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The documents inside pages (format.ts). Input: a result, and where it came from. Output: the
// page's document, for page_html().
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "carom/law.h"
#include "carom/page.h"
#include "carom/report.h"
#include "report/json/json_text.h"

namespace carom::report {

/// AnalysisPart, of a problem.
[[nodiscard]] Json analysis_page(const Analysis& analysis, const ImpactProblem& problem,
                                 const PageContext& context);
/// AnalysisPart, of a model. Without a model in `context` nothing is drawn, and there are no other
/// answers.
[[nodiscard]] Json landing_page(const Landing& landing, const LandingOptions& options,
                                const PageContext& context);

/// AnalysisPart.variants: the spread and the law's outcome at every pair of a coefficient and a
/// rotor inertia; null where there is no answer.
[[nodiscard]] Json landing_variants(const Landing& landing, const LandingOptions& options,
                                    const Model& model, const State& state,
                                    const Scene::Units& units);

/// "resolve" and "compare". Throws InvalidInput for a state that is none of the context's model.
[[nodiscard]] Json outcome_page(const Outcome& outcome, const ImpactProblem& problem,
                                const PageContext& context);
[[nodiscard]] Json comparison_page(const Comparison& comparison, const ImpactProblem& problem,
                                   const PageContext& context);

/// MapPart. Throws InvalidInput for a page without a map or with values of another one.
[[nodiscard]] Json map_page(const MapPage& page);

/// Some points of a grid, evenly along every axis; the last axis runs fastest.
class KeptGrid {
 public:
  /// At most `most` points. Both ends of an axis are kept where it keeps two.
  KeptGrid(const std::vector<MapAxis>& axes, std::int64_t most);

  /// Of one axis: indices in it.
  const std::vector<std::int64_t>& along(std::size_t axis) const { return kept_[axis]; }
  bool whole() const { return whole_; }
  /// Rows of the map, ascending, those below `done` alone.
  std::vector<std::int64_t> rows(std::int64_t done) const;

 private:
  std::vector<std::vector<std::int64_t>> kept_;
  std::vector<std::int64_t> strides_;
  bool whole_ = true;
};

/// ReproducePart.
[[nodiscard]] Json reproduce_page(const std::vector<Reproduction>& items);

/// Name of the law whose page explains the number: that of its source; empty: none.
[[nodiscard]] std::string explaining_law(const Reproduction& item);

}  // namespace carom::report
