// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Random orders where enumeration is out of reach.
// Expected: the bound of McAllester & Schapire (2000) evaluated by hand; sampled outcomes are a
// subset of the enumerated ones; the true probability of what was not seen lies below the bound.
#include "analysis/orders/sampling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "carom/analysis.h"
#include "support/problems.h"

namespace carom::test {
namespace {

TEST(Sampling, BoundOnTheUnseen) {
  // n₁/N + (2√2+√3)√(ln(60)/N) at N = 10 000: 0.02 + 4.560478 · √(4.094345/10 000)
  EXPECT_NEAR(analysis::unseen_probability(10'000, 7, 200, 0.05), 0.02 + 0.0922788, 1e-6);
  EXPECT_EQ(analysis::unseen_probability(20, 7, 5, 0.05), 1.0);
  // One outcome in every draw: the other N − 1 agree with probability (1−x)^(N−1) = 0.05.
  EXPECT_NEAR(std::pow(1.0 - analysis::unseen_probability(300, 1, 0, 0.05), 299.0), 0.05, 1e-12);
  EXPECT_EQ(analysis::unseen_probability(0, 0, 0, 0.05), 1.0);
  EXPECT_EQ(analysis::unseen_probability(1, 1, 1, 0.05), 1.0);
}

TEST(Sampling, FindsOnlyRealOutcomes) {
  int sampled = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 6, .contacts = 5});
    const OutcomeSet all = all_outcomes(problem);
    const OutcomeSet some = all_outcomes(problem, {.max_states = 3, .samples = 200, .seed = seed});
    if (some.complete) continue;  // enumerated within three states: nothing was drawn
    ++sampled;
    EXPECT_EQ(static_cast<double>(some.branches.size()), some.count);
    EXPECT_EQ(some.samples, 200u);
    for (const Branch& branch : some.branches) {
      double nearest = 1e300;
      for (const Branch& other : all.branches)
        nearest = std::min(nearest, (other.velocity_plus - branch.velocity_plus).norm());
      EXPECT_LT(nearest, 1e-9);
      EXPECT_EQ(branch.longest, -1);
      EXPECT_EQ(static_cast<int>(branch.sequence.size()), branch.shortest);
    }
    // ξ is the distance of the farthest two, computed from their velocities.
    const Eigen::VectorXd d = some.farthest.first - some.farthest.second;
    EXPECT_NEAR(some.indeterminacy, problem.whiten(d).norm() / problem.momentum_norm(), 1e-12);
  }
  EXPECT_GE(sampled, 6) << "of 8: too many were enumerated";
}

TEST(Sampling, SameSeedSameAnswer) {
  const auto problem = random_problem(2, {.coordinates = 8, .contacts = 7});
  const EnumerationOptions options{.max_states = 10, .samples = 100, .seed = 42};
  const OutcomeSet a = all_outcomes(problem, options), b = all_outcomes(problem, options);
  EXPECT_EQ(a.count, b.count);
  EXPECT_EQ(a.indeterminacy, b.indeterminacy);
  EXPECT_EQ(a.branches.back().velocity_plus, b.branches.back().velocity_plus);
}

// The chance of what a sample missed, measured by many further draws, against the bound.
TEST(Sampling, BoundHolds) {
  const auto problem = random_problem(6, {.coordinates = 6, .contacts = 5});
  const Eigen::VectorXd none;
  analysis::ContactBlock block(problem, {0, 1, 2, 3, 4}, none);
  base::Random random(9);
  analysis::RandomOrder order;
  const auto key = [&] {
    return std::lround(1e7 * order.c.dot(Eigen::VectorXd::LinSpaced(5, 1, 2)));
  };
  std::map<long, double> chance;
  constexpr int draws = 100'000;
  for (int k = 0; k < draws; ++k) {
    ASSERT_TRUE(order.draw(block, random, 10'000));
    chance[key()] += 1.0 / draws;
  }
  ASSERT_GT(chance.size(), 10u);
  int failures = 0;
  for (int trial = 0; trial < 100; ++trial) {
    std::map<long, std::size_t> seen;
    constexpr std::size_t n = 400;
    for (std::size_t k = 0; k < n; ++k) {
      order.draw(block, random, 10'000);
      ++seen[key()];
    }
    double missing = 1.0;
    std::size_t once = 0;
    for (const auto& [end, times] : seen) {
      missing -= chance[end];
      once += times == 1 ? 1 : 0;
    }
    failures += missing > analysis::unseen_probability(n, seen.size(), once, 0.05) ? 1 : 0;
  }
  EXPECT_LE(failures, 5);
}

TEST(Sampling, GivesUpOnOrdersThatNeverEnd) {
  // Three walls around a point: every order bounces for ever, through ever new states.
  std::vector<Contact> walls;
  for (const double angle : {0.3, 2.1, 4.4})
    walls.push_back({.normal = Eigen::RowVector2d(std::cos(angle), std::sin(angle))});
  const ImpactProblem problem(Eigen::Matrix2d::Identity(), walls, Eigen::Vector2d(1, 0.2));
  const OutcomeSet set = all_outcomes(problem, {.max_states = 500, .samples = 50});
  EXPECT_FALSE(set.complete);
  EXPECT_EQ(set.count, 0.0);
  EXPECT_TRUE(set.branches.empty());
}

}  // namespace
}  // namespace carom::test
