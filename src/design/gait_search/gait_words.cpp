// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a gait search seeks and which one it is, as text. Messages name options as the command does.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "carom/error.h"
#include "carom/gait_search.h"
#include "model/scene_parameters.h"

namespace carom {
namespace {

constexpr std::array gait_figure_words = {"speed", "spread", "cost"};

/// "0.1*spread" or "spread".
GaitTerm parse_gait_term(std::string_view text) {
  const auto star = text.find('*');
  const std::string name(star == std::string_view::npos ? text : text.substr(star + 1));
  GaitTerm term;
  if (star != std::string_view::npos) {
    const auto weight = parse_quantity(text.substr(0, star), false);
    if (!weight || !(*weight >= 0.0) || !std::isfinite(*weight)) {
      throw InvalidInput(fmt::format(
          "--target '{}': expected TERM, WEIGHT*TERM with a weight >= 0, or several joined by +",
          text));
    }
    term.weight = *weight;
  }
  const auto found = std::find(gait_figure_words.begin(), gait_figure_words.end(), name);
  if (found == gait_figure_words.end()) {
    const std::vector<std::string> known(gait_figure_words.begin(), gait_figure_words.end());
    throw InvalidInput(fmt::format("--target: unknown term '{}'; expected one of {}{}", name,
                                   base::join(known), base::did_you_mean(name, known)));
  }
  term.figure = static_cast<GaitTerm::Figure>(found - gait_figure_words.begin());
  return term;
}

}  // namespace

std::vector<GaitTerm> parse_gait_target(std::string_view text) {
  std::vector<GaitTerm> terms;
  std::vector<std::string> faults;
  for (bool more = true; more;) {
    const auto plus = text.find('+');
    more = plus != std::string_view::npos;
    try {
      terms.push_back(parse_gait_term(text.substr(0, plus)));
    } catch (const InvalidInput& error) {
      faults.insert(faults.end(), error.faults().begin(), error.faults().end());
    }
    if (more) text = text.substr(plus + 1);
  }
  if (!faults.empty()) throw InvalidInput(faults);
  return terms;
}

std::string to_string(const std::vector<GaitTerm>& terms) {
  std::string text;
  for (const GaitTerm& term : terms) {
    const char* name = gait_figure_words[static_cast<std::size_t>(term.figure)];
    if (!text.empty()) text += "+";
    text += term.weight == 1.0 ? name : fmt::format("{}*{}", term.weight, name);
  }
  return text;
}

std::string to_string(GaitFigures::End end) {
  static constexpr const char* words[] = {"finished", "fell",    "diverged",
                                          "costly",   "stopped", "impossible"};
  return words[static_cast<int>(end)];
}

std::string to_string(GaitSearch::Status status) {
  static constexpr const char* words[] = {"found", "unchanged", "none", "stopped"};
  return words[static_cast<int>(status)];
}

std::string gait_search_identity(const GaitProblem& problem, const GaitSearchOptions& options) {
  std::string text = fmt::format("{}; target {}; population {}, seed {}, front {}, effort {}",
                                 problem.identity, to_string(options.terms), options.population,
                                 options.seed, options.front, options.effort);
  for (const GaitVariable& one : problem.variables) {
    text += fmt::format("; {} = {} in {} … {} by {}", one.name, one.start, one.lower, one.upper,
                        one.scale);
  }
  return text;
}

}  // namespace carom
