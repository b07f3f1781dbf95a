// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Laws by name, with the settings of the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "carom/law.h"

namespace carom::cli {

struct LawSettings {
  std::optional<double> restitution;
  std::optional<std::string> policy;
  std::optional<std::string> mode;    ///< Of corner.
  std::optional<double> exponent;     ///< Of compliant.
  std::optional<std::string> energy;  ///< Of regular.
  std::optional<std::string> method;  ///< Of regular.
  std::optional<double> tolerance;    ///< Of laws that integrate.
  std::uint64_t seed = 0;
};

std::vector<std::string> law_names();
std::vector<LawDescription> law_descriptions();

/// Settings that the law does not have are ignored. Throws InvalidInput for an unknown law, policy,
/// mode, energy or method (with the nearest name) or a bad number.
Law choose_law(const std::string& name, const LawSettings& settings);
/// Throws InvalidInput that names every setting the law does not have.
void refuse_unused(const std::string& name, const LawSettings& settings);

}  // namespace carom::cli
