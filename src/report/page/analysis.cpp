// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of `carom analyze --html`, for a problem and for a model.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/analysis_report.h"
#include "base/text.h"
#include "base/words.h"
#include "carom/error.h"
#include "carom/resolve.h"
#include "design/landing/advice.h"
#include "design/landing/rules.h"
#include "design/landing/spread.h"
#include "design/refusal.h"
#include "report/json/documents.h"
#include "report/page/document.h"
#include "report/page/impact.h"
#include "report/page/pages.h"

namespace carom {
namespace report {
namespace {

using base::number;

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

/// Adds the drawing, its notes and the track of the impact to a page; with all outcomes where the
/// law has several.
void add_impact(Json& page, const ImpactProblem& problem, const Law& law, Outcome outcome,
                const PageContext& context) {
  const PageStage stage(context);
  stage.put(page);
  const bool several = outcome.uniqueness.verdict == Uniqueness::Verdict::several;
  if (several && outcome.branches.empty()) {
    outcome.branches = resolve(problem, law, listing()).branches;
  }
  page["velocities"] = stage.velocity_table(problem, outcome);
  page["tracks"] =
      Json::array({straight_track(0, law.description().name, problem, outcome, stage.place)});
}

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

// Answers beside the one asked for, so that a page can switch between them: for every coefficient
// and rotor inertia the spread (as design/landing measures it for its table) and the outcome under
// the law. Rotors are varied where the model has a free base and joints that move, in SI units.

std::vector<double> restitutions_with(double asked) {
  std::vector<double> list = {0.0, 0.1, 0.2, 0.3, 0.5, 0.8, 1.0};
  if (std::find(list.begin(), list.end(), asked) == list.end()) list.push_back(asked);
  std::sort(list.begin(), list.end());
  return list;
}

/// None: as the model says.
using Rotor = std::optional<double>;

std::vector<Rotor> rotors_of(const Landing& landing, const Model& model,
                             const Scene::Units& units) {
  const bool si = units.mass == "kg" && units.length == "m";
  if (!si || !design::has_rotors(model, landing.velocities)) return {std::nullopt};
  return {std::nullopt, 0.0, 0.001, 0.01, 0.1};
}

Json list_or_null(const std::optional<Eigen::Vector3d>& vector) {
  return vector ? list_of(*vector) : Json(nullptr);
}

/// One cell.
Json answer_json(const LandingSpread& spread, const Eigen::MatrixXd& gram, const Outcome& outcome,
                 const ImpactProblem& problem) {
  Json impulses = Json::array(), separations = Json::array();
  for (int k = 0; outcome.ok() && k < problem.contact_count(); ++k) {
    const auto index = static_cast<std::size_t>(k);
    impulses.push_back(outcome.impulse[index].normal);
    separations.push_back(problem.contacts()[index].normal.dot(outcome.velocity_plus));
  }
  const bool ends = spread.spread.ends;
  return {
      {"practical", spread.practical ? Json(to_string(*spread.practical)) : Json(nullptr)},
      {"words", fmt::format("{} at restitution {}: {}", analysis::practical_words(spread.practical),
                            number(spread.spread.restitution, 3),
                            ends ? "outcomes differ by " + design::spread_text(spread)
                                 : std::string("no order of reflections ends"))},
      {"spread", ends ? Json(spread.spread.value()) : Json(nullptr)},
      {"base_linear", list_or_null(spread.base_linear)},
      {"base_angular", list_or_null(spread.base_angular)},
      {"gram", rows_of(gram)},
      {"impulses", std::move(impulses)},
      {"separations", std::move(separations)}};
}

}  // namespace

Json analysis_page(const Analysis& analysis, const ImpactProblem& problem,
                   const PageContext& context) {
  PageHead head{.kind = "analyze",
                .title = context.title.empty() ? analysis.labels->problem : context.title,
                .summary = {sentence_of(analysis)},
                .facts = context.facts,
                .notes = context.notes,
                .units = context.units};
  const Law law = design::usual_law(analysis.restitution);
  head.facts.emplace_back("restitution", base::number(analysis.restitution));
  head.facts.emplace_back("law of the impact shown", law.description().name);
  Json page = page_document(head);
  page["analysis"] = {{"document", analysis_document(analysis)},
                      {"words", Json::array({sentence_of(analysis)})},
                      {"report", analysis.report()}};
  add_impact(page, problem, law, resolve(problem, law, listing()), context);
  return page;
}

Json landing_variants(const Landing& landing, const LandingOptions& options, const Model& model,
                      const State& state, const Scene::Units& units) {
  const double asked = landing.analysis.restitution;
  const std::vector<double> restitutions = restitutions_with(asked);
  const std::vector<Rotor> rotors = rotors_of(landing, model, units);
  const auto base = design::find_base(model, state.q, landing.velocities);
  const EnumerationOptions caps = design::quick(options.analysis.enumeration);
  Json named = Json::array(), answers = Json::array();
  Workspace workspace;
  for (const Rotor& rotor : rotors) {
    named.push_back(rotor ? Json(*rotor) : Json(nullptr));
    const ImpactProblem problem =
        make_problem(rotor ? design::with_rotors(model, *rotor, design::Rotors::all) : model, state,
                     options.problem);
    Json row = Json::array();
    for (const double restitution : restitutions) {
      if (!rotor && restitution == asked) {
        row.push_back(answer_json(landing.spread, landing.analysis.gram, landing.outcome, problem));
        continue;
      }
      Json answer;  // Null: the law refuses the coefficient.
      (void)design::refusal([&] {
        Outcome outcome;
        solve(problem, design::landing_law(options, restitution), workspace, outcome);
        answer = answer_json(design::landing_spread(problem, restitution, caps, base),
                             problem.gram(), outcome, problem);
      });
      row.push_back(std::move(answer));
    }
    answers.push_back(std::move(row));
  }
  const auto at = std::find(restitutions.begin(), restitutions.end(), asked);
  return {{"restitutions", restitutions},
          {"rotors", std::move(named)},
          {"restitution", at - restitutions.begin()},
          {"rotor", 0},
          {"answers", std::move(answers)}};
}

Json landing_page(const Landing& landing, const LandingOptions& options,
                  const PageContext& context) {
  const std::string& name = landing.analysis.labels->problem;
  Json page = page_document({.kind = "analyze",
                             .title = context.title.empty() ? name : context.title,
                             .summary = {landing.summary()},
                             .facts = facts_of(landing, context),
                             .units = context.units});
  page["analysis"] = {{"document", landing_document(landing)},
                      {"words", Json::array({landing.summary()})},
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

std::string to_html(const Analysis& analysis, const ImpactProblem& problem,
                    const PageContext& context) {
  return report::page_html(report::analysis_page(analysis, problem, context));
}

std::string to_html(const Landing& landing, const LandingOptions& options,
                    const PageContext& context) {
  return report::page_html(report::landing_page(landing, options, context));
}

}  // namespace carom
