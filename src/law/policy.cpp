// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "carom/laws/policy.h"

#include "base/enumerator_name.h"

namespace carom {

const std::vector<Policy>& all_policies() {
  // In the order of the enumeration, in which messages list the names.
  static const std::vector<Policy> policies{Policy::most_violated, Policy::least_violated,
                                            Policy::first,         Policy::last,
                                            Policy::round_robin,   Policy::random};
  return policies;
}

std::string to_string(Policy policy) {
  // One name per enumerator in its order: enumerator_name() indexes them by value.
  return base::enumerator_name(
      policy, {"most_violated", "least_violated", "first", "last", "round_robin", "random"});
}

Policy policy_from_string(std::string_view name) {
  return base::from_name("policy", name, all_policies());
}

}  // namespace carom
