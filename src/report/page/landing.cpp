// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of `carom analyze --html` for a model.
#include <fmt/format.h>

#include "base/text.h"
#include "design/landing/rules.h"
#include "report/json/landing_json.h"
#include "report/page/analysis.h"
#include "report/page/document.h"

namespace carom {
namespace report {
namespace {

std::vector<std::pair<std::string, std::string>> facts_of(const Landing& landing,
                                                          const PageContext& context) {
  const Scene::Units& units = context.units;
  auto facts = context.facts;
  facts.emplace_back("model", landing.model);
  facts.emplace_back("mass", fmt::format("{} {}", base::number(landing.total_mass), units.mass));
  facts.emplace_back("fastest approach",
                     fmt::format("{} {}/s", base::number(landing.approach_speed), units.length));
  facts.emplace_back("restitution", base::number(landing.analysis.restitution));
  facts.emplace_back("law of the impact shown", landing.outcome.law->name);
  return facts;
}

}  // namespace

Json landing_page(const Landing& landing, const LandingOptions& options,
                  const PageContext& context) {
  const std::string& name = landing.analysis.labels->problem;
  Json page = page_document({.kind = "analyze",
                             .title = context.title.empty() ? name : context.title,
                             .summary = {verdict_sentence(landing.analysis)},
                             .facts = facts_of(landing, context),
                             .units = context.units});
  page["analysis"] = {{"document", landing_document(landing)},
                      {"words", words_of(landing.summary(), landing.advice)},
                      {"report", landing.report()}};
  if (context.model == nullptr) return page;
  const Law law = design::landing_law(options);
  const ImpactProblem problem = make_problem(*context.model, context.state, options.problem);
  PageContext with_locked = context;
  with_locked.locked = options.problem.locked;
  add_impact(page, problem, law, landing.outcome, with_locked);
  page["analysis"]["variants"] =
      landing_variants(landing, options, *context.model, context.state, context.units);
  return page;
}

}  // namespace report

std::string to_html(const Landing& landing, const LandingOptions& options,
                    const PageContext& context) {
  return report::page_html(report::landing_page(landing, options, context));
}

}  // namespace carom
