// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Breadth-first search: when all contacts are coupled to the first one, as under a foot, this looks
// at each of them once.
#include "law/rows/coupled_groups.h"

#include <algorithm>
#include <cmath>

#include "carom/tolerance.h"

namespace carom::law {

bool coupled(const ImpactProblem& problem, int a, int tangents_a, int b, int tangents_b) {
  const auto& G = problem.delassus();
  const int row = problem.normal_row(a), column = problem.normal_row(b);
  for (int i = 0; i <= tangents_a; ++i)
    for (int k = 0; k <= tangents_b; ++k) {
      // G_ab = ⟨a,b⟩ against ‖a‖‖b‖: the cosine in the mass metric, whatever the rows' units. A row
      // of zeros has scale 0 and product 0, and couples nothing.
      const double scale = std::sqrt(G(row + i, row + i) * G(column + k, column + k));
      if (std::abs(G(row + i, column + k)) > zero_tolerance * scale) return true;
    }
  return false;
}

void CoupledGroups::find(const ImpactProblem& problem) {
  const auto tangents = [&](int i) { return tangents_[static_cast<std::size_t>(i)]; };
  // contacts_ holds the groups one after the other, and is the queue of the search at once: what is
  // behind `next` is reached but not yet looked from. waiting_ are those in no group, ascending.
  contacts_.clear(), begin_.clear(), waiting_.clear();
  for (int i = 0; i < problem.contact_count(); ++i)
    if (problem.normal_length()[i] > 0.0) waiting_.push_back(i);
  begin_.push_back(0);
  while (!waiting_.empty()) {
    const auto first = contacts_.size();
    // The lowest index left starts the next group, so that groups come in the order of their first
    // contacts.
    contacts_.push_back(waiting_.front());
    waiting_.erase(waiting_.begin());
    for (auto next = first; next < contacts_.size() && !waiting_.empty(); ++next) {
      const int reached = contacts_[next], own = tangents(reached);
      // Those coupled to `reached` leave waiting_; the others move up in place and keep their
      // order.
      std::size_t left = 0;
      for (const int other : waiting_) {
        if (coupled(problem, reached, own, other, tangents(other)))
          contacts_.push_back(other);
        else
          waiting_[left++] = other;
      }
      waiting_.resize(left);
    }
    // Nothing left is coupled to any of the group: it is complete.
    std::sort(contacts_.begin() + static_cast<std::ptrdiff_t>(first), contacts_.end());
    begin_.push_back(static_cast<int>(contacts_.size()));
  }
}

}  // namespace carom::law
