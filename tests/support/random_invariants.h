// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A law with friction on random problems: planar and spatial rows, hinges, redundant contacts.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/invariants.h"
#include "support/problems.h"

namespace carom::test {

/// Every problem keeps the invariants; at most `unsolved` of them have no outcome.
inline void expect_random_invariants(const Law& law, int unsolved) {
  int solved = 0, all = 0;
  for (const RandomSettings& settings :
       {RandomSettings{.coordinates = 4, .contacts = 2, .tangents = 1},
        RandomSettings{.coordinates = 6, .contacts = 4, .tangents = 1},
        RandomSettings{.coordinates = 9, .contacts = 5, .tangents = 2},
        RandomSettings{.coordinates = 8, .contacts = 3, .tangents = 1, .bilateral = 2},
        RandomSettings{.coordinates = 4, .contacts = 6, .redundant = true}}) {
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
      const auto problem = random_problem(seed, settings);
      EXPECT_THAT(check_law_invariants(problem, law), testing::ElementsAre()) << problem.name();
      solved += solve_once(problem, law).ok();
      ++all;
    }
  }
  EXPECT_GE(solved, all - unsolved);
}

}  // namespace carom::test
