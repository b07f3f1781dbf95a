// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contacts that can change each other's velocity, directly or through others: the connected parts
// of J M⁻¹ Jᵀ. Groups without coupling are impacts of their own.
#pragma once

#include <span>
#include <vector>

#include "carom/problem.h"
#include "solver/orthogonal_basis.h"

namespace carom::law {

/// Does an impulse at contact a change the velocity at b? By their normals and by the first
/// `tangents_a`, `tangents_b` of their tangents: rows in the mass metric whose inner product,
/// relative to their lengths, is above zero_tolerance.
bool coupled(const ImpactProblem& problem, int a, int tangents_a, int b, int tangents_b);

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

/// Are the impulses of the contacts that took part determined by rigid mechanics? True if the first
/// `rows_of(i)` rows of every contact i, normal first, are independent together.
template <class RowsOf>
bool rows_independent(const ImpactProblem& problem, solver::OrthogonalBasis& basis,
                      RowsOf rows_of) {
  int rows = 0;
  for (int i = 0; i < problem.contact_count(); ++i) rows += rows_of(i);
  if (rows > problem.coordinate_count()) return false;
  basis.reset(problem.coordinate_count(), rows);
  for (int i = 0; i < problem.contact_count(); ++i)
    for (int k = 0; k < rows_of(i); ++k)
      if (!basis.append(problem.whitened_rows().col(problem.normal_row(i) + k))) return false;
  return true;
}

}  // namespace carom::law
