// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Two spaces between columns; no lines drawn.
#include "cli/screen/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "outcome/practical.h"

namespace carom::cli {

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

void Table::add(std::vector<Cell> row, const std::string& note) {
  row.resize(columns_.size());
  rows_.push_back(std::move(row));
  notes_.push_back(note);
}

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    widths.push_back(display_width(columns_[c].title));
    for (const auto& row : rows_) widths[c] = std::max(widths[c], display_width(row[c].text));
  }
  std::string text;
  const auto add_line = [&](const auto& cell_at) {
    std::string line;
    std::size_t pending = 0;  // spaces owed, so that no line ends in spaces
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const Cell cell = cell_at(c);
      if (cell.text.empty()) {
        pending += widths[c] + 2;
        continue;
      }
      const std::size_t space = widths[c] - display_width(cell.text);
      const bool right = columns_[c].align == Align::right;
      line += std::string(pending + (right ? space : 0), ' ');
      line += paint(Stream::output, cell.style, cell.text);
      pending = 2 + (right ? 0 : space);
    }
    text += line + "\n";
  };
  add_line([&](std::size_t c) { return Cell{columns_[c].title, Style::strong}; });
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    add_line([&](std::size_t c) { return rows_[r][c]; });
    if (!notes_[r].empty()) text += "    " + paint(Stream::output, Style::faint, notes_[r]) + "\n";
  }
  return text;
}

std::string short_list(const Eigen::Ref<const Eigen::VectorXd>& values, Eigen::Index most,
                       double scale) {
  if (values.size() > 0) scale = std::max(scale, values.cwiseAbs().maxCoeff());
  const Eigen::Index shown = std::min(values.size(), most);
  std::string text = "(";
  for (Eigen::Index i = 0; i < shown; ++i) {
    // Laws are good to 1e-12 or so of the largest velocity: below is rounding, which nobody should
    // read.
    const double value = std::abs(values[i]) <= 1e-11 * scale ? 0.0 : values[i];
    text += (i > 0 ? ", " : "") + base::number(value);
  }
  if (shown < values.size()) text += ", … " + std::to_string(values.size()) + " in all";
  return text + ")";
}

using Verdict = Uniqueness::Verdict;

std::string outcome_count(const Uniqueness& uniqueness) {
  return fmt::format("{}{}", uniqueness.complete ? "" : "at least ",
                     base::number(uniqueness.outcomes));
}

Cell verdict_cell(const Uniqueness& uniqueness, std::string unique, std::string several) {
  switch (uniqueness.verdict) {
    case Verdict::unique: return {std::move(unique), Style::good};
    case Verdict::several: return {std::move(several), Style::warning};
    case Verdict::not_checked: break;
  }
  return {outcome::undecided_words(uniqueness), Style::faint};
}

Cell practical_cell(const std::optional<PracticalVerdict>& verdict) {
  if (!verdict) return {"not asked", Style::faint};
  const bool one = verdict->grade() == Practical::one;
  return {verdict->brief(), one ? Style::good : Style::warning};
}

std::string painted(const Outcome& outcome) {
  const bool unique = outcome.practical ? outcome.practical->grade() == Practical::one
                                        : outcome.uniqueness.verdict == Verdict::unique;
  return paint_report(outcome.report(), {{"status", outcome.ok() ? Style::plain : Style::bad},
                                         {"verdict", unique ? Style::good : Style::warning}});
}

std::string painted(const std::string& report, const Analysis& analysis) {
  const bool one = analysis.practical == Analysis::Practical::one;
  return paint_report(report, {{"verdict", one ? Style::good : Style::warning}});
}

}  // namespace carom::cli
