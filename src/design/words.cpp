// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a design seeks, and its bounds, as text. Messages name options as the command does.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "carom/design.h"
#include "carom/error.h"
#include "carom/map.h"
#include "model/scene_parameters.h"

namespace carom {
namespace {

/// "0.1*energy_ratio" or "energy_ratio".
DesignTerm parse_term(std::string_view text) {
  const auto star = text.find('*');
  if (star == std::string_view::npos) return {std::string(text), 1.0};
  const auto weight = parse_quantity(text.substr(0, star), false);
  if (!weight) {
    throw InvalidInput(fmt::format(
        "--target '{}': expected MEASURE, WEIGHT*MEASURE, or several joined by +", text));
  }
  return {std::string(text.substr(star + 1)), *weight};
}

}  // namespace

void parse_target(std::string_view text, DesignOptions& options) {
  using Goal = DesignOptions::Goal;
  if (text.empty()) return;
  std::vector<std::string> known, faults;
  for (const Goal goal : {Goal::orthogonal, Goal::worst_pair, Goal::coxeter, Goal::practical}) {
    known.push_back(to_string(goal));
    if (text != known.back()) continue;
    options.goal = goal;
    return;
  }
  options.goal = Goal::least;
  while (!text.empty()) {
    const auto plus = text.find('+');
    options.terms.push_back(parse_term(text.substr(0, plus)));
    text = plus == std::string_view::npos ? std::string_view{} : text.substr(plus + 1);
  }
  for (const MeasureInfo& measure : all_measures()) known.push_back(measure.name);
  for (const DesignTerm& term : options.terms) {
    const std::string name = term.measure.substr(0, term.measure.find(':'));
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    faults.push_back(fmt::format("--target: unknown measure '{}'; expected one of {}{}", name,
                                 base::join(known), base::did_you_mean(name, known)));
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

void parse_bounds(const std::vector<std::string>& words, const std::vector<VariedParameter>& known,
                  DesignOptions& options) {
  for (const std::string& word : words) {
    const auto equals = word.find('='), colon = word.rfind(':');
    if (equals == std::string::npos || colon == std::string::npos || colon < equals) {
      throw InvalidInput(
          fmt::format("--bounds '{}': expected NAME=LOWEST:HIGHEST, such as gamma=0:90deg", word));
    }
    const std::string name = word.substr(0, equals);
    const bool angle = std::any_of(known.begin(), known.end(), [&](const auto& parameter) {
      return parameter.name == name && parameter.unit == "rad";
    });
    const auto low = parse_quantity(word.substr(equals + 1, colon - equals - 1), angle);
    const auto high = parse_quantity(word.substr(colon + 1), angle);
    if (!low || !high || *low > *high) {
      throw InvalidInput(
          fmt::format("--bounds '{}': expected two numbers, the lower one first", word));
    }
    options.bounds[name] = {*low, *high};
  }
}

}  // namespace carom
