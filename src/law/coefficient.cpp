// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/coefficient.h"

#include "base/text.h"
#include "carom/error.h"

namespace carom::law {

void check_restitution(const std::string& law, const std::optional<double>& restitution) {
  // Written so that NaN, which satisfies neither comparison, is refused.
  if (!restitution || (*restitution >= 0.0 && *restitution <= 1.0)) return;
  throw InvalidInput("law '" + law + "': restitution = " + base::number(*restitution) +
                     "; expected 0 <= restitution <= 1");
}

// Exact comparison: coefficients are given, not computed, and nearly equal ones are different data.
// A contact without one counts as elastic here; laws without a default refuse it before.
std::optional<double> common_restitution(const ImpactProblem& problem,
                                         const std::optional<double>& own) {
  if (own) return own;
  std::optional<double> common;
  for (const auto& contact : problem.contacts()) {
    const double value = contact.restitution.value_or(1.0);
    if (common && *common != value) return std::nullopt;
    common = value;
  }
  return common.value_or(1.0);
}

void require_restitution(const std::string& law, const ImpactProblem& problem,
                         const std::optional<double>& own) {
  if (own) return;
  // All faults in one exception, so that a scene is repaired in one go.
  std::vector<std::string> faults;
  for (const auto& contact : problem.contacts()) {
    if (contact.restitution) continue;
    faults.push_back("contact '" + contact.name +
                     "': restitution is missing; expected a value in " + "[0,1], law '" + law +
                     "' has no default; add it, or set one for all contacts");
  }
  if (!faults.empty()) throw InvalidInput(std::move(faults));
}

double global_restitution(const std::string& law, const ImpactProblem& problem,
                          const std::optional<double>& own) {
  if (own) return *own;
  // First that each contact has one: the comparison below reads them all.
  require_restitution(law, problem, own);
  const auto& contacts = problem.contacts();
  // No contact, no impact: any value does, 0 is the contract's.
  if (contacts.empty()) return 0.0;
  std::vector<std::string> faults;
  for (const auto& contact : contacts) {
    // All are compared with the first, and each that differs is named with both values.
    if (*contact.restitution == *contacts[0].restitution) continue;
    faults.push_back(
        "contact '" + contact.name + "': restitution = " + base::number(*contact.restitution) +
        " but '" + contacts[0].name + "' has " + base::number(*contacts[0].restitution) +
        "; expected one value, law '" + law +
        "' has one coefficient for the whole impact; make them equal, or set one for " +
        "all contacts");
  }
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  return *contacts[0].restitution;
}

std::vector<LawDescription::Parameter> parameters(const std::optional<double>& restitution,
                                                  std::vector<LawDescription::Parameter> others) {
  // Unset means that each contact has its own: then it is no parameter of the law.
  if (restitution) others.insert(others.begin(), {"restitution", *restitution});
  return others;
}

std::vector<LawDescription::Parameter> parameters(const std::optional<double>& restitution,
                                                  Policy policy, std::uint64_t seed) {
  // What it takes to repeat the order of the reflections.
  std::vector<LawDescription::Parameter> others{{"policy", to_string(policy)}};
  // Only a random order depends on the seed; under other policies it would tell equal laws apart.
  if (policy == Policy::random) others.push_back({"seed", static_cast<double>(seed)});
  return parameters(restitution, std::move(others));
}

}  // namespace carom::law
