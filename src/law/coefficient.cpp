// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/coefficient.h"

#include "carom/error.h"
#include "solver/text.h"

namespace carom::law {

void check_restitution(const std::string& law, const std::optional<double>& restitution) {
  if (!restitution || (*restitution >= 0.0 && *restitution <= 1.0)) return;
  throw InvalidInput("law '" + law + "': restitution = " + solver::number(*restitution) +
                     "; expected 0 <= restitution <= 1");
}

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

std::vector<LawDescription::Parameter> sequence_parameters(const std::optional<double>& restitution,
                                                           const std::string& policy, bool random,
                                                           std::uint64_t seed) {
  std::vector<LawDescription::Parameter> parameters;
  if (restitution) parameters.push_back({"restitution", *restitution});
  parameters.push_back({"policy", policy});
  if (random) parameters.push_back({"seed", static_cast<double>(seed)});
  return parameters;
}

}  // namespace carom::law
