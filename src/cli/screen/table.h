// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Aligned tables of UTF-8 text.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "carom/analysis.h"
#include "carom/outcome.h"
#include "cli/screen/output.h"

namespace carom::cli {

struct Cell {
  std::string text;
  Style style = Style::plain;
};

class Table {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::left;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  /// `note`: a line of its own under the row, indented.
  void add(std::vector<Cell> row, const std::string& note = {});
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
  std::vector<std::string> notes_;
};

/// Characters, not bytes.
std::size_t display_width(std::string_view text);

/// "(0, 0.5, …)": up to six digits each, at most `most` entries. Rounding noise, relative to the
/// largest entry and to `scale`, is 0.
std::string short_list(const Eigen::Ref<const Eigen::VectorXd>& values, Eigen::Index most = 8,
                       double scale = 0.0);

// What the verdicts of results look like on a terminal: the colour is the result's, not found in
// the words of its report.

/// "3", "at least 3".
std::string outcome_count(const Uniqueness& uniqueness);
/// A cell of a table: `unique` or `several`, as the verdict is, or what was tried.
Cell verdict_cell(const Uniqueness& uniqueness, std::string unique, std::string several);

/// "slight, 1.92 %", or "not asked".
Cell practical_cell(const std::optional<PracticalVerdict>& verdict);

/// Outcome::report() with its title, a status without answer and its verdict set off.
std::string painted(const Outcome& outcome);
/// A report with a line "verdict" that says this, such as those of Analysis and Landing.
std::string painted(const std::string& report, const Analysis& analysis);

}  // namespace carom::cli
