// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One touch-down as a table for people, and what it says of S2's claim.
#include <algorithm>
#include <cmath>
#include <string>

#include "base/text.h"
#include "base/words.h"
#include "carom/touchdown.h"

namespace carom {
namespace {

using base::number;
using base::pad;

struct Column {
  const char* name;
  std::size_t width;
  bool right;
};
constexpr Column columns[] = {{"law", 13, false},         {"points", 7, true},
                              {"lost [J]", 11, true},     {"jump [rad/s]", 14, true},
                              {"differs by", 12, true},   {"verdict", 22, false},
                              {"impacts", 9, true},       {"lost [J]", 11, true},
                              {"jump [rad/s]", 14, true}, {"points that hit", 15, false}};

std::string line_of(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const Column& column = columns[k];
    line += column.right ? pad(cells[k], column.width) : "  " + pad(cells[k], column.width, false);
  }
  while (line.ends_with(' ')) line.pop_back();
  return line + "\n";
}

std::string verdict(const Uniqueness& uniqueness) {
  switch (uniqueness.verdict) {
    case Uniqueness::Verdict::unique: return "one outcome";
    case Uniqueness::Verdict::several: return "several, ξ = " + number(uniqueness.indeterminacy, 2);
    case Uniqueness::Verdict::not_checked: break;
  }
  return "not checked";
}

std::string shortened(const std::string& text, std::size_t most) {
  return text.size() <= most ? text : text.substr(0, text.rfind('+', most - 1) + 1) + "…";
}

std::string row_text(const TouchdownRow& row, bool first) {
  std::vector<std::string> cells = {first ? row.law : "", std::to_string(row.points)};
  if (row.outcome.ok()) {
    cells.insert(cells.end(), {number(row.outcome.energy.lost, 5), number(row.largest_jump, 4),
                               std::isnan(row.difference) ? "–" : number(row.difference, 2),
                               verdict(row.outcome.uniqueness)});
  } else {
    cells.insert(cells.end(), {"–", "–", "–", to_string(row.outcome.status)});
  }
  if (row.stands) {
    cells.insert(cells.end(), {std::to_string(row.impacts), number(row.energy_lost, 5),
                               number(row.sequence_jump, 4), shortened(row.sequence, 20)});
  } else {
    cells.insert(cells.end(), {"–", "–", "–", "no answer"});
  }
  return line_of(cells);
}

/// The law for which the number of points matters most, and least.
std::string claim(const TouchdownComparison& comparison) {
  double worst = -1.0, least = 1e300;
  std::string worst_law, least_law;
  for (std::size_t k = 0; k < comparison.rows.size(); k += comparison.models.size()) {
    double largest = -1.0;  // of one law, over all numbers of points that have an answer
    for (std::size_t i = 1; i < comparison.models.size(); ++i) {
      largest = std::fmax(largest, comparison.rows[k + i].difference);
    }
    if (largest < 0.0) continue;
    const std::string& law = comparison.rows[k].law;
    if (largest > worst) worst_law = law, worst = largest;
    if (largest < least) least_law = law, least = largest;
  }
  if (worst < 0.0) return {};
  return "the number of points changes the velocities after one impact by at most " +
         number(worst, 2) + " of those before (" + worst_law + "), at least " + number(least, 2) +
         " (" + least_law + "), in the mass metric\n";
}

}  // namespace

std::string TouchdownComparison::report() const {
  std::string text = "touch-down of step " + std::to_string(step + 1) + ", " + to_string(side) +
                     " foot, t = " + number(time, 7) + " s, first point " + number(approach, 3) +
                     " m/s\n\n";
  text +=
      pad("", 22) + "    all points of both feet in one impact" + pad("", 26) + "as it happens\n";
  std::vector<std::string> names;
  for (const Column& column : columns) names.emplace_back(column.name);
  text += line_of(names);
  std::string law;
  for (const TouchdownRow& row : rows) {
    text += row_text(row, row.law != law);
    law = row.law;
  }
  text += "\n" + claim(*this);
  for (const TouchdownRow& row : rows) {
    if (row.stands) continue;
    text += "no answer: " + row.law + ", " + std::to_string(row.points) +
            " points: " + (row.outcome.ok() ? row.trouble : row.outcome.message) + "\n";
  }
  for (const LeftOut& left : left_out)
    text += "does not apply: " + left.law + ": " + left.reason + "\n";
  if (!complete) text += "stopped before all rows were done\n";
  return text;
}

}  // namespace carom
