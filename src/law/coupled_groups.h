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
  enum class By { normals, friction };  ///< Normals alone, or tangents with friction too.
  /// Contacts whose normal is blocked by bilateral rows are in no group. Allocates only when there
  /// are more contacts than ever before.
  void find(const ImpactProblem& problem, By by);
  int count() const { return static_cast<int>(begin_.size()) - 1; }
  /// Contacts of a group, ascending.
  std::span<const int> group(int index) const {
    const auto at = static_cast<std::size_t>(index);
    return std::span<const int>(contacts_).subspan(
        static_cast<std::size_t>(begin_[at]),
        static_cast<std::size_t>(begin_[at + 1] - begin_[at]));
  }

 private:
  std::vector<int> contacts_, begin_, waiting_;
};

}  // namespace carom::law
