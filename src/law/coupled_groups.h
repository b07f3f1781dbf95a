// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contacts that are coupled through J M⁻¹Jᵀ, directly or through others. What happens in one group
// changes nothing in another, so a law that follows an impact follows each group by itself.
#pragma once

#include <vector>

#include "carom/problem.h"

namespace carom::law {

class CoupledGroups {
 public:
  /// `tangents(i)`: how many of contact i's tangents can carry. A contact that bilateral rows block
  /// is in no group. Returns the number of groups, in the order of their first contacts.
  template <class Tangents>
  int form(const ImpactProblem& problem, const Tangents& tangents) {
    tangents_.clear();
    for (const auto& contact : problem.contacts()) tangents_.push_back(tangents(contact));
    return form(problem);
  }
  /// The group of a contact; -1: none.
  int of(int contact) const { return group_[static_cast<std::size_t>(contact)]; }

 private:
  int form(const ImpactProblem& problem);

  std::vector<int> tangents_, group_, open_;
};

}  // namespace carom::law
