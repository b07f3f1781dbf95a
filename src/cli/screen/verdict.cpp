// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "cli/screen/verdict.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"

namespace carom::cli {

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
  return {"not checked", Style::faint};
}

std::string painted(const Outcome& outcome) {
  const bool unique = outcome.uniqueness.verdict == Verdict::unique;
  return paint_report(outcome.report(), {{"status", outcome.ok() ? Style::plain : Style::bad},
                                         {"verdict", unique ? Style::good : Style::warning}});
}

std::string painted(const std::string& report, const Analysis& analysis) {
  const bool one = analysis.practical == Analysis::Practical::one;
  return paint_report(report, {{"verdict", one ? Style::good : Style::warning}});
}

}  // namespace carom::cli
