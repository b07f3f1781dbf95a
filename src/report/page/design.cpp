// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of a design: the start and the nearest solutions side by side (format.ts, design), each
// with its impact, so that one sees the posture change and the verdict with it. Input: a design and
// the variation it searched. Output: the page. The impact of a place is that of `propagative` at
// the design's restitution, of `plastic` where that is 0.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/analysis_report.h"
#include "base/text.h"
#include "carom/page.h"
#include "carom/resolve.h"
#include "design/landing/rules.h"
#include "design/refusal.h"
#include "report/page/document.h"
#include "report/page/impact.h"

namespace carom {
namespace {

using report::Json;

constexpr std::size_t most_solutions = 5;

/// A column of the page.
struct Place {
  std::string label;
  const DesignPoint* point = nullptr;
};

std::vector<Place> places_of(const Design& design) {
  std::vector<Place> places{{"start", &design.start}};
  const std::size_t count = std::min(design.solutions.size(), most_solutions);
  for (std::size_t k = 0; k < count; ++k) {
    const bool only = design.solutions.size() == 1;
    const std::string name = design.solutions[k].converged ? "solution" : "design";
    places.push_back({only ? name : fmt::format("{} {}", name, k + 1), &design.solutions[k].point});
  }
  return places;
}

Outcome outcome_at(const ImpactProblem& problem, double restitution) {
  ResolveOptions options;
  options.branches = ResolveOptions::Branches::all;
  options.max_branches = 64;
  return resolve(problem, design::usual_law(restitution), options);
}

/// What was varied, with its value at each place.
Json parameters_json(const Design& design, const std::vector<const DesignPoint*>& points) {
  Json list = Json::array();
  for (std::size_t k = 0; k < design.parameters.size(); ++k) {
    Json values = Json::array();
    for (const DesignPoint* point : points) {
      const auto at = static_cast<Eigen::Index>(k);
      values.push_back(at < point->values.size() ? Json(point->values[at]) : Json(nullptr));
    }
    list.push_back({{"name", design.parameters[k].name},
                    {"unit", design.parameters[k].unit},
                    {"values", std::move(values)}});
  }
  return list;
}

/// The practical verdict of a place, in the words of the page of `carom analyze`.
std::string verdict_words(const DesignPoint& point) {
  return point.verdict.empty() ? analysis::practical_words(point.practical) : point.verdict;
}

report::PageHead head_of(const Design& design, const PageContext& context) {
  report::PageHead head{.kind = "design",
                        .title = context.title.empty() ? "design" : context.title,
                        .facts = context.facts,
                        .units = context.units};
  std::string status = to_string(design.status);
  std::replace(status.begin(), status.end(), '_', ' ');
  // The verdict first: it is what stands over the picture.
  const std::string before = verdict_words(design.start);
  if (design.solutions.empty()) {
    head.summary = {fmt::format("At the start: {}.", before)};
  } else {
    const DesignPoint& best = design.solutions.front().point;
    head.summary = {fmt::format("Designed: {}. At the start: {}.", verdict_words(best), before)};
  }
  head.summary.push_back(fmt::format("Sought: {}.", design.target));
  head.summary.push_back(
      fmt::format("Result: {}{}.", status, design.message.empty() ? "" : ": " + design.message));
  for (const std::string& item : design.kept) {
    head.summary.push_back(fmt::format("Kept: {}.", item));
  }
  return head;
}

/// Whether the model drawn has the masses and contacts of the problem at this place.
bool same_shape(const Model& model, const State& state, const ImpactProblem& problem) {
  constexpr double same = 1e-9;
  ProblemOptions options;
  options.closed = problem.labels()->contacts;
  bool is_same = false;  // Also where the model does not stand as it is drawn.
  (void)design::refusal([&] {
    const ImpactProblem drawn = make_problem(model, state, options);
    is_same = drawn.coordinate_count() != problem.coordinate_count() ||  // some joints are locked
              (drawn.mass_matrix().isApprox(problem.mass_matrix(), same) &&
               drawn.contact_jacobian().isApprox(problem.contact_jacobian(), same));
  });
  return is_same;
}

}  // namespace

std::string to_html(const Design& design, const Variation& variation, const PageContext& context) {
  PageContext start = context;
  if (design.start.state) {
    start.state = *design.start.state;
  } else {
    start.model = nullptr;
  }
  report::PageStage stage(start);
  Json page = report::page_document(head_of(design, context));
  stage.put(page);
  page["comparison"] = {{"left_out", Json::array()}, {"difference", ""}};
  page["tracks"] = Json::array();
  page["comparison"]["after"] = Json::array();
  const auto point = variation.make_point();
  std::vector<const DesignPoint*> shown;
  bool changed = false;
  for (const Place& place : places_of(design)) {
    if (!point->move(place.point->values)) {
      page["notes"].push_back(fmt::format("{}: {}", place.label, point->why()));
      continue;
    }
    shown.push_back(place.point);
    const ImpactProblem& problem = point->problem();
    const Outcome outcome = outcome_at(problem, design.restitution);
    const std::string impossible = to_string(place.point->penetration, design.length_unit);
    if (!impossible.empty()) {
      page["notes"].push_back(fmt::format("{}: impossible: {}.", place.label, impossible));
    }
    if (stage.drawing && place.point->state) {
      stage.place.q = place.point->state->q;
      stage.place.velocity = place.point->state->v;
      changed = changed || !same_shape(*context.model, *place.point->state, problem);
    }
    Json& part = page["comparison"];
    if (page["tracks"].empty()) {
      part["velocities"] = stage.velocity_names(problem);
      part["before"] = report::list_of(problem.velocity());
    }
    page["tracks"].push_back(report::straight_track(static_cast<int>(page["tracks"].size()),
                                                    place.label, problem, outcome, stage.place));
    part["after"].push_back(outcome.ok() ? report::list_of(outcome.velocity_plus) : Json(nullptr));
  }
  if (changed) {
    page["notes"].push_back(
        "The design changes the shape of the model itself: bodies are drawn with the shape that "
        "they have at the start.");
  }
  page["comparison"]["parameters"] = parameters_json(design, shown);
  return report::page_html(page);
}

}  // namespace carom
