// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/coupled_groups.h"

#include "law/coupling.h"

namespace carom::law {

int CoupledGroups::form(const ImpactProblem& problem) {
  const int n = problem.contact_count();
  const auto index = [](int i) { return static_cast<std::size_t>(i); };
  group_.assign(index(n), -1);
  int groups = 0;
  for (int first = 0; first < n; ++first) {
    if (group_[index(first)] >= 0 || problem.normal_length()[first] == 0.0) continue;
    open_.assign(1, first);
    group_[index(first)] = groups;
    while (!open_.empty()) {
      const int i = open_.back();
      open_.pop_back();
      for (int k = 0; k < n; ++k) {
        if (group_[index(k)] >= 0 || problem.normal_length()[k] == 0.0 ||
            !coupled(problem, i, tangents_[index(i)], k, tangents_[index(k)]))
          continue;
        group_[index(k)] = groups;
        open_.push_back(k);
      }
    }
    ++groups;
  }
  return groups;
}

}  // namespace carom::law
