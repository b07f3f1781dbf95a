// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Plastic law: projection on the feasible cone.
#include "carom/laws/plastic.h"

#include <gtest/gtest.h>

#include "carom/laws/inert.h"
#include "support/problems.h"

namespace carom::test {
namespace {

TEST(Plastic, ThreeBallsGoTogether) {
  const auto outcome = solve_once(cradle({1, 1, 1}, {1, 0, 0}), Plastic{});
  EXPECT_LE((outcome.velocity_plus - Eigen::Vector3d::Constant(1.0 / 3)).norm(), 1e-15);
  EXPECT_NEAR(outcome.energy.lost, 1.0 / 3, 1e-15);
  EXPECT_TRUE(outcome.uniqueness.impulses_unique);
}

TEST(Plastic, ComplementarityOnRandomProblems) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 6, .contacts = 5});
    const auto outcome = solve_once(problem, Plastic{});
    ASSERT_TRUE(outcome.ok());
    for (std::size_t i = 0; i < 5; ++i) {
      const double rate = problem.contacts()[i].normal.dot(outcome.velocity_plus);
      EXPECT_GE(outcome.impulse[i].normal, 0.0);
      EXPECT_GE(rate, -1e-12 * problem.momentum_norm() * problem.normal_length()[Eigen::Index(i)]);
      EXPECT_NEAR(rate * outcome.impulse[i].normal, 0.0, 1e-11 * problem.kinetic_energy());
    }
  }
}

// ERRATA: S3's (10b) and (11) contradict each other; a good part of random doubly violated pairs
// needs a pulling impulse bilaterally. The cone never pulls.
TEST(Plastic, BilateralPullsWhereTheConeDoesNot) {
  int pulls = 0, doubly = 0;
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 3, .contacts = 2});
    if (problem.approach().maxCoeff() >= 0.0) continue;
    ++doubly;
    const auto inert = solve_once(problem, Inert{});
    pulls += inert.impulse[0].normal < 0 || inert.impulse[1].normal < 0;
  }
  EXPECT_GT(doubly, 1000);
  EXPECT_GT(double(pulls) / doubly, 0.1);
}

TEST(Plastic, RedundantImpulsesAreUndetermined) {
  std::vector<Contact> contacts(2, Contact{.normal = Eigen::RowVector2d(0, 1)});
  contacts[1].normal *= 2.0;
  const ImpactProblem problem(Eigen::Matrix2d::Identity(), contacts, Eigen::Vector2d(1, -1));
  EXPECT_FALSE(solve_once(problem, Plastic{}).uniqueness.impulses_unique);
}

}  // namespace
}  // namespace carom::test
