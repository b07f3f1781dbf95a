// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/json/comparison_words.h"

#include <fmt/format.h>

#include "base/text.h"

namespace carom::report {

std::string difference_words(const ImpactProblem& problem, const Comparison& comparison) {
  double farthest = -1.0;
  std::string one, other;
  const auto& outcomes = comparison.outcomes;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    for (std::size_t j = i + 1; j < outcomes.size(); ++j) {
      if (!outcomes[i].ok() || !outcomes[j].ok()) continue;
      const double distance =
          problem.whiten(outcomes[i].velocity_plus - outcomes[j].velocity_plus).norm();
      if (distance <= farthest) continue;
      farthest = distance;
      one = outcomes[i].law->name;
      other = outcomes[j].law->name;
    }
  }
  if (farthest < 0.0) return "";
  // Well above the rounding of an impact, well below the digits that are printed otherwise.
  if (farthest <= 1e-9 * problem.momentum_norm()) return "All laws that answer agree.";
  return fmt::format("Farthest apart: {} and {}, by {} % of the incoming momentum.", one, other,
                     base::number(100.0 * farthest / problem.momentum_norm(), 3));
}

}  // namespace carom::report
