// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every law resolves the same problem; what a law refuses is no fault here but a row of its own.
#include "carom/compare.h"

#include <cmath>
#include <utility>

#include "base/text.h"
#include "carom/analysis.h"
#include "carom/error.h"
#include "carom/law_by_name.h"

namespace carom {
namespace {

/// The first fault; the others are of its kind.
std::string short_reason(const InvalidInput& error) {
  const auto& faults = error.faults();
  if (faults.size() < 2) return error.what();
  return faults.front() + " (and " + std::to_string(faults.size() - 1) + " more of the kind)";
}

}  // namespace

Comparison compare(const ImpactProblem& problem, const CompareOptions& options) {
  // Else every law with friction would be left out for it.
  if (options.friction && !(std::isfinite(*options.friction) && *options.friction >= 0.0)) {
    throw InvalidInput("compare: friction = " + base::number(*options.friction) +
                       "; expected friction >= 0");
  }
  Comparison comparison;
  const ImpactProblem rough_problem =
      options.friction ? with_friction(problem, *options.friction) : problem;
  ResolveOptions resolving = options.resolve;
  if (std::exchange(resolving.practical, false)) {
    const double e = options.restitution.value_or(common_restitution(problem).value_or(1.0));
    comparison.practical =
        practical_spread(rough_problem, Eigen::VectorXd::Constant(problem.contact_count(), e),
                         resolving.practical_friction, resolving.seed);
  }
  for (const Law& law : options.laws.empty() ? laws_by_name({}) : options.laws) {
    try {
      const bool rough = options.friction && law.description().friction;
      comparison.outcomes.push_back(resolve(rough ? rough_problem : problem, law, resolving));
    } catch (const InvalidInput& error) {
      comparison.left_out.push_back({law.description().name, short_reason(error)});
    }
  }
  return comparison;
}

}  // namespace carom
