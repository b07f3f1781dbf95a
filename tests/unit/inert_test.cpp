// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Inert law (S4): all rows zero afterwards, K⁺ = T_a, pulling impulses shown and flagged.
#include "carom/laws/inert.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "support/problems.h"

namespace carom::test {
namespace {

TEST(Inert, EveryRowIsZeroAndTheProjectorIsS4s) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 8, .contacts = 2, .tangents = 2});
    const auto outcome = solve_once(problem, Inert{});
    const auto& A = problem.contact_jacobian();
    const Eigen::MatrixXd M_inverse = problem.mass_matrix().inverse();
    const Eigen::MatrixXd P_a =  // S4 eq. 3
        Eigen::MatrixXd::Identity(8, 8) -
        M_inverse * A.transpose() * (A * M_inverse * A.transpose()).inverse() * A;
    EXPECT_LE((A * outcome.velocity_plus).norm(), 1e-10);
    EXPECT_LE((outcome.velocity_plus - P_a * problem.velocity()).norm(), 1e-9);
    EXPECT_TRUE(outcome.uniqueness.impulses_unique);
  }
}

TEST(Inert, FlagsPulling) {
  const auto outcome = solve_once(cradle({1, 1, 1}, {0, 0, 1}), Inert{});
  EXPECT_NEAR(outcome.impulse[1].normal, -2.0 / 3, 1e-15);
  EXPECT_THAT(outcome.message,
              testing::HasSubstr("pulls at contact 1 (-0.333333 N·s), contact 2 (-0.666667 N·s)"));
  EXPECT_EQ(solve_once(cradle({1, 1, 1}, {1, 0, 0}), Inert{}).message, "");
}

TEST(Inert, FrictionWorkIsToldApartFromNormalWork) {
  std::vector<Contact> contacts{
      {.normal = Eigen::RowVector2d(0, 1), .tangents = Eigen::RowVector2d(1, 0)}};
  const ImpactProblem problem(Eigen::Matrix2d::Identity(), contacts, Eigen::Vector2d(3, -1));
  const auto outcome = solve_once(problem, Inert{});
  EXPECT_EQ(outcome.velocity_plus, Eigen::Vector2d(0, 0));
  EXPECT_EQ(outcome.energy.contacts[0].normal_work, -0.5);
  EXPECT_EQ(outcome.energy.contacts[0].friction_work, -4.5);
  EXPECT_EQ(outcome.impulse[0].tangential[0], -3.0);
}

}  // namespace
}  // namespace carom::test
