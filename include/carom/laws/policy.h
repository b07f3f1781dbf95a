// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Which violated contact is reflected next (CONTRACT.md). Ties go to the lowest contact index.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carom {

enum class Policy {
  most_violated,   ///< Largest approach along the unit normal. The fewest reflections in practice.
  least_violated,  ///< Smallest approach; can take many times the reflections.
  first,           ///< Lowest index.
  last,            ///< Highest index.
  round_robin,     ///< Next index after the one used last.
  random,          ///< Uniform among the violated, from the law's seed.
};

std::string to_string(Policy policy);
/// Throws InvalidInput that lists the names and suggests the nearest.
Policy policy_from_string(std::string_view name);
const std::vector<Policy>& all_policies();

}  // namespace carom
