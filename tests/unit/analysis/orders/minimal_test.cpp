// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Minimal sequences, S3 Definition 1, with greedy subsequences only.
//   two contacts at ⟨u,v⟩ = −0.3, momentum nearly along −v: "v u" ends, and so does "u v u"
//   elsewhere; "v u" is a subsequence of "u v u", so one of the two outcomes is not minimal.
// Expected in general: every sequence and all its subsequences tried one by one.
#include <gtest/gtest.h>

#include <set>

#include "carom/analysis.h"
#include "support/greedy_orders.h"
#include "support/problems.h"

namespace carom::test {
namespace {

OutcomeSet minimal(const ImpactProblem& problem) {
  return all_outcomes(problem, {.minimal = true});
}

bool is_minimal(const GreedyOrders& orders, const std::vector<int>& sequence) {
  const std::size_t n = sequence.size();
  for (std::size_t keep = 0; keep + 1 < (std::size_t{1} << n); ++keep) {
    std::vector<int> part;
    for (std::size_t k = 0; k < n; ++k) {
      if (keep >> k & 1) part.push_back(sequence[k]);
    }
    if (orders.ends(part)) return false;
  }
  return orders.ends(sequence);
}

TEST(Minimal, DropsOneOfTwoOutcomes) {
  int dropped = 0;
  for (int k = -20; k <= 20; ++k) {
    const double angle = 0.02 * k;
    const auto problem = pair(-0.3, {std::sin(angle), -std::cos(angle)});
    const OutcomeSet all = all_outcomes(problem), kept = minimal(problem);
    EXPECT_EQ(all.count, 2.0);
    if (all.branches[0].shortest == 2 && all.branches[1].shortest == 3) {
      ++dropped;
      EXPECT_EQ(kept.count, 1.0);
      EXPECT_EQ(kept.branches[0].velocity_plus, all.branches[0].velocity_plus);
      EXPECT_EQ(kept.longest, 2);
      EXPECT_EQ(kept.indeterminacy, 0.0);
    } else {
      EXPECT_EQ(kept.count, 2.0);
    }
  }
  EXPECT_GT(dropped, 3);
  EXPECT_LT(dropped, 41);
}

TEST(Minimal, CradleOfS3KeepsItsOutcome) {  // S3 Ex. 1: uvu and vuv are both minimal
  const OutcomeSet set = minimal(cradle({1, 1, 1}, {3, 2, 1}));
  EXPECT_EQ(set.count, 1.0);
  EXPECT_EQ(set.shortest, 3);
  EXPECT_EQ(set.longest, 3);
}

TEST(Minimal, AgreesWithTryingEverySubsequence) {
  int compared = 0, dropped = 0;
  for (int contacts = 2; contacts <= 4; ++contacts) {
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
      const auto problem = random_problem(
          seed, {.coordinates = 4, .contacts = contacts, .redundant = seed % 5 == 0});
      const GreedyOrders orders(problem);
      std::vector<GreedyEnd> expected;
      std::size_t longest = 0, sequences = 0;
      const bool finished = orders.each(
          [&](const std::vector<int>& sequence, const Eigen::VectorXd& p) {
            longest = std::max(longest, sequence.size());
            if (++sequences > 3000 || sequence.size() > 12 || !is_minimal(orders, sequence)) return;
            const int steps = static_cast<int>(sequence.size());
            for (GreedyEnd& end : expected) {
              if ((end.p - p).norm() < 1e-8) {
                end.shortest = std::min(end.shortest, steps);
                end.longest = std::max(end.longest, steps);
                return;
              }
            }
            expected.push_back({p, steps, steps});
          },
          20'000);
      if (!finished || longest > 12 || sequences > 3000) continue;
      ++compared;
      const OutcomeSet set = minimal(problem);
      ASSERT_EQ(set.count, static_cast<double>(expected.size())) << problem.name();
      EXPECT_TRUE(set.complete);
      EXPECT_NEAR(set.indeterminacy, largest_distance(expected) / problem.momentum_norm(), 1e-12);
      dropped += set.count < all_outcomes(problem).count ? 1 : 0;
      for (const Branch& branch : set.branches) {
        const Eigen::VectorXd p = problem.whiten(branch.velocity_plus);
        const auto end = std::find_if(expected.begin(), expected.end(),
                                      [&](const GreedyEnd& e) { return (e.p - p).norm() < 1e-9; });
        ASSERT_NE(end, expected.end()) << problem.name();
        EXPECT_EQ(branch.shortest, end->shortest);
        EXPECT_EQ(branch.longest, end->longest);
        EXPECT_TRUE(is_minimal(orders, branch.sequence));
      }
    }
  }
  EXPECT_GT(compared, 40);
  EXPECT_GT(dropped, 5);
}

TEST(Minimal, CapIsHonest) {
  const auto problem = random_problem(4, {.coordinates = 8, .contacts = 7});
  const OutcomeSet all = all_outcomes(problem);
  ASSERT_TRUE(all.complete);
  const OutcomeSet kept =
      all_outcomes(problem, {.max_states = all.states, .minimal = true, .max_branches = 0});
  EXPECT_LE(kept.count, all.count);
  if (!kept.complete) {
    EXPECT_FALSE(kept.indeterminacy_exact);
  }
}

TEST(Minimal, NothingApproaches) {
  const OutcomeSet set = minimal(cradle({1, 1, 1}, {-1, 0, 1}));
  EXPECT_EQ(set.count, 1.0);
  EXPECT_EQ(set.shortest, 0);
}

}  // namespace
}  // namespace carom::test
