// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of `carom analyze --html` for a problem; what it shares with that of a model.
#include "report/page/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/analysis_report.h"
#include "base/text.h"
#include "base/words.h"
#include "carom/error.h"
#include "carom/resolve.h"
#include "design/landing/rules.h"
#include "report/json/analysis_json.h"
#include "report/page/document.h"
#include "report/page/impact.h"
#include "report/page/stage.h"

namespace carom {
namespace report {
namespace {

constexpr std::size_t most_advice = 4;

/// Small caps: a page shows a few outcomes.
ResolveOptions listing() {
  ResolveOptions options;
  options.branches = ResolveOptions::Branches::all;
  options.max_states = 10'000;
  options.max_branches = 64;
  return options;
}

/// As `carom analyze` says it of a model.
std::string sentence_of(const Analysis& analysis) {
  return fmt::format("{}, {}: {}.", analysis.labels->problem,
                     base::plural(static_cast<double>(analysis.labels->contacts.size()), "contact"),
                     analysis::practical_text(analysis));
}

}  // namespace

std::string verdict_sentence(const Analysis& analysis) {
  return fmt::format("{} at restitution {}: {}.",
                     base::plural(static_cast<double>(analysis.labels->contacts.size()), "contact"),
                     base::number(analysis.restitution, 3),
                     analysis::practical_words(analysis.practical));
}

Json words_of(const std::string& sentence, const std::vector<std::string>& advice) {
  Json words = Json::array({sentence});
  for (std::size_t k = 0; k < std::min(advice.size(), most_advice); ++k) {
    words.push_back(advice[k]);
  }
  return words;
}

void add_impact(Json& page, const ImpactProblem& problem, const Law& law, Outcome outcome,
                const PageContext& context) {
  const PageStage stage(context);
  stage.put(page);
  const bool several = outcome.uniqueness.verdict == Uniqueness::Verdict::several;
  if (several && outcome.branches.empty()) {
    outcome.branches = resolve(problem, law, listing()).branches;
  }
  page["tracks"] =
      Json::array({straight_track(0, law.description().name, problem, outcome, stage.place)});
}

Json analysis_page(const Analysis& analysis, const ImpactProblem& problem,
                   const PageContext& context) {
  PageHead head{.kind = "analyze",
                .title = context.title.empty() ? analysis.labels->problem : context.title,
                .summary = {verdict_sentence(analysis)},
                .facts = context.facts,
                .notes = context.notes,
                .units = context.units};
  const Law law = design::usual_law(analysis.restitution);
  head.facts.emplace_back("restitution", base::number(analysis.restitution));
  head.facts.emplace_back("law of the impact shown", law.description().name);
  Json page = page_document(head);
  page["analysis"] = {{"document", analysis_document(analysis)},
                      {"words", words_of(sentence_of(analysis), analysis.advice)},
                      {"report", analysis.report()}};
  add_impact(page, problem, law, resolve(problem, law, listing()), context);
  return page;
}

}  // namespace report

std::string to_html(const Analysis& analysis, const ImpactProblem& problem,
                    const PageContext& context) {
  return report::page_html(report::analysis_page(analysis, problem, context));
}

}  // namespace carom
