// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every outcome over greedy orders.
//   o→ o→ o→ … ←| balls in a row, fastest first: n! states without a wall, 2ⁿn! with one
// Expected: equal cradles from Coxeter groups A and B (reference/coxeter.json: steps n(n−1)/2 and
// n², velocities reversed, with a wall reversed in sign); cradle 2,1,1 by hand: v = (1,0,−1) ends
// at (−5/9, 7/9, 4/3) or (−1/3, 0, 5/3); everything else against the plain recursion of
// greedy_orders.h.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "analysis/orders/state_set.h"
#include "carom/analysis.h"
#include "carom/error.h"
#include "carom/laws/plastic.h"
#include "support/greedy_orders.h"
#include "support/problems.h"

namespace carom::test {
namespace {

ImpactProblem equal_cradle(int n, bool wall) {
  std::vector<double> velocity(static_cast<std::size_t>(n));
  std::iota(velocity.rbegin(), velocity.rend(), 1.0);
  return cradle(std::vector<double>(velocity.size(), 1.0), velocity, wall);
}

/// Two systems side by side, not connected.
ImpactProblem side_by_side(const ImpactProblem& a, const ImpactProblem& b) {
  const Eigen::Index n = a.coordinate_count(), m = b.coordinate_count();
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n + m, n + m);
  M.topLeftCorner(n, n) = a.mass_matrix();
  M.bottomRightCorner(m, m) = b.mass_matrix();
  Eigen::VectorXd v(n + m);
  v << a.velocity(), b.velocity();
  std::vector<Contact> contacts;
  for (const auto& contact : a.contacts()) {
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(n + m);
    row.head(n) = contact.normal;
    contacts.push_back({.normal = row});
  }
  for (const auto& contact : b.contacts()) {
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(n + m);
    row.tail(m) = contact.normal;
    contacts.push_back({.normal = row});
  }
  return {M, contacts, v};
}

Eigen::VectorXd replay(const ImpactProblem& problem, const std::vector<int>& sequence, double r) {
  Eigen::VectorXd v = problem.velocity();
  for (const int i : sequence) {
    const double speed = problem.contact_jacobian().row(problem.normal_row(i)).dot(v);
    EXPECT_LT(speed, 0.0) << "not greedy";
    const double length = problem.normal_length()(i);
    v -= (1 + r) * speed / (length * length) *
         problem.velocity_per_impulse().col(problem.normal_row(i));
  }
  return v;
}

TEST(Enumeration, EqualCradlesAreCoxeterGroupsOfTypeA) {
  std::size_t factorial = 2;
  for (int n = 3; n <= 8; ++n) {
    factorial *= static_cast<std::size_t>(n);
    const OutcomeSet set = all_outcomes(equal_cradle(n, false));
    EXPECT_EQ(set.count, 1.0);
    EXPECT_TRUE(set.complete);
    EXPECT_EQ(set.states, factorial);
    EXPECT_EQ(set.shortest, n * (n - 1) / 2);
    EXPECT_EQ(set.longest, n * (n - 1) / 2);
    EXPECT_EQ(set.indeterminacy, 0.0);
    ASSERT_EQ(set.branches.size(), 1u);
    for (int i = 0; i < n; ++i) EXPECT_NEAR(set.branches[0].velocity_plus(i), i + 1.0, 1e-12);
  }
}

TEST(Enumeration, EqualCradlesAtAWallAreCoxeterGroupsOfTypeB) {
  std::size_t order = 2;
  for (int n = 2; n <= 5; ++n) {
    order *= 2 * static_cast<std::size_t>(n);
    const OutcomeSet set = all_outcomes(equal_cradle(n, true));
    EXPECT_EQ(set.count, 1.0);
    EXPECT_EQ(set.states, order);
    EXPECT_EQ(set.shortest, n * n);
    EXPECT_EQ(set.longest, n * n);
    ASSERT_EQ(set.branches.size(), 1u);
    for (int i = 0; i < n; ++i) EXPECT_NEAR(set.branches[0].velocity_plus(i), -(n - i), 1e-12);
  }
}

TEST(Enumeration, CoxeterBeyondTheCapIsStillOneOutcome) {  // 10! states; proved, not searched
  const OutcomeSet set = all_outcomes(equal_cradle(10, false), {.max_states = 1000});
  EXPECT_TRUE(set.complete);
  EXPECT_EQ(set.count, 1.0);
  EXPECT_EQ(set.shortest, 45);
  EXPECT_EQ(set.longest, 45);
  EXPECT_EQ(set.samples, 0u);
}

TEST(Enumeration, UnequalCradleHasTwoOutcomes) {
  const OutcomeSet set = all_outcomes(cradle({2, 1, 1}, {1, 0, -1}));
  EXPECT_EQ(set.count, 2.0);
  ASSERT_EQ(set.branches.size(), 2u);
  const Eigen::Vector3d first(-5.0 / 9, 7.0 / 9, 4.0 / 3), second(-1.0 / 3, 0, 5.0 / 3);
  for (const auto& expected : {first, second}) {
    const bool found = std::any_of(set.branches.begin(), set.branches.end(), [&](const Branch& b) {
      return (b.velocity_plus - expected).norm() < 1e-14;
    });
    EXPECT_TRUE(found) << expected.transpose();
  }
  for (const Branch& branch : set.branches) {
    EXPECT_EQ(branch.shortest, 3);
    EXPECT_EQ(branch.longest, 3);
    EXPECT_EQ(branch.sequence.size(), 3u);
  }
  const Eigen::Vector3d d = first - second, m(2, 1, 1);
  const double xi = std::sqrt(d.dot(m.asDiagonal() * d) / 3.0);  // ‖p⁻‖² = 2·1 + 1·1
  EXPECT_NEAR(set.indeterminacy, xi, 1e-14);
  EXPECT_TRUE(set.indeterminacy_exact);
  EXPECT_NEAR((set.farthest.first - set.farthest.second).norm(), d.norm(), 1e-14);
}

TEST(Enumeration, PairsAreUniqueExactlyAtCoxeterAngles) {
  base::Random random(8);
  for (int k = 0; k < 200; ++k) {
    const int m = 2 + k % 9;
    const double coxeter = -std::cos(std::numbers::pi / m);
    const double w = k % 2 ? coxeter : random.uniform(-0.98, 0.98);
    const double tilt = random.uniform(-0.9, 0.9) * 0.5 * std::acos(w);
    // Approaches both contacts, off the axis of the wedge.
    const double angle = 0.1 * tilt;
    const auto problem = pair(w, {std::sin(angle), -std::cos(angle)});
    const OutcomeSet set = all_outcomes(problem);
    EXPECT_EQ(set.count, k % 2 ? 1.0 : 2.0) << w;
    EXPECT_LE(set.longest, certify(problem).pairs[0].worst_case_steps.value()) << w;
  }
}

void expect_plain_recursion(const ImpactProblem& problem, double restitution, int* compared) {
  bool finished = false;
  const double scale = problem.momentum_norm();
  const auto ends = distinct_ends(GreedyOrders(problem, restitution), 1e-8 * scale, &finished);
  if (!finished || ends.size() > 5000) return;
  ++*compared;
  EnumerationOptions options;
  if (restitution < 1.0)
    options.restitution = Eigen::VectorXd::Constant(problem.contact_count(), restitution);
  const OutcomeSet set = all_outcomes(problem, options);
  SCOPED_TRACE(problem.name() + ", restitution " + std::to_string(restitution));
  ASSERT_EQ(set.count, static_cast<double>(ends.size()));
  ASSERT_EQ(set.branches.size(), ends.size());
  EXPECT_TRUE(set.complete);
  EXPECT_NEAR(set.indeterminacy, largest_distance(ends) / scale, 1e-12);
  for (const Branch& branch : set.branches) {
    const Eigen::VectorXd p = problem.whiten(branch.velocity_plus);
    const auto end = std::find_if(ends.begin(), ends.end(), [&](const GreedyEnd& e) {
      return (e.p - p).norm() < 1e-9 * scale;
    });
    ASSERT_NE(end, ends.end());
    EXPECT_EQ(branch.shortest, end->shortest);
    EXPECT_EQ(branch.longest, end->longest);
    EXPECT_EQ(static_cast<int>(branch.sequence.size()), branch.shortest);
    EXPECT_LE((replay(problem, branch.sequence, restitution) - branch.velocity_plus).norm(),
              1e-11 * (1 + branch.velocity_plus.norm()));
  }
}

TEST(Enumeration, AgreesWithPlainRecursion) {
  int compared = 0;
  for (int contacts = 2; contacts <= 5; ++contacts) {
    for (int coordinates = 2; coordinates <= 6; coordinates += 2) {  // also more contacts than that
      for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const auto problem = random_problem(
            100 * seed + static_cast<std::uint64_t>(contacts),
            {.coordinates = coordinates, .contacts = contacts, .redundant = seed % 3 == 0});
        expect_plain_recursion(problem, 1.0, &compared);
        if (contacts <= 4) expect_plain_recursion(problem, 0.7, &compared);
      }
    }
  }
  EXPECT_GT(compared, 150);
}

TEST(Enumeration, BilateralRowsAndIndependentBlocksAgainstPlainRecursion) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    expect_plain_recursion(random_problem(seed, {.coordinates = 6, .contacts = 4, .bilateral = 2}),
                           1.0, &compared);
    expect_plain_recursion(side_by_side(random_problem(seed, {.coordinates = 3, .contacts = 2}),
                                        cradle({2, 1, 1}, {1, 0, -1})),
                           1.0, &compared);
  }
  EXPECT_GT(compared, 10);
}

TEST(Enumeration, BlocksMultiply) {
  const auto one = cradle({2, 1, 1}, {1, 0, -1});
  const OutcomeSet single = all_outcomes(one);
  const OutcomeSet set = all_outcomes(side_by_side(side_by_side(one, one), one));
  EXPECT_EQ(set.count, 8.0);
  EXPECT_EQ(set.states, 3 * single.states);
  EXPECT_EQ(set.shortest, 9);
  EXPECT_EQ(set.branches.size(), 8u);
  EXPECT_NEAR(set.indeterminacy, single.indeterminacy, 1e-14);  // √3·d over √3·‖p‖
  const OutcomeSet few =
      all_outcomes(side_by_side(side_by_side(one, one), one), {.max_branches = 3});
  EXPECT_EQ(few.count, 8.0);
  EXPECT_EQ(few.branches.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_EQ(few.branches[k].velocity_plus, set.branches[k].velocity_plus);
}

TEST(Enumeration, BranchesComeShortestFirst) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const auto a = random_problem(seed, {.coordinates = 4, .contacts = 3});
    const auto b = random_problem(seed + 50, {.coordinates = 4, .contacts = 3});
    const OutcomeSet set = all_outcomes(side_by_side(a, b));
    EXPECT_EQ(static_cast<double>(set.branches.size()), set.count);
    for (std::size_t k = 1; k < set.branches.size(); ++k)
      EXPECT_LE(set.branches[k - 1].shortest, set.branches[k].shortest);
    if (set.count > 0) {
      EXPECT_EQ(set.branches.front().shortest, set.shortest);
    }
  }
}

TEST(Enumeration, CapIsHonest) {
  int capped = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 6, .contacts = 5});
    const OutcomeSet all = all_outcomes(problem);
    const OutcomeSet some = all_outcomes(problem, {.max_states = 20, .samples = 30});
    if (some.complete) continue;
    ++capped;
    EXPECT_LE(some.count, all.count);
    EXPECT_LE(some.indeterminacy, all.indeterminacy + 1e-13);
    EXPECT_FALSE(some.indeterminacy_exact);
    EXPECT_EQ(some.longest, -1);
    EXPECT_GT(some.samples, 0u);
    EXPECT_GE(some.shortest, all.shortest);
  }
  EXPECT_GT(capped, 5);
}

TEST(Enumeration, NothingApproaches) {
  const OutcomeSet set = all_outcomes(cradle({1, 1, 1}, {-1, 0, 1}));
  EXPECT_EQ(set.count, 1.0);
  EXPECT_EQ(set.states, 0u);
  EXPECT_EQ(set.longest, 0);
  EXPECT_FALSE(set.had_choice);
  ASSERT_EQ(set.branches.size(), 1u);
  EXPECT_EQ(set.branches[0].velocity_plus, Eigen::Vector3d(-1, 0, 1));
  EXPECT_EQ(all_outcomes(cradle({1, 1}, {0, 0})).count, 1.0);
}

// The threshold is 1e-11 of the momentum: alone, and beside a contact that approaches.
TEST(Enumeration, GrazingContactsAreNotUsed) {
  for (const double approach : {0.5e-11, 3e-11}) {
    const bool used = approach > 1e-11;
    const OutcomeSet alone = all_outcomes(pair(0.0, {-std::sqrt(0.5), std::sqrt(0.5) - approach}));
    EXPECT_EQ(alone.longest, used ? 1 : 0) << approach;
    const auto wedge = pair(0.4, {0, -1});
    const Eigen::Matrix2d normals = wedge.contact_jacobian();
    const Eigen::Vector2d v = normals.inverse() * Eigen::Vector2d(-1, -approach);
    const OutcomeSet beside = all_outcomes(pair(0.4, v));
    EXPECT_EQ(beside.had_choice, used) << approach;
    EXPECT_EQ(beside.states, used ? 4u : 2u) << approach;
  }
}

TEST(Enumeration, BetweenOppositeWallsNoOrderEnds) {
  const std::vector<Contact> walls{{.normal = Eigen::RowVectorXd::Constant(1, 1.0)},
                                   {.normal = Eigen::RowVectorXd::Constant(1, -1.0)}};
  const ImpactProblem problem(Eigen::MatrixXd::Identity(1, 1), walls, Eigen::VectorXd::Ones(1));
  const OutcomeSet set = all_outcomes(problem);
  EXPECT_EQ(set.count, 0.0);
  EXPECT_TRUE(set.complete);  // Two states, each leading to the other.
  EXPECT_EQ(set.states, 2u);
  EXPECT_TRUE(set.branches.empty());
}

// Restitution 0 and no positive inner product: endless sequences, one limit, the projection.
TEST(Enumeration, WithoutBounceNegativePairsTendToThePlasticOutcome) {
  for (const auto& masses : {std::vector<double>{1, 1, 1, 1}, {3, 1, 2, 0.5}}) {
    const auto problem = cradle(masses, {2, 1, 0.5, -1});
    EnumerationOptions options;
    options.restitution = Eigen::VectorXd::Zero(3);
    const OutcomeSet set = all_outcomes(problem, options);
    EXPECT_EQ(set.count, 1.0);
    EXPECT_TRUE(set.complete);
    EXPECT_EQ(set.longest, -1);
    const auto plastic = solve_once(problem, Plastic{});
    EXPECT_LE((set.branches[0].velocity_plus - plastic.velocity_plus).norm(), 1e-9);
  }
}

TEST(Enumeration, RestitutionIsChecked) {
  const auto problem = cradle({1, 1, 1}, {1, 0, 0});
  EnumerationOptions options;
  options.restitution = Eigen::VectorXd::Zero(3);
  EXPECT_THROW((void)all_outcomes(problem, options), InvalidInput);
  options.restitution = Eigen::Vector2d(0.5, 1.5);
  EXPECT_THROW((void)all_outcomes(problem, options), InvalidInput);
}

TEST(Enumeration, SameBitsTwice) {
  const auto problem = random_problem(3, {.coordinates = 6, .contacts = 6});
  const OutcomeSet a = all_outcomes(problem), b = all_outcomes(problem);
  EXPECT_EQ(a.indeterminacy, b.indeterminacy);
  ASSERT_EQ(a.branches.size(), b.branches.size());
  for (std::size_t k = 0; k < a.branches.size(); ++k)
    EXPECT_EQ(a.branches[k].velocity_plus, b.branches[k].velocity_plus);
}

// No duplicate is missed at a border of cells, nothing farther than the tolerance is merged.
TEST(StateSet, MergesExactlyWithinTheTolerance) {
  for (const bool crowded : {false, true}) {
    constexpr double tolerance = 1e-11;
    analysis::StateSet set;
    set.reset(5, tolerance, crowded);
    base::Random random(1);
    for (std::uint32_t k = 0; k < 200'000; ++k) {
      std::array<double, 5> x, near;
      for (std::size_t i = 0; i < 5; ++i) {
        x[i] = random.uniform(-1, 1);
        near[i] = x[i] + random.uniform(-0.99, 0.99) * tolerance;
      }
      ASSERT_TRUE(set.insert(x.data()).second);
      const auto again = set.insert(near.data());
      ASSERT_FALSE(again.second);
      ASSERT_EQ(again.first, set.size() - 1);
      if (k % 16 == 0) {
        x[random.below(5)] += 1.02 * tolerance;
        ASSERT_TRUE(set.insert(x.data()).second);
      }
    }
  }
}

}  // namespace
}  // namespace carom::test
