// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every law resolves the same problem; what a law refuses is no fault here but a row of its own.
#include "carom/compare.h"

#include <cmath>
#include <optional>
#include <utility>

#include "analysis/spread.h"
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

/// The same, with `otherwise` at contacts that have no coefficient: where several laws are asked,
/// one that has no default would not answer.
ImpactProblem with_restitution(const ImpactProblem& problem, double otherwise) {
  std::vector<Contact> contacts = problem.contacts();
  for (Contact& contact : contacts) contact.restitution = contact.restitution.value_or(otherwise);
  return {problem.mass_matrix(), std::move(contacts), problem.velocity(), problem.bilateral(),
          problem.name()};
}

}  // namespace

Comparison compare(const ImpactProblem& problem, const CompareOptions& options) {
  // Else every law with friction would be left out for it.
  if (options.friction && !(std::isfinite(*options.friction) && *options.friction >= 0.0)) {
    throw InvalidInput("compare: friction = " + base::number(*options.friction) +
                       "; expected friction >= 0");
  }
  Comparison comparison;
  std::optional<ImpactProblem> rough_problem;
  std::optional<InvalidInput> no_friction;  // Contacts without tangents: laws with it are left out.
  try {
    if (options.friction) rough_problem = with_friction(problem, *options.friction);
  } catch (const InvalidInput& error) {
    no_friction = error;
  }
  ResolveOptions resolving = options.resolve;
  if (std::exchange(resolving.practical, false)) {
    comparison.practical = practical_spread(
        rough_problem ? *rough_problem : problem,
        options.restitution
            ? Eigen::VectorXd::Constant(problem.contact_count(), *options.restitution)
            : analysis::own_coefficients(problem, 1.0),
        resolving.practical_friction, resolving.seed);
  }
  const double otherwise = options.restitution.value_or(1.0);
  for (const Law& law : options.laws.empty() ? laws_by_name({}) : options.laws) {
    try {
      const bool rough = options.friction && law.description().friction;
      if (rough && no_friction) throw InvalidInput(*no_friction);
      const ImpactProblem& asked = rough ? *rough_problem : problem;
      comparison.outcomes.push_back(
          law.description().requires_restitution
              ? resolve(with_restitution(asked, otherwise), law, resolving)
              : resolve(asked, law, resolving));
    } catch (const InvalidInput& error) {
      comparison.left_out.push_back({law.description().name, short_reason(error)});
    }
  }
  return comparison;
}

}  // namespace carom
