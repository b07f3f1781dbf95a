// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "carom/laws/policy.h"

#include "law/named.h"

namespace carom {

const std::vector<Policy>& all_policies() {
  static const std::vector<Policy> policies{Policy::most_violated, Policy::least_violated,
                                            Policy::first,         Policy::last,
                                            Policy::round_robin,   Policy::random};
  return policies;
}

std::string to_string(Policy policy) {
  switch (policy) {
    case Policy::most_violated: return "most_violated";
    case Policy::least_violated: return "least_violated";
    case Policy::first: return "first";
    case Policy::last: return "last";
    case Policy::round_robin: return "round_robin";
    case Policy::random: return "random";
  }
  return "most_violated";
}

Policy policy_from_string(std::string_view name) {
  return law::from_name("policy", name, all_policies());
}

}  // namespace carom
