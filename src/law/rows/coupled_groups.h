// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contacts that can change each other's velocity, directly or through others: the connected parts
// of J M⁻¹ Jᵀ (coupling.h). Groups without coupling are impacts of their own.
#pragma once

#include <span>
#include <vector>

#include "carom/problem.h"

namespace carom::law {

class CoupledGroups {
 public:
  /// `tangents(contact)`: how many of a contact's tangents can carry. Contacts whose normal is
  /// blocked by bilateral rows are in no group. Groups in the order of their first contacts.
  /// Allocates only when there are more contacts than ever before.
  template <class Tangents>
  void find(const ImpactProblem& problem, const Tangents& tangents) {
    tangents_.clear();
    for (const Contact& contact : problem.contacts()) tangents_.push_back(tangents(contact));
    find(problem);
  }
  int count() const { return static_cast<int>(begin_.size()) - 1; }
  /// Contacts of a group, ascending.
  std::span<const int> group(int index) const {
    const auto at = static_cast<std::size_t>(index);
    return std::span<const int>(contacts_).subspan(
        static_cast<std::size_t>(begin_[at]),
        static_cast<std::size_t>(begin_[at + 1] - begin_[at]));
  }

 private:
  void find(const ImpactProblem& problem);

  std::vector<int> tangents_, contacts_, begin_, waiting_;
};

/// All tangents of a contact with friction, and none.
inline int tangents_with_friction(const Contact& contact) {
  return contact.friction > 0.0 ? static_cast<int>(contact.tangents.rows()) : 0;
}
inline int no_tangents(const Contact&) { return 0; }

}  // namespace carom::law
