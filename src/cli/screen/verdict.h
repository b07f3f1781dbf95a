// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the verdicts of results look like on a terminal: the colour is the result's, not found in
// the words of its report.
#pragma once

#include <string>

#include "carom/analysis.h"
#include "carom/outcome.h"
#include "cli/screen/table.h"

namespace carom::cli {

/// "3", "at least 3".
std::string outcome_count(const Uniqueness& uniqueness);
/// A cell of a table: `unique` or `several`, as the verdict is, or "not checked".
Cell verdict_cell(const Uniqueness& uniqueness, std::string unique, std::string several);

/// Outcome::report() with its title, a status without answer and its verdict set off.
std::string painted(const Outcome& outcome);
/// A report with a line "verdict" that says this, such as those of Analysis and Landing.
std::string painted(const std::string& report, const Analysis& analysis);

}  // namespace carom::cli
