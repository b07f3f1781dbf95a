// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a gait search found, for a person: one sentence, before and after, the front.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/words.h"
#include "carom/gait_search.h"

namespace carom {
namespace {

using base::number;
using base::pad;

std::string ended_words(const GaitFigures& figures) {
  switch (figures.end) {
    case GaitFigures::End::impossible: return "no run: " + figures.message;
    case GaitFigures::End::costly:
      return fmt::format("given up at {:.0f} % of its time: too many steps and impacts",
                         100.0 * figures.share);
    default:
      return fmt::format("{} at {:.0f} % of its time", to_string(figures.end),
                         100.0 * figures.share);
  }
}

std::string speed_words(const GaitFigures& figures, const std::string& unit) {
  if (figures.end != GaitFigures::End::finished) return ended_words(figures);
  return fmt::format("{} {}/s", number(figures.speed, 3), unit);
}

std::string spread_words(const GaitFigures& figures) {
  return std::isnan(figures.spread) ? "–" : base::percent(figures.spread);
}

std::string cost_words(const GaitFigures& figures) {
  return std::isnan(figures.cost) ? "–" : number(figures.cost, 3);
}

std::string gait_sentence(const GaitSearch& search) {
  const GaitFigures& best = search.best.figures;
  const GaitFigures& start = search.start.figures;
  if (search.points.empty()) return "No generation was finished.";
  if (best.end != GaitFigures::End::finished) {
    return fmt::format("No gait of {} holds out; the best {}.",
                       base::plural(static_cast<double>(search.points.size()), "run"),
                       ended_words(best));
  }
  std::string text = fmt::format("Speed {}, before {}", speed_words(best, search.length_unit),
                                 speed_words(start, search.length_unit));
  if (!std::isnan(best.spread)) {
    text += "; spread " + spread_words(best);
    if (!std::isnan(start.spread)) text += ", before " + spread_words(start);
  }
  if (!std::isnan(best.cost)) {
    text += "; cost of transport " + cost_words(best);
    if (!std::isnan(start.cost)) text += ", before " + cost_words(start);
  }
  if (search.best.generation == 0) text += "; no run was better than the start";
  return text + ".";
}

std::string numbers_table(const GaitSearch& search) {
  std::size_t width = 10;
  for (const GaitVariable& one : search.variables) {
    width = std::max(width, one.name.size() + one.unit.size() + 5);
  }
  std::string text = "  " + pad("number", width, false) + pad("before", 12) + pad("after", 12) +
                     pad("lowest", 12) + pad("highest", 12) + "\n";
  for (std::size_t k = 0; k < search.variables.size(); ++k) {
    const GaitVariable& one = search.variables[k];
    const auto at = static_cast<Eigen::Index>(k);
    const std::string name =
        one.unit.empty() ? one.name : fmt::format("{} [{}]", one.name, one.unit);
    text += "  " + pad(name, width, false) + pad(number(one.start), 12) +
            pad(number(search.best.values[at]), 12) + pad(number(one.lower), 12) +
            pad(number(one.upper), 12) + "\n";
  }
  return text;
}

/// At most so many rows, evenly picked, the ends with them.
std::string front_table(const GaitSearch& search, int rows) {
  const auto count = static_cast<int>(search.front.size());
  std::string text = fmt::format("Front of spread against speed: {} of {}\n",
                                 base::plural(count, "gait"), search.points.size());
  text += "  " + pad("speed", 14) + pad("spread", 12) + pad("cost", 10);
  for (const GaitVariable& one : search.variables) {
    text += pad(one.name, std::max<std::size_t>(12, one.name.size() + 2));
  }
  text += "\n";
  const int shown = std::min(rows, count);
  for (int row = 0; row < shown; ++row) {
    const int k = shown == 1 ? count - 1 : row * (count - 1) / (shown - 1);
    const TriedGait& point = search.points[search.front[static_cast<std::size_t>(k)]];
    text += "  " + pad(speed_words(point.figures, search.length_unit), 14) +
            pad(spread_words(point.figures), 12) + pad(cost_words(point.figures), 10);
    for (std::size_t j = 0; j < search.variables.size(); ++j) {
      text += pad(number(point.values[static_cast<Eigen::Index>(j)]),
                  std::max<std::size_t>(12, search.variables[j].name.size() + 2));
    }
    text += "\n";
  }
  return text;
}

std::string ends_line(const GaitSearch& search) {
  std::string text = search.message;
  if (!search.history.empty()) {
    const GaitGeneration& last = search.history.back();
    text += fmt::format(", {}", base::plural(last.generation, "generation"));
    if (last.restarts > 0) text += fmt::format(", {}", base::plural(last.restarts, "restart"));
  }
  for (const auto end : {GaitFigures::End::fell, GaitFigures::End::diverged,
                         GaitFigures::End::costly, GaitFigures::End::impossible}) {
    const auto count = std::count_if(search.points.begin(), search.points.end(),
                                     [&](const TriedGait& one) { return one.figures.end == end; });
    if (count == 0) continue;
    const bool given_up = end == GaitFigures::End::costly;
    text += fmt::format("; {} {}", count, given_up ? "given up for their effort" : to_string(end));
  }
  return text;
}

}  // namespace

std::string GaitSearch::report(int rows) const {
  std::string text = gait_sentence(*this) + "\n";
  text += fmt::format("target {}: {}\n", to_string(terms), ends_line(*this));
  if (!points.empty()) text += "\n" + numbers_table(*this);
  if (rows > 0 && !front.empty()) text += "\n" + front_table(*this, rows);
  return text;
}

}  // namespace carom
