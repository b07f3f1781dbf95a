// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Answers beside the one asked for, so that a page can switch between them: for every coefficient
// and rotor inertia the spread (as landing.cpp measures it for its table) and the outcome under the
// law. Rotors are varied where the model has a free base and joints that move, in SI units.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "analysis/analysis_report.h"
#include "base/text.h"
#include "design/landing/advice.h"
#include "design/landing/rules.h"
#include "design/landing/spread.h"
#include "design/refusal.h"
#include "report/page/analysis.h"

namespace carom::report {
namespace {

using base::number;

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

}  // namespace carom::report
