// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// ImpactProblem: metric, units of its rows, bilateral rows by projection, set_velocity.
#include "carom/problem.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "carom/error.h"
#include "carom/laws.h"
#include "support/problems.h"

namespace carom::test {
namespace {

TEST(Problem, MetricOfThreeBalls) {
  const auto problem = cradle({1, 1, 1}, {1, 0, 0});
  EXPECT_NEAR(problem.gram()(0, 1), -0.5, 1e-15);  // S3 V
  EXPECT_EQ(problem.gram()(0, 0), 1.0);
  EXPECT_NEAR(problem.normal_length()[0], std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(problem.approach()[0], -1.0 / std::sqrt(2.0), 1e-15);
  EXPECT_EQ(problem.kinetic_energy(), 0.5);
  EXPECT_EQ(problem.contacts()[1].name, "contact 2");
}

TEST(Problem, DelassusIsTheDenseFormula) {
  const auto problem = random_problem(3, {.coordinates = 7, .contacts = 3, .tangents = 2});
  const Eigen::MatrixXd expected = problem.contact_jacobian() * problem.mass_matrix().inverse() *
                                   problem.contact_jacobian().transpose();
  EXPECT_LE((problem.delassus() - expected).norm(), 1e-11 * expected.norm());
  EXPECT_EQ(problem.normal_row(1), 3);
}

TEST(Problem, BilateralRowsEqualEliminatedCoordinates) {
  // Two balls welded together are one ball of the sum of their masses.
  const auto welded = [](bool twice) {
    std::vector<Contact> contacts{{.normal = Eigen::RowVector3d(-1, 1, 0)}};
    std::vector<BilateralConstraint> weld{{.row = Eigen::RowVector3d(0, -1, 1)}};
    if (twice) weld.push_back({.row = Eigen::RowVector3d(0, 3, -3)});
    return ImpactProblem(Eigen::Vector3d(1, 1, 1).asDiagonal(), contacts, Eigen::Vector3d(1, 0, 0),
                         weld);
  };
  for (const bool twice : {false, true}) {
    const auto problem = welded(twice);
    EXPECT_EQ(problem.bilateral_independent(), !twice);
    const auto outcome = solve_once(problem, Propagative{});
    EXPECT_NEAR(outcome.velocity_plus[0], -1.0 / 3.0, 1e-14);
    EXPECT_NEAR(outcome.velocity_plus[1], 2.0 / 3.0, 1e-14);
    EXPECT_NEAR(outcome.velocity_plus[2], 2.0 / 3.0, 1e-14);
    EXPECT_NEAR(outcome.impulse[0].normal, 4.0 / 3.0, 1e-14);
    EXPECT_LE(outcome.residuals.momentum, 1e-14);
    // The weld carries what moves the third ball; redundant rows share it.
    const double weld =
        outcome.bilateral_impulse[0] - (twice ? 3 * outcome.bilateral_impulse[1] : 0);
    EXPECT_NEAR(weld, 2.0 / 3.0, 1e-14);
  }
}

TEST(Problem, AContactThatHingesHoldFastIsBlocked) {
  std::vector<Contact> contacts{{.normal = Eigen::RowVector2d(1, 0)},
                                {.normal = Eigen::RowVector2d(0, 1)}};
  std::vector<BilateralConstraint> hinge{{.row = Eigen::RowVector2d(2, 0)}};
  const ImpactProblem problem(Eigen::Matrix2d::Identity(), contacts, Eigen::Vector2d(0, -1), hinge);
  EXPECT_EQ(problem.normal_length()[0], 0.0);
  EXPECT_EQ(problem.gram()(0, 0), 0.0);
  for (const Law& law : {Law(Propagative{}), Law(Sequential{}), Law(Plastic{}), Law(Inert{})}) {
    const auto outcome = solve_once(problem, law);
    ASSERT_TRUE(outcome.ok());
    EXPECT_EQ(outcome.impulse[0].normal, 0.0);
    EXPECT_TRUE(outcome.velocity_plus.allFinite());
  }
}

TEST(Problem, SetVelocityKeepsTheFactors) {
  auto problem = cradle({1, 2, 1}, {1, 0, 0});
  problem.set_velocity(Eigen::Vector3d(0, 0, -1));
  const auto fresh = cradle({1, 2, 1}, {0, 0, -1});
  EXPECT_EQ(problem.approach(), fresh.approach());
  EXPECT_EQ(problem.momentum_norm(), fresh.momentum_norm());
  EXPECT_THROW(problem.set_velocity(Eigen::Vector2d(1, 2)), InvalidInput);
  EXPECT_THROW(problem.set_velocity(Eigen::Vector3d(1, NAN, 0)), InvalidInput);
  EXPECT_EQ(problem.velocity(), Eigen::Vector3d(0, 0, -1)) << "refused before it was stored";
}

TEST(Problem, WhitenAndBack) {
  const auto problem = random_problem(5, {.coordinates = 5});
  const Eigen::VectorXd y = problem.whiten(problem.velocity());
  EXPECT_NEAR(y.norm(), problem.momentum_norm(), 1e-12);
  EXPECT_LE((problem.unwhiten(y) - problem.velocity()).norm(), 1e-12);
  EXPECT_LE((y - problem.whitened_velocity()).norm(), 1e-13);
}

TEST(Problem, NoContactsIsAProblemInWhichNothingHappens) {
  const ImpactProblem problem(Eigen::Matrix2d::Identity(), {}, Eigen::Vector2d(1, 2));
  for (const Law& law :
       {Law(Propagative{.restitution = 0.5}), Law(Sequential{}), Law(Plastic{}), Law(Inert{})}) {
    const auto outcome = solve_once(problem, law);
    ASSERT_TRUE(outcome.ok());
    EXPECT_EQ(outcome.velocity_plus, problem.velocity());
    EXPECT_EQ(outcome.energy.lost, 0.0);
  }
}

}  // namespace
}  // namespace carom::test
