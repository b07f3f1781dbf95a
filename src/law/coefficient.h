// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The coefficient of restitution that a law uses: its own, or the contacts'.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "carom/laws/policy.h"
#include "carom/outcome.h"
#include "carom/problem.h"

namespace carom::law {

/// Throws InvalidInput unless unset or in [0,1].
void check_restitution(const std::string& law, const std::optional<double>& restitution);
/// The value for all contacts: the law's own, else the contacts' common one, else 1 (elastic).
/// nullopt when the contacts differ.
std::optional<double> common_restitution(const ImpactProblem& problem,
                                         const std::optional<double>& own);
/// The value at one contact: the law's own, else the contact's, else 1.
inline double restitution_at(const Contact& contact, const std::optional<double>& own) {
  return own ? *own : contact.restitution.value_or(1.0);
}
/// For laws without a default: throws InvalidInput that names every contact without a coefficient.
void require_restitution(const std::string& law, const ImpactProblem& problem,
                         const std::optional<double>& own);
/// For laws with one coefficient for the whole impact and no default: throws InvalidInput if it is
/// missing somewhere or differs between contacts. Without contacts: 0.
double global_restitution(const std::string& law, const ImpactProblem& problem,
                          const std::optional<double>& own);
/// Parameters of a law: "restitution", if set, and the others.
std::vector<LawDescription::Parameter> parameters(
    const std::optional<double>& restitution, std::vector<LawDescription::Parameter> others = {});
/// The same of a law of reflections: "policy" and, for policy random, "seed".
std::vector<LawDescription::Parameter> parameters(const std::optional<double>& restitution,
                                                  Policy policy, std::uint64_t seed);

}  // namespace carom::law
