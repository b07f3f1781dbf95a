// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The outcome and the verdict on it.
//   three balls, 1 1 1: one outcome over orders;   2 1 1 at (1,0,−1): two (see enumeration_test)
// Expected: verdicts from the theorems of docs/laws/propagative.md; blended branches p_p + α(p_e −
// p_p) lose 1 − R² of what the plastic outcome loses (S3 III-A, corrected).
#include "carom/resolve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "carom/analysis.h"
#include "carom/laws/inert.h"
#include "carom/laws/plastic.h"
#include "carom/laws/propagative.h"
#include "carom/laws/sequential.h"
#include "support/greedy_orders.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using Verdict = Uniqueness::Verdict;
using Branches = ResolveOptions::Branches;
using testing::HasSubstr;

double nearest_branch(const Outcome& outcome) {
  double nearest = 1e300;
  for (const Branch& branch : outcome.branches)
    nearest = std::min(nearest, (branch.velocity_plus - outcome.velocity_plus).norm());
  return nearest;
}

TEST(Resolve, EqualCradleIsUniqueByTheorem) {
  const Outcome outcome = resolve(cradle({1, 1, 1}, {1, 0, 0}), Propagative{});
  EXPECT_TRUE(outcome.ok());
  EXPECT_EQ(outcome.uniqueness.verdict, Verdict::unique);
  EXPECT_EQ(outcome.uniqueness.outcomes, 1.0);
  EXPECT_THAT(outcome.uniqueness.reason, HasSubstr("Coxeter"));
  EXPECT_TRUE(outcome.uniqueness.impulses_unique);
  EXPECT_TRUE(outcome.branches.empty());
  const Outcome listed = resolve(cradle({1, 1, 1}, {1, 0, 0}), Propagative{}, {Branches::all});
  ASSERT_EQ(listed.branches.size(), 1u);
  EXPECT_LE((listed.branches[0].velocity_plus - Eigen::Vector3d(0, 0, 1)).norm(), 1e-14);
}

TEST(Resolve, LongEqualCradleNeedsNoSearch) {  // 25 balls: 25! orders
  std::vector<double> masses(25, 1.0), velocity(25);
  for (std::size_t i = 0; i < 25; ++i) velocity[i] = 25.0 - static_cast<double>(i);
  EXPECT_EQ(resolve(cradle(masses, velocity), Propagative{}).uniqueness.verdict, Verdict::unique);
}

TEST(Resolve, UnequalCradleHasSeveral) {
  const auto problem = cradle({2, 1, 1}, {1, 0, -1});
  const Outcome outcome = resolve(problem, Propagative{}, {Branches::all});
  EXPECT_EQ(outcome.uniqueness.verdict, Verdict::several);
  EXPECT_EQ(outcome.uniqueness.outcomes, 2.0);
  EXPECT_TRUE(outcome.uniqueness.complete);
  EXPECT_THAT(outcome.uniqueness.reason, HasSubstr("2 outcomes"));
  EXPECT_NEAR(outcome.uniqueness.indeterminacy, all_outcomes(problem).indeterminacy, 1e-15);
  EXPECT_EQ(outcome.branches.size(), 2u);
  EXPECT_LE(nearest_branch(outcome), 1e-14);
}

TEST(Resolve,
     OnlyOneOrderPossible) {  // the second contact never approaches together with the first
  const Outcome outcome = resolve(cradle({2, 1, 1}, {1, 0, 0}), Propagative{});
  EXPECT_EQ(outcome.uniqueness.verdict, Verdict::unique);
  EXPECT_THAT(outcome.uniqueness.reason, HasSubstr("only one order is possible at this velocity"));
}

TEST(Resolve, NothingApproaches) {
  const Outcome outcome = resolve(cradle({2, 1, 1}, {-1, 0, 1}), Propagative{});
  EXPECT_EQ(outcome.uniqueness.verdict, Verdict::unique);
  EXPECT_THAT(outcome.uniqueness.reason, HasSubstr("no contact approaches"));
}

TEST(Resolve, BlendedBranchesLoseTheirShare) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 5, .contacts = 3});
    const double before = problem.kinetic_energy();
    const double plastic_loss = solve_once(problem, Plastic{}).energy.lost;
    for (const double R : {0.3, 0.8}) {
      const Outcome outcome = resolve(problem, Propagative{.restitution = R}, {Branches::all});
      const Outcome elastic = resolve(problem, Propagative{.restitution = 1.0}, {Branches::all});
      ASSERT_EQ(outcome.branches.size(), elastic.branches.size());
      EXPECT_EQ(outcome.uniqueness.verdict, elastic.uniqueness.verdict);
      EXPECT_LE(nearest_branch(outcome), 1e-10);
      double farthest = 0.0;
      for (const Branch& branch : outcome.branches) {
        const Eigen::VectorXd p = problem.whiten(branch.velocity_plus);
        EXPECT_NEAR(before - 0.5 * p.squaredNorm(), (1 - R * R) * plastic_loss, 1e-11 * before);
        for (const Branch& other : outcome.branches)
          farthest = std::max(farthest, (p - problem.whiten(other.velocity_plus)).norm());
      }
      EXPECT_NEAR(outcome.uniqueness.indeterminacy, farthest / problem.momentum_norm(), 1e-12);
      EXPECT_LE(outcome.uniqueness.indeterminacy, elastic.uniqueness.indeterminacy + 1e-12);
    }
    const Outcome zero = resolve(problem, Propagative{.restitution = 0.0});
    EXPECT_EQ(zero.uniqueness.verdict, Verdict::unique);
    EXPECT_THAT(zero.uniqueness.reason, HasSubstr("plastic"));
  }
}

TEST(Resolve, SequentialOrdersAgainstPlainRecursion) {
  int several = 0;
  for (std::uint64_t seed = 0; seed < 15; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 5, .contacts = 3});
    bool finished = false;
    const auto ends = distinct_ends(GreedyOrders(problem, 0.6), 1e-8, &finished);
    if (!finished) continue;
    const Outcome outcome = resolve(problem, Sequential{.restitution = 0.6}, {Branches::all});
    EXPECT_EQ(outcome.uniqueness.outcomes, static_cast<double>(ends.size()));
    EXPECT_EQ(outcome.uniqueness.verdict, ends.size() > 1 ? Verdict::several : Verdict::unique);
    EXPECT_NEAR(outcome.uniqueness.indeterminacy, largest_distance(ends) / problem.momentum_norm(),
                1e-11);
    EXPECT_LE(nearest_branch(outcome), 1e-10);
    several += ends.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(several, 3);
}

TEST(Resolve, SequentialTakesEachContactsCoefficient) {
  auto contacts = cradle({1, 1, 1}, {3, 2, 1}).contacts();
  contacts[0].restitution = 0.9;
  contacts[1].restitution = 0.4;
  const ImpactProblem problem(Eigen::Matrix3d::Identity(), contacts, Eigen::Vector3d(3, 2, 1));
  const Outcome outcome = resolve(problem, Sequential{}, {Branches::all});
  EXPECT_EQ(outcome.uniqueness.verdict, Verdict::several);
  EXPECT_LE(nearest_branch(outcome), 1e-12);
}

TEST(Resolve, SequentialWithoutBounceAndNegativePairsIsUnique) {
  const Outcome outcome = resolve(cradle({3, 1, 2}, {1, 0, -1}), Sequential{.restitution = 0.0});
  EXPECT_EQ(outcome.uniqueness.verdict, Verdict::unique);
  EXPECT_THAT(outcome.uniqueness.reason, HasSubstr("no positive inner product"));
  EXPECT_EQ(resolve(pair(0.4, {0, -1}), Sequential{.restitution = 0.0}).uniqueness.verdict,
            Verdict::several);
}

TEST(Resolve, OrthogonalContactsUnderAnyCoefficient) {
  const Outcome outcome = resolve(pair(0.0, {0.2, -1}), Sequential{.restitution = 0.5});
  EXPECT_EQ(outcome.uniqueness.verdict, Verdict::unique);
  EXPECT_THAT(outcome.uniqueness.reason, HasSubstr("order and stiffness do not matter"));
}

TEST(Resolve, ProjectionsHaveOneAnswer) {
  for (const Law& law : {Law(Plastic{}), Law(Inert{})}) {
    const Outcome outcome = resolve(cradle({2, 1, 1}, {1, 0, -1}), law, {Branches::all});
    EXPECT_EQ(outcome.uniqueness.verdict, Verdict::unique);
    EXPECT_EQ(outcome.uniqueness.outcomes, 1.0);
    EXPECT_THAT(outcome.uniqueness.reason, HasSubstr("exact simultaneity"));
    ASSERT_EQ(outcome.branches.size(), 1u);
    EXPECT_EQ(outcome.branches[0].velocity_plus, outcome.velocity_plus);
  }
}

struct Silent {  // a user's law that does not say how many outcomes it has
  LawDescription describe() const { return {.name = "silent", .leaves_approach = true}; }
  void solve(const ImpactProblem& problem, Workspace&, Outcome& outcome) const {
    outcome.status = Outcome::Status::resolved;
    apply_impulses(problem, outcome);
  }
};

TEST(Resolve, UnknownLawsAreNotChecked) {
  const Outcome outcome = resolve(cradle({1, 1, 1}, {1, 0, 0}), Silent{});
  EXPECT_EQ(outcome.uniqueness.verdict, Verdict::not_checked);
  EXPECT_THAT(outcome.uniqueness.reason, HasSubstr("does not say"));
}

// Whatever the law: at its coefficient; a law without one leaves no bounce, unless the contacts
// say.
TEST(Resolve, PracticalVerdictIsOfTheImpact) {
  auto problem = pair(0.2, {0, -1});
  const auto spread = [&](const Law& law) {
    const Outcome outcome = resolve(problem, law);
    EXPECT_TRUE(outcome.practical.has_value());
    return *outcome.practical;
  };
  for (const double e : {0.0, 0.4, 1.0}) {
    const double expected = measure_spread(problem, e).value();
    EXPECT_DOUBLE_EQ(spread(Propagative{.restitution = e}).value(), expected) << e;
    EXPECT_DOUBLE_EQ(spread(Sequential{.restitution = e}).value(), expected) << e;
  }
  EXPECT_EQ(spread(Plastic{}).restitution, 0.0);
  EXPECT_DOUBLE_EQ(spread(Plastic{}).value(), measure_spread(problem, 0.0).value());
  auto contacts = problem.contacts();
  for (Contact& contact : contacts) contact.restitution = 0.4;
  const ImpactProblem bouncing(problem.mass_matrix(), contacts, problem.velocity());
  EXPECT_EQ(resolve(bouncing, Plastic{}).practical->restitution, 0.4);
  EXPECT_FALSE(resolve(problem, Plastic{}, {.practical = false}).practical.has_value());
}

TEST(Resolve, NoOutcomeNoVerdict) {
  const std::vector<Contact> walls{{.normal = Eigen::RowVector2d(1, 0)},
                                   {.normal = Eigen::RowVector2d(-1, 0)}};
  const Outcome outcome =
      resolve({Eigen::Matrix2d::Identity(), walls, Eigen::Vector2d(1, 0)}, Propagative{});
  EXPECT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.uniqueness.verdict, Verdict::not_checked);
}

TEST(Resolve, CapGivesALowerBoundOrNoVerdict) {
  const auto problem = random_problem(6, {.coordinates = 6, .contacts = 5});
  const Outcome all = resolve(problem, Propagative{});
  const Outcome some = resolve(problem, Propagative{}, {.max_states = 10});
  EXPECT_TRUE(all.uniqueness.complete);
  EXPECT_FALSE(some.uniqueness.complete);
  EXPECT_EQ(some.uniqueness.verdict, Verdict::several);
  EXPECT_LE(some.uniqueness.outcomes, all.uniqueness.outcomes);
  EXPECT_THAT(some.uniqueness.reason, HasSubstr("at least"));
  // One outcome seen, not all orders tried: no verdict, and the confidence is stated.
  const auto single = cradle({2, 1, 1}, {1, 0, 0});
  const Outcome open = resolve(single, Propagative{}, {.max_states = 1});
  EXPECT_EQ(open.uniqueness.verdict, Verdict::not_checked);
  EXPECT_THAT(open.uniqueness.reason, HasSubstr("95 % confidence"));
}

TEST(Resolve, MinimalBranchesAreListedAndTheVerdictCoversAllOrders) {
  const auto problem = pair(-0.3, {std::sin(0.3), -std::cos(0.3)});
  const Outcome all = resolve(problem, Propagative{}, {Branches::all});
  const Outcome kept = resolve(problem, Propagative{}, {Branches::minimal});
  EXPECT_EQ(all.branches.size(), 2u);
  EXPECT_EQ(kept.branches.size(), 1u);
  EXPECT_EQ(kept.uniqueness.verdict, Verdict::several);
  EXPECT_EQ(kept.uniqueness.outcomes, 2.0);
  EXPECT_THAT(kept.uniqueness.reason, HasSubstr("S3 Definition 1"));
}

TEST(Resolve, RedundantContactsLeaveImpulsesOpen) {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(6);
  v(2) = -1;
  EXPECT_TRUE(resolve(flat_foot(3, v), Propagative{}).uniqueness.impulses_unique);
  EXPECT_FALSE(resolve(flat_foot(4, v), Propagative{}).uniqueness.impulses_unique);
  EXPECT_TRUE(resolve(flat_foot(4, -v), Propagative{}).uniqueness.impulses_unique);  // lifts off
}

}  // namespace
}  // namespace carom::test
