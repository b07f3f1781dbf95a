// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Poisson's law: compression and expansion, works per phase, and where it agrees with Newton's.
#include "carom/laws/poisson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "carom/error.h"
#include "carom/invariants.h"
#include "carom/laws/newton.h"
#include "support/problems.h"
#include "support/random_invariants.h"

namespace carom::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Poisson, OneContact) {
  const auto outcome = solve_once(cradle({1, 3}, {2, 0}), Poisson{.restitution = 0.6});
  EXPECT_NEAR(outcome.velocity_plus[1] - outcome.velocity_plus[0], 1.2, 1e-13);
  ASSERT_TRUE(outcome.energy.contacts[0].restitution.has_value());
  EXPECT_NEAR(*outcome.energy.contacts[0].restitution, 0.6, 1e-12);
  ASSERT_EQ(outcome.events.size(), 2u);
  EXPECT_EQ(outcome.events[0].kind, Event::Kind::compression_ends);
  EXPECT_NEAR(outcome.events[0].impulse, 1.5, 1e-13);  // reduced mass ¾ times 2
  EXPECT_NEAR(outcome.events[1].impulse, 2.4, 1e-13);
}

// Equal balls: compression leaves all three at ⅓, p^C = (⅔, ⅓); with e = 1 the expansion repeats
// it: v = (1 − 4/3, 4/3 − 2/3, 2/3).
TEST(Poisson, CradleByHand) {
  const auto outcome = solve_once(cradle({1, 1, 1}, {1, 0, 0}), Poisson{.restitution = 1.0});
  EXPECT_LE((outcome.velocity_plus - Eigen::Vector3d(-1.0 / 3, 2.0 / 3, 2.0 / 3)).norm(), 1e-12);
  EXPECT_NEAR(outcome.energy.after, 0.5, 1e-12);
}

TEST(Poisson, AgreesWithNewtonAtZeroRestitution) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto problem =
        random_problem(seed, {.coordinates = 9, .contacts = 4, .tangents = 1 + int(seed % 2)});
    const auto newton = solve_once(problem, Newton{.restitution = 0.0});
    const auto poisson = solve_once(problem, Poisson{.restitution = 0.0});
    ASSERT_TRUE(newton.ok() && poisson.ok());
    EXPECT_LE((newton.velocity_plus - poisson.velocity_plus).norm(),
              1e-11 * problem.velocity().norm());
  }
}

// Point mass: p^C = (1, −μ); then p^E = e (1, −μ), with the disk of the expansion alone.
TEST(Poisson, FrictionOfEachPhaseHasItsOwnDisk) {
  Contact floor{.normal = Eigen::RowVector2d(0, 1), .tangents = Eigen::RowVector2d(1, 0)};
  floor.friction = 0.5;
  floor.restitution = 0.5;
  const auto outcome =
      solve_once({Eigen::Matrix2d::Identity(), {floor}, Eigen::Vector2d(2, -1)}, Poisson{});
  EXPECT_LE((outcome.velocity_plus - Eigen::Vector2d(1.25, 0.5)).norm(), 1e-12);
  // −0.5·(2 + 1.5)/2 − 0.25·(1.5 + 1.25)/2
  EXPECT_NEAR(outcome.energy.contacts[0].friction_work, -0.875 - 0.34375, 1e-12);
  EXPECT_NEAR(outcome.energy.contacts[0].normal_work, -0.5 + 0.125, 1e-12);
}

TEST(Poisson, JamsWhereNewtonHasNoAnswer) {  // the slot of newton_test.cpp, μk = 1.6
  Contact floor{.normal = Eigen::RowVector2d(0, 1), .tangents = Eigen::RowVector2d(1, 0)};
  floor.friction = 0.8;
  const ImpactProblem problem(Eigen::Matrix2d::Identity(), {floor}, Eigen::Vector2d(-2, -1),
                              {{.name = "slot", .row = Eigen::RowVector2d(1, -2)}});
  const auto outcome = solve_once(problem, Poisson{.restitution = 0.5});
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_LE(outcome.velocity_plus.norm(), 1e-10);
  EXPECT_FALSE(outcome.uniqueness.impulses_unique);
  EXPECT_THAT(outcome.notes, Contains(HasSubstr("impulses of compression are not determined")));
}

TEST(Poisson, WithoutFrictionAndEqualCoefficientsNoEnergyGrows) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 5, .contacts = 4});
    for (const double e : {0.3, 1.0}) {
      const auto outcome = solve_once(problem, Poisson{.restitution = e});
      ASSERT_TRUE(outcome.ok()) << outcome.message;
      EXPECT_GE(outcome.energy.lost, -1e-11 * outcome.energy.before) << seed;
    }
  }
}

// Three balls, e = ½, v⁻ = (1, 0, −1): compression stops outer balls of equal mass, and half of its
// impulse again makes v⁺ = (−½, 0, ½). Else all go at the mean velocity u, c⁺ by the impulses.
TEST(Poisson, CradlesAtMassRatiosOf1e8) {
  for (const std::vector<double>& masses : {std::vector<double>{1, 1e-8, 1},
                                            {1e8, 1, 1e8},
                                            {1e8, 1e-8, 1e8},
                                            {1e8, 1, 1e-8},
                                            {1e-8, 1, 1e8}}) {
    const auto outcome = solve_once(cradle(masses, {1, 0, -1}), Poisson{.restitution = 0.5});
    ASSERT_TRUE(outcome.ok()) << outcome.message;
    const double u = (masses[0] - masses[2]) / (masses[0] + masses[1] + masses[2]);
    const Eigen::Vector3d before(1, 0, -1);
    const Eigen::Vector3d expected = Eigen::Vector3d::Constant(1.5 * u) - 0.5 * before;
    EXPECT_LE((outcome.velocity_plus - expected).norm(), 1e-12) << show(outcome.velocity_plus);
  }
}

// Normals that nearly oppose each other, elastic: once "no impulses found … Coulomb's law".
TEST(Poisson, NearlyOpposedNormals) {
  const Eigen::Matrix2d M = (Eigen::Matrix2d() << 1.5171738971181103, 0.853504407534791,
                             0.853504407534791, 0.9197110699968822)
                                .finished();
  const Contact first{.normal = Eigen::RowVector2d(-1.0116690302773774, 0.9660777434131508)};
  const Contact second{.normal = Eigen::RowVector2d(1.0099923593041382, -0.9644438488287077)};
  const ImpactProblem problem(M, {first, second},
                              Eigen::Vector2d(0.05622699245778924, -0.6929483002746897));
  const auto outcome = solve_once(problem, Poisson{.restitution = 1.0});
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  // Compression stops both rows, and with them the body. The repeated impulses alone would give
  // −v⁻, which runs into the second contact: that one is pressed until its row rests.
  const Eigen::RowVector2d& n = second.normal;
  const Eigen::Vector2d turned = -problem.velocity(), along = M.inverse() * n.transpose();
  const Eigen::Vector2d expected = turned - along * (n.dot(turned) / n.dot(along));
  EXPECT_LE((outcome.velocity_plus - expected).norm(), 1e-9) << show(outcome.velocity_plus);
}

TEST(Poisson, InvariantsOnRandomProblems) {
  expect_random_invariants(Poisson{.restitution = 0.4}, 2);
}

TEST(Poisson, ManyPointsUnderOneFoot) {
  const Eigen::VectorXd v = (Eigen::VectorXd(6) << 0.1, 0, -1, 0.4, -0.2, 0).finished();
  for (const int points : {4, 8, 64}) {
    const auto problem = flat_foot(points, v);
    EXPECT_THAT(check_law_invariants(problem, Poisson{.restitution = 0.5}, 1e-8), ElementsAre());
    // One foot, no friction: the rigid body restitutes as a whole.
    const auto outcome = solve_once(problem, Poisson{.restitution = 0.5});
    EXPECT_LE((outcome.velocity_plus.segment(2, 3) - Eigen::Vector3d(0.5, -0.2, 0.1)).norm(),
              1e-10);
  }
}

TEST(Poisson, NeedsACoefficient) {
  EXPECT_THROW(solve_once(cradle({1, 1}, {1, 0}), Poisson{}), InvalidInput);
  EXPECT_THROW(Law(Poisson{.restitution = -0.1}), InvalidInput);
}

}  // namespace
}  // namespace carom::test
