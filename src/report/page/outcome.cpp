// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Pages of one impact: under one law, and under several side by side. Input: the outcomes, their
// problem, what moves. Output: a page with a straight track for each law, all of one span.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "base/words.h"
#include "report/json/documents.h"
#include "report/page/document.h"
#include "report/page/impact.h"
#include "report/page/pages.h"

namespace carom {
namespace report {
namespace {

using base::number;

/// How well defined the impact is, whatever the law.
std::string first_sentence(const PracticalVerdict& verdict) {
  std::string words = verdict.sentence();
  words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
  return words + ".";
}

std::string verdict_sentence(const Outcome& outcome) {
  const Uniqueness& uniqueness = outcome.uniqueness;
  const std::string law = outcome.law ? law_words(outcome) : "the law";
  if (!outcome.ok()) {
    return fmt::format("No answer under {}: {}.", law,
                       outcome.message.empty() ? to_string(outcome.status) : outcome.message);
  }
  switch (uniqueness.verdict) {
    case Uniqueness::Verdict::unique:
      return fmt::format("Under {} this impact has one outcome.", law);
    case Uniqueness::Verdict::several:
      return fmt::format(
          "Under {} this impact has {}{} outcomes, up to {} of the incoming momentum apart.", law,
          uniqueness.complete ? "" : "at least ", number(uniqueness.outcomes, 12),
          base::percent(uniqueness.indeterminacy));
    case Uniqueness::Verdict::not_checked: break;
  }
  return fmt::format("The outcome under {}; whether it is the only one was not checked.", law);
}

// Of the energy before: sums of squares over the coordinates are rounded to some 1e-15, and the
// law's own arithmetic to some more; a loss below this is none that a report could print with
// sense.
bool noise(const EnergyLedger& energy) { return std::abs(energy.lost) <= 1e-13 * energy.before; }

std::string energy_sentence(const EnergyLedger& energy, const std::string& unit) {
  if (noise(energy)) return fmt::format("It keeps its {} {}.", number(energy.before), unit);
  return fmt::format("It {} {} of {} {} ({}).", energy.lost < 0.0 ? "gains" : "loses",
                     number(std::abs(energy.lost)), number(energy.before), unit,
                     base::percent(std::abs(energy.lost) / energy.before));
}

PageHead head_of(const char* kind, const ImpactProblem& problem, const PageContext& context) {
  PageHead head{.kind = kind,
                .title = context.title.empty() ? problem.name() : context.title,
                .facts = context.facts,
                .notes = context.notes,
                .units = context.units};
  head.facts.emplace_back("contacts", std::to_string(problem.contact_count()));
  head.facts.emplace_back("coordinates", std::to_string(problem.coordinate_count()));
  return head;
}

/// "8 laws answer, 1 has no answer, 3 do not apply."
std::string count_sentence(const Comparison& comparison) {
  const auto& outcomes = comparison.outcomes;
  const auto answers = std::count_if(outcomes.begin(), outcomes.end(),
                                     [](const Outcome& outcome) { return outcome.ok(); });
  const auto silent = static_cast<std::ptrdiff_t>(outcomes.size()) - answers;
  const auto left_out = comparison.left_out.size();
  std::string text = fmt::format("{} law{}", answers, answers == 1 ? " answers" : "s answer");
  if (silent > 0) text += fmt::format(", {} {} no answer", silent, silent == 1 ? "has" : "have");
  if (left_out > 0) {
    text += fmt::format(", {} {} not apply", left_out, left_out == 1 ? "does" : "do");
  }
  return text + ".";
}

/// The least and the most energy lost; empty without answers.
std::string range_sentence(const Comparison& comparison, const std::string& unit) {
  const Outcome *least = nullptr, *most = nullptr;
  for (const Outcome& outcome : comparison.outcomes) {
    if (!outcome.ok()) continue;
    if (least == nullptr || outcome.energy.lost < least->energy.lost) least = &outcome;
    if (most == nullptr || outcome.energy.lost > most->energy.lost) most = &outcome;
  }
  if (least == nullptr) return "";
  const auto lost = [](const Outcome& outcome) {
    return noise(outcome.energy) ? std::string("0") : number(outcome.energy.lost);
  };
  if (lost(*least) == lost(*most)) {
    return fmt::format("Energy lost: {} of {} {}.", lost(*most), number(most->energy.before), unit);
  }
  return fmt::format("Energy lost: from {} ({}) to {} ({}) of {} {}.", lost(*least),
                     least->law->name, lost(*most), most->law->name, number(most->energy.before),
                     unit);
}

/// So that no law's motion leaves the picture.
double common_span(const Comparison& comparison, const ImpactProblem& problem,
                   const PageStage& stage) {
  double span = 0.0;
  for (const Outcome& outcome : comparison.outcomes) {
    if (!outcome.ok() || !stage.drawing) continue;
    const double one = straight_span(
        stage.place, model_velocity(problem, velocity_after(problem, outcome), stage.place));
    span = span > 0.0 ? std::min(span, one) : one;
  }
  return span;
}

Json comparison_part(const Comparison& comparison, const ImpactProblem& problem,
                     const PageStage& stage) {
  Json part = {{"left_out", left_out_json(comparison.left_out)},
               {"velocities", stage.velocity_names(problem)},
               {"before", list_of(problem.velocity())},
               {"after", Json::array()},
               {"difference", difference_words(problem, comparison)}};
  for (const Outcome& outcome : comparison.outcomes) {
    part["after"].push_back(outcome.ok() ? list_of(outcome.velocity_plus) : Json(nullptr));
  }
  return part;
}

}  // namespace

Json outcome_page(const Outcome& outcome, const ImpactProblem& problem,
                  const PageContext& context) {
  const PageStage stage(context);
  PageHead head = head_of("resolve", problem, context);
  // How well defined the impact is comes first; that there is no answer, before even that.
  if (outcome.practical) head.summary.push_back(first_sentence(*outcome.practical));
  head.summary.insert(outcome.ok() ? head.summary.end() : head.summary.begin(),
                      verdict_sentence(outcome));
  if (outcome.ok()) {
    head.summary.push_back(energy_sentence(outcome.energy, energy_unit(context.units)));
  }
  head.facts.insert(head.facts.begin(), {"law", law_words(outcome)});
  head.notes.insert(head.notes.begin(), outcome.notes.begin(), outcome.notes.end());
  Json document = page_document(head);
  stage.put(document);
  document["velocities"] = stage.velocity_table(problem, outcome);
  const std::string label = outcome.law ? outcome.law->name : "outcome";
  document["tracks"] = Json::array({straight_track(0, label, problem, outcome, stage.place)});
  return document;
}

Json comparison_page(const Comparison& comparison, const ImpactProblem& problem,
                     const PageContext& context) {
  const PageStage stage(context);
  PageHead head = head_of("compare", problem, context);
  // The answer first: how well defined it is, then how far the laws are apart.
  if (comparison.practical) head.summary.push_back(first_sentence(*comparison.practical));
  for (const std::string& sentence :
       {difference_words(problem, comparison),
        range_sentence(comparison, energy_unit(context.units)), count_sentence(comparison)}) {
    if (!sentence.empty()) head.summary.push_back(sentence);
  }
  Json document = page_document(head);
  stage.put(document);
  const double span = common_span(comparison, problem, stage);
  document["tracks"] = Json::array();
  for (const Outcome& outcome : comparison.outcomes) {
    const int id = static_cast<int>(document["tracks"].size());
    const std::string label = outcome.law ? outcome.law->name : fmt::format("law {}", id + 1);
    document["tracks"].push_back(straight_track(id, label, problem, outcome, stage.place, span));
  }
  document["comparison"] = comparison_part(comparison, problem, stage);
  return document;
}

}  // namespace report

std::string to_html(const Outcome& outcome, const ImpactProblem& problem,
                    const PageContext& context) {
  return report::page_html(report::outcome_page(outcome, problem, context));
}

std::string to_html(const Comparison& comparison, const ImpactProblem& problem,
                    const PageContext& context) {
  return report::page_html(report::comparison_page(comparison, problem, context));
}

}  // namespace carom
